package threaddump

import (
	"cmp"
	"slices"

	"tiv/tracefeed"
)

// moments are the dumps of a text in its order: moments of one trace. What is between two of
// them is unknown, except for a wait that goes on.
type moments []*dump

// The length of a moment, so that it can be seen: a sixtieth of the longest
// known wait, within limits. Known times have a resolution of a minute.
const (
	shortestMoment = 10 * tracefeed.Millisecond
	longestMoment  = tracefeed.Minute
)

// longestGaps is the longest time from the first moment to the last that dumps can claim: a
// hundred years.
const longestGaps = 100 * 365 * 24 * 60 * tracefeed.Minute

// timing is the times of the moments of a trace.
type timing struct {
	starts []tracefeed.Time
	length tracefeed.Time // of each
}

// timing returns the times of the moments. The trace begins with the longest wait that the
// first dump knows. From one dump to the next, the time is that of the dumps if they have
// times, or the time by which a known wait has grown.
func (m moments) timing() timing {
	var longest tracefeed.Time
	for _, s := range m[0].states {
		longest = max(longest, s.lasted)
	}
	t := timing{starts: []tracefeed.Time{longest}, length: min(max(longest/60, shortestMoment), longestMoment)}
	for i, d := range m[1:] {
		gap := tracefeed.Time(0)
		if before := m[i]; before.at != 0 && d.at > before.at {
			gap = tracefeed.Time(d.at - before.at)
		} else {
			gap = d.grown(before)
		}
		t.starts = append(t.starts, t.starts[i]+max(min(gap, longestGaps+longest-t.starts[i]), 2*t.length))
	}
	return t
}

// grown returns the time by which the waits have grown that are in two dumps; 0 if no time is
// known.
func (d *dump) grown(before *dump) (most tracefeed.Time) {
	for i := range d.states {
		s := &d.states[i]
		if old := before.stateOf(s.event.Thread); old != nil && s.same(old) && old.lasted > 0 {
			most = max(most, s.lasted-old.lasted)
		}
	}
	return most
}

// same reports whether two states of one thread can be one.
func (s *state) same(o *state) bool {
	a, b := &s.event, &o.event
	return a.Kind == b.Kind && a.Cause == b.Cause && a.Monitor == b.Monitor && s.stack == o.stack
}

// goesOn reports whether the state of a thread has lasted since the dump before: a longer
// wait, or one that cannot end.
func (d *dump) goesOn(s *state, before *dump) bool {
	old := before.stateOf(s.event.Thread)
	return old != nil && s.same(old) && (before.endless[s.event.Thread] || old.lasted > 0 && s.lasted > old.lasted)
}

// events returns the trace.
func (m moments) events() []tracefeed.Event {
	if len(m) == 0 {
		return nil
	}
	t := m.timing()
	w := writer{moments: m, timing: t, last: m.lastSeen()}
	counter := m[0].names.tables.AddName(tracefeed.DumpedThreads)
	for i, d := range m {
		if i > 0 {
			w.leave(i)
		}
		w.add(t.starts[i], tracefeed.Event{Kind: tracefeed.Counter, Name: counter, Value: int64(len(d.ids))})
		w.enter(i)
	}
	slices.SortStableFunc(w.out, func(a, b tracefeed.Event) int { return cmp.Compare(a.Time, b.Time) })
	return append(w.out, tracefeed.Event{Time: t.starts[len(m)-1] + t.length})
}

// lastSeen returns the last dump with each thread.
func (m moments) lastSeen() map[tracefeed.ThreadID]int {
	last := map[tracefeed.ThreadID]int{}
	for i, d := range m {
		for _, id := range d.ids {
			last[id] = i
		}
	}
	return last
}
