package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/gotrace"
)

// tolerance is how far the clocks of spans and of a trace can be apart: that of a trace has a tick
// of 64 ns, and the two are read one after the other.
const tolerance = 2 * time.Microsecond

// mostOutside is the part of the spans that may begin before their tasks, or end after them: events
// of a trace are in the order of causes, and one whose cause was written late has the time of that.
const mostOutside = 10

// place is a goroutine and a type of tasks.
type place struct{ goroutine, taskType string }

// compareSpans compares the spans of an application with the tasks that are found without them:
// each goroutine has as many of each type, in the same order, a span lies within its task, and
// the parent of its task is the task of its parent. The spans' clock is that of the machine
// less ahead.
func (s *score) compareSpans(ctx context.Context, r recorded, ahead int64) error {
	tl, begin, err := read(r.trace + ".spans")
	if err != nil {
		return err
	}
	origin, err := clockOf(r.trace)
	if err != nil {
		return err
	}
	spans, err := task.Build(ctx, tl, task.Options{})
	if err != nil {
		return err
	}
	shift := tracefeed.Time(begin + ahead - origin)
	found := byPlace(r.tl, r.index)
	taskOf := make([]int, len(spans.Tasks))
	var problems []error
	for at, list := range byPlace(tl, spans) {
		if n := len(found[at]); n != len(list) {
			problems = append(problems, fmt.Errorf("goroutine %s has %d spans %s and %d tasks", at.goroutine, len(list), at.taskType, n))
			continue
		}
		for i, span := range list {
			taskOf[span] = found[at][i]
			x, t := &spans.Tasks[span], &r.index.Tasks[found[at][i]]
			early, late := time.Duration(x.Start+shift-t.Start), time.Duration(t.End-x.End-shift)
			if early < -tolerance || late < -tolerance {
				s.outside++
			}
		}
		delete(found, at)
	}
	for at, list := range found {
		if slices.ContainsFunc(spans.Tasks, func(t task.Task) bool { return t.Type == at.taskType }) {
			problems = append(problems, fmt.Errorf("goroutine %s has %d tasks %s without spans", at.goroutine, len(list), at.taskType))
		}
	}
	for span := range spans.Tasks {
		want := -1
		if around := spans.Tasks[span].Around; around >= 0 {
			want = taskOf[around]
		}
		if t := &r.index.Tasks[taskOf[span]]; t.Around != want {
			problems = append(problems, fmt.Errorf("task %d, %s, has the parent with index %d, not %d", t.Number, t.Type, t.Around, want))
		}
	}
	if s.spans = len(spans.Tasks); s.outside*mostOutside > s.spans {
		problems = append(problems, fmt.Errorf("%d of %d spans are not within their tasks", s.outside, s.spans))
	}
	return errors.Join(problems[:min(len(problems), 10)]...)
}

// byPlace returns the tasks of a trace by the goroutine that began them and by type, in order of
// their starts.
func byPlace(tl *timeline.Timeline, index *task.Index) map[place][]int {
	all := map[place][]int{}
	for i := range index.Tasks {
		t := &index.Tasks[i]
		for _, w := range index.WorkOf(i) {
			if w.Start == t.Start {
				id := tl.Threads[w.Thread].ID
				at := place{id[strings.LastIndex(id, " ")+1:], t.Type}
				all[at] = append(all[at], i)
				break
			}
		}
	}
	for _, list := range all {
		slices.SortFunc(list, func(a, b int) int { return cmp.Compare(index.Tasks[a].Start, index.Tasks[b].Start) })
	}
	return all
}

// clockOf returns the clock of the machine at the begin of a Go trace.
func clockOf(trace string) (int64, error) {
	file, err := os.Open(trace)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return 0, err
	}
	feed, err := gotrace.OpenClocked(tracefeed.Input{Reader: file, At: file, Size: info.Size()}, false)
	if err != nil {
		return 0, err
	}
	if _, err := feed.Batch(nil); err != nil {
		return 0, err
	}
	return feed.Place().Monotonic, nil
}
