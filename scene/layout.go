package scene

import (
	"cmp"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/lod"
	"tiv/tracefeed"
)

// slot is the place of a bar: a thread, or a cluster of threads.
type slot struct {
	thread  tracefeed.ThreadID
	members []tracefeed.ThreadID // of a cluster; nil for a thread
	// cluster is the index in Frame.Clusters of the cluster with these members.
	cluster int
	// user is the number of the user's cluster that contains it, from 1.
	user int32
	name string
	// short is the name of a cluster without its number of threads.
	short string
	// concurrency is appended to the name of a cluster if there is room.
	concurrency string
	// gone explains the absence of the slot's threads at the moment; empty if
	// they are alive.
	gone string
	// absent bars stand for a number of absent threads.
	absent bool
	// ended is when the last of its threads ended, before the moment; 0 unless all of
	// them have.
	ended tracefeed.Time
	// level decides which states the bar distinguishes. close bars distinguish all.
	level lod.Level
	close bool
	// size is the size of the bar as a part of the largest; 0 is 1.
	size float32
	// laned bars have lanes of calls on them in the 3D view.
	laned bool
	// selected bars are highlighted, dimmed ones stay in the background, chained
	// ones are on the chain of waits, deadlocked ones in a deadlock of the moment. The
	// picture is about lit ones. calm ones lost no time in the history, and nobody waited
	// for them.
	selected, dimmed, chained, deadlocked, lit, calm bool
	// uncounted says that the base covers nothing of its threads.
	uncounted bool
	// change is the difference from another trace.
	change Change
	at     mgl32.Vec2
	row    float32 // height of its row in the timeline view
	// order counts slots so that multiples of a number are evenly spread in the
	// view from the front.
	order int
}

// layout is the place of every slot. The unit of the world is the distance in
// height between two threads that the user has not moved.
type layout struct {
	slots  []slot
	slotOf map[tracefeed.ThreadID]int
	// half is half the width and height of the front of the largest bar. cell is half the size
	// of the place around it, which includes the gaps in columns.
	half, cell mgl32.Vec2
	// depth is the length of all steps along z.
	depth float32
	// front is the length along z of the time after the moment, in the 3D view if
	// that shows it, else 0.
	front float32
	// low and high are the corners of the bounding box of all bars.
	low, high mgl32.Vec2
	unmoved   plane
}

// arrange lays out slots according to a view, for a window of an aspect ratio.
// Every slot gets a height of its own, so that the views from the side and from
// the front line up. Blocks of a cluster stay together.
func arrange(slots []slot, view *ViewState, aspect float32) *layout {
	l := &layout{slots: slots, slotOf: make(map[tracefeed.ThreadID]int, len(slots))}
	for i := range slots {
		slots[i].order = i
	}
	blocks := blocks(slots, view.Clusters)
	switch view.Arrangement {
	case Ring:
		l.ring(around(blocks, targetsOf(slots, view.Targets)), aspect)
	case Force:
		l.force(blocks, targetsOf(slots, view.Targets), aspect)
	case Grid:
		l.staircase(blocks, aspect, 1.5)
	default:
		l.staircase(blocks, aspect, 1)
	}
	if l.cell == (mgl32.Vec2{}) {
		l.cell = l.half.Mul(1.45)
	}
	for i := range slots {
		l.note(i)
	}
	l.bounds()
	l.unmoved = plane{l.low.Add(l.high).Mul(0.5), l.high.Sub(l.low).Mul(0.5)}
	l.place(view.Places)
	l.bounds()
	l.rows()
	l.depth = 1.05 * max(l.high[1]-l.low[1], 0.75*(l.high[0]-l.low[0]))
	return l
}

// note indexes the threads of a slot.
func (l *layout) note(i int) {
	s := &l.slots[i]
	if s.members == nil {
		l.slotOf[s.thread] = i
	}
	for _, t := range s.members {
		l.slotOf[t] = i
	}
}

func (l *layout) bounds() {
	if len(l.slots) == 0 {
		l.low, l.high = mgl32.Vec2{-1, -1}, mgl32.Vec2{1, 1}
		return
	}
	l.low, l.high = l.slots[0].at, l.slots[0].at
	for _, s := range l.slots {
		for k := range s.at {
			l.low[k], l.high[k] = min(l.low[k], s.at[k]), max(l.high[k], s.at[k])
		}
	}
	l.low, l.high = l.low.Sub(l.half), l.high.Add(l.half)
}

// highestRow is the largest height of a row in the timeline view.
const highestRow = 0.8

// rows makes the rows of the timeline view as high as their neighbours allow.
func (l *layout) rows() {
	order := make([]int, len(l.slots))
	for i := range order {
		order[i] = i
		l.slots[i].row = highestRow
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(l.slots[a].at[1], l.slots[b].at[1]) })
	for k := 1; k < len(order); k++ {
		a, b := &l.slots[order[k-1]], &l.slots[order[k]]
		gap := highestRow * (b.at[1] - a.at[1])
		a.row, b.row = max(0.05, min(a.row, gap)), max(0.05, min(b.row, gap))
	}
	for i := range l.slots {
		l.slots[i].row *= cmp.Or(l.slots[i].size, 1)
	}
}

// halfOf returns half the width and height of the front of a slot's bar.
func (l *layout) halfOf(s *slot) mgl32.Vec2 { return l.half.Mul(cmp.Or(s.size, 1)) }

// bent returns how far a line between two places may bend to its left, negative
// to its right, within the bounding box of all bars; at most want.
func (l *layout) bent(from, to mgl32.Vec2, want float32) float32 {
	middle, toward := from.Add(to).Mul(0.5), leftOf(to.Sub(from))
	scale := float32(1)
	for k, d := range toward.Mul(want) {
		if d > 0 {
			scale = min(scale, (l.high[k]-middle[k])/d)
		} else if d < 0 {
			scale = min(scale, (l.low[k]-middle[k])/d)
		}
	}
	return want * max(scale, 0)
}

// middle returns the target of the camera: the middle of everything, or the
// thread that it is centred on.
func (l *layout) middle(c Camera) mgl32.Vec2 {
	if i, ok := l.slotOf[c.Target]; ok && c.Target != tracefeed.NoThread {
		return l.slots[i].at
	}
	return l.low.Add(l.high).Mul(0.5)
}
