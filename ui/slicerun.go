package ui

import (
	"context"

	"tiv/execution/slice"
	"tiv/internal/task"
	"tiv/scene"
	"tiv/workspace"
)

// sliceRun is the computation of slices in a goroutine.
type sliceRun struct {
	*task.Task[*slice.Slices]
	about *workspace.SliceQuery
}

// runSlices starts the computation of the slices in a goroutine if it is due, and takes
// over its result. It never blocks.
func (s *stage) runSlices() {
	of := workspace.SlicingOf(s.ws)
	if run := s.sliceRun; run != nil {
		if !of.Useful(run.about) {
			run.Cancel()
		}
		if !run.Done() {
			return
		}
		s.sliceRun = nil
		if result, err := run.Result(); err == nil {
			of.Set(run.about, result)
			s.stale = true
		}
	}
	if q := of.Query(); q != nil {
		s.sliceRun = &sliceRun{startSlices(q, s.alarm.ring), q}
	}
}

// startSlices starts a computation of slices.
func startSlices(q *workspace.SliceQuery, wake func()) *task.Task[*slice.Slices] {
	return task.Start(func(ctx context.Context, _ func(float64)) (*slice.Slices, error) { return q.Run(ctx) }, wake)
}

// stopSlices cancels the computation of a tab's slices, and waits for its goroutine to end.
func stopSlices(t *tab) {
	if t.sliceRun != nil {
		t.sliceRun.Stop()
		t.sliceRun = nil
	}
}

// pendingLook is what a look still waits for: its filter and its slices.
type pendingLook struct {
	filter *workspace.FilterQuery
	slices *workspace.SliceQuery
}

func pendingOf(ws *workspace.Workspace) pendingLook {
	return pendingLook{workspace.FilteringOf(ws).Query(), workspace.SlicingOf(ws).Query()}
}

// complete computes what a look waits for.
func (w *worker) complete(q pendingLook, look *scene.Look) {
	w.applyFilter(q.filter, look)
	if q.slices != nil {
		if result, err := q.slices.Run(w.ctx); err == nil {
			look.Slicing = result
		}
	}
}
