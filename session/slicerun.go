package session

import (
	"context"

	"tiv/execution/slice"
	"tiv/internal/background"
	"tiv/workspace"
)

// sliceRun is the computation of slices in a goroutine.
type sliceRun struct {
	*background.Job[*slice.Slices]
	about *workspace.SliceQuery
}

// runSlices starts the computation of the slices in a goroutine if it is due, and takes
// over its result. It never blocks.
func (t *Trace) runSlices() {
	of := workspace.SlicingOf(t.Workspace)
	if run := t.sliceRun; run != nil {
		if !of.Useful(run.about) {
			run.Cancel()
		}
		if !run.Done() {
			return
		}
		t.sliceRun = nil
		if result, err := run.Result(); err == nil {
			of.Set(run.about, result)
			t.Stale = true
		}
	}
	if q := of.Query(); q != nil {
		t.sliceRun = &sliceRun{startSlices(q, t.Wake), q}
	}
}

// startSlices starts a computation of slices.
func startSlices(q *workspace.SliceQuery, wake func()) *background.Job[*slice.Slices] {
	return background.Start(func(ctx context.Context, _ func(float64)) (*slice.Slices, error) { return q.Run(ctx) }, wake)
}

// stopSlices cancels the computation of slices, and waits for its goroutine to end.
func (t *Trace) stopSlices() {
	if t.sliceRun != nil {
		t.sliceRun.Stop()
		t.sliceRun = nil
	}
}
