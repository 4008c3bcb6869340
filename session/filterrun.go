package session

import (
	"context"
	"time"

	"tiv/internal/background"
	"tiv/workspace"
)

// FilterRun is the evaluation of a filter in a goroutine.
type FilterRun struct {
	*background.Job[workspace.FilterResult]
	Began time.Time // when the first of successive evaluations began
	about *workspace.FilterQuery
}

// runFilter starts the evaluation of the filter in a goroutine if it is slow, and
// takes over its result. It never blocks.
func (t *Trace) runFilter() {
	run, began := t.FilterRun, time.Now()
	if run != nil {
		if began = run.Began; !run.about.Current(t.Workspace) {
			run.Cancel()
		}
		if !run.Done() {
			return
		}
		t.FilterRun = nil
		if result, err := run.Result(); err == nil {
			t.showFilterResult(result)
		}
	}
	q := workspace.FilteringOf(t.Workspace).Query()
	if q == nil {
		return
	}
	if run != nil && !run.about.Current(t.Workspace) {
		began = time.Now()
	}
	evaluate := func(ctx context.Context, progress func(float64)) (workspace.FilterResult, error) {
		return background.OrCanceled(q.Run(ctx, progress))
	}
	t.FilterRun = &FilterRun{background.Start(evaluate, t.Wake), began, q}
}

// showFilterResult shows the result of the filter. While a trace plays, threads come and go all the
// time, because time goes by.
func (t *Trace) showFilterResult(found workspace.FilterResult) {
	t.caused = t.caused || !t.Workspace.Playback.Playing
	workspace.FilteringOf(t.Workspace).Take(found)
	t.Stale = true
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

// stopFilter cancels the filter evaluation, if there is one, and waits for its goroutine to end.
func (t *Trace) stopFilter() {
	if t.FilterRun != nil {
		t.FilterRun.Stop()
		t.FilterRun = nil
	}
}
