package detect

import (
	"slices"

	"tiv/block"
	"tiv/timeline"
	"tiv/tracefeed"
)

// useScan computes a usage, page by page. Its time follows the events and the threads
// alive in each page, whatever the number of steps: an interval that covers a step
// completely only counts as one more for it.
type useScan struct {
	usage
	*snapshot
	// whole counts, for the program and for its runtime, the changes from one step to
	// the next of the number of intervals that cover it completely.
	whole [2][]useChanges
	// next is the use of a thread after an event of a code, by the use before it.
	next [256][numUses]use
	// The fields below are of the thread that is scanned: the sums of the program or
	// of its runtime, the part of whole for them, and its own times in the page, ran of
	// them before the current step.
	id      tracefeed.ThreadID
	system  bool
	sums    []useTimes
	changes []useChanges
	times   useTimes
	ran     tracefeed.Time
}

type useChanges [numUses]int32

func newUseScan(t *snapshot) *useScan {
	x := &useScan{snapshot: t}
	x.length = t.stepLength()
	x.grow()
	return x
}

// grow makes room for the threads and steps of the trace.
func (x *useScan) grow() {
	x.end = x.tl.End
	x.threads = grown(x.threads, len(x.tl.Threads))
	n := int((x.end-1)/x.length + 1)
	x.program, x.runtime, x.busiest = grown(x.program, n), grown(x.runtime, n), grown(x.busiest, n)
	x.whole[0], x.whole[1] = grown(x.whole[0], n+1), grown(x.whole[1], n+1)
}

// clone returns a copy between two pages.
func (x *useScan) clone() *useScan {
	out := *x
	out.threads, out.busiest = slices.Clone(x.threads), slices.Clone(x.busiest)
	out.program, out.runtime = slices.Clone(x.program), slices.Clone(x.runtime)
	out.whole = [2][]useChanges{slices.Clone(x.whole[0]), slices.Clone(x.whole[1])}
	return &out
}

// page adds the next page.
func (x *useScan) page(p *timeline.LockPage) {
	b := p.Block
	for i := range b.Table {
		x.code(i, &b.Table[i])
	}
	open, groups := b.OpenSpans, b.Groups
	for len(open) > 0 || len(groups) > 0 {
		t, u := tracefeed.ThreadID(1<<31-1), notAlive
		if len(open) > 0 {
			t = open[0].Thread
		}
		var g block.Group
		if len(groups) > 0 && groups[0].Thread <= t {
			g, t, groups = groups[0], groups[0].Thread, groups[1:]
		}
		if len(open) > 0 && open[0].Thread == t {
			u, open = useOf(open[0].State, open[0].Cause), open[1:]
		}
		if t != tracefeed.NoThread {
			x.thread(t, u, b.Times[g.First:][:g.Len], b.Codes[g.First:][:g.Len], p.Start, p.End)
		}
	}
}

// code sets the uses after events of a code.
func (x *useScan) code(i int, c *block.Code) {
	begins := c.Kind == tracefeed.SuspendStart || c.Kind == tracefeed.IOStart
	for u := range numUses {
		switch {
		case begins:
			x.next[i][u] = useOf(c.State, c.Cause)
		case u.state() == c.State:
			x.next[i][u] = u
		default:
			x.next[i][u] = useOf(c.State, tracefeed.NoCause)
		}
	}
}

// thread adds the events of one thread in a page from a time to another one.
func (x *useScan) thread(t tracefeed.ThreadID, u use, times []tracefeed.Time, codes []uint8, from, to tracefeed.Time) {
	if from >= to {
		return
	}
	x.id, x.system = t, x.tl.Threads[t].System
	x.sums, x.changes = x.program, x.whole[0]
	if x.system {
		x.sums, x.changes = x.runtime, x.whole[1]
	}
	x.times, x.ran = useTimes{}, 0
	i := int(from / x.length)
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
	x.leave(i, x.times[running])
	x.threads[t].add(&x.times)
}

// across adds an interval that begins in step i and ends in a later one, or at its
// start, and returns that one.
func (x *useScan) across(u use, i int, from, to tracefeed.Time) int {
	j := min(int(to/x.length), len(x.sums)-1)
	inside := to - tracefeed.Time(j)*x.length
	x.sums[i][u] += tracefeed.Time(i+1)*x.length - from
	x.changes[i+1][u]++
	x.changes[j][u]--
	x.sums[j][u] += inside
	if u != running {
		if x.times[running] != x.ran {
			x.leave(i, x.times[running])
		}
		return j
	}
	ran := x.times[running] - to // so that its sum with a time is the running time up to then
	for ; i < j; i++ {
		x.leave(i, ran+tracefeed.Time(i+1)*x.length)
	}
	return j
}

// leave compares the thread with the busiest one of step i. ran is its running time in
// the page up to the end of the step.
func (x *useScan) leave(i int, ran tracefeed.Time) {
	here := ran - x.ran
	x.ran = ran
	if x.system {
		return
	}
	if b := &x.busiest[i]; b.thread == x.id {
		b.ran += here
	} else if here > b.ran {
		*b = runner{x.id, here}
	}
}

// finish returns the usage after the last page.
func (x *useScan) finish() *usage {
	for k, sums := range [][]useTimes{x.program, x.runtime} {
		var whole useChanges
		for i := range sums {
			for u := range whole {
				whole[u] += x.whole[k][i][u]
				sums[i][u] += tracefeed.Time(whole[u]) * x.length
			}
		}
	}
	x.usage.finish(x.tl)
	return &x.usage
}
