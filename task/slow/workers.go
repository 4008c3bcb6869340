package slow

import (
	"cmp"
	"slices"
	"sort"

	"tiv/task"
	"tiv/tracefeed"
)

// step is a stretch of the life of a task in which the threads that work for it do not change.
// It lasts to the next one.
type step struct {
	at      tracefeed.Time
	workers int32
	lowest  tracefeed.ThreadID // of the workers
}

// share returns the part of the first d of a step of some length that one of its workers has: an
// equal share of the whole, spread evenly over it. The lowest one has the remainder, too.
func (s *step) share(t tracefeed.ThreadID, d, length tracefeed.Time) tracefeed.Time {
	whole := length / tracefeed.Time(s.workers)
	if t == s.lowest {
		whole += length % tracefeed.Time(s.workers)
	}
	return tracefeed.Portion(whole, d, length)
}

// life is the steps of a task, from its start to its end. The last one begins at the end.
type life []step

// newLife returns the life of a task, of the work for it and its parts, by thread and time. That of
// one thread does not overlap.
func newLife(t *task.Task, work []task.Work) life {
	type change struct {
		at     tracefeed.Time
		thread tracefeed.ThreadID
		begins bool
	}
	var changes []change
	for _, w := range work {
		from, to := max(w.Start, t.Start), min(w.End, t.End)
		if n := len(changes); n > 0 && changes[n-1].thread == w.Thread && changes[n-1].at == from && from < to {
			changes[n-1].at = to // the thread goes on
		} else if from < to {
			changes = append(changes, change{from, w.Thread, true}, change{to, w.Thread, false})
		}
	}
	slices.SortStableFunc(changes, func(a, b change) int { return cmp.Compare(a.at, b.at) }) // an end before the next begin
	l, open := life{{at: t.Start}}, []tracefeed.ThreadID(nil)
	for i, c := range changes {
		if at, _ := slices.BinarySearch(open, c.thread); c.begins {
			open = slices.Insert(open, at, c.thread)
		} else {
			open = slices.Delete(open, at, at+1)
		}
		if i+1 < len(changes) && changes[i+1].at == c.at {
			continue
		}
		s := step{at: c.at, workers: int32(len(open))}
		if len(open) > 0 {
			s.lowest = open[0]
		}
		if l[len(l)-1].at == s.at {
			l = l[:len(l)-1]
		}
		l = append(l, s)
	}
	if last := l[len(l)-1]; last.at < t.End {
		l = append(l, step{at: t.End})
	}
	return l
}

// each calls f for the parts of an interval in the steps of the life. share returns the part of
// the life up to a time, since the start of the step, that is that of a thread at work.
func (l life) each(t tracefeed.ThreadID, from, to tracefeed.Time,
	f func(from, to tracefeed.Time, share func(tracefeed.Time) tracefeed.Time)) {
	i := sort.Search(len(l), func(i int) bool { return l[i].at > from })
	for i = max(0, i-1); i+1 < len(l) && l[i].at < to; i++ {
		if a, b := max(from, l[i].at), min(to, l[i+1].at); a < b {
			f(a, b, func(at tracefeed.Time) tracefeed.Time { return l[i].share(t, at-l[i].at, l[i+1].at-l[i].at) })
		}
	}
}

// queue returns the time in which no thread works for the task.
func (l life) queue() (sum tracefeed.Time) {
	for i := 0; i+1 < len(l); i++ {
		if l[i].workers == 0 {
			sum += l[i+1].at - l[i].at
		}
	}
	return sum
}
