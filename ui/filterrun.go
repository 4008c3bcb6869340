package ui

import (
	"context"
	"time"

	"tiv/internal/task"
	"tiv/scene"
	"tiv/workspace"
)

// filterRun is the evaluation of a filter in a goroutine.
type filterRun struct {
	*task.Task[workspace.FilterResult]
	about *workspace.FilterQuery
	began time.Time // when the first of successive evaluations began
}

// runFilter starts the evaluation of the filter in a goroutine if it is slow, and
// takes over its result. It never blocks.
func (a *app) runFilter() {
	s, began := a.filterRun, time.Now()
	if s != nil {
		if began = s.began; !s.about.Current(a.ws) {
			s.Cancel()
		}
		if !s.Done() {
			return
		}
		a.filterRun = nil
		if result, err := s.Result(); err == nil {
			a.takeResult(result)
		}
	}
	q := a.ws.FilterQuery()
	if q == nil {
		return
	}
	if s != nil && !s.about.Current(a.ws) {
		began = time.Now()
	}
	run := func(ctx context.Context, progress func(float64)) (workspace.FilterResult, error) {
		return uncancelled(q.Run(ctx, progress))
	}
	a.filterRun = &filterRun{task.Start(run, a.alarm.ring), q, began}
}

// takeResult shows the result of the filter. While a trace plays, threads do
// not glide, because they come and go all the time.
func (a *app) takeResult(found workspace.FilterResult) {
	if a.settings.eased && a.frame != nil && !a.ws.Playback.Playing {
		a.depart()
	}
	a.ws.TakeFilterResult(found)
	a.stale = true
}

// unfilter returns the command that cancels the evaluation: back to the
// previous filter, or to none if the present one is evaluated for another time.
func (t *tab) unfilter() workspace.Command {
	before := t.ws.ShownFilter()
	if before.Text == t.ws.Filter.Text {
		before = workspace.Filter{}
	}
	return workspace.SetFilter{Filter: before}
}

// stopFilter cancels the tab's filter evaluation, if there is one, and waits
// for its goroutine to end.
func (t *tab) stopFilter() {
	if t.filterRun != nil {
		t.filterRun.Stop()
		t.filterRun = nil
	}
}

// uncancelled turns the result of a computation that may have been cancelled
// into that of a task.
func uncancelled[T any](result T, ok bool) (T, error) {
	if !ok {
		return result, context.Canceled
	}
	return result, nil
}

// applyFilter evaluates a pending filter, if there is one, and sets the threads of
// the look to its result.
func (m *maker) applyFilter(q *workspace.FilterQuery, look *scene.Look) {
	if q == nil {
		return
	}
	if found, ok := q.Run(m.ctx, m.tell); ok {
		q.Apply(found, look)
	}
}
