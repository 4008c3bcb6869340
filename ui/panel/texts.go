package panel

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"tiv/scene"
	"tiv/tracefeed"
)

// Percent formats a share with its unit, in at most three digits: 0.5 is 50 %. It is <0.1 %
// if it is too small for them.
func Percent(share float32) string {
	s := percent(share)
	if s == "·" {
		s = "<0.1"
	}
	return s + " %"
}

// percent formats a share in at most three characters; · is a share too small
// for them.
func percent(share float32) string {
	switch p := 100 * share; {
	case p <= 0:
		return "0"
	case p < 0.05:
		return "·"
	case p < 9.95:
		return fmt.Sprintf("%.1f", p)
	default:
		return fmt.Sprintf("%.0f", p)
	}
}

// MomentText is the moment with enough digits to see it move, in the unit of
// the whole trace.
func MomentText(t, end tracefeed.Time) string {
	unit, name := tracefeed.Nanosecond, "ns"
	switch {
	case end >= tracefeed.Second:
		unit, name = tracefeed.Second, "s"
	case end >= tracefeed.Millisecond:
		unit, name = tracefeed.Millisecond, "ms"
	case end >= tracefeed.Microsecond:
		unit, name = tracefeed.Microsecond, "µs"
	}
	return fmt.Sprintf("%.3f %s", float64(t)/float64(unit), name)
}

// MomentOf is the moment of a look with enough digits to differ from one a step away, in the
// form of MomentText if that has enough.
func MomentOf(l *scene.Look) string {
	name := MomentText(l.Moment, l.End)
	if name == MomentText(l.Moment+l.Step, l.End) {
		return l.MomentName()
	}
	return name
}

// LayerName is the name of the layer of a state in palettes.
func LayerName(s tracefeed.State) string {
	if s == tracefeed.IO {
		return "IO"
	}
	return s.String()
}

// SafeLines returns a text of several lines that is safe in a panel.
func SafeLines(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case r == '\t' || r == '\r':
			return ' '
		case unicode.IsControl(r):
			return '?'
		}
		return r
	}, Cut(s))
}

// maxText is the largest number of bytes of a text of the trace in a panel.
const maxText = 1500

// Cut cuts off what of a text is too long for a panel.
func Cut(s string) string {
	if len(s) <= maxText {
		return s
	}
	return strings.ToValidUTF8(s[:maxText], "") + "…"
}

// FolderText returns a folder's path, with ~ for the user's home.
func FolderText(dir string) string {
	if home, err := os.UserHomeDir(); err == nil && home != "/" {
		if rest, ok := strings.CutPrefix(dir, home); ok && (rest == "" || rest[0] == filepath.Separator) {
			return "~" + rest
		}
	}
	return dir
}
