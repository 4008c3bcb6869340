// Package turns divides time into steps, and says for each who held a lock and how much others
// waited for whom.
package turns

import (
	"cmp"
	"context"
	"math"
	"slices"

	"tiv/interaction"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Step is the history of a lock, or of several together, in one step.
type Step struct {
	// Held is the time of each owner, by thread; several owners share it equally. It is
	// empty for several locks.
	Held []Part
	// Waited is the time in which threads waited for it, by the thread to which it is charged, as edges
	// charge it: divided by the length of the step it is the mean number of waiting threads. What
	// is charged to nobody has NoThread.
	Waited []Part
}

// Owners returns the threads that owned it or kept others waiting, sorted.
func (s *Step) Owners() (threads []tracefeed.ThreadID) {
	for _, p := range slices.Concat(s.Held, s.Waited) {
		if p.Thread != tracefeed.NoThread {
			threads = append(threads, p.Thread)
		}
	}
	slices.Sort(threads)
	return slices.Compact(threads)
}

// Part is the part of one thread in a step.
type Part struct {
	Thread tracefeed.ThreadID
	// Inferred says that the trace names only the thread that ended the wait.
	Inferred bool
	Time     tracefeed.Time
}

// Sum returns the time of all parts.
func Sum(parts []Part) (all tracefeed.Time) {
	for _, p := range parts {
		all += p.Time
	}
	return all
}

// Main returns the thread with the most time, the lowest of several; NoThread if it is nobody or there
// is none.
func Main(parts []Part) (main tracefeed.ThreadID) {
	most := tracefeed.Time(0)
	for _, p := range parts {
		if p.Time > most {
			main, most = p.Thread, p.Time
		}
	}
	return main
}

// Grid is a number of steps of equal length from a time on.
type Grid struct {
	From, Step tracefeed.Time
	Steps      int
}

// to returns the end of the last step.
func (g Grid) to() tracefeed.Time {
	if g.Step > (math.MaxInt64-g.From)/tracefeed.Time(max(g.Steps, 1)) {
		return math.MaxInt64
	}
	return g.From + g.Step*tracefeed.Time(g.Steps)
}

// each calls f for each step that an interval in the grid touches, with the part of it in the step.
func (g Grid) each(start, end tracefeed.Time, f func(i int, start, end tracefeed.Time)) {
	for start < end {
		i := (start - g.From) / g.Step
		until := end
		if begin := g.From + i*g.Step; end-begin > g.Step {
			until = begin + g.Step
		}
		f(int(i), start, until)
		start = until
	}
}

// cell identifies one Part of all locks and steps.
type cell struct {
	lock, step int
	part       Part // without its time
}

// sums adds up the times of cells.
type sums map[cell]tracefeed.Time

// parts calls f for all cells with a time, those of a step sorted by thread, observed ones first.
func (s sums) parts(f func(c cell, p Part)) {
	cells := make([]cell, 0, len(s))
	for c, time := range s {
		if time > 0 {
			cells = append(cells, c)
		}
	}
	slices.SortFunc(cells, func(a, b cell) int {
		return cmp.Or(cmp.Compare(a.part.Thread, b.part.Thread), boolOrder(a.part.Inferred, b.part.Inferred))
	})
	for _, c := range cells {
		c.part.Time = s[c]
		f(c, c.part)
	}
}

// boolOrder compares two bools: false is first.
func boolOrder(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// Of returns the steps of each of some locks: of a grid in the trace. Each is one monitor, or several
// that count as one; no monitor is in two. The cost grows with the events and ownership intervals
// in that time. Once ctx is done, it returns early, with steps that are not complete.
func Of(ctx context.Context, tl *timeline.Timeline, locks [][]tracefeed.MonitorID, g Grid) [][]Step {
	lockOf, steps := map[tracefeed.MonitorID]int{}, make([][]Step, len(locks))
	held, waited := sums{}, sums{}
	from, to := max(g.From, 0), min(g.to(), tl.End)
	for k, monitors := range locks {
		steps[k] = make([]Step, g.Steps)
		for _, m := range monitors {
			lockOf[m] = k
		}
		if len(monitors) == 1 && !tl.HandedOver(monitors[0]) && ctx.Err() == nil {
			tl.Holding(monitors[0]).Each(from, to, func(start, end tracefeed.Time, owners []tracefeed.ThreadID) {
				held.own(k, g, start, end, owners)
			})
		}
	}
	isOne := func(m tracefeed.MonitorID) bool { _, ok := lockOf[m]; return ok }
	interaction.EachLockEdge(ctx, tl, isOne, from, to, func(e interaction.Edge) {
		p := Part{Thread: e.Blocker, Inferred: e.Evidence == interaction.Inferred}
		g.each(e.Start, e.End, func(i int, start, end tracefeed.Time) {
			e.Start, e.End = start, end
			waited[cell{lockOf[e.Monitor], i, p}] += e.Charge()
		})
	})
	held.parts(func(c cell, p Part) { steps[c.lock][c.step].Held = append(steps[c.lock][c.step].Held, p) })
	waited.parts(func(c cell, p Part) { steps[c.lock][c.step].Waited = append(steps[c.lock][c.step].Waited, p) })
	return steps
}

// own adds an interval without a change of a lock's owners.
func (s sums) own(lock int, g Grid, start, end tracefeed.Time, owners []tracefeed.ThreadID) {
	if len(owners) == 0 {
		return
	}
	g.each(start, end, func(i int, start, end tracefeed.Time) {
		e := interaction.Edge{Start: start, End: end, Sharers: int32(len(owners))}
		for k, owner := range owners {
			e.Rank = int32(k)
			s[cell{lock, i, Part{Thread: owner}}] += e.Charge()
		}
	})
}
