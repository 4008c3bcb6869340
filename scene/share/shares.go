package share

import (
	"context"

	"tiv/lod"
	"tiv/scene/shape"
	"tiv/tracefeed"
)

// cells are the Shares of an input, and the sums that they are made of.
type cells struct {
	input  input
	shares shape.Shares
	// clusters are, by row, the summed times of several threads in each step, by category;
	// nil for one thread.
	clusters [][]tracefeed.Time
	// concurrency is, by row, the number of threads that the full height of the
	// bar represents.
	concurrency []float64
	// cellSums are the times of all threads in each step, by level of their bars and by
	// category; nil unless they need events that a picture should not read again.
	cellSums []tracefeed.Time
	// approximate says that some steps have sums spread over longer intervals.
	approximate bool
	cut         cutStep
}

// newShareCells returns the shares of an input, all empty.
func newShareCells(in input) cells {
	rows, steps, size := len(in.slots), in.grid.Cells, in.counts.Size()
	c := cells{input: in, clusters: make([][]tracefeed.Time, rows), concurrency: make([]float64, rows)}
	layers := shape.LayerUnit
	for _, l := range in.layers {
		layers = max(layers, (len(l)+shape.LayerUnit-1)/shape.LayerUnit*shape.LayerUnit)
	}
	c.shares = shape.Shares{Rows: rows, Steps: steps, Layers: layers, Cum: make([]uint16, rows*steps*layers),
		Cut: make([]uint16, shape.CutCells*rows*layers)}
	sums := func() []tracefeed.Time { return make([]tracefeed.Time, rows*size) }
	c.cut = cutStep{whole: sums(), before: sums(), last: sums()}
	if in.counts.base != nil {
		c.cellSums = make([]tracefeed.Time, steps*levelsWide*size)
	}
	for row, s := range in.slots {
		if s.size > 1 {
			c.clusters[row] = make([]tracefeed.Time, steps*size)
		}
	}
	return c
}

// shift makes room for n new steps in front of each row, or behind it if n is
// negative.
func (c *cells) shift(n int) {
	shift(c.cellSums, n*levelsWide*c.input.counts.Size())
	layers := c.shares.Layers
	width := c.shares.Steps * layers
	for row := range c.shares.Rows {
		shift(c.shares.Cum[row*width:(row+1)*width], n*layers)
		shift(c.clusters[row], n*c.input.counts.Size())
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
func (c *cells) fill(ctx context.Context, first, last, maxEvents int) {
	c.clear(first, last)
	grid := c.input.grid
	last = int(min(tracefeed.Time(last), grid.Newest()+1))
	if first >= last {
		return
	}
	from := grid.Start(last - 1)
	w := steps{c.input.threads, from, grid.Step, last - first}
	c.approximate = c.input.counts.each(ctx, c.input.tl, maxEvents, w, c.store(last-1)) || c.approximate
}

// clear empties the steps from first to last (exclusive).
func (c *cells) clear(first, last int) {
	size := c.input.counts.Size()
	if c.cellSums != nil {
		clear(c.cellSums[first*levelsWide*size : last*levelsWide*size])
	}
	for row := range c.shares.Rows {
		at := row * c.shares.Steps
		clear(c.shares.Cum[(at+first)*c.shares.Layers : (at+last)*c.shares.Layers])
		if times := c.clusters[row]; times != nil {
			clear(times[first*size : last*size])
		}
	}
}

// store returns a function that stores times into rows, the first of which is
// of step and the others of later ones. The function may be called from several
// goroutines for different steps.
func (c *cells) store(step int) func(row, i int, times []tracefeed.Time) {
	return func(thread, i int, times []tracefeed.Time) {
		row := int(c.input.rows[thread])
		if c.cellSums != nil {
			addTimes(c.cellSum(step-i, c.input.slots[row].level), times)
		}
		if c.clusters[row] != nil {
			addTimes(c.clusterAt(row, step-i), times)
			return
		}
		c.stack(c.shares.Cell(row, step-i), row, times, c.input.grid.Length(step-i), 1)
	}
}

// clusterAt returns the times of a cluster in a step.
func (c *cells) clusterAt(row, step int) []tracefeed.Time {
	size := c.input.counts.Size()
	return c.clusters[row][step*size:][:size]
}

// levelsWide is the number of levels that bars can have.
const levelsWide = int(lod.Crowd) + 1

// cellSum returns the times of all bars of a level in a step.
func (c *cells) cellSum(step int, level lod.Level) []tracefeed.Time {
	size := c.input.counts.Size()
	return c.cellSums[(step*levelsWide+int(level))*size:][:size]
}

// addTimes adds times by category.
func addTimes(to, times []tracefeed.Time) {
	for k, t := range times {
		to[k] += t
	}
}

// sum returns the sum of times.
func sum(times []tracefeed.Time) (all tracefeed.Time) {
	for _, t := range times {
		all += t
	}
	return all
}

// finish turns the buckets of clusters into shares, which get a new version.
// The full height of a cluster's bar represents the largest mean number of live
// threads in any step: members with disjoint lifetimes share one place.
func (c *cells) finish() {
	c.shares.Version = shape.NextVersion()
	c.shares.First = c.input.grid.First()
	for row := range c.clusters {
		c.concurrency[row] = 1
		if c.clusters[row] != nil {
			c.finishCluster(row)
		}
	}
}

func (c *cells) finishCluster(row int) {
	threads := 1.0
	for i := range c.shares.Steps {
		threads = max(threads, float64(sum(c.clusterAt(row, i)))/float64(c.input.grid.Length(i)))
	}
	c.concurrency[row] = threads
	for i := range c.shares.Steps {
		c.stack(c.shares.Cell(row, i), row, c.clusterAt(row, i), c.input.grid.Length(i), threads)
	}
}

// stack writes the layers of a row's times into a cell, one on top of the other,
// as parts of the time of a number of threads in a length of time.
func (c *cells) stack(into []uint16, row int, times []tracefeed.Time, length tracefeed.Time, threads float64) {
	whole := threads * float64(length)
	layers := c.input.layers[c.input.slots[row].level]
	var cum tracefeed.Time
	for k := range into {
		if k < len(layers) {
			for _, of := range layers[k] {
				cum += times[of]
			}
		}
		into[k] = uint16(min(float64(cum)/whole, 1)*65535 + 0.5)
	}
}
