package execution

import (
	"math"
	"math/bits"
	"slices"

	"tiv/tracefeed"
)

// laneBuilder makes lanes from calls, those of each thread in order of their ends.
type laneBuilder struct {
	query   LaneQuery
	cell    tracefeed.Time
	deepest int
	threads []openLanes
	entries int
}

// openLanes are the lanes of a thread that are being built.
type openLanes struct {
	threadLanes
	// current are the lanes since the calls of the thread are known. A call without an
	// entry is around all of these.
	current [][]LaneCall
}

// maxAround is the number of calls without an entry that are kept for a thread.
const maxAround = 1 << 16

// longestCell is the length from which cells grow no further.
const longestCell = math.MaxInt64/4 + 1

// add adds a call.
func (b *laneBuilder) add(c *TreeCall) {
	b.insert(&b.threads[c.Thread], c, c.Depth+b.query.Whole.aroundCount(c.Thread, c.Start, c.End))
}

// surround adds a call without an entry.
func (b *laneBuilder) surround(c *TreeCall) {
	t := &b.threads[c.Thread]
	if whole := b.query.Whole; whole != nil {
		b.insert(t, c, max(whole.aroundCount(c.Thread, c.Start, c.End)-1, 0))
		return
	}
	if len(t.around) < maxAround {
		t.around = append(t.around, around{c.Start, c.End})
	}
	if n := len(t.current); n == b.deepest {
		b.entries -= len(t.current[n-1])
		t.current = t.current[:n-1]
		t.depth = max(t.depth, n+1)
	}
	t.current = slices.Insert(t.current, 0, nil)
	b.insert(t, c, 0)
}

// insert adds a call to a lane.
func (b *laneBuilder) insert(t *openLanes, c *TreeCall, depth int) {
	t.depth = max(t.depth, depth+1)
	if depth >= b.deepest {
		return
	}
	for len(t.current) <= depth {
		t.current = append(t.current, nil)
	}
	t.depth = max(t.depth, len(t.current))
	before := len(t.current[depth])
	e := LaneCall{c.Start, c.End, c.End - c.Start, c.Function, 1<<1 | uint32(c.Evidence)}
	t.current[depth] = appendCall(t.current[depth], e, b.cell)
	b.entries += len(t.current[depth]) - before
	if b.query.Most > 0 && b.entries > b.query.Most {
		b.coarsen()
	}
}

// forget ends the lanes in which a later call without an entry is around all calls.
func (b *laneBuilder) forget(thread tracefeed.ThreadID) {
	t := &b.threads[thread]
	for depth, lane := range t.current {
		if depth == len(t.lanes) {
			t.lanes = append(t.lanes, lane)
			continue
		}
		for _, c := range lane {
			before := len(t.lanes[depth])
			t.lanes[depth] = appendCall(t.lanes[depth], c, b.cell)
			b.entries -= 1 + before - len(t.lanes[depth])
		}
	}
	t.current = nil
}

// coarsen makes cells longer until there is room for as many entries again. Lanes that
// cannot be merged any further leave out their deepest half.
func (b *laneBuilder) coarsen() {
	for b.entries > b.query.Most/2 {
		if b.cell >= longestCell {
			if b.deepest == 1 {
				return
			}
			b.deepest /= 2
		} else {
			b.cell *= 2
		}
		b.entries = 0
		for i := range b.threads {
			t := &b.threads[i]
			for _, lanes := range []*[][]LaneCall{&t.lanes, &t.current} {
				*lanes = (*lanes)[:min(len(*lanes), b.deepest)]
				for depth := range *lanes {
					(*lanes)[depth] = mergeCalls((*lanes)[depth], b.cell)
					b.entries += len((*lanes)[depth])
				}
			}
		}
	}
}

// mergeCalls merges the calls of a lane in place.
func mergeCalls(lane []LaneCall, cell tracefeed.Time) []LaneCall {
	merged := lane[:0]
	for _, c := range lane {
		merged = appendCall(merged, c, cell)
	}
	return merged
}

// appendCall appends the next calls of a lane, or merges them with the last ones.
func appendCall(lane []LaneCall, c LaneCall, cell tracefeed.Time) []LaneCall {
	n := len(lane)
	if n == 0 {
		return append(lane, c)
	}
	if in := c.cell(cell); in == crossing || in != lane[n-1].cell(cell) {
		return append(lane, c)
	}
	last := &lane[n-1]
	calls := uint32(min(uint64(last.kind>>1)+uint64(c.kind>>1), math.MaxUint32>>1))
	busy := last.Busy + c.Busy
	if c.End-c.Start > last.End-last.Start {
		*last = c
	}
	last.Busy, last.kind = busy, calls<<1|last.kind&1
	return lane
}

// crossing is the cell of a call that crosses a border.
const crossing = -1

// cell returns the number of the cell that contains the calls.
func (c *LaneCall) cell(length tracefeed.Time) tracefeed.Time {
	shift := bits.TrailingZeros64(uint64(length)) // far faster than a division
	first := c.Start >> shift
	if c.Calls() == 1 && max(c.End-1, c.Start)>>shift != first {
		return crossing
	}
	return first
}

// lanes returns the lanes, in memory of their size.
func (b *laneBuilder) lanes() *Lanes {
	l := &Lanes{Cell: b.cell, threads: make([]threadLanes, len(b.threads))}
	for i := range b.threads {
		b.forget(tracefeed.ThreadID(i))
	}
	memory := make([]LaneCall, 0, b.entries)
	for i := range b.threads {
		l.threads[i] = b.threads[i].threadLanes
		for depth, lane := range l.threads[i].lanes {
			at := len(memory)
			memory = append(memory, lane...)
			l.threads[i].lanes[depth] = memory[at:len(memory):len(memory)]
		}
	}
	return l
}
