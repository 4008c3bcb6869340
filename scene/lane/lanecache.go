package lane

import (
	"context"
	"math"
	"slices"

	"tiv/execution"
	"tiv/internal/background"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// The largest numbers of entries in the lanes of the whole trace, and in those of the part
// in view. An entry takes 32 bytes.
const (
	maxWholeEntries = 2_000_000
	maxPartEntries  = 3_000_000
)

// finestCells is the binary logarithm of the number of cells of the whole trace at first: if
// calls are few, they are still read again at some magnification.
const finestCells = 20

// syncEvents is the number of events up to which a frame reads calls itself, although its
// Builder has a limit: small traces appear at once.
const syncEvents = 50_000

// Need is what a picture needs of lanes.
type Need struct {
	Tl       *timeline.Timeline
	From, To tracefeed.Time // the interval shown
	// Cell is the largest length of cells, about a pixel.
	Cell tracefeed.Time
	// Deepest is the number of lanes for which the highest row has room.
	Deepest int
	// Threads are those of the rows in view, sorted.
	Threads []tracefeed.ThreadID
}

// Cache holds lanes of the whole trace, which are coarse if there are many calls, and
// finer ones of the part in view. Each is the draft of the other.
type Cache struct {
	whole, part *execution.Lanes
	wholeOf     *timeline.Timeline
	partOf      Need
	// partAlone says that the part was read without the whole trace, which tells when
	// calls at the ends of the part begin and end.
	partAlone bool
	wholeRun  *laneRun
	partRun   *laneRun
	Need      Need // of the last frame; without a timeline for none
	Raster    RowRaster
	Walls     WallRaster
}

// laneRun makes lanes in a goroutine.
type laneRun struct {
	need  Need // tl alone for the whole trace
	alone bool // without the whole trace
	*background.Job[*execution.Lanes]
}

// Update returns the best lanes for a picture; nil if there are none yet. late says that
// better ones are still to be read. With maxEvents 0 there is nothing late, otherwise a
// few events at most are read.
func (c *Cache) Update(need Need, maxEvents int) (l *execution.Lanes, late bool) {
	c.Need = need
	all := need.Tl.Events(0, need.Tl.End)
	few := func(events int) bool { return maxEvents == 0 || events <= min(syncEvents, maxEvents) }
	if c.wholeOf != need.Tl && few(all) {
		c.whole, c.wholeOf = readWhole(context.Background(), need.Tl, nil), need.Tl
	}
	if !c.fits() && few(need.Tl.Events(need.around())) {
		c.part, c.partOf, c.partAlone = c.readPart(context.Background(), need), need, c.wholeOf != need.Tl
	}
	if c.wholeIsFine() {
		return c.whole, false
	}
	if c.partFits() {
		return c.part, false
	}
	if p := c.part; p != nil && p.From <= need.From && p.To >= need.To && (c.whole == nil || p.Cell <= c.whole.Cell) {
		return p, true
	}
	return c.whole, true
}

// fits reports whether lanes for the last picture are there.
func (c *Cache) fits() bool { return c.wholeIsFine() || c.partFits() }

// wholeIsFine reports whether the lanes of the whole trace have pixels for cells.
func (c *Cache) wholeIsFine() bool {
	return c.wholeOf == c.Need.Tl && c.whole.Cell <= c.Need.Cell
}

// partFits reports whether the lanes of a part have all that the last picture needs, or
// as much as there is room for.
func (c *Cache) partFits() bool {
	p, of, need := c.part, &c.partOf, &c.Need
	return p != nil && of.Tl == need.Tl && p.From <= need.From && p.To >= need.To &&
		of.Cell <= need.Cell && of.Deepest >= need.Deepest && containsAll(of.Threads, need.Threads)
}

// containsAll reports whether a sorted list has all threads of another one.
func containsAll(list, threads []tracefeed.ThreadID) bool {
	for _, t := range threads {
		if !view.Has(list, t) {
			return false
		}
	}
	return true
}

// around returns the part of the trace that is read for an interval: as much again on
// each side, so that it can be moved.
func (n *Need) around() (from, to tracefeed.Time) {
	length := n.To - n.From
	return max(n.From-length/2, 0), min(n.To+length/2, n.Tl.End)
}

// readWhole returns the lanes of all threads in the whole trace; nil once ctx is done.
func readWhole(ctx context.Context, tl *timeline.Timeline, progress func(float64)) *execution.Lanes {
	return execution.NewLanes(ctx, tl,
		execution.LaneQuery{Query: execution.All(tl), Cell: CellFor(tl.End, 1<<finestCells), Most: maxWholeEntries,
			Deepest: execution.MaxLanes, Progress: progress})
}

// readPart returns the lanes that a picture needs; nil once ctx is done.
func (c *Cache) readPart(ctx context.Context, need Need) *execution.Lanes {
	q := execution.LaneQuery{Query: execution.Query{Of: make([]bool, len(need.Tl.Threads))}, Cell: need.Cell,
		Most: maxPartEntries, Deepest: need.Deepest}
	for _, t := range need.Threads {
		if int(t) < len(q.Of) {
			q.Of[t] = true
		}
	}
	q.From, q.To = need.around()
	if c.wholeOf == need.Tl {
		q.Whole = c.whole
		// Shorter calls than two cells of the whole trace can be merged there.
		q.From, q.To = max(q.From-4*c.whole.Cell, 0), min(q.To+4*c.whole.Cell, need.Tl.End)
	}
	return execution.NewLanes(ctx, need.Tl, q)
}

// Refine reads the lanes that the last frame lacks, in goroutines, and takes over their
// results. It reports whether there are better ones, and never waits.
func (c *Cache) Refine(notify func()) (better bool) {
	unseen := c.Need.Tl == nil // the last frame had no calls
	if r := c.wholeRun; r != nil {
		if unseen {
			r.Cancel()
		}
		if r.Done() {
			if l, _ := r.Result(); l != nil {
				c.whole, c.wholeOf, better = l, r.need.Tl, true
			}
			c.wholeRun = nil
		}
	}
	if r := c.partRun; r != nil {
		if !c.serves(&r.need) {
			r.Cancel()
		}
		if r.Done() {
			if l, _ := r.Result(); l != nil {
				c.part, c.partOf, c.partAlone, better = l, r.need, r.alone, true
			}
			c.partRun = nil
		}
	}
	if c.wholeRun == nil && c.partRun == nil && !better && !unseen {
		c.start(notify)
	}
	return better
}

// serves reports whether lanes being read for an earlier picture are of use for the last
// one.
func (c *Cache) serves(of *Need) bool {
	from, to := of.around()
	return of.Tl == c.Need.Tl && from <= c.Need.From && to >= c.Need.To && of.Cell <= 2*c.Need.Cell &&
		containsAll(of.Threads, c.Need.Threads)
}

// start begins to read: first what takes less time, the part or the whole trace.
func (c *Cache) start(notify func()) {
	need := c.Need
	whole := c.wholeOf != need.Tl && c.outgrown()
	part := !c.fits() || !c.wholeIsFine() && c.partAlone && c.wholeOf == need.Tl
	if from, to := need.around(); whole && (!part || 2*(to-from) > need.Tl.End) {
		c.wholeRun = &laneRun{Need{Tl: need.Tl}, false,
			background.Start(func(ctx context.Context, progress func(float64)) (*execution.Lanes, error) {
				return readWhole(ctx, need.Tl, progress), ctx.Err()
			}, notify)}
	} else if part {
		of := Cache{whole: c.whole, wholeOf: c.wholeOf}
		c.partRun = &laneRun{need, c.wholeOf != need.Tl, background.Start(
			func(ctx context.Context, _ func(float64)) (*execution.Lanes, error) {
				return of.readPart(ctx, need), ctx.Err()
			}, notify)}
	}
}

// outgrown reports whether the lanes of the whole trace must be read again: a growing trace
// is read once more when it has become half as long again, and when it is complete.
func (c *Cache) outgrown() bool {
	now, before := c.Need.Tl, c.wholeOf
	return before == nil || now.Complete || now.Events(0, now.End) >= before.Events(0, before.End)/2*3
}

// Drop drops the lanes, and cancels the goroutines.
func (c *Cache) Drop() {
	if c.wholeRun != nil {
		c.wholeRun.Cancel()
	}
	if c.partRun != nil {
		c.partRun.Cancel()
	}
	*c = Cache{wholeRun: c.wholeRun, partRun: c.partRun}
}

// Progress is the part of the whole trace that has been read, from 0 to 1.
func (c *Cache) Progress() float64 {
	if c.wholeRun == nil {
		return 1
	}
	return c.wholeRun.Progress()
}

// Stop ends the goroutines, and waits for them.
func (c *Cache) Stop() {
	for _, r := range []**laneRun{&c.wholeRun, &c.partRun} {
		if *r != nil {
			(*r).Stop()
			*r = nil
		}
	}
}

// CellFor returns the length of cells for pixels of an interval: the largest power of two
// that is no longer than a pixel.
func CellFor(length tracefeed.Time, pixels float32) tracefeed.Time {
	pixel := float64(length) / max(float64(pixels), 1)
	return 1 << max(0, int(math.Floor(math.Log2(max(pixel, 1)))))
}

// SortedThreads sorts a list and removes duplicates.
func SortedThreads(list []tracefeed.ThreadID) []tracefeed.ThreadID {
	slices.Sort(list)
	return slices.Compact(list)
}
