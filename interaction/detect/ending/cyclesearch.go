package ending

import (
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// cycleSearch follows waiting owners at one time, from a thread back to itself.
type cycleSearch struct {
	tl     *timeline.Timeline
	owners func(tracefeed.MonitorID, tracefeed.Time) []tracefeed.ThreadID
	at     tracefeed.Time
	from   tracefeed.ThreadID
	seen   map[tracefeed.ThreadID]bool
	path   []cycleStep // from the last thread to the first
}

type cycleStep struct {
	thread  tracefeed.ThreadID
	monitor tracefeed.MonitorID // waited for by thread
}

// maxCycle bounds the number of threads visited in one search.
const maxCycle = 256

// follow reports whether a path from monitor m, for which a thread waits, leads back to
// the thread from.
func (s *cycleSearch) follow(waiter tracefeed.ThreadID, m tracefeed.MonitorID) bool {
	owners := slices.Clone(s.owners(m, s.at)) // the list belongs to the cursor
	if len(owners) > 1 && len(s.tl.Holds(m).ReadersAt(s.at)) == 0 {
		return false // any one of a semaphore's holders is enough
	}
	for _, t := range owners {
		if t == s.from {
			if waiter == s.from {
				continue // it waits for itself
			}
			s.path = append(s.path, cycleStep{monitor: m})
			return true
		}
		if s.seen[t] || len(s.seen) == maxCycle || s.tl.Lane(t).StateAt(s.at) != tracefeed.Blocking {
			continue
		}
		s.seen[t] = true
		if w := s.tl.Lane(t).Since(s.at); s.follow(t, w.Monitor) {
			s.path[len(s.path)-1].thread = t
			s.path = append(s.path, cycleStep{monitor: m})
			return true
		}
	}
	return false
}

// ring returns the threads in the order of waiting, from the lowest id on, and the
// monitors that they wait for.
func (s *cycleSearch) ring() (threads []tracefeed.ThreadID, monitors []tracefeed.MonitorID) {
	s.path[len(s.path)-1].thread = s.from
	slices.Reverse(s.path)
	first := 0
	for i := range s.path {
		if s.path[i].thread < s.path[first].thread {
			first = i
		}
	}
	for i := range s.path {
		step := s.path[(first+i)%len(s.path)]
		threads, monitors = append(threads, step.thread), append(monitors, step.monitor)
	}
	return threads, monitors
}
