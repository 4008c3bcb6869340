package share

import (
	"context"

	"tiv/internal/background"
)

// refinement makes the shares of a draft exact, in a goroutine.
type refinement struct {
	input input
	*background.Job[cells]
}

// Refine makes the shares of the last frame exact if they are a draft, in a goroutine, and takes
// over the result. It reports whether they are better now. It never blocks.
func (c *Cache) Refine(notify func()) (better bool) {
	if r := c.refinement; r != nil {
		if !c.cells.input.overlaps(&r.input) {
			r.Cancel()
		}
		if r.Done() {
			better = c.accept(r)
			c.Stop()
		}
	}
	if c.refinement == nil && c.cells.isDraft() {
		c.refinement = c.begin(notify)
	}
	return better
}

// begin begins to make the same shares as c, but exactly.
func (c *Cache) begin(notify func()) *refinement {
	in := c.cells.input
	return &refinement{in, background.Start(func(ctx context.Context, _ func(float64)) (cells, error) {
		cells := newShareCells(in)
		cells.fill(ctx, 0, in.grid.Cells, 0)
		cells.finish()
		cells.divide(ctx, in.grid, 0)
		return cells, ctx.Err()
	}, notify)}
}

// accept takes over the result of a refinement, which may belong to an earlier
// moment. It reports whether the result was useful.
func (c *Cache) accept(r *refinement) bool {
	cells, err := r.Result()
	if err != nil || !c.cells.isDraft() || !c.cells.input.overlaps(&r.input) {
		return false
	}
	c.cells = cells
	return true
}

// Drop drops the shares, and cancels the goroutine of refine.
func (c *Cache) Drop() {
	if c.refinement != nil {
		c.refinement.Cancel()
	}
	*c = Cache{refinement: c.refinement}
}

// Stop ends the goroutine of refine.
func (c *Cache) Stop() {
	if c.refinement != nil {
		c.refinement.Stop()
		c.refinement = nil
	}
}
