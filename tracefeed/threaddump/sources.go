package threaddump

import (
	"fmt"
	"regexp"
	"strings"

	"tiv/tracefeed"
)

// sources are the programs whose lines a log mixes: those after one prefix, without its times,
// are of one program.
type sources struct {
	all []*source
	// many is true for a text with more prefixes than programs: they have other numbers.
	many bool
	last *source
	// torn is true if a line within a thread follows one of another program.
	torn bool
}

// source is a program in a log.
type source struct {
	prefix string // without times
	tracks []*track
}

// maxSources is the number of programs that one text can have.
const maxSources = 16

// alone is the number of lines of dumps after which a program is the only one.
const alone = 10_000

// times are the forms of times in prefixes.
var times = regexp.MustCompile(
	`(?:\d{4}[-/]\d\d[-/]\d\d[T ]|[A-Z][a-z]{2} +\d+ )?\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?|\d{10,}(?:\.\d+)?`)

// withoutTimes returns the start of a line, in which a prefix can be, without its times.
func withoutTimes(line string) string {
	return times.ReplaceAllString(line[:min(len(line), maxPrefix)], "0")
}

// line reads a line for the program that it belongs to.
func (s *sources) line(l *lines, raw string, kinds []*kind) {
	if s.many || len(s.all) == 1 && s.lines() > alone {
		return
	}
	at := anchorOf(raw, kinds)
	if at <= 0 && len(s.all) == 0 {
		return
	}
	start := withoutTimes(raw)
	src := s.find(start)
	if at > 0 && at <= maxPrefix && (src == nil || src.prefix != withoutTimes(raw[:at])) {
		if src = s.add(withoutTimes(raw[:at]), kinds); src == nil {
			return
		}
	}
	if src == nil {
		return
	}
	for _, t := range src.tracks {
		t.line(l, raw)
	}
	s.torn = s.torn || s.last != nil && s.last != src && at < 0 && strings.TrimSpace(start[len(src.prefix):]) != "" && src.inThread()
	s.last = src
}

// find returns the program of a line, the one with the longest prefix; nil if there is none.
func (s *sources) find(start string) (best *source) {
	for _, src := range s.all {
		if strings.HasPrefix(start, src.prefix) && (best == nil || len(src.prefix) > len(best.prefix)) {
			best = src
		}
	}
	return best
}

// add adds a program; nil if there are too many.
func (s *sources) add(prefix string, kinds []*kind) *source {
	if len(s.all) == maxSources {
		s.all, s.last, s.many = nil, nil, true
		return nil
	}
	src := &source{prefix: prefix, tracks: newTracks(kinds)}
	s.all = append(s.all, src)
	return src
}

// inThread reports whether the last line was one of a dump.
func (s *source) inThread() bool {
	for _, t := range s.tracks {
		if t.left == patience {
			return true
		}
	}
	return false
}

// mixed reports whether the lines of several programs alternate: the dumps of each have
// together as many lines as the text.
func (s *sources) mixed(tracks []*track) bool {
	const most = 10 // of the lines, one can have another prefix
	return s.torn && len(s.all) > 1 && most*s.lines() >= (most-1)*linesOf(tracks)
}

// lines returns the number of lines of dumps.
func (s *sources) lines() (n int) {
	for _, src := range s.all {
		n += linesOf(src.tracks)
	}
	return n
}

func linesOf(tracks []*track) (n int) {
	for _, t := range tracks {
		n += t.dumped
	}
	return n
}

// anchorOf returns the position of a line by which a dump of some kinds is recognized, -1 if the
// line is none.
func anchorOf(line string, kinds []*kind) int {
	for _, k := range kinds {
		if at := k.anchor(line); at >= 0 {
			return at
		}
	}
	return -1
}

// stacks returns the number of threads with a stack.
func (d *dumps) stacks() (n int) {
	for _, x := range d.list {
		n += len(x.samples)
		for i := range x.states {
			if x.states[i].stack != tracefeed.NoStack && x.states[i].event.Stack == x.states[i].stack {
				n++
			}
		}
	}
	return n
}

func newTracks(kinds []*kind) (tracks []*track) {
	for _, k := range kinds {
		tracks = append(tracks, newTrack(k))
	}
	return tracks
}

// leave counts the threads of the dumps that are not shown.
func (d *dumps) leave(shown string, others []*track) {
	for _, t := range others {
		d.others += t.dumps.stacks()
	}
	if d.others > 0 && shown != "" {
		d.notes = append(d.notes, fmt.Sprintf("the lines of several programs alternate; the one after %q is shown",
			strings.TrimSpace(shown)))
	} else if d.others > 0 {
		d.notes = append(d.notes, "dumps of another kind are left out")
	}
}
