package place

import (
	"cmp"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/lod"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// Slot is the place of a bar: a thread, or a cluster of threads.
type Slot struct {
	Thread  tracefeed.ThreadID
	Members []tracefeed.ThreadID // of a cluster; nil for a thread
	// Cluster is the index in Frame.Clusters of the cluster with these members.
	Cluster int
	// User is the number of the user's cluster that contains it, from 1.
	User int32
	Name string
	// Short is the name of a cluster without its number of threads, group its whole name.
	Short, group string
	// Concurrency is appended to the name of a cluster if there is room.
	Concurrency string
	// Gone explains the absence of the slot's threads at the moment; empty if
	// they are alive.
	Gone string
	// Absent bars stand for a number of absent threads.
	Absent bool
	// Ended is when the last of its threads ended, before the moment; 0 unless all of
	// them have.
	Ended tracefeed.Time
	// Level decides which states the bar distinguishes. close bars distinguish all.
	Level lod.Level
	Close bool
	// size is the size of the bar as a part of the largest; 0 is 1.
	size float32
	// Laned bars have lanes of calls on them in the 3D view.
	Laned bool
	// Selected bars are highlighted, dimmed ones stay in the background, chained
	// ones are on the chain of waits, deadlocked ones in a deadlock of the moment. The
	// picture is about lit ones. Calm ones lost no time in the history, and nobody waited
	// for them. InDebt are those that owe an answer that never came, and those that wait for it.
	Selected, Dimmed, Chained, Deadlocked, Lit, Calm, InDebt bool
	// Uncounted says that the base covers nothing of its threads.
	Uncounted bool
	// Change is the difference from another trace.
	Change view.Change
	At     mgl32.Vec2
	Row    float32 // height of its row in the timeline view
	// Line and Column count the places of a layout in lines, from 1; they are 0 where the
	// user, or another layout, has put the slot. Slots that the user has moved together, and that
	// are still in lines, have the same together; it is 0 for those that were not moved.
	Line, Column, together int
	// Order counts slots so that multiples of a number are evenly spread in the
	// view from the front.
	Order int
}

// Layout is the place of every slot. The unit of the world is the distance in
// height between two threads that the user has not moved.
type Layout struct {
	Slots  []Slot
	SlotOf map[tracefeed.ThreadID]int // shared with other layouts of the same slots
	// Half is half the width and height of the front of the largest bar. cell is half the size
	// of the place around it, which includes the gaps in columns.
	Half, Cell mgl32.Vec2
	// Depth is the length of all steps along z.
	Depth float32
	// Ahead is the length along z of the time after the moment, in the 3D view if
	// that shows it, else 0.
	Ahead float32
	// Low and high are the corners of the bounding box of all bars.
	Low, High mgl32.Vec2
	Unmoved   Plane
}

// arrange lays out slots according to a state of the view, for a window of an aspect ratio.
// Every slot gets a height of its own, so that the views from the side and from
// the front line up. Blocks of a cluster stay together.
func arrange(slots []Slot, of *view.State, aspect float32, again *Repeats) *Layout {
	l := &Layout{Slots: slots, SlotOf: again.index(slots)}
	for i := range slots {
		slots[i].Order = i
	}
	blocks := blocks(slots, of.Clusters)
	switch of.Arrangement {
	case view.Ring:
		l.ring(around(blocks, targetsOf(slots, of.Targets)), aspect)
	case view.Force:
		l.force(blocks, targetsOf(slots, of.Targets), aspect)
	case view.Grid:
		l.staircase(blocks, aspect, 1.5)
	default:
		l.staircase(blocks, aspect, 1)
	}
	if l.Cell == (mgl32.Vec2{}) {
		l.Cell = l.Half.Mul(1.45)
	}
	l.bounds()
	l.Unmoved = Plane{l.Low.Add(l.High).Mul(0.5), l.High.Sub(l.Low).Mul(0.5)}
	l.place(of)
	l.bounds()
	l.rows()
	l.Depth = 1.05 * max(l.High[1]-l.Low[1], 0.75*(l.High[0]-l.Low[0]))
	return l
}

func (l *Layout) bounds() {
	if len(l.Slots) == 0 {
		l.Low, l.High = mgl32.Vec2{-1, -1}, mgl32.Vec2{1, 1}
		return
	}
	l.Low, l.High = l.Slots[0].At, l.Slots[0].At
	for _, s := range l.Slots {
		for k := range s.At {
			l.Low[k], l.High[k] = min(l.Low[k], s.At[k]), max(l.High[k], s.At[k])
		}
	}
	l.Low, l.High = l.Low.Sub(l.Half), l.High.Add(l.Half)
}

// highestRow is the largest height of a row in the timeline view.
const highestRow = 0.8

// rows makes the rows of the timeline view as high as their neighbours allow.
func (l *Layout) rows() {
	order := make([]int, len(l.Slots))
	for i := range order {
		order[i] = i
		l.Slots[i].Row = highestRow
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(l.Slots[a].At[1], l.Slots[b].At[1]) })
	for k := 1; k < len(order); k++ {
		a, b := &l.Slots[order[k-1]], &l.Slots[order[k]]
		gap := highestRow * (b.At[1] - a.At[1])
		a.Row, b.Row = max(0.05, min(a.Row, gap)), max(0.05, min(b.Row, gap))
	}
	for i := range l.Slots {
		l.Slots[i].Row *= cmp.Or(l.Slots[i].size, 1)
	}
}

// HalfOf returns half the width and height of the front of a slot's bar.
func (l *Layout) HalfOf(s *Slot) mgl32.Vec2 { return l.Half.Mul(cmp.Or(s.size, 1)) }

// middle returns the target of the camera: the middle of everything, or the
// thread that it is centred on.
func (l *Layout) middle(c view.Camera) mgl32.Vec2 {
	if i, ok := l.SlotOf[c.Target]; ok && c.Target != tracefeed.NoThread {
		return l.Slots[i].At
	}
	return l.Low.Add(l.High).Mul(0.5)
}

// Face returns the face of a slot: that of its box, below lanes.
func (l *Layout) Face(i int) shape.Face {
	s := &l.Slots[i]
	f := shape.Face{At: s.At, Half: l.HalfOf(s)}
	if s.Laned {
		f.At[1] -= (1 - StatesPart) * f.Half[1]
		f.Half[1] *= StatesPart
	}
	return f
}

// StatesPart is the part of the height that a bar has below its lanes.
const StatesPart = 1.0 / 3
