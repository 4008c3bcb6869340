package execution

import (
	"context"

	"tiv/timeline"
	"tiv/tracefeed"
)

// Lanes are the calls of threads in an interval, in a lane for each depth. Time is divided
// into cells. The calls of a lane that lie within one cell are merged: they appear as the
// longest of them, and as their number and the time that they cover. A call that crosses
// the border of a cell is never merged. So a merged lane follows from any finer one.
//
// Lanes do not change.
type Lanes struct {
	// From and To are the interval.
	From, To tracefeed.Time
	// Cell is the length of a cell, a power of two. Cells begin at multiples of it.
	Cell tracefeed.Time
	// Functions are the names of the functions. Functions[0] is a call without a name.
	Functions []string
	// counts are the calls that are in no lane.
	counts Counts

	threads []threadLanes
}

// threadLanes are the lanes of a thread, by depth.
type threadLanes struct {
	lanes [][]LaneCall
	// depth is the number of lanes with those left out.
	depth int
	// around are the calls without an entry, in order of their ends.
	around []around
}

// around is a call without an entry: it contains all calls since its start.
type around struct{ since, end tracefeed.Time }

// LaneCall is a call in a lane, or the merged calls in a cell.
type LaneCall struct {
	// Start and End are those of the call, or of the longest of the merged ones, the
	// first of equally long ones.
	Start, End tracefeed.Time
	// Busy is the time that the merged calls cover.
	Busy tracefeed.Time
	// Function is that of the call or of the longest one, an index into the functions.
	Function int32
	// kind is the number of calls, times two, plus the evidence of the longest one.
	kind uint32
}

// Calls is the number of calls: above 1 if they are merged.
func (c *LaneCall) Calls() int { return int(c.kind >> 1) }

// Evidence is that of the call, or of the longest of the merged ones.
func (c *LaneCall) Evidence() Evidence { return Evidence(c.kind & 1) }

// Extent returns the interval of the call, or the cell of the merged ones.
func (c *LaneCall) Extent(cell tracefeed.Time) (from, to tracefeed.Time) {
	if c.Calls() > 1 {
		from = c.Start - c.Start%cell
		return from, from + cell
	}
	return c.Start, c.End
}

// MaxLanes is the largest number of lanes of a thread.
const MaxLanes = 64

// LaneQuery is what NewLanes reads.
type LaneQuery struct {
	Query
	// Cell is the length of the cells, a power of two. They become longer if there would be
	// more entries than Most, unless that is 0.
	Cell tracefeed.Time
	Most int
	// Deepest is the number of lanes of a thread, at most MaxLanes.
	Deepest int
	// Whole are lanes of the whole trace, of the same threads or more; nil if they are not
	// known. Without them, calls end where the interval does, and calls without an entry
	// are missing if they end after it.
	Whole *Lanes
	// Progress is called with the part of the interval that has been read; it can be nil.
	Progress func(float64)
}

// NewLanes returns the calls that EachTreeCall lists, in lanes. A call without an entry is
// around all calls since its start, which are one lane deeper.
//
// The cost grows with the events in the interval, the memory with q.Most. Once ctx is
// done, it returns nil early.
func NewLanes(ctx context.Context, tl *timeline.Timeline, q LaneQuery) *Lanes {
	b := &laneBuilder{query: q, cell: max(q.Cell, 1), deepest: min(q.Deepest, MaxLanes), threads: make([]openLanes, len(q.Of))}
	w := newTreeWalk(tl, q.Query, b.add, nil)
	w.surrounds, w.forgets = b.surround, b.forget
	length := max(w.to-w.from, 1)
	q.eachPage(ctx, tl, func(p *timeline.Page) {
		if q.Progress != nil {
			q.Progress(float64(max(p.Start-w.from, 0)) / float64(length))
		}
		w.page(p)
	})
	if ctx.Err() != nil {
		return nil
	}
	w.finish()
	l := b.lanes()
	l.From, l.To, l.Functions, l.counts = w.from, w.to, w.functions.names, w.counts
	if q.Whole != nil && (l.From > 0 || l.To < tl.End) {
		l.complete(q.Whole, b.deepest)
	}
	return l
}

// Of returns the lanes of a thread, the outermost calls first. depth is their number with
// those left out.
func (l *Lanes) Of(t tracefeed.ThreadID) (lanes [][]LaneCall, depth int) {
	if int(t) >= len(l.threads) {
		return nil, 0
	}
	return l.threads[t].lanes, l.threads[t].depth
}
