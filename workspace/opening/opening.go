// Package opening chooses the moment at which a trace opens. A complete timeline and its
// findings go in; a moment and the reason for it come out. Nothing here moves a view.
package opening

import (
	"context"
	"fmt"
	"slices"

	"tiv/interaction/detect"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Moment is the most telling moment of a trace, at which it opens.
type Moment struct {
	At tracefeed.Time
	// Why is the reason for the choice, to follow the word "opened", as in "at the worst
	// finding: deadlock"; "" for the end of a trace without anything to tell.
	Why string

	// next is the opening if the finding of this one, by its index, is dismissed; nil
	// for an opening without a finding.
	next    *Moment
	finding int
}

// Shown returns the reason if a moment is that of the opening; otherwise, and without an
// opening, "".
func (m *Moment) Shown(moment tracefeed.Time) string {
	if m == nil || m.At != moment {
		return ""
	}
	return m.Why
}

// Without returns the moment to open at without dismissed findings, by their indices.
func (m *Moment) Without(dismissed func(finding int) bool) *Moment {
	for m.next != nil && dismissed(m.finding) {
		m = m.next
	}
	return m
}

// Find returns the most telling moment of a complete trace whose findings are
// known: the worst moment of the first finding of the highest severity that accuses, or else
// the end of the last step with the most lost time. By then at most half of the threads
// of the program have ended, unless nearly all of the loss, or the finding, comes later. It is
// never after the end of all of them, or of most that lose time in that step. Without findings
// and with hardly any lost time it is the end of the trace, or the last moment at which half of
// the threads are alive; for a thread dump it is the end. The moments to open at if
// findings are dismissed come with it. The cost is limited: the lost time of a large trace is
// estimated from sums, and counted where it is longest.
func Find(tl *timeline.Timeline, report detect.Report) *Moment {
	if tl.Header.OfDump() {
		return &Moment{At: tl.End}
	}
	lively := Lively(tl)
	o := mostLost(tl, lively, report.Findings)
	for _, i := range slices.Backward(gravest(report.Findings)) {
		f := &report.Findings[i]
		o = &Moment{worst(tl, f, lively), fmt.Sprintf("at the worst finding: %s", f.Kind), o, i}
	}
	return o
}

// gravest returns the indices of the findings that accuse, the most severe first, as
// many as openings need.
func gravest(findings []detect.Finding) (all []int) {
	const most = 100
	for severity := detect.Error; severity.Accuses(); severity-- {
		for i := range findings {
			if findings[i].Severity == severity && len(all) < most {
				all = append(all, i)
			}
		}
	}
	return all
}

// Lively returns the last moment at which at most half of the threads of the program have
// ended.
func Lively(tl *timeline.Timeline) tracefeed.Time {
	threads, _ := program(tl)
	var ends []tracefeed.Time
	for _, t := range threads {
		if _, died := tl.Lane(t).Life(); died < tl.End {
			ends = append(ends, died)
		}
	}
	if 2*len(ends) <= len(threads) {
		return tl.End
	}
	slices.Sort(ends)
	return max(ends[len(threads)/2]-1, 0)
}

// throughout returns the costliest finding if it is about nearly the whole trace; otherwise nil.
func throughout(tl *timeline.Timeline, findings []detect.Finding) *detect.Finding {
	var worst *detect.Finding
	for i := range findings {
		if f := &findings[i]; f.Severity == detect.Cost && (worst == nil || f.Lost > worst.Lost) {
			worst = f
		}
	}
	if worst == nil || !covers(tl, worst) {
		return nil
	}
	return worst
}

// mostLost returns the end of the step of the whole trace in which the threads of the
// program lose the most time to locks or to processors, whichever costs more in the whole
// trace; if that is little, it is the end. It is the last of the steps with nearly
// the most, because a later moment shows more of the past; of IO, and of a loss throughout the
// trace, the last of the steps with half of the most, before the end of the finding. Most threads that lose time in the step are alive.
func mostLost(tl *timeline.Timeline, lively tracefeed.Time, findings []detect.Finding) *Moment {
	const mostEvents = 200_000 // to read
	throughout := throughout(tl, findings)
	threads, gone := program(tl)
	l := newLostTime(tl, threads)
	small := tl.Events(0, tl.End) <= mostEvents
	if small {
		l.count(0, l.n)
	} else {
		tl.EachDraft(threads, 0, l.step, l.n, l.add(0))
	}
	state, to := l.largest()
	times := l.times[state]
	latest := max(gone-1, 0)
	little := 0.01 // of the time of all threads
	if len(findings) == 0 {
		little = 0.05 // a burst that no detector minds
	}
	if lost := sum(times); float64(lost) < little*float64(tl.Totals().Alive()) {
		at := tl.End
		if lively < at {
			at = min(lively, latest)
		}
		return &Moment{At: at}
	}
	large, why := 0.9, "where most time is lost to "+to
	switch {
	case throughout != nil:
		large, why = 0.5, "where time is lost to "+to+", as throughout the trace"
		if throughout.End < tl.End {
			latest = min(latest, throughout.End-1)
		}
	case state == tracefeed.IO:
		large, why = 0.5, "where time is lost to "+to
	}
	if lively = min(lively, latest); l.losesBy(times, lively) {
		times, latest = times[:min(int(lively/l.step)+1, len(times))], lively
	}
	i := lastLarge(times, large)
	if !small { // the draft is even within a page
		first := i
		for first > 0 && tl.Events(l.start(first-1), l.start(i+1)) <= mostEvents {
			first--
		}
		l.count(first, i+1)
		i = first + max(lastLarge(times[first:i+1], large), 0)
	}
	at := min(l.start(i+1), latest)
	if losers := l.losers(i, state); !mostLive(tl, losers, at) {
		at = fullest(tl, losers, timeline.Interval{Start: l.start(i), End: at})
	}
	return &Moment{At: at, Why: why}
}

// losesBy reports whether a step up to a moment loses a fair part of the time that the worst
// one loses.
func (l *lostTime) losesBy(times []tracefeed.Time, at tracefeed.Time) bool {
	const fair = 10 // parts
	by := times[:min(int(at/l.step)+1, len(times))]
	return len(by) > 0 && slices.Max(by) > 0 && slices.Max(by) >= slices.Max(times)/fair
}

// lostTime is the time that threads lose in each of n steps, by state.
type lostTime struct {
	tl      *timeline.Timeline
	threads []tracefeed.ThreadID
	step    tracefeed.Time
	n       int
	times   map[tracefeed.State][]tracefeed.Time
}

// newLostTime returns the steps of a view of the whole trace, or fewer for many threads,
// without times.
func newLostTime(tl *timeline.Timeline, threads []tracefeed.ThreadID) *lostTime {
	const (
		mostSums = 2_000_000 // of a thread and a step
		fewSteps = 20
	)
	step, n := view.Steps(tl.End)
	if most := max(fewSteps, mostSums/max(1, len(threads))); n > most {
		step = tl.End/tracefeed.Time(most) + 1
		n = int((tl.End-1)/step) + 1
	}
	times := map[tracefeed.State][]tracefeed.Time{}
	for _, state := range []tracefeed.State{tracefeed.Blocking, tracefeed.Runnable, tracefeed.IO} {
		times[state] = make([]tracefeed.Time, n)
	}
	return &lostTime{tl, threads, step, n, times}
}

func (l *lostTime) start(i int) tracefeed.Time { return tracefeed.Time(i) * l.step }

// add returns a function that adds the bucket of a thread to the steps from first on.
func (l *lostTime) add(first int) func(_, i int, b *tracefeed.StateTimes) {
	return func(_, i int, b *tracefeed.StateTimes) { // calls of one step do not overlap
		for state, times := range l.times {
			times[first+i] += b[state]
		}
	}
}

// count sets the exact times of the steps from first to end (exclusive).
func (l *lostTime) count(first, end int) {
	for _, times := range l.times {
		clear(times[first:end])
	}
	l.tl.EachBucket(context.Background(), l.threads, l.start(first), l.step, end-first, l.add(first))
}

// losers returns the threads that lose time in a state during a step.
func (l *lostTime) losers(i int, state tracefeed.State) (list []tracefeed.ThreadID) {
	l.tl.EachBucket(context.Background(), l.threads, l.start(i), l.step, 1, func(row, _ int, b *tracefeed.StateTimes) {
		if b[state] > 0 {
			list = append(list, l.threads[row])
		}
	})
	return list
}

// largest returns the state in which the most time is lost, and what threads wait for in it: IO
// if hardly any is lost to locks and processors.
func (l *lostTime) largest() (state tracefeed.State, to string) {
	state, to = tracefeed.Blocking, "locks"
	if sum(l.times[tracefeed.Runnable]) > sum(l.times[tracefeed.Blocking]) {
		state, to = tracefeed.Runnable, "waiting for processors"
	}
	const hardly = 100 // parts
	if hardly*sum(l.times[state]) < sum(l.times[tracefeed.IO]) {
		return tracefeed.IO, "waiting for devices"
	}
	return state, to
}

func sum(times []tracefeed.Time) (all tracefeed.Time) {
	for _, t := range times {
		all += t
	}
	return all
}

// lastLarge returns the index of the last time that is at least a part of the longest, -1 if
// all are 0.
func lastLarge(times []tracefeed.Time, part float64) int {
	if len(times) == 0 {
		return -1
	}
	longest := slices.Max(times)
	for i, d := range slices.Backward(times) {
		if longest > 0 && float64(d) >= part*float64(longest) {
			return i
		}
	}
	return -1
}

// program returns the threads of the program, sorted, and when the last of them ended.
func program(tl *timeline.Timeline) (threads []tracefeed.ThreadID, gone tracefeed.Time) {
	for id := 1; id < len(tl.Threads); id++ {
		if t := tracefeed.ThreadID(id); !tl.Threads[id].System {
			_, died := tl.Lane(t).Life()
			threads, gone = append(threads, t), max(gone, died)
		}
	}
	return threads, gone
}
