package cli

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"tiv/report/shot"
	"tiv/tracefeed"
)

// daysLong writes a trace of 48 hours: four threads take turns with a lock, each for half
// an hour, and wait for it meanwhile.
func daysLong(t *testing.T) (path string) {
	t.Helper()
	const threads, hours, minute = 4, 48, 60
	var b strings.Builder
	b.WriteString("tiv-text 1\n")
	for i := range threads {
		fmt.Fprintf(&b, "0s t%d start name=worker-%d\n", i, i)
	}
	for k := range 2 * hours {
		at, owner := 30*minute*k, k%threads
		fmt.Fprintf(&b, "%ds t%d monitor-enter M\n", at, owner)
		for i := range threads {
			if i != owner {
				fmt.Fprintf(&b, "%ds t%d monitor-wait M\n", at+minute*(1+i), i)
			}
		}
		fmt.Fprintf(&b, "%ds t%d monitor-exit M\n", at+30*minute, owner)
		for i := range threads {
			if i != owner {
				fmt.Fprintf(&b, "%ds t%d monitor-enter M\n%ds t%d monitor-exit M\n", at+30*minute, i, at+30*minute, i)
			}
		}
	}
	return write(t, "days.tiv", []byte(b.String()))
}

// Pictures of a long trace have the steps that were asked for: what is out of range is
// refused, never changed in silence.
func TestSnapshotOfDays(t *testing.T) {
	t.Parallel()
	trace := daysLong(t)
	for text, step := range map[string]tracefeed.Time{"": 15 * tracefeed.Minute, "15m": 15 * tracefeed.Minute,
		"1h": tracefeed.Hour, "1d": tracefeed.Day, "240h": 10 * tracefeed.Day, "1us": tracefeed.Microsecond} {
		out := filepath.Join(t.TempDir(), "days.png")
		words := []string{"snapshot", trace, "-o", out, "--size", "320x240", "--view", "timeline"}
		if text != "" {
			words = append(words, "--step", text)
		}
		tiv(t, words...)
		if e, err := shot.Decode(bytes.NewReader(read(t, out))); err != nil || e.Step != step {
			t.Errorf("--step %q: %+v, %v; want steps of %v", text, e, err, step)
		}
	}
	for _, c := range [][]string{{"--step", "11d"}, {"--step", "0s"}, {"--history", "0"}, {"--steps", "0"},
		{"--steps", "2001"}, {"--history", "10001"}, {"--history", "x"}, {"--at", "3d"}} {
		r := tiv(t, append([]string{"snapshot", trace, "-o", filepath.Join(t.TempDir(), "x.png")}, c...)...)
		if r.exit != exitTrouble || !strings.Contains(r.errors, c[0]) || !strings.Contains(r.errors, "want") && c[0] != "--at" {
			t.Errorf("%v: exit code %d, %q", c, r.exit, r.errors)
		}
	}
}
