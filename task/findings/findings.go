// Package findings finds what tasks lose time to: queues, and locks held for other tasks.
//
// A timeline and its index of tasks go in, findings come out. They are costs: nobody is accused.
// Only outermost tasks count, with their parts, so no time is reported twice.
package findings

import (
	"cmp"
	"context"
	"slices"

	"tiv/interaction/detect"
	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
)

const (
	// leastShare is the part of the durations of the tasks of a type from which on a loss is
	// reported. Below it, another cause is the one to look at.
	leastShare = 0.1
	// leastTasks is the number of tasks that a loss has to concern: fewer are chance.
	leastTasks = 3
	// mostOfKind is the largest number of findings of one kind, the costliest.
	mostOfKind = 3
)

// Find returns the findings about tasks; why writes those about slow ones. Once ctx is done, it
// returns its error.
func Find(ctx context.Context, tl *timeline.Timeline, x *task.Index, why Why) ([]detect.Finding, error) {
	if len(x.Tasks) == 0 {
		return nil, ctx.Err()
	}
	s := newSearch(tl, x)
	blocked, err := s.interference(ctx)
	if err != nil {
		return nil, err
	}
	late, err := s.slowTasks(ctx, why)
	if err != nil {
		return nil, err
	}
	return slices.Concat(blocked, s.queueing(), late), nil
}

// search is what all rules use.
type search struct {
	tl *timeline.Timeline
	x  *task.Index
	// root is the outermost task around each, durations are those of all outermost tasks of a
	// type, added up.
	root      []int
	durations map[string]tracefeed.Time
	// alive is the time for which threads of the program were alive.
	alive tracefeed.Time
}

func newSearch(tl *timeline.Timeline, x *task.Index) *search {
	s := &search{tl: tl, x: x, root: make([]int, len(x.Tasks)), durations: map[string]tracefeed.Time{}}
	for i := range x.Tasks {
		s.root[i] = x.Outermost(i)
		if t := &x.Tasks[i]; t.Around < 0 {
			s.durations[t.Type] += t.End - t.Start
		}
	}
	totals := tl.Totals()
	s.alive = totals.Alive()
	return s
}

// costly reports whether a loss is a part of the durations of a type that is worth a finding.
func (s *search) costly(typ string, lost tracefeed.Time) bool {
	return lost > 0 && float64(lost) >= leastShare*float64(s.durations[typ])
}

// threads are sets of threads.
type threads map[tracefeed.ThreadID]bool

// sorted returns the threads by id.
func (t threads) sorted() []tracefeed.ThreadID {
	list := make([]tracefeed.ThreadID, 0, len(t))
	for id := range t {
		list = append(list, id)
	}
	slices.Sort(list)
	return list
}

// costliest returns those of one kind that cost most, at most mostOfKind.
func costliest[L any](list []L, cost func(L) tracefeed.Time, order func(a, b L) int) []L {
	slices.SortFunc(list, func(a, b L) int { return cmp.Or(cmp.Compare(cost(b), cost(a)), order(a, b)) })
	return list[:min(len(list), mostOfKind)]
}
