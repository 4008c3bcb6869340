package usage

import (
	"slices"

	"tiv/block"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Scan computes a usage, page by page. Its time follows the events and the threads
// alive in each page, whatever the number of steps: an interval that covers a step
// completely only counts as one more for it.
type Scan struct {
	Usage
	tl *timeline.Timeline
	// whole counts, for the program and for its runtime, the changes from one step to
	// the next of the number of intervals that cover it completely.
	whole [2][]changes
	// next is the use of a thread after an event of a code, by the use before it.
	next [256][numUses]Use
	// The fields below are of the thread that is scanned: the sums of the program or
	// of its runtime, the part of whole for them, and its own times in the page, ran of
	// them before the current step.
	id      tracefeed.ThreadID
	system  bool
	sums    []Times
	changes []changes
	times   Times
	ran     tracefeed.Time
}

type changes [numUses]int32

// NewScan returns a scan for the pages of a trace.
func NewScan(tl *timeline.Timeline) *Scan {
	x := &Scan{}
	x.Length = stepLength(tl)
	x.Extend(tl)
	return x
}

// Fits reports whether the scan can continue in a later snapshot of the trace: whether its steps
// have the length of the steps there.
func (x *Scan) Fits(tl *timeline.Timeline) bool { return x.Length == stepLength(tl) }

// Extend continues in a later snapshot of the trace, which the scan fits.
func (x *Scan) Extend(tl *timeline.Timeline) {
	x.tl, x.end = tl, tl.End
	x.Threads = grown(x.Threads, len(x.tl.Threads))
	n := int((x.end-1)/x.Length + 1)
	x.Program, x.Runtime, x.Busiest = grown(x.Program, n), grown(x.Runtime, n), grown(x.Busiest, n)
	x.whole[0], x.whole[1] = grown(x.whole[0], n+1), grown(x.whole[1], n+1)
}

// grown returns a list with at least some length, with zero values at its end.
func grown[T any](list []T, length int) []T {
	return append(list, make([]T, max(0, length-len(list)))...)
}

// Clone returns a copy between two pages.
func (x *Scan) Clone() *Scan {
	out := *x
	out.Threads, out.Busiest = slices.Clone(x.Threads), slices.Clone(x.Busiest)
	out.Program, out.Runtime = slices.Clone(x.Program), slices.Clone(x.Runtime)
	out.whole = [2][]changes{slices.Clone(x.whole[0]), slices.Clone(x.whole[1])}
	return &out
}

// Page adds the next page.
func (x *Scan) Page(p *timeline.LockPage) {
	b := p.Block
	for i := range b.Table {
		x.code(i, &b.Table[i])
	}
	open, groups := b.OpenSpans, b.Groups
	for len(open) > 0 || len(groups) > 0 {
		t, u := tracefeed.ThreadID(1<<31-1), NotAlive
		if len(open) > 0 {
			t = open[0].Thread
		}
		var g block.Group
		if len(groups) > 0 && groups[0].Thread <= t {
			g, t, groups = groups[0], groups[0].Thread, groups[1:]
		}
		if len(open) > 0 && open[0].Thread == t {
			u, open = Of(open[0].State, open[0].Cause), open[1:]
		}
		if t != tracefeed.NoThread {
			x.thread(t, u, b.Times[g.First:][:g.Len], b.Codes[g.First:][:g.Len], p.Start, p.End)
		}
	}
}

// code sets the uses after events of a code.
func (x *Scan) code(i int, c *block.Code) {
	begins := c.Kind == tracefeed.SuspendStart || c.Kind == tracefeed.IOStart
	for u := range numUses {
		switch {
		case begins:
			x.next[i][u] = Of(c.State, c.Cause)
		case u.state() == c.State:
			x.next[i][u] = u
		default:
			x.next[i][u] = Of(c.State, tracefeed.NoCause)
		}
	}
}

// thread adds the events of one thread in a page from a time to another one.
func (x *Scan) thread(t tracefeed.ThreadID, u Use, times []tracefeed.Time, codes []uint8, from, to tracefeed.Time) {
	if from >= to {
		return
	}
	x.id, x.system = t, x.tl.Threads[t].System
	x.sums, x.changes = x.Program, x.whole[0]
	if x.system {
		x.sums, x.changes = x.Runtime, x.whole[1]
	}
	x.times, x.ran = Times{}, 0
	i := int(from / x.Length)
	until, now, sum := x.stepEnd(i), from, &x.sums[i]
	for k, at := range times {
		x.times[u] += at - now
		if at <= until {
			sum[u] += at - now
		} else {
			i = x.across(u, i, now, at)
			until, sum = x.stepEnd(i), &x.sums[i]
		}
		now, u = at, x.next[codes[k]][u]
	}
	x.times[u] += to - now
	if to <= until {
		sum[u] += to - now
	} else {
		i = x.across(u, i, now, to)
	}
	x.leave(i, x.times[Running])
	x.Threads[t].Add(&x.times)
}

// across adds an interval that begins in step i and ends in a later one, or at its
// start, and returns that one.
func (x *Scan) across(u Use, i int, from, to tracefeed.Time) int {
	j := min(int(to/x.Length), len(x.sums)-1)
	inside := to - tracefeed.Time(j)*x.Length
	x.sums[i][u] += tracefeed.Time(i+1)*x.Length - from
	x.changes[i+1][u]++
	x.changes[j][u]--
	x.sums[j][u] += inside
	if u != Running {
		if x.times[Running] != x.ran {
			x.leave(i, x.times[Running])
		}
		return j
	}
	ran := x.times[Running] - to // so that its sum with a time is the running time up to then
	for ; i < j; i++ {
		x.leave(i, ran+tracefeed.Time(i+1)*x.Length)
	}
	return j
}

// leave compares the thread with the busiest one of step i. ran is its running time in
// the page up to the end of the step.
func (x *Scan) leave(i int, ran tracefeed.Time) {
	here := ran - x.ran
	x.ran = ran
	if x.system {
		return
	}
	if b := &x.Busiest[i]; b.Thread == x.id {
		b.Ran += here
	} else if here > b.Ran {
		*b = Runner{x.id, here}
	}
}

// Finish returns the usage after the last page.
func (x *Scan) Finish() *Usage {
	for k, sums := range [][]Times{x.Program, x.Runtime} {
		var whole changes
		for i := range sums {
			for u := range whole {
				whole[u] += x.whole[k][i][u]
				sums[i][u] += tracefeed.Time(whole[u]) * x.Length
			}
		}
	}
	x.Usage.finish(x.tl)
	return &x.Usage
}
