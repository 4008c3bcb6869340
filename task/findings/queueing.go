package findings

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tiv/interaction"
	"tiv/interaction/detect"
	"tiv/interaction/groups"
	"tiv/task"
	"tiv/tracefeed"
)

// queue is the time in which tasks of one type lay in a queue, in front of one group of threads.
type queue struct {
	typ, group string
	time       tracefeed.Time
	// idle is the part of it in which the thread that took the task in the end was suspended, and
	// worked for no other.
	idle       tracefeed.Time
	tasks      map[int]bool
	takers     threads
	inferred   bool
	start, end tracefeed.Time
}

// queueing finds the types whose tasks lie in queues for much of their time. A task is in a queue
// from the end of the work of one thread to the start of that of another, while nobody works for
// it: it was handed on. Time before the first work, and time after which the same thread goes on,
// are no queue: the trace may just not have that work.
func (s *search) queueing() []detect.Finding {
	of := map[[2]string]*queue{}
	for _, list := range s.byRoot() {
		s.addQueues(of, list)
	}
	var costly []*queue
	for _, q := range of {
		if len(q.tasks) >= leastTasks && s.costly(q.typ, q.time) {
			costly = append(costly, q)
		}
	}
	var found []detect.Finding
	for _, q := range costliest(costly, func(q *queue) tracefeed.Time { return q.time }, func(a, b *queue) int {
		return cmp.Or(strings.Compare(a.typ, b.typ), strings.Compare(a.group, b.group))
	}) {
		found = append(found, s.queues(q))
	}
	return found
}

// byRoot returns the work for each outermost task and its parts, in order of time.
func (s *search) byRoot() [][]task.Work {
	of := make([][]task.Work, len(s.x.Tasks))
	s.x.EachWork(func(w *task.Work) {
		root := s.root[w.Task]
		of[root] = append(of[root], *w)
	})
	for _, list := range of {
		slices.SortStableFunc(list, func(a, b task.Work) int { return cmp.Compare(a.Start, b.Start) })
	}
	return of
}

// addQueues adds the queues in the work for one task.
func (s *search) addQueues(of map[[2]string]*queue, list []task.Work) {
	for i := 1; i < len(list); i++ {
		before, next := &list[i-1], &list[i]
		if before.End > list[i].End { // it goes on
			list[i] = *before
			continue
		}
		if next.Start <= before.End || next.Thread == before.Thread {
			continue
		}
		root := s.root[next.Task]
		typ, group := s.x.Tasks[root].Type, groups.Pattern(s.tl.Threads[next.Thread].Name)
		q := of[[2]string{typ, group}]
		if q == nil {
			q = &queue{typ: typ, group: group, tasks: map[int]bool{}, takers: threads{}, start: before.End}
			of[[2]string{typ, group}] = q
		}
		q.time += next.Start - before.End
		q.idle += s.idle(next.Thread, before.End, next.Start)
		q.tasks[root], q.takers[next.Thread] = true, true
		q.inferred = q.inferred || next.Evidence != task.Observed
		q.start, q.end = min(q.start, before.End), max(q.end, next.Start)
	}
}

// idle returns for how long in an interval a thread was suspended, and worked for no task.
func (s *search) idle(t tracefeed.ThreadID, from, to tracefeed.Time) (sum tracefeed.Time) {
	lane := s.tl.Lane(t)
	s.x.Between(t, from, to, func(of int, from, to tracefeed.Time) {
		if of == task.NoTask {
			b := lane.Sum(from, to)
			sum += b[tracefeed.Suspended]
		}
	})
	return sum
}

// queues returns the finding about a queue.
func (s *search) queues(q *queue) detect.Finding {
	share := tracefeed.Percent(q.time, s.durations[q.typ])
	f := detect.Finding{Kind: detect.Queueing, Severity: detect.Cost, Evidence: interaction.Observed, Start: q.start, End: q.end,
		Threads: q.takers.sorted()}
	if q.inferred {
		f.Evidence = interaction.Inferred
	}
	next := fmt.Sprintf("For %s of that time this thread was busy. More such threads, or less work in them, make the queue shorter.",
		tracefeed.Percent(q.time-q.idle, q.time))
	if 2*q.idle > q.time {
		next = fmt.Sprintf("For %s of that time this thread had nothing to do: look at what wakes it.", tracefeed.Percent(q.idle, q.time))
	}
	f.Facts = &detect.Stated{About: []string{q.typ, q.group}, Lost: q.time,
		Say: func(func(tracefeed.MonitorID) string) string {
			return fmt.Sprintf("%s of %s lay in a queue for %v, %s of the time of all such tasks: no thread worked for them until "+
				"%s took them. %s",
				tracefeed.Plural(len(q.tasks), "task"), named(q.typ), q.time, share, s.members(q), next)
		},
		Short: func(func(tracefeed.MonitorID) string) string {
			return fmt.Sprintf("%s: %s of its time in the queue of %s", named(q.typ), share, q.group)
		}}
	return f
}

// members names the threads that take tasks out of a queue.
func (s *search) members(q *queue) string {
	if list := q.takers.sorted(); len(list) == 1 {
		return s.tl.Threads[list[0]].Name
	}
	return fmt.Sprintf("one of %d threads %s", len(q.takers), q.group)
}
