package main

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"slices"
	"time"

	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
)

// score is what a comparison has found, in time of threads.
type score struct {
	// right is charged to the request, or to all of those, for which the thread works, shared to a batch of
	// these and others, wrong to another one, or to one while the thread works for none. left is work
	// charged to no task. Of idle threads only wrong charges count.
	right, shared, wrong, left time.Duration
	// between is charged while a thread runs and the program does not say for whom.
	between   time.Duration
	conflicts int64
	// tasks are those of an application's requests, spans its spans of OpenTelemetry, of which those
	// outside begin before or end after the task that is found without them.
	tasks, spans, outside int
}

// wrongly is a wrong charge.
type wrongly struct {
	thread     string
	works      label
	charged    []int
	at, length tracefeed.Time
	state      tracefeed.State
	evidence   task.Evidence
	task       *task.Task
}

// compare compares the tasks of a trace, with the request of each, with its truth.
func (b *bench) compare(tl *timeline.Timeline, index *task.Index, all [][]stretch, requests []int) (s score) {
	var bad []wrongly
	sets := setsOf(index, requests)
	for id := range tracefeed.ThreadID(len(tl.Threads)) {
		work := index.Work(id)
		for _, of := range all[id] {
			left := of.end - of.start
			for len(work) > 0 && work[0].End <= of.start {
				work = work[1:]
			}
			for _, w := range work {
				d := min(w.End, of.end) - max(w.Start, of.start)
				if d <= 0 {
					break
				}
				left -= d
				switch charged := sets[w.Task]; {
				case slices.Equal(of.requests(), charged):
					s.right += time.Duration(d)
				case of.isAmong(charged):
					s.shared += time.Duration(d)
				case of.request != unmarked || of.idle(b.accounts):
					s.wrong += time.Duration(d)
					bad = append(bad, wrongly{tl.Threads[id].ID, of.label, charged, max(w.Start, of.start), d, of.state, w.Evidence,
						&index.Tasks[w.Task]})
				default:
					s.between += time.Duration(d)
				}
			}
			if len(of.requests()) > 0 {
				s.left += time.Duration(left)
			}
		}
	}
	s.conflicts = index.Counts.Conflicts
	if b.verbose {
		slices.SortFunc(bad, func(a, b wrongly) int { return cmp.Compare(b.length, a.length) })
		for _, w := range bad[:min(len(bad), 10)] {
			fmt.Fprintf(os.Stderr, "  %s at %d ns: works for %d, charged to %d: %v, %v, %v, task %d, %s\n", w.thread, w.at,
				w.works.requests(), w.charged, time.Duration(w.length), w.state, w.evidence, w.task.Number, w.task.Type)
		}
	}
	return s
}

// setsOf returns the requests for which each task is, in order: those of the tasks of a batch, and of its parts.
func setsOf(index *task.Index, requests []int) [][]int {
	sets := make([][]int, len(index.Tasks))
	for i := range index.Tasks {
		sets[i] = []int{requests[i]}
		t := &index.Tasks[index.Outermost(i)]
		if len(t.Links) < 2 {
			continue
		}
		sets[i] = nil
		for _, number := range t.Links {
			if at := index.Find(number, t.Start); at >= 0 {
				sets[i] = append(sets[i], requests[at])
			}
		}
		slices.Sort(sets[i])
		sets[i] = slices.Compact(sets[i])
	}
	return sets
}

// requestsOf returns the request of each task. That of a call of serve is the first with a mark on the
// thread which has begun it, after its start. Another task, as of an application, or a job that was given away by
// a call of serve that is older than the recording, is for the first request with a mark in its work,
// else for that of the task around it.
func requestsOf(index *task.Index, all [][]stretch) ([]int, error) {
	requests, marked := make([]int, len(index.Tasks)), make([]tracefeed.Time, len(index.Tasks))
	index.EachWork(func(w *task.Work) {
		t, list := &index.Tasks[w.Task], all[w.Thread]
		end := w.End
		if t.Type == serve {
			if w.Start != t.Start || w.Evidence != task.Observed || requests[w.Task] != 0 {
				return
			}
			end = math.MaxInt64
		}
		at, _ := slices.BinarySearchFunc(list, w.Start, func(s stretch, at tracefeed.Time) int { return cmp.Compare(s.end, at+1) })
		for ; at < len(list) && list[at].start < end; at++ {
			if s := &list[at]; s.request > nobody && (requests[w.Task] == 0 || s.start < marked[w.Task]) {
				requests[w.Task], marked[w.Task] = s.request, s.start
				break
			}
		}
	})
	for i, n := range requests {
		if n == 0 && index.Tasks[i].Type == serve && index.Tasks[i].Ended {
			return nil, fmt.Errorf("task %d is of no request", index.Tasks[i].Number)
		}
		for around := index.Tasks[i].Around; requests[i] == 0 && around >= 0; around = index.Tasks[around].Around {
			requests[i] = requests[around]
		}
	}
	return requests, nil
}

// row is the result of all variants of a program.
type row struct {
	program
	score
	variants int
}

// add adds a variant.
func (r *row) add(s score) {
	r.right += s.right
	r.shared += s.shared
	r.wrong += s.wrong
	r.left += s.left
	r.between += s.between
	r.conflicts += s.conflicts
	r.tasks += s.tasks
	r.spans += s.spans
	r.outside += s.outside
	r.variants++
}
