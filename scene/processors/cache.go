package processors

import (
	"context"

	"tiv/internal/background"
	"tiv/scene/lane"
	"tiv/scene/shape"
	"tiv/timeline"
	"tiv/timeline/processor"
	"tiv/tracefeed"
)

// The largest numbers of entries of the whole trace and of the part in view; an entry takes 40
// bytes. The whole trace has 2 to the power of finestCells cells at first.
const (
	maxWholeEntries = 400_000
	maxPartEntries  = 800_000
	finestCells     = 20
)

// syncEvents is the number of events up to which a frame reads rows itself.
const syncEvents = 50_000

// Cache holds the rows of the whole trace, and finer ones of the part in view. The zero value is
// empty.
type Cache struct {
	whole, part     *processor.Rows
	wholeOf, partOf *timeline.Timeline
	// named says whether namedOf names processors.
	named   bool
	namedOf *timeline.Timeline
	run     *run
	need    need // of the last frame; without a timeline for none

	raster shape.Raster
	drawn  drawing
}

// need is what a frame needs.
type need struct {
	tl             *timeline.Timeline
	from, to, cell tracefeed.Time
}

// run reads rows in a goroutine: of the whole trace, or of what is needed.
type run struct {
	need  need
	whole bool
	*background.Job[*processor.Rows]
}

// names reports whether a trace names processors.
func (c *Cache) names(tl *timeline.Timeline) bool {
	if c.namedOf != tl {
		c.named, c.namedOf = processor.Named(tl) != nil, tl
	}
	return c.named
}

// update returns the best rows for a frame; nil if there are none yet. late says that better ones
// are still to be read. With maxEvents 0 there is nothing late.
func (c *Cache) update(n need, maxEvents int) (rows *processor.Rows, late bool) {
	c.need = n
	few := func(events int) bool { return maxEvents == 0 || events <= min(syncEvents, maxEvents) }
	if c.wholeOf != n.tl && few(n.tl.Events(0, n.tl.End)) {
		c.whole, c.wholeOf = readWhole(context.Background(), n.tl, nil), n.tl
	}
	if c.whole == nil {
		return nil, true
	}
	if !c.wholeFits() && !c.partFits() && few(n.tl.Events(n.around())) {
		c.part, c.partOf = n.read(context.Background()), n.tl
	}
	switch {
	case c.wholeFits():
		return c.whole, false
	case c.partFits():
		return c.part, false
	case c.part != nil && c.part.From <= n.from && c.part.To >= min(n.to, n.tl.End) && c.part.Cell <= c.whole.Cell:
		return c.part, true
	}
	return c.whole, true
}

func (c *Cache) wholeFits() bool { return c.wholeOf == c.need.tl && c.whole.Cell <= c.need.cell }

func (c *Cache) partFits() bool {
	p, n := c.part, &c.need
	return p != nil && c.partOf == n.tl && p.From <= max(n.from, 0) && p.To >= min(n.to, n.tl.End) && p.Cell <= n.cell
}

// around returns the part of the trace that is read for a frame: as much again on each side.
func (n *need) around() (from, to tracefeed.Time) {
	length := n.to - n.from
	return max(n.from-length/2, 0), min(n.to+length/2, n.tl.End)
}

func (n *need) read(ctx context.Context) *processor.Rows {
	from, to := n.around()
	return processor.NewRows(ctx, n.tl, from, to, n.cell, maxPartEntries, nil)
}

func readWhole(ctx context.Context, tl *timeline.Timeline, progress func(float64)) *processor.Rows {
	return processor.NewRows(ctx, tl, 0, tl.End, lane.CellFor(tl.End, 1<<finestCells), maxWholeEntries, progress)
}

// Refine reads the rows that the last frame lacks, in a goroutine, and takes over the result. It
// reports whether there are better ones, and never waits.
func (c *Cache) Refine(notify func()) (better bool) {
	if r := c.run; r != nil {
		if !r.serves(&c.need) {
			r.Cancel()
		}
		if r.Done() {
			if rows, _ := r.Result(); rows != nil {
				better = true
				if r.whole {
					c.whole, c.wholeOf = rows, r.need.tl
				} else {
					c.part, c.partOf = rows, r.need.tl
				}
			}
			c.run = nil
		}
	}
	if n := c.need; c.run == nil && !better && n.tl != nil {
		switch {
		case c.wholeOf != n.tl && c.outgrown():
			c.run = &run{need{tl: n.tl}, true, background.Start(func(ctx context.Context, progress func(float64)) (*processor.Rows, error) {
				return readWhole(ctx, n.tl, progress), ctx.Err()
			}, notify)}
		case !c.wholeFits() && !c.partFits():
			c.run = &run{n, false, background.Start(func(ctx context.Context, _ func(float64)) (*processor.Rows, error) {
				return n.read(ctx), ctx.Err()
			}, notify)}
		}
	}
	return better
}

// serves reports whether rows being read are of use for the last frame.
func (r *run) serves(n *need) bool {
	if n.tl == nil || r.whole {
		return n.tl != nil
	}
	from, to := r.need.around()
	return r.need.tl == n.tl && from <= max(n.from, 0) && to >= min(n.to, n.tl.End) && r.need.cell <= 2*n.cell
}

// outgrown reports whether the whole trace must be read again: a growing one when it has become
// half as long again, and when it is complete.
func (c *Cache) outgrown() bool {
	now, before := c.need.tl, c.wholeOf
	return before == nil || now.Complete || now.Events(0, now.End) >= before.Events(0, before.End)/2*3
}

// Drop drops the rows, and cancels the goroutine.
func (c *Cache) Drop() {
	if c.run != nil {
		c.run.Cancel()
	}
	*c = Cache{run: c.run}
}

// Stop ends the goroutine, and waits for it.
func (c *Cache) Stop() {
	if c.run != nil {
		c.run.Stop()
		c.run = nil
	}
}
