package place

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/view"
	"tiv/tracefeed"
)

// block is the slots from first to last (exclusive) that stay together: the
// threads of a cluster that is not folded, or others.
type block struct {
	first, last int
	cluster     bool
}

// blocks returns slots, in their order, as blocks.
func blocks(slots []Slot, clusters []view.Cluster) []block {
	cluster := map[tracefeed.ThreadID]int{} // from 1
	for i, c := range clusters {
		for _, t := range c.Threads {
			cluster[t] = i + 1
		}
	}
	var all []block
	before := -1
	for i, s := range slots {
		c := cluster[s.Thread]
		if s.Members != nil {
			c = 0
		}
		if c != before {
			all = append(all, block{i, i, c > 0})
		}
		all[len(all)-1].last, before = i+1, c
	}
	return all
}

// columnsFor returns the smallest number of columns for which there are no more
// rows than columns, if each block begins a row.
func columnsFor(blocks []block) int {
	longest := 1
	for _, b := range blocks {
		longest = max(longest, b.last-b.first)
	}
	for columns := 1; columns < longest; columns++ {
		if rowsOf(columns, blocks...) <= columns {
			return columns
		}
	}
	return longest
}

func rowsOf(columns int, blocks ...block) (rows int) {
	for _, b := range blocks {
		rows += (b.last - b.first + columns - 1) / columns
	}
	return rows
}

// ColumnLean is how much lower a column of a staircase is than the one before it.
const ColumnLean = 1.0

// staircase puts slots into columns, each a little lower than the one before
// it, so that each has a height of its own and the views from the side and from
// the front line up. There are about as many columns as rows, as far apart as
// the shape of the window allows; the distance of rows is room times the
// smallest possible one.
func (l *Layout) staircase(blocks []block, aspect, room float32) {
	columns := columnsFor(blocks)
	pitch := room * float32(columns)
	row := 0
	for _, b := range blocks {
		for i := b.first; i < b.last; i++ {
			column, below := (i-b.first)%columns, row+(i-b.first)/columns
			l.Slots[i].At = mgl32.Vec2{float32(column), -(float32(below)*pitch + ColumnLean*float32(column))}
			l.Slots[i].Line, l.Slots[i].Column = below+1, column+1
			l.Slots[i].Order = below*(columns|1) + column // odd, or every eighth would be above each other
		}
		row += rowsOf(columns, b)
	}
	l.center()
	dx := l.size(columns, pitch, aspect)
	l.Cell = mgl32.Vec2{dx / 2, pitch / 2}
	for i := range l.Slots {
		at := &l.Slots[i].At
		at[0] = (at[0] - float32(columns-1)/2) * dx
	}
}

// center moves slots up or down so that their middle is at 0.
func (l *Layout) center() {
	low, high := l.heights()
	for i := range l.Slots {
		l.Slots[i].At[1] -= (low + high) / 2
	}
}

// heights returns the lowest and the highest centre of the slots.
func (l *Layout) heights() (low, high float32) {
	for i, s := range l.Slots {
		if i == 0 {
			low, high = s.At[1], s.At[1]
		}
		low, high = min(low, s.At[1]), max(high, s.At[1])
	}
	return low, high
}

// size sets the size of bars in columns and returns the distance between
// columns.
func (l *Layout) size(columns int, pitch, aspect float32) (dx float32) {
	low, high := l.heights()
	dx = wide(high-low+1, aspect) / float32(columns)
	l.Half = mgl32.Vec2{0.17 * dx, 0.31 * pitch}
	l.Half[0] = min(l.Half[0], l.Half[1]*1.4)
	return dx
}

// wide returns the largest width of a layout of a height, in a window of an
// aspect ratio.
func wide(high, aspect float32) float32 { return max(high, 4) * min(max(1.25*aspect, 0.8), 2.5) }
