package totals_test

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"tiv/interaction/totals"
	"tiv/internal/oracle"
	"tiv/tracefeed"
)

// slowSet is a set that knows each moment of each thread.
type slowSet struct {
	in [][]bool // by thread and time
}

// randomSet returns a set of some stretches.
func randomSet(rng *rand.Rand, threads int, end tracefeed.Time) *slowSet {
	s := &slowSet{make([][]bool, threads)}
	for t := range s.in {
		s.in[t] = make([]bool, end)
		on, often := rng.IntN(2) > 0, 1+rng.IntN(9)
		for at := range s.in[t] {
			if rng.IntN(often) == 0 {
				on = !on
			}
			s.in[t][at] = on
		}
	}
	return s
}

// and returns what both sets cover, in place of the first.
func (s *slowSet) and(o *slowSet) *slowSet {
	for t := range s.in {
		for at := range s.in[t] {
			s.in[t][at] = s.in[t][at] && o.in[t][at]
		}
	}
	return s
}

func (s *slowSet) at(t tracefeed.ThreadID, at tracefeed.Time) bool {
	return at >= 0 && at < tracefeed.Time(len(s.in[t])) && s.in[t][at]
}

func (s *slowSet) Time(t tracefeed.ThreadID, from, to tracefeed.Time) (sum tracefeed.Time) {
	for at := from; at < to; at++ {
		if s.at(t, at) {
			sum++
		}
	}
	return sum
}

func (s *slowSet) Within(t tracefeed.ThreadID, from, to tracefeed.Time, f func(start, end tracefeed.Time)) {
	for at := from; at < to; at++ {
		if start := at; s.at(t, at) {
			for at < to && s.at(t, at) {
				at++
			}
			f(start, at)
		}
	}
}

// inBase returns an interval of a thread, as far as it is in the base, and whether it is. An
// interval without a length is if its moment is.
func (s *story) inBase(t tracefeed.ThreadID, start, end tracefeed.Time) (e totals.Episode, in bool) {
	e = totals.Episode{Thread: t, Start: start, Length: max(end-start, 0)}
	if s.base == nil {
		return e, true
	}
	if start == end {
		return e, s.base.at(t, start)
	}
	e.Length = s.base.Time(t, start, end)
	for e.Length > 0 && !s.base.at(t, e.Start) {
		e.Start++
	}
	return e, e.Length > 0
}

// addMoment adds some time at which nothing changes to the totals of a monitor.
func (s *story) addMoment(m *totals.Monitor, id tracefeed.MonitorID, part *oracle.Moment, at, length tracefeed.Time) {
	in := func(t tracefeed.ThreadID) bool { return s.base == nil || s.base.at(t, at) }
	if slices.ContainsFunc(part.Holders[id], in) {
		m.Busy += length
	}
	queue := 0
	for t, d := range part.Threads {
		if id2 := tracefeed.ThreadID(t); d.State == oracle.Blocking && d.Monitor == id && s.Of(id2) && in(id2) {
			queue++
		}
	}
	if queue > m.Queue {
		m.Queue, m.QueueAt = queue, at
	}
}

// differSets compares the times in sets of a monitor, or of one thread at it.
func (s *story) differSets(got *totals.Tally, id tracefeed.MonitorID, thread tracefeed.ThreadID) error {
	base := s.base
	defer func() { s.base = base }()
	for i := range s.Sets {
		s.base = s.Sets[i].(*slowSet)
		var want, is [2]tracefeed.Time // waited, held
		for k, list := range [][]totals.Episode{s.waited(id), s.held(id)} {
			for _, e := range list {
				if thread == tracefeed.NoThread || e.Thread == thread {
					want[k] += e.Length
				}
			}
		}
		if got.In != nil {
			is = [2]tracefeed.Time{got.In.Waited[i], got.In.Held[i]}
		}
		if is != want {
			return fmt.Errorf("set %d: waited and held %v, want %v", i, is, want)
		}
	}
	return nil
}
