package answers

import (
	"cmp"
	"slices"

	"tiv/interaction"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Step is what a thread of the way of a wait does for most of a time.
type Step struct {
	Thread tracefeed.ThreadID
	// Start and End are the time that is looked at, Time the part of it for which the thread does
	// this.
	Start, End, Time tracefeed.Time
	State            tracefeed.State
	Cause            tracefeed.Cause
	// Monitor is the lock that it waits for, if the trace names that.
	Monitor tracefeed.MonitorID
	// For is the thread that it waits for, which the next step is about; NoThread at the end.
	For      tracefeed.ThreadID
	Evidence interaction.Evidence
}

// mostSteps is the largest number of steps of a way.
const mostSteps = 16

// mostSpans is the number of spans of one step that are looked at.
const mostSpans = 10_000

// Way returns what the threads do for which a wait is, one after the other: the thread that answers;
// if that mostly waits for another one, that one during the longest of these waits; and so on, through
// locks, signals and connections.
func Way(tl *timeline.Timeline, w Wait) (way []Step) {
	thread, start, end := w.By, w.Start, w.End
	for len(way) < mostSteps && start < end {
		s, from, to := stepOf(tl, thread, start, end)
		if slices.ContainsFunc(way, func(o Step) bool { return o.Thread == s.For }) || s.For == w.Thread {
			s.For = tracefeed.NoThread // it leads round in a ring
		}
		if way = append(way, s); s.For == tracefeed.NoThread {
			break
		}
		thread, start, end = s.For, from, to
	}
	return way
}

// activity is what a thread can do for some time.
type activity struct {
	state   tracefeed.State
	cause   tracefeed.Cause
	monitor tracefeed.MonitorID
	other   tracefeed.ThreadID
}

// spent is the time of an activity, with its longest interval.
type spent struct {
	time, from, to tracefeed.Time
	evidence       interaction.Evidence
}

// add adds an interval.
func (s *spent) add(from, to tracefeed.Time, e interaction.Evidence) {
	if s.time += to - from; to-from > s.to-s.from {
		s.from, s.to, s.evidence = from, to, e
	}
}

// stepOf returns what a thread does for most of an interval, and the longest part of that.
func stepOf(tl *timeline.Timeline, t tracefeed.ThreadID, start, end tracefeed.Time) (s Step, from, to tracefeed.Time) {
	all := map[activity]*spent{}
	add := func(a activity, from, to tracefeed.Time, e interaction.Evidence) {
		if all[a] == nil {
			all[a] = &spent{}
		}
		all[a].add(from, to, e)
	}
	spans := 0
	tl.Lane(t).Spans(start, end, func(span *timeline.Span, until tracefeed.Time) bool {
		a, b := max(span.Start, start), min(until, end)
		switch {
		case a >= b:
		case span.State == tracefeed.Blocking || span.Signalled():
			interaction.EachEdge(tl, t, a, b, func(e interaction.Edge) {
				if e.Rank == 0 { // of several owners the first stands for all
					add(activity{span.State, span.Cause, e.Monitor, e.Blocker}, e.Start, e.End, e.Evidence)
				}
			})
		default:
			add(activity{state: span.State, cause: span.Cause, monitor: span.Monitor}, a, b, interaction.NoEvidence)
		}
		spans++
		return spans < mostSpans
	})
	s = Step{Thread: t, Start: start, End: end}
	most := &spent{}
	for a, x := range all {
		if first := compare(a, s); x.time > most.time || x.time == most.time && first < 0 {
			most = x
			s.State, s.Cause, s.Monitor, s.For = a.state, a.cause, a.monitor, a.other
		}
	}
	s.Time, s.Evidence = most.time, most.evidence
	return s, most.from, most.to
}

// compare orders activities of equal time.
func compare(a activity, s Step) int {
	return cmp.Or(cmp.Compare(a.state, s.State), cmp.Compare(a.cause, s.Cause), cmp.Compare(a.monitor, s.Monitor),
		cmp.Compare(a.other, s.For))
}
