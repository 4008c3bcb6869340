package scene

import (
	"context"
	"sync/atomic"

	"tiv/tracefeed"
)

// shareCells are the Shares of an input, and the sums that they are made of.
type shareCells struct {
	input  shareInput
	shares Shares
	// clusters are, by row, the summed buckets of several threads; nil for one
	// thread.
	clusters [][]tracefeed.StateTimes
	// concurrency is, by row, the number of threads that the full height of the
	// bar represents.
	concurrency []float64
	// approximate says that some steps have sums spread over longer intervals.
	approximate bool
	cut         cutStep
}

// newShareCells returns the shares of an input, all empty.
func newShareCells(in shareInput) shareCells {
	rows, steps := len(in.slots), in.grid.cells
	c := shareCells{input: in, clusters: make([][]tracefeed.StateTimes, rows), concurrency: make([]float64, rows)}
	c.shares = Shares{Rows: rows, Steps: steps, Layers: LayerUnit, Cum: make([]uint16, rows*steps*LayerUnit), Cut: make([]uint16, 2*rows*LayerUnit)}
	c.cut = cutStep{whole: make([]tracefeed.StateTimes, rows), before: make([]tracefeed.StateTimes, rows)}
	for row, s := range in.slots {
		if s.size > 1 {
			c.clusters[row] = make([]tracefeed.StateTimes, steps)
		}
	}
	return c
}

// shift makes room for n new steps in front of each row, or behind it if n is
// negative.
func (c *shareCells) shift(n int) {
	layers := c.shares.Layers
	width := c.shares.Steps * layers
	for row := range c.shares.Rows {
		shift(c.shares.Cum[row*width:(row+1)*width], n*layers)
		shift(c.clusters[row], n)
	}
}

func shift[T any](list []T, n int) {
	if n < 0 && len(list) > 0 {
		copy(list, list[-n:])
	} else if n > 0 && len(list) > 0 {
		copy(list[n:], list)
	}
}

// fill computes the steps from first to last (exclusive), until ctx is done.
// Steps before the trace are empty. If the steps have more than maxEvents events
// and maxEvents is not 0, they are approximate.
func (c *shareCells) fill(ctx context.Context, first, last, maxEvents int) {
	c.clear(first, last)
	grid := c.input.grid
	last = int(min(tracefeed.Time(last), grid.newest()+1))
	if first >= last {
		return
	}
	from := grid.start(last - 1)
	each, draft := c.reader(ctx, from, grid.start(first)+grid.length(first), maxEvents)
	c.approximate = c.approximate || draft
	each(c.input.threads, from, grid.step, last-first, c.store(last-1))
}

// bucketReader is EachBucket or EachDraft.
type bucketReader func(threads []tracefeed.ThreadID, from, step tracefeed.Time, n int, f func(row, i int, b *tracefeed.StateTimes))

// reader returns the reader of the buckets of an interval: a draft if it has
// more than maxEvents events and maxEvents is not 0.
func (c *shareCells) reader(ctx context.Context, from, to tracefeed.Time, maxEvents int) (read bucketReader, draft bool) {
	tl := c.input.tl
	if maxEvents > 0 && tl.Events(from, to) > maxEvents {
		return tl.EachDraft, true
	}
	return func(threads []tracefeed.ThreadID, from, step tracefeed.Time, n int, f func(row, i int, b *tracefeed.StateTimes)) {
		tl.EachBucket(ctx, threads, from, step, n, f)
	}, false
}

// clear empties the steps from first to last (exclusive).
func (c *shareCells) clear(first, last int) {
	for row := range c.shares.Rows {
		at := row * c.shares.Steps
		clear(c.shares.Cum[(at+first)*c.shares.Layers : (at+last)*c.shares.Layers])
		if buckets := c.clusters[row]; buckets != nil {
			clear(buckets[first:last])
		}
	}
}

// store returns a function that stores buckets into rows, the first of which is
// of step and the others of later ones. The function may be called from several
// goroutines for different steps.
func (c *shareCells) store(step int) func(row, i int, b *tracefeed.StateTimes) {
	return func(thread, i int, b *tracefeed.StateTimes) {
		row := int(c.input.rows[thread])
		if buckets := c.clusters[row]; buckets != nil {
			buckets[step-i].Add(*b)
			return
		}
		c.stack(c.shares.cell(row, step-i), row, b, c.input.grid.length(step-i), 1)
	}
}

// versions numbers the shares of all pictures, because one renderer draws
// several traces.
var versions atomic.Uint64

// finish turns the buckets of clusters into shares, which get a new version.
// The full height of a cluster's bar represents the largest mean number of live
// threads in any step: members with disjoint lifetimes share one place.
func (c *shareCells) finish() {
	c.shares.Version = versions.Add(1)
	c.shares.First = c.input.grid.first()
	for row, buckets := range c.clusters {
		threads := 1.0
		for i, b := range buckets {
			threads = max(threads, float64(b.Alive())/float64(c.input.grid.length(i)))
		}
		c.concurrency[row] = threads
		for i := range buckets {
			c.stack(c.shares.cell(row, i), row, &buckets[i], c.input.grid.length(i), threads)
		}
	}
}

// stack writes the layers of a row's bucket into a cell, one on top of the other,
// as parts of the time of a number of threads in a length of time.
func (c *shareCells) stack(into []uint16, row int, b *tracefeed.StateTimes, length tracefeed.Time, threads float64) {
	whole := threads * float64(length)
	layers := c.input.slots[row].level.Layers()
	var cum tracefeed.Time
	for k := range into {
		if k < len(layers) {
			for _, s := range layers[k].States {
				cum += b[s]
			}
		}
		into[k] = uint16(min(float64(cum)/whole, 1)*65535 + 0.5)
	}
}
