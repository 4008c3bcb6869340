package scene

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/interaction/detect"
	"tiv/lod"
	"tiv/scene/paint"
	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/share"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// stage is the scene of one picture: bars in their places, at a moment and a
// level of detail. Views read it and do not change it.
type stage struct {
	tl     *timeline.Timeline
	look   *view.Look
	layout *place.Layout
	// colours say what bars show.
	colours share.Colouring
	depths  depths
	place.Detail
	// deadlocks are those that are closed at the moment.
	deadlocks []deadlock
}

// deadlock is a cycle of waits among bars.
type deadlock struct {
	// closed is the time at which the cycle closed.
	closed tracefeed.Time
	// slots are the slots of its threads, each once, in the order of waiting.
	slots []int
}

// deadlocksAt returns the deadlocks that are closed at a moment.
func (st *stage) deadlocksAt(t tracefeed.Time) (all []deadlock) {
	for i := range st.look.Findings {
		f := &st.look.Findings[i]
		over := t > f.End || t == f.End && f.End < st.tl.End
		if f.Kind == detect.Deadlock && t >= f.Start && !over {
			all = append(all, deadlock{f.Start, cycle(st.layout, f.Threads)})
		}
	}
	return all
}

// cycle returns the slots of threads that wait for each other in turn, each
// slot once.
func cycle(l *place.Layout, threads []tracefeed.ThreadID) (slots []int) {
	for _, t := range threads {
		if i, ok := l.SlotOf[t]; ok && (len(slots) == 0 || slots[len(slots)-1] != i) {
			slots = append(slots, i)
		}
	}
	if n := len(slots); n > 1 && slots[0] == slots[n-1] {
		slots = slots[:n-1]
	}
	return slots
}

// mark finds the deadlocks of the moment, and decides which bars are
// highlighted and which are dimmed. A cluster is highlighted if one of its
// threads is, and dimmed if all are.
func (st *stage) mark() {
	st.deadlocks = st.deadlocksAt(st.look.Moment)
	for i := range st.layout.Slots {
		s := &st.layout.Slots[i]
		one := [1]tracefeed.ThreadID{s.Thread}
		threads := s.Members
		if threads == nil {
			threads = one[:]
		}
		s.Selected = slices.ContainsFunc(threads, st.isSelected)
		s.Lit = slices.ContainsFunc(threads, st.look.IsSubject)
		s.Dimmed = !slices.ContainsFunc(threads, func(t tracefeed.ThreadID) bool { return !view.Has(st.look.Dimmed, t) })
		s.Uncounted = !st.colours.Covers(threads, 0, st.tl.End)
		s.Change = st.look.ChangeOf(threads)
		s.Gone = place.Gone(st.tl, st.look, threads)
		s.Ended = place.EndOf(st.tl, threads, st.look.Moment)
	}
	for _, d := range st.deadlocks {
		for _, i := range d.slots {
			st.layout.Slots[i].Deadlocked = true
		}
	}
	for _, t := range st.look.Chain {
		if i, ok := st.layout.SlotOf[t]; ok {
			st.layout.Slots[i].Chained = true
		}
	}
}

func (st *stage) isSelected(t tracefeed.ThreadID) bool {
	return t != tracefeed.NoThread && (t == st.look.Selected || view.Has(st.look.Selection, t))
}

// anySelected reports whether anything is highlighted, so that the rest dims.
func (st *stage) anySelected() bool {
	return st.look.Selected != tracefeed.NoThread || len(st.look.Selection) > 0
}

// isClose reports whether a bar has details that the others do not have.
func (st *stage) isClose(s *place.Slot) bool { return s.Close && place.LevelOf(st.Detail) != lod.Near }

// closeBars counts the bars with details that the others do not have.
func (st *stage) closeBars() (n int) {
	for i := range st.layout.Slots {
		if st.isClose(&st.layout.Slots[i]) {
			n++
		}
	}
	return n
}

// levels lists the levels of detail of the bars: that of close bars is the second.
func (st *stage) levels() []lod.Level {
	if st.Level != lod.Near && st.closeBars() > 0 {
		return []lod.Level{st.Level, lod.Near}
	}
	return []lod.Level{st.Level}
}

func (st *stage) isHovered(i int) bool { return st.look.Hovered == st.pick(i) }

// pick returns the PickID of slot i.
func (st *stage) pick(i int) shape.PickID {
	s := &st.layout.Slots[i]
	if s.Members == nil {
		return shape.PickID{Kind: shape.PickThread, Index: int32(s.Thread)}
	}
	return shape.PickID{Kind: shape.PickCluster, Index: int32(s.Cluster)}
}

// clusterColor returns the colour of the user's cluster that a slot is in.
func (st *stage) clusterColor(s *place.Slot) paint.Color {
	if c := st.look.Clusters[s.User-1].Color; c.A > 0 {
		return c
	}
	return st.look.Palette.Faint
}

// nearEnd returns the z of the near end of a slot's bar: the moment, or the end
// of its thread.
func (st *stage) nearEnd(s *place.Slot) float32 {
	if s.Gone == "" {
		return 0
	}
	far := st.depths.far()
	if s.Members != nil {
		died := tracefeed.Time(0)
		for _, t := range s.Members {
			if _, end := st.tl.Lane(t).Life(); end <= st.look.Moment {
				died = max(died, end)
			}
		}
		return max(st.depths.of(died), far)
	}
	lane := st.tl.Lane(s.Thread)
	if lane.StateAt(st.look.Moment) != tracefeed.NotAlive {
		return 0
	}
	return max(st.depths.of(lane.Since(st.look.Moment).Start), far)
}

// bars returns the bars of all slots, without the time after the moment. size
// returns half the width and height of a slot's bar.
func (st *stage) bars(size func(s *place.Slot) mgl32.Vec2) []shape.Bar {
	bars := make([]shape.Bar, len(st.layout.Slots))
	far := st.depths.far()
	for i := range bars {
		s := &st.layout.Slots[i]
		half := size(s)
		bars[i] = shape.Bar{
			Center:    s.At.Vec3(0),
			HalfWidth: half[0], HalfHeight: half[1],
			Depth: -far, Step: st.depths.length(st.look.Step),
			Row:      int32(i),
			Emphasis: st.emphasis(s),
			Outlined: s.Selected || st.isHovered(i),
			Detailed: s.Close && st.Level != lod.Near,
			Pick:     st.pick(i),
		}
		if s.Laned {
			bars[i].Part = place.StatesPart
		}
	}
	return bars
}

// fronts returns the bars as wide and high as the layout makes them.
func (st *stage) fronts() []shape.Bar {
	return st.bars(st.layout.HalfOf)
}

// flatBars marks bars as seen straight on.
func flatBars(bars []shape.Bar) []shape.Bar {
	for i := range bars {
		bars[i].Flat = true
	}
	return bars
}

// eachCollection calls f for each interval of garbage collection between two
// times. Intervals less than least apart are merged.
func (st *stage) eachCollection(from, to, least tracefeed.Time, f func(from, to tracefeed.Time)) {
	if st.look.NoCollections {
		return
	}
	gc := st.tl.GCBetween(from, to)
	for i := 0; i < len(gc); {
		start, end := max(gc[i].Start, from), gc[i].End
		for i++; i < len(gc) && gc[i].Start-end < least; i++ {
			end = gc[i].End
		}
		f(start, min(end, to))
	}
}
