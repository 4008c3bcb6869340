// Package oracle computes the meaning of a trace, slowly and plainly, as the
// reference for tests of the fast code. It goes from one time with events to
// the next and records the state of every thread and monitor. It shares no code
// with the code it checks. It also generates the random traces of such tests.
package oracle

import "tiv/tracefeed"

// State is a thread state, by its name in TIV's tables.
type State string

// The states.
const (
	Unknown   State = "unknown"
	Running   State = "running"
	Runnable  State = "runnable"
	Suspended State = "suspended"
	Blocking  State = "blocking"
	IO        State = "io"
	NotAlive  State = "not alive"
)

// Doing is the state of one thread at a moment, and the reason.
type Doing struct {
	State State
	// Stretch numbers the intervals that a thread spends in one state for one
	// reason: it differs between two waits that look the same.
	Stretch int
	Monitor tracefeed.MonitorID
	Other   tracefeed.ThreadID
	Cause   tracefeed.Cause
	// Shared marks a wait to become a reader (Blocking), or one that ended with bytes that the
	// trace has (IO).
	Shared  bool
	Forever bool
}

// same reports whether d and e differ at most in Stretch.
func (d Doing) same(e Doing) bool {
	e.Stretch = d.Stretch
	return d == e
}

// Moment is an interval from one event to the next, without changes.
type Moment struct {
	Start, End tracefeed.Time
	// Threads are the states of threads, by ThreadID.
	Threads []Doing
	// Holders are the holders of each monitor, by MonitorID, sorted.
	Holders [][]tracefeed.ThreadID
	// Owners is Holders without the holders of handed-over monitors.
	Owners [][]tracefeed.ThreadID
	handed []bool // by MonitorID
	// Readers are the holders that entered as a reader, when they did not yet
	// hold the monitor.
	Readers [][]tracefeed.ThreadID
	// collecting is true while the garbage collector works.
	collecting bool
}

// History is the moments of a trace without gaps. The last one is empty, with
// the state after the last event.
type History []Moment

// End returns the time of the last event.
func (h History) End() tracefeed.Time { return h[len(h)-1].End }

// threads returns the length of the table of threads.
func (h History) threads() tracefeed.ThreadID {
	if len(h) == 0 {
		return 0
	}
	return tracefeed.ThreadID(len(h[0].Threads))
}

// At returns the moment that covers t, or the last one after the end.
func (h History) At(t tracefeed.Time) Moment {
	for _, m := range h {
		if m.Start <= t && t < m.End {
			return m
		}
	}
	return h[len(h)-1]
}

// Window returns the part of the history between two times.
func (h History) Window(from, to tracefeed.Time) History {
	var part History
	for _, m := range h {
		m.Start, m.End = max(m.Start, from), min(m.End, to)
		if m.Start < m.End {
			part = append(part, m)
		}
	}
	return part
}

// Sum returns the time that thread spends in each state from time from to time
// to. States without time are not in the map, and NotAlive never is.
func (h History) Sum(thread tracefeed.ThreadID, from, to tracefeed.Time) map[State]tracefeed.Time {
	sum := map[State]tracefeed.Time{}
	for _, m := range h {
		state := m.Threads[thread].State
		start, end := max(m.Start, from), min(m.End, to)
		if state != NotAlive && start < end {
			sum[state] += end - start
		}
	}
	return sum
}

// Span is an interval that a thread spends in one state for one reason.
type Span struct {
	Start, End tracefeed.Time
	Doing      Doing
}

// Spans returns the spans of thread in time order, with equal neighbours
// merged, without the time before it is first alive. Stretch is 0 in all of
// them.
func (h History) Spans(thread tracefeed.ThreadID) []Span {
	var spans []Span
	for _, m := range h {
		d := m.Threads[thread]
		d.Stretch = 0
		last := len(spans) - 1
		switch {
		case m.Start == m.End, last < 0 && d.State == NotAlive:
		case last >= 0 && spans[last].Doing == d:
			spans[last].End = m.End
		default:
			spans = append(spans, Span{m.Start, m.End, d})
		}
	}
	return spans
}

// Collections returns the intervals in which the garbage collector works, with
// neighbours merged.
func (h History) Collections() [][2]tracefeed.Time {
	var list [][2]tracefeed.Time
	for _, m := range h {
		last := len(list) - 1
		switch {
		case m.Start == m.End || !m.collecting:
		case last >= 0 && list[last][1] == m.Start:
			list[last][1] = m.End
		default:
			list = append(list, [2]tracefeed.Time{m.Start, m.End})
		}
	}
	return list
}
