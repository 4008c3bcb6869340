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
func (s *stage) runFilter() {
	run, began := s.filterRun, time.Now()
	if run != nil {
		if began = run.began; !run.about.Current(s.ws) {
			run.Cancel()
		}
		if !run.Done() {
			return
		}
		s.filterRun = nil
		if result, err := run.Result(); err == nil {
			s.showFilterResult(result)
		}
	}
	q := workspace.FilteringOf(s.ws).Query()
	if q == nil {
		return
	}
	if run != nil && !run.about.Current(s.ws) {
		began = time.Now()
	}
	evaluate := func(ctx context.Context, progress func(float64)) (workspace.FilterResult, error) {
		return orCanceled(q.Run(ctx, progress))
	}
	s.filterRun = &filterRun{task.Start(evaluate, s.alarm.ring), q, began}
}

// showFilterResult shows the result of the filter. While a trace plays, threads do
// not glide, because they come and go all the time.
func (s *stage) showFilterResult(found workspace.FilterResult) {
	if s.prefs.eased && s.frame != nil && !s.ws.Playback.Playing {
		s.startTransition()
	}
	workspace.FilteringOf(s.ws).Take(found)
	s.stale = true
}

// revertFilter returns the command that cancels the evaluation: back to the
// previous filter, or to none if the present one is evaluated for another time.
func revertFilter(ws *workspace.Workspace) workspace.Command {
	before := workspace.FilteringOf(ws).Status().Shown
	if before.Text == ws.Filter.Text {
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

// orCanceled turns the result of a computation that may have been cancelled
// into that of a task.
func orCanceled[T any](result T, ok bool) (T, error) {
	if !ok {
		return result, context.Canceled
	}
	return result, nil
}

// applyFilter evaluates a pending filter, if there is one, and sets the threads of
// the look to its result.
func (w *worker) applyFilter(q *workspace.FilterQuery, look *scene.Look) {
	if q == nil {
		return
	}
	if found, ok := q.Run(w.ctx, w.progress); ok {
		q.Apply(found, look)
	}
}
