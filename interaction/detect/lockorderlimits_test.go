package detect

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"tiv/internal/reduced"
)

// Beyond each limit, inversions are missing, and the report says so.
func TestLockOrderLimits(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("tiv-text 1\n0s A start\n0s B start\n")
	write := func(at int, thread string, monitors ...string) {
		for _, m := range monitors {
			fmt.Fprintf(&b, "%dms %s monitor-enter %s\n", at, thread, m)
		}
		for _, m := range monitors {
			fmt.Fprintf(&b, "%dms %s monitor-exit %s\n", at+1, thread, m)
		}
	}
	write(1, "A", "M", "N")
	write(11, "B", "N", "M")
	write(21, "A", "O", "P", "Q")
	write(31, "B", "Q", "P")
	tl := reduced.Story(t, b.String())
	for _, c := range []struct {
		name      string
		limit     func(*Limits)
		found     int
		unchecked bool
	}{
		{"none", func(*Limits) {}, 2, false},
		{"orders", func(l *Limits) { l.Orders = 5 }, 1, true},
		{"held at once", func(l *Limits) { l.HeldAtOnce = 1 }, 1, true},
		{"inversions", func(l *Limits) { l.inversions = 1 }, 1, true},
		{"cycles", func(l *Limits) { l.Cycles = 1 }, 1, true},
		{"steps", func(l *Limits) { l.CycleSteps = 2 }, 0, true},
		{"spans", func(l *Limits) { l.HistorySpans = 1 }, 0, true},
		{"length", func(l *Limits) { l.CycleLength = 1 }, 0, false},
	} {
		l := DefaultLimits()
		c.limit(&l)
		r := (&Search{limits: l}).Find(context.Background(), tl, nil)
		if len(r.Findings) != c.found || r.Unchecked > 0 != c.unchecked {
			t.Errorf("%s: %d findings, %d unchecked", c.name, len(r.Findings), r.Unchecked)
		}
	}
}
