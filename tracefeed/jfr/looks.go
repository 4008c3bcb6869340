package jfr

import (
	"cmp"
	"slices"

	"tiv/tracefeed"
)

// A recording that lacks the events of waits has the states of threads in its samples alone.
// A state lasts from a sample to the next one of the thread, if that comes when it is due:
//
//  1. Samples by the wall clock look at all threads in turn, also at those that wait. The period
//     of a thread is the median of the times from look to look, if they are alike; that of all
//     other threads is the median of those, or that of the settings.
//  2. Samples of processor time come only while a thread runs, one for each period. It is the
//     same for all threads: that of the settings, or the shortest that a thread shows.
//  3. The next look is due after two periods. Where it comes later, the state is unknown from
//     one to the other.

// looks finds the intervals of states between samples.
type looks struct {
	l *loader
	// at are the indexes of the samples of each thread, in order of time.
	at [][]int32
	// periods are those of threads, 0 for one that has none of its own.
	periods []tracefeed.Time
	spare   []tracefeed.Time
}

// addLooks adds the intervals that follow from samples. The records of events are in order of
// time.
func (l *loader) addLooks() {
	x := looks{l: l, at: samplesByThread(l.records, len(l.names.tables.Threads))}
	x.periods = make([]tracefeed.Time, len(x.at))
	for t := range x.at {
		x.periods[t] = x.periodOf(x.at[t])
	}
	if l.period = x.common(); !l.wall {
		clear(x.periods)
	}
	for t := range x.at {
		x.addStates(x.at[t], cmp.Or(x.periods[t], l.period))
	}
}

// common returns the period of the threads that have none of their own, 0 if it is not known.
func (x *looks) common() tracefeed.Time {
	const longest = 100 * tracefeed.Millisecond // of processor time; rarer samples are of rare work
	regular := slices.DeleteFunc(slices.Sorted(slices.Values(x.periods)), func(p tracefeed.Time) bool { return p == 0 })
	switch set := tracefeed.Time(x.l.interval); {
	case x.l.wall && len(regular) > 0:
		return regular[len(regular)/2]
	case set == 0 && len(regular) > 0 && regular[0] <= longest:
		return regular[0]
	default:
		return set
	}
}

// samplesByThread returns the indexes of the samples of each of a number of threads.
func samplesByThread(records []record, threads int) [][]int32 {
	counts := make([]int, threads)
	for i := range records {
		if r := &records[i]; r.what == sampled {
			counts[r.thread]++
		}
	}
	at := make([][]int32, len(counts))
	for t, n := range counts {
		if t != int(tracefeed.NoThread) {
			at[t] = make([]int32, 0, n)
		}
	}
	for i := range records {
		if r := &records[i]; r.what == sampled && r.thread != tracefeed.NoThread {
			at[r.thread] = append(at[r.thread], int32(i))
		}
	}
	return at
}

// periodOf returns the time from look to look at a thread, 0 if that is not regular.
func (x *looks) periodOf(list []int32) tracefeed.Time {
	const few = 8
	x.spare = x.spare[:0]
	for i := 1; i < len(list); i++ {
		r := &x.l.records[list[i-1]]
		x.spare = append(x.spare, (x.l.records[list[i]].start-r.start)/tracefeed.Time(r.value))
	}
	n := len(x.spare)
	if n < few {
		return 0
	}
	slices.Sort(x.spare)
	if median := x.spare[n/2]; 2*x.spare[n/10] >= median {
		return median
	}
	return 0
}

// addStates adds the states of a thread.
func (x *looks) addStates(list []int32, period tracefeed.Time) {
	open := record{end: -1}
	flush := func(next tracefeed.Time) {
		if open.end > open.start {
			open.followed = open.end == next
			x.l.added = append(x.l.added, open)
		}
	}
	for i, at := range list {
		r := x.l.records[at]
		end := x.l.end
		if i+1 < len(list) {
			end = x.l.records[list[i+1]].start
		}
		if n := tracefeed.Time(r.value); i+1 == len(list) || (end-r.start)/(n+1) > period {
			end = min(end, r.start+min(n-1, (x.l.end-r.start)/max(period, 1))*period) // the last of several looks
		}
		if end <= r.start || r.as == gap {
			continue
		}
		next := record{what: r.as, cause: r.cause, thread: r.thread, stack: r.stack, start: r.start, end: end, base: true}
		if r.as == ran {
			next.what, next.stack = runs, tracefeed.NoStack
		}
		if open.end == next.start && open.what == next.what && open.cause == next.cause && open.stack == next.stack {
			open.end = end
			continue
		}
		flush(next.start)
		open = next
	}
	flush(-1)
}
