package share

import (
	"context"

	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// cutStep has the sums of time at the moment, by row and category.
type cutStep struct {
	// start is the begin of the step that the moment cuts, and version that of the
	// other steps. whole covers all of that step, before its part before the moment,
	// and last the step that ends at the moment.
	start               tracefeed.Time
	version             uint64
	whole, before, last []tracefeed.Time
	// wholeDraft and lastDraft say that whole is approximate, or before or last.
	wholeDraft, lastDraft bool
}

// isDraft reports whether any share is approximate.
func (c *cells) isDraft() bool {
	return c.approximate || c.cut.wholeDraft || c.cut.lastDraft
}

// divide fills the cells at the moment of a grid, whose other cells are those of c.
// The part after the moment is the difference of two buckets.
func (c *cells) divide(ctx context.Context, grid view.StepGrid, maxEvents int) {
	c.input.grid = grid
	m, cell := &c.cut, grid.Cut()
	start := grid.Start(cell)
	if m.version != c.shares.Version || m.start != start {
		m.version, m.start = c.shares.Version, start
		clear(m.whole)
		m.wholeDraft = c.addSums(ctx, m.whole, start, start+grid.Length(cell), maxEvents)
	}
	clear(m.before)
	m.lastDraft = c.addSums(ctx, m.before, start, grid.Moment, maxEvents)
	copy(m.last, m.before)
	from, _ := grid.Last()
	m.lastDraft = c.addSums(ctx, m.last, from, start, maxEvents) || m.lastDraft
	size := c.input.counts.Size()
	rest := make([]tracefeed.Time, size)
	for row := range c.shares.Rows {
		at := row * size
		for k := range rest {
			rest[k] = max(0, m.whole[at+k]-m.before[at+k]) // less than 0 in a draft
		}
		c.stackPart(row, shape.BeforeMoment, m.before[at:at+size], grid.Moment-start)
		c.stackPart(row, shape.AfterMoment, rest, start+grid.Length(cell)-grid.Moment)
		c.stackPart(row, shape.UpToMoment, m.last[at:at+size], grid.Moment-from)
	}
	c.shares.Moment = grid.Position()
	c.shares.CutVersion = shape.NextVersion()
}

// addSums adds the time of each row in an interval, by category.
func (c *cells) addSums(ctx context.Context, sums []tracefeed.Time, from, to tracefeed.Time, maxEvents int) (draft bool) {
	if from >= to {
		return false
	}
	size, w := c.input.counts.Size(), steps{c.input.threads, from, to - from, 1}
	return c.input.counts.each(ctx, c.input.tl, maxEvents, w, func(thread, _ int, times []tracefeed.Time) {
		addTimes(sums[int(c.input.rows[thread])*size:], times)
	})
}

// stackPart writes the layers of one of the cells at the moment. It has no more than
// the full height, also if more threads of a cluster are alive in it than in any whole
// step of the grid.
func (c *cells) stackPart(row, part int, times []tracefeed.Time, length tracefeed.Time) {
	length = max(1, length)
	threads := max(c.concurrency[row], float64(sum(times))/float64(length))
	c.stack(c.shares.Part(row, part), row, times, length, threads)
}
