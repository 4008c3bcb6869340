// Package turns divides time into steps, and says for each who held a lock and how much others
// waited for whom.
package turns

import (
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

// Queue returns the mean number of waiting threads in a step of a length.
func (s *Step) Queue(length tracefeed.Time) float64 { return float64(Sum(s.Waited)) / float64(length) }

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

// in returns the part of the grid in a trace.
func (g Grid) in(tl *timeline.Timeline) (from, to tracefeed.Time) {
	return max(g.From, 0), min(g.to(), tl.End)
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

// Of returns the steps of each of some locks: of a grid in the trace. Each is one monitor, or several
// that count as one; no monitor is in two. The cost grows with the events and ownership intervals
// in that time. Once ctx is done, it returns early, with steps that are not complete.
func Of(ctx context.Context, tl *timeline.Timeline, locks [][]tracefeed.MonitorID, g Grid) [][]Step {
	lockOf, steps := map[tracefeed.MonitorID]int{}, make([][]Step, len(locks))
	a := newAdder(g)
	from, to := g.in(tl)
	for k, monitors := range locks {
		steps[k] = make([]Step, g.Steps)
		for _, m := range monitors {
			lockOf[m] = k
		}
		if len(monitors) == 1 && !tl.HandedOver(monitors[0]) && ctx.Err() == nil {
			tl.Holding(monitors[0]).Each(from, to, func(start, end tracefeed.Time, owners []tracefeed.ThreadID) {
				a.own(k, start, end, owners)
			})
		}
	}
	isOne := func(m tracefeed.MonitorID) bool { _, ok := lockOf[m]; return ok }
	interaction.EachLockEdge(ctx, tl, isOne, from, to, func(e interaction.Edge) { a.wait(lockOf[e.Monitor], e) })
	a.fill(func(lock, i int) *Step { return &steps[lock][i] })
	return steps
}
