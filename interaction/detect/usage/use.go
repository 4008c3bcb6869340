// Package usage adds up how threads use their time: each thread in the whole trace, and all of a
// program in equal steps. It also has the longest suspensions that other threads ended.
//
// The pages of a trace go in. Nothing here knows what a loss of time means.
package usage

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// Use is the way in which a thread spends time: its state, with the cause where costs
// depend on it.
type Use uint8

// The states, some of them divided.
const (
	Unknown Use = iota
	Running
	Runnable
	Suspended
	Joining   // suspended until other threads have ended or are done
	Collector // suspended for the garbage collector
	Blocking
	Disk
	Net
	Device // IO with another device
	NotAlive
	numUses
)

// Of returns the use of time in a state with a cause.
func Of(s tracefeed.State, c tracefeed.Cause) Use {
	switch {
	case s == tracefeed.Suspended && c == tracefeed.CauseCollector:
		return Collector
	case s == tracefeed.Suspended && c == tracefeed.CauseJoin:
		return Joining
	case s == tracefeed.IO && c == tracefeed.CauseDisk:
		return Disk
	case s == tracefeed.IO && c == tracefeed.CauseNet:
		return Net
	}
	return [...]Use{tracefeed.Unknown: Unknown, tracefeed.Running: Running, tracefeed.Runnable: Runnable,
		tracefeed.Suspended: Suspended, tracefeed.Blocking: Blocking, tracefeed.IO: Device, tracefeed.NotAlive: NotAlive}[s]
}

// state returns the state of a use.
func (u Use) state() tracefeed.State {
	return [...]tracefeed.State{Unknown: tracefeed.Unknown, Running: tracefeed.Running, Runnable: tracefeed.Runnable,
		Suspended: tracefeed.Suspended, Joining: tracefeed.Suspended, Collector: tracefeed.Suspended, Blocking: tracefeed.Blocking,
		Disk: tracefeed.IO, Net: tracefeed.IO, Device: tracefeed.IO, NotAlive: tracefeed.NotAlive}[u]
}

// Times is the time in each use. That in NotAlive has no meaning.
type Times [numUses]tracefeed.Time

// Add adds other times.
func (t *Times) Add(o *Times) {
	for u := range o {
		t[u] += o[u]
	}
}

// Alive returns the time for which a thread was alive.
func (t *Times) Alive() (sum tracefeed.Time) {
	for u := range NotAlive {
		sum += t[u]
	}
	return sum
}

// Usage is the use of time by all threads: of each thread in the whole trace, and of
// the program in equal steps of it. Time before the first event of a thread is not
// included.
type Usage struct {
	Threads []Times // by thread
	// Length is the length of a step; the last one may be shorter.
	Length, end tracefeed.Time
	// Program are the sums of the program's threads in each step, Runtime those of
	// its runtime's own threads.
	Program, Runtime []Times
	// Busiest are the program's threads that ran longest in each step.
	Busiest []Runner
	// List is the program's threads, Alive the time for which they are alive.
	List  []tracefeed.ThreadID
	Alive tracefeed.Time
	// Processors is the number of processors that the program can use at once: the
	// number of threads that run in the busiest step, on average.
	Processors int
}

// Runner is a thread with its running time in one step. At the border of two pages
// it can be too short.
type Runner struct {
	Thread tracefeed.ThreadID
	Ran    tracefeed.Time
}

// manySteps is the number of steps of a trace, at least half of it in a growing one.
const manySteps = 1000

// shortestStep returns the length of the steps if there are manySteps.
func shortestStep(tl *timeline.Timeline) tracefeed.Time { return max(1, (tl.End-1)/manySteps+1) }

// stepLength returns the length of the steps of the trace. Of a growing trace, it is a power
// of two, so that it seldom changes.
func stepLength(tl *timeline.Timeline) tracefeed.Time {
	if tl.Complete {
		return shortestStep(tl)
	}
	return 1 << bits.Len64(uint64(shortestStep(tl)-1))
}

// Interval returns the time of step i.
func (x *Usage) Interval(i int) (from, to tracefeed.Time) {
	return tracefeed.Time(i) * x.Length, x.stepEnd(i)
}

// stepEnd returns the end of step i, also near the largest time.
func (x *Usage) stepEnd(i int) tracefeed.Time {
	if i >= len(x.Program)-1 {
		return x.end
	}
	return tracefeed.Time(i+1) * x.Length
}

// finish computes the fields that need the whole trace.
func (x *Usage) finish(tl *timeline.Timeline) {
	x.Alive = tl.Totals().Alive()
	for id := 1; id < len(x.Threads); id++ {
		if !tl.Threads[id].System {
			x.List = append(x.List, tracefeed.ThreadID(id))
		}
	}
	most := 0.0
	for i := range x.Program {
		from, to := x.Interval(i)
		ran := x.Program[i][Running] + x.Runtime[i][Running]
		most = max(most, float64(ran)/float64(to-from))
	}
	x.Processors = max(1, int(math.Round(most)))
}

// AtLeast reports whether a loss is at least a share of the time of all threads, in percent.
func (x *Usage) AtLeast(lost tracefeed.Time, share float64) bool {
	return lost > 0 && lost >= tracefeed.Time(share*float64(x.Alive)/100)
}

// Loser returns the thread that is blocked for longest, with that time and the time for
// which it is alive; NoThread if none is blocked.
func (x *Usage) Loser() (t tracefeed.ThreadID, lost, alive tracefeed.Time) {
	for _, id := range x.List {
		if times := &x.Threads[id]; times[Blocking] > lost {
			t, lost, alive = id, times[Blocking], times.Alive()
		}
	}
	return t, lost, alive
}

// Stateless returns the processes of which no state is known, in a trace of several.
func (x *Usage) Stateless(tl *timeline.Timeline) (list []tracefeed.ProcessID) {
	if len(tl.Processes) == 0 {
		return nil
	}
	known, lacks := make([]tracefeed.Time, len(tl.Processes)), make([]bool, len(tl.Processes))
	for _, id := range x.List {
		process, times := tl.Threads[id].Process, &x.Threads[id]
		known[process] += times.Alive() - times[Unknown]
		lacks[process] = lacks[process] || times[Unknown] > 0 || !tl.Lane(id).Seen()
	}
	for p := range tl.Processes {
		if p > 0 && known[p] == 0 && lacks[p] {
			list = append(list, tracefeed.ProcessID(p))
		}
	}
	return list
}

// By returns the program's threads, the one with the most time in a use first.
// Threads without any are left out.
func (x *Usage) By(u Use) []tracefeed.ThreadID {
	list := slices.DeleteFunc(slices.Clone(x.List), func(t tracefeed.ThreadID) bool { return x.Threads[t][u] == 0 })
	slices.SortStableFunc(list, func(a, b tracefeed.ThreadID) int { return cmp.Compare(x.Threads[b][u], x.Threads[a][u]) })
	return list
}
