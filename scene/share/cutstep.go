package share

import (
	"context"

	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// cutStep is the step that the moment cuts into two.
type cutStep struct {
	// start is its begin, and version that of the other steps; whole has the
	// times of it all, before those of the part before the moment, by row and category.
	start         tracefeed.Time
	version       uint64
	whole, before []tracefeed.Time
	// wholeDraft and beforeDraft say which of them are approximate.
	wholeDraft, beforeDraft bool
}

// isDraft reports whether any share is approximate.
func (c *cells) isDraft() bool {
	return c.approximate || c.cut.wholeDraft || c.cut.beforeDraft
}

// divide cuts the step of the moment of a grid, whose cells are those of c. The
// part after the moment is the difference of two buckets.
func (c *cells) divide(ctx context.Context, grid view.StepGrid, maxEvents int) {
	c.input.grid = grid
	m, cell := &c.cut, grid.Cut()
	start := grid.Start(cell)
	if m.version != c.shares.Version || m.start != start {
		m.version, m.start = c.shares.Version, start
		m.wholeDraft = c.sum(ctx, m.whole, start, grid.Length(cell), maxEvents)
	}
	m.beforeDraft = c.sum(ctx, m.before, start, grid.Moment-start, maxEvents)
	before, after := max(1, grid.Moment-start), max(1, start+grid.Length(cell)-grid.Moment)
	size := c.input.counts.Size()
	rest := make([]tracefeed.Time, size)
	for row := range c.shares.Rows {
		at := row * size
		for k := range rest {
			rest[k] = max(0, m.whole[at+k]-m.before[at+k]) // less than 0 in a draft
		}
		c.stackPart(c.shares.Part(row, 0), row, m.before[at:at+size], before)
		c.stackPart(c.shares.Part(row, 1), row, rest, after)
	}
	c.shares.Moment = grid.Position()
	c.shares.CutVersion = shape.NextVersion()
}

// sum adds up the buckets of each row in one interval.
func (c *cells) sum(ctx context.Context, into []tracefeed.Time, from, length tracefeed.Time, maxEvents int) (draft bool) {
	clear(into)
	if length <= 0 {
		return false
	}
	size, w := c.input.counts.Size(), steps{c.input.threads, from, length, 1}
	return c.input.counts.each(ctx, c.input.tl, maxEvents, w, func(thread, _ int, times []tracefeed.Time) {
		addTimes(into[int(c.input.rows[thread])*size:], times)
	})
}

// stackPart writes the layers of a part of a step. A part has no more than the
// full height, also if more threads of a cluster are alive in it than in any
// whole step.
func (c *cells) stackPart(into []uint16, row int, times []tracefeed.Time, length tracefeed.Time) {
	threads := max(c.concurrency[row], float64(sum(times))/float64(length))
	c.stack(into, row, times, length, threads)
}
