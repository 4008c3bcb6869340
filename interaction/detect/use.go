package detect

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// use is the way in which a thread spends time: its state, with the cause where costs
// depend on it.
type use uint8

const (
	unknown use = iota
	running
	runnable
	suspended
	joining   // suspended until other threads have ended or are done
	collector // suspended for the garbage collector
	blocking
	disk
	net
	device // another device
	notAlive
	numUses
)

// useOf returns the use of time in a state with a cause.
func useOf(s tracefeed.State, c tracefeed.Cause) use {
	switch {
	case s == tracefeed.Suspended && c == tracefeed.CauseCollector:
		return collector
	case s == tracefeed.Suspended && c == tracefeed.CauseJoin:
		return joining
	case s == tracefeed.IO && c == tracefeed.CauseDisk:
		return disk
	case s == tracefeed.IO && c == tracefeed.CauseNet:
		return net
	}
	return [...]use{tracefeed.Unknown: unknown, tracefeed.Running: running, tracefeed.Runnable: runnable,
		tracefeed.Suspended: suspended, tracefeed.Blocking: blocking, tracefeed.IO: device, tracefeed.NotAlive: notAlive}[s]
}

// state returns the state of a use.
func (u use) state() tracefeed.State {
	return [...]tracefeed.State{unknown: tracefeed.Unknown, running: tracefeed.Running, runnable: tracefeed.Runnable,
		suspended: tracefeed.Suspended, joining: tracefeed.Suspended, collector: tracefeed.Suspended, blocking: tracefeed.Blocking,
		disk: tracefeed.IO, net: tracefeed.IO, device: tracefeed.IO, notAlive: tracefeed.NotAlive}[u]
}

// useTimes is the time in each use. That in notAlive has no meaning.
type useTimes [numUses]tracefeed.Time

func (t *useTimes) add(o *useTimes) {
	for u := range o {
		t[u] += o[u]
	}
}

// alive returns the time for which a thread was alive.
func (t *useTimes) alive() (sum tracefeed.Time) {
	for u := range notAlive {
		sum += t[u]
	}
	return sum
}

// usage is the use of time by all threads: of each thread in the whole trace, and of
// the program in equal steps of it. Time before the first event of a thread is not
// included.
type usage struct {
	threads []useTimes // by thread
	// length is that of a step; the last one may be shorter.
	length, end tracefeed.Time
	// program are the sums of the program's threads in each step, runtime those of
	// its runtime's own threads.
	program, runtime []useTimes
	// busiest are the program's threads that ran longest in each step.
	busiest []runner
	// list is the program's threads, alive the time for which they are alive.
	list  []tracefeed.ThreadID
	alive tracefeed.Time
	// processors is the number of processors that the program can use at once: the
	// number of threads that run in the busiest step, on average.
	processors int
}

// runner is a thread with its running time in one step. At the border of two pages
// it can be too short.
type runner struct {
	thread tracefeed.ThreadID
	ran    tracefeed.Time
}

// manySteps is the number of steps of a trace, at least half of it in a growing one.
const manySteps = 1000

// shortestStep returns the length of the steps if there are manySteps.
func (t *snapshot) shortestStep() tracefeed.Time { return max(1, (t.tl.End-1)/manySteps+1) }

// stepLength returns the length of the steps of the trace. Of a growing trace, it is a power
// of two, so that it seldom changes.
func (t *snapshot) stepLength() tracefeed.Time {
	if t.tl.Complete {
		return t.shortestStep()
	}
	return 1 << bits.Len64(uint64(t.shortestStep()-1))
}

// interval returns the time of step i.
func (x *usage) interval(i int) (from, to tracefeed.Time) {
	return tracefeed.Time(i) * x.length, x.stepEnd(i)
}

// stepEnd returns the end of step i, also near the largest time.
func (x *usage) stepEnd(i int) tracefeed.Time {
	if i >= len(x.program)-1 {
		return x.end
	}
	return tracefeed.Time(i+1) * x.length
}

// finish computes the fields that need the whole trace.
func (x *usage) finish(tl *timeline.Timeline) {
	x.alive = tl.Totals().Alive()
	for id := 1; id < len(x.threads); id++ {
		if !tl.Threads[id].System {
			x.list = append(x.list, tracefeed.ThreadID(id))
		}
	}
	most := 0.0
	for i := range x.program {
		from, to := x.interval(i)
		ran := x.program[i][running] + x.runtime[i][running]
		most = max(most, float64(ran)/float64(to-from))
	}
	x.processors = max(1, int(math.Round(most)))
}

// cost reports whether a loss is large enough to be a finding.
func (x *usage) cost(lost tracefeed.Time, l *Limits) bool {
	return lost > 0 && lost >= percentOf(l.CostShare, x.alive)
}

// loser returns the thread that is blocked for longest, with that time and the time for
// which it is alive; NoThread if none is blocked.
func (x *usage) loser() (t tracefeed.ThreadID, lost, alive tracefeed.Time) {
	for _, id := range x.list {
		if times := &x.threads[id]; times[blocking] > lost {
			t, lost, alive = id, times[blocking], times.alive()
		}
	}
	return t, lost, alive
}

// stateless returns the processes of Report.Stateless.
func (x *usage) stateless(tl *timeline.Timeline) (list []tracefeed.ProcessID) {
	if len(tl.Processes) == 0 {
		return nil
	}
	known, lacks := make([]tracefeed.Time, len(tl.Processes)), make([]bool, len(tl.Processes))
	for _, id := range x.list {
		process, times := tl.Threads[id].Process, &x.threads[id]
		known[process] += times.alive() - times[unknown]
		lacks[process] = lacks[process] || times[unknown] > 0 || !tl.Lane(id).Seen()
	}
	for p := range tl.Processes {
		if p > 0 && known[p] == 0 && lacks[p] {
			list = append(list, tracefeed.ProcessID(p))
		}
	}
	return list
}

// by returns the program's threads, the one with the most time in a use first.
// Threads without any are left out.
func (x *usage) by(u use) []tracefeed.ThreadID {
	list := slices.DeleteFunc(slices.Clone(x.list), func(t tracefeed.ThreadID) bool { return x.threads[t][u] == 0 })
	slices.SortStableFunc(list, func(a, b tracefeed.ThreadID) int { return cmp.Compare(x.threads[b][u], x.threads[a][u]) })
	return list
}
