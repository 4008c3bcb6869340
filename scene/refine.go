package scene

import (
	"context"

	"tiv/internal/task"
)

// MaxEvents is the number of events that a window lets its Builder read for
// one frame, which takes about a hundredth of a second.
const MaxEvents = 1_000_000

// ApproximateNote is the text of captions for a draft.
const ApproximateNote = "draft, reading …"

// LateNote is the text of captions while the result of a filter is pending.
const LateNote = "filter pending, reading …"

// refinement makes the shares of a draft exact, in a goroutine.
type refinement struct {
	input shareInput
	*task.Task[shareCells]
}

// Refine makes the last frame exact if it is a draft, adds up the waits that it left out,
// and reads calls: it starts goroutines that read the trace, and takes over
// their results. Call it before each Frame; it never blocks. It reports whether
// the next frame will be better than the last. It calls notify, from another
// goroutine, whenever Refine should be called again. Stop must be called in the
// end.
func (b *Builder) Refine(notify func()) (better bool) {
	divided, lanes := b.slices.refine(notify), b.lanes.refine(notify)
	shares, pairs := b.refineShares(notify), b.refinePairs(notify)
	return shares || pairs || lanes || divided
}

func (b *Builder) refineShares(notify func()) (better bool) {
	if r := b.refinement; r != nil {
		if !b.shares.cells.input.overlaps(&r.input) {
			r.Cancel()
		}
		if r.Done() {
			better = b.shares.accept(r)
			b.stopShares()
		}
	}
	if b.refinement == nil && b.shares.cells.isDraft() {
		b.refinement = b.shares.refine(notify)
	}
	return better
}

// DropCaches drops the data cached for the next frame, which then takes longer, and
// cancels the goroutines of Refine. It never blocks.
func (b *Builder) DropCaches() {
	if b.refinement != nil {
		b.refinement.Cancel()
	}
	if b.pairsRefinement != nil {
		b.pairsRefinement.Cancel()
	}
	b.shares, b.links, b.sums, b.shown = shareCache{}, linkCache{}, sumCache{}, sumCache{}
	b.slices.drop()
	b.lanes.drop()
}

// Stop ends the goroutines of Refine, if there are any.
func (b *Builder) Stop() {
	b.stopShares()
	b.stopPairs()
	b.slices.stop()
	b.lanes.stop()
}

func (b *Builder) stopShares() {
	if b.refinement != nil {
		b.refinement.Stop()
		b.refinement = nil
	}
}

// refine begins to make the same shares as c, but exactly.
func (c *shareCache) refine(notify func()) *refinement {
	in := c.cells.input
	return &refinement{in, task.Start(func(ctx context.Context, _ func(float64)) (shareCells, error) {
		cells := newShareCells(in)
		cells.fill(ctx, 0, in.grid.Cells, 0)
		cells.finish()
		cells.divide(ctx, in.grid, 0)
		return cells, ctx.Err()
	}, notify)}
}

// accept takes over the result of a refinement, which may belong to an earlier
// moment. It reports whether the result was useful.
func (c *shareCache) accept(r *refinement) bool {
	cells, err := r.Result()
	if err != nil || !c.cells.isDraft() || !c.cells.input.overlaps(&r.input) {
		return false
	}
	c.cells = cells
	return true
}
