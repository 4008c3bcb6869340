package stage

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

// Stage is the scene of one picture: bars in their places, at a moment and a
// level of detail. Views read it and do not change it.
type Stage struct {
	Timeline *timeline.Timeline
	Look     *view.Look
	Layout   *place.Layout
	// Colours say what bars show.
	Colours share.Colouring
	// Styles are those of the layers of bars, first of the usual ones, then of detailed ones.
	// shares are the rows of data of bars.
	Styles [2][]paint.Style
	Shares *shape.Shares
	Depths Depths
	place.Detail
	// Alike are the threads that share a name; see place.Likeness. There are none where all names
	// have room.
	Alike []place.Alike
	// Deadlocks are those that are closed at the moment, Stuck the other threads whose waits
	// nothing can end, and Debts the answers that never came.
	Deadlocks []Deadlock
	Stuck     []Stuck
	Debts     []Debt
}

// Deadlock is a cycle of waits among bars.
type Deadlock struct {
	// Closed is the time at which the cycle closed.
	Closed tracefeed.Time
	// Slots are the slots of its threads, each once, in the order of waiting.
	Slots []int
}

// deadlocksAt returns the deadlocks that are closed at a moment.
func (st *Stage) deadlocksAt(t tracefeed.Time) (all []Deadlock) {
	for _, ring := range detect.ClosedAt(st.Timeline, st.Look.Findings, st.Look.Searched, t) {
		all = append(all, Deadlock{ring.Start, cycle(st.Layout, ring.Threads)})
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

// Mark finds the deadlocks of the moment, and decides which bars are
// highlighted and which are dimmed. A cluster is highlighted if one of its
// threads is, and dimmed if all are.
func (st *Stage) Mark() {
	st.Deadlocks = st.deadlocksAt(st.Look.Moment)
	for i := range st.Layout.Slots {
		s := &st.Layout.Slots[i]
		one := [1]tracefeed.ThreadID{s.Thread}
		threads := s.Members
		if threads == nil {
			threads = one[:]
		}
		s.Selected = slices.ContainsFunc(threads, st.Look.IsSelected)
		s.Lit = slices.ContainsFunc(threads, st.Look.IsSubject)
		s.Dimmed = !slices.ContainsFunc(threads, func(t tracefeed.ThreadID) bool { return !view.Has(st.Look.Dimmed, t) })
		s.Uncounted = !st.Colours.Covers(threads, 0, st.Timeline.End)
		s.Change = st.Look.ChangeOf(threads)
		s.Gone = place.Gone(st.Timeline, st.Look, threads)
		s.Ended = place.EndOf(st.Timeline, threads, st.Look.Moment)
	}
	for _, d := range st.Deadlocks {
		for _, i := range d.Slots {
			st.Layout.Slots[i].Deadlocked = true
		}
	}
	found := stuckSearch{tl: st.Timeline, look: st.Look, layout: st.Layout}
	found.all()
	st.Stuck, st.Debts = found.stuck, found.debts
	for _, t := range st.Look.Chain {
		if i, ok := st.Layout.SlotOf[t]; ok {
			st.Layout.Slots[i].Chained = true
		}
	}
}

// isClose reports whether a bar has details that the others do not have.
func (st *Stage) isClose(s *place.Slot) bool { return s.Close && place.LevelOf(st.Detail) != lod.Near }

// CloseBars counts the bars with details that the others do not have.
func (st *Stage) CloseBars() (n int) {
	for i := range st.Layout.Slots {
		if st.isClose(&st.Layout.Slots[i]) {
			n++
		}
	}
	return n
}

// Levels lists the levels of detail of the bars: that of close bars is the second.
func (st *Stage) Levels() []lod.Level {
	if st.Level != lod.Near && st.CloseBars() > 0 {
		return []lod.Level{st.Level, lod.Near}
	}
	return []lod.Level{st.Level}
}

// isHovered reports whether the pointer is over the bar of a slot.
func (st *Stage) isHovered(i int) bool { return st.Look.Hovered == st.Pick(i) }

// Pick returns the PickID of slot i.
func (st *Stage) Pick(i int) shape.PickID {
	s := &st.Layout.Slots[i]
	if s.Members == nil {
		return shape.PickID{Kind: shape.PickThread, Index: int32(s.Thread)}
	}
	return shape.PickID{Kind: shape.PickCluster, Index: int32(s.Cluster)}
}

// clusterColor returns the colour of the user's cluster that a slot is in.
func (st *Stage) clusterColor(s *place.Slot) paint.Color {
	if c := st.Look.Clusters[s.User-1].Color; c.A > 0 {
		return c
	}
	return st.Look.Palette.Faint
}

// NearEnd returns the z of the near end of a slot's bar: the moment, or the end
// of its thread.
func (st *Stage) NearEnd(s *place.Slot) float32 {
	if s.Gone == "" {
		return 0
	}
	far := st.Depths.Far()
	if s.Members != nil {
		if s.Ended > 0 {
			return max(st.Depths.Of(s.Ended), far)
		}
		died := tracefeed.Time(0)
		for _, t := range s.Members {
			if _, end := st.Timeline.Lane(t).Life(); end <= st.Look.Moment {
				died = max(died, end)
			}
		}
		return max(st.Depths.Of(died), far)
	}
	lane := st.Timeline.Lane(s.Thread)
	if lane.StateAt(st.Look.Moment) != tracefeed.NotAlive {
		return 0
	}
	return max(st.Depths.Of(lane.Since(st.Look.Moment).Start), far)
}

// Bars returns the bars of all slots, without the time after the moment. size
// returns half the width and height of a slot's bar.
func (st *Stage) Bars(size func(s *place.Slot) mgl32.Vec2) []shape.Bar {
	bars := make([]shape.Bar, len(st.Layout.Slots))
	far := st.Depths.Far()
	for i := range bars {
		s := &st.Layout.Slots[i]
		half := size(s)
		bars[i] = shape.Bar{
			Center:    s.At.Vec3(0),
			HalfWidth: half[0], HalfHeight: half[1],
			Depth: -far, Step: st.Depths.length(st.Look.Step),
			Row:      int32(i),
			Emphasis: st.Emphasis(s),
			Outlined: s.Selected || st.isHovered(i),
			Detailed: s.Close && st.Level != lod.Near,
			Pick:     st.Pick(i),
		}
		if s.Laned {
			bars[i].Part = place.StatesPart
		}
	}
	return bars
}

// Fronts returns the bars as wide and high as the layout makes them.
func (st *Stage) Fronts() []shape.Bar {
	return st.Bars(st.Layout.HalfOf)
}

// FlatBars marks bars as seen straight on.
func FlatBars(bars []shape.Bar) []shape.Bar {
	for i := range bars {
		bars[i].Flat = true
	}
	return bars
}

// EachCollection calls f for each interval of garbage collection between two
// times. Intervals less than least apart are merged.
func (st *Stage) EachCollection(from, to, least tracefeed.Time, f func(from, to tracefeed.Time)) {
	if st.Look.NoCollections {
		return
	}
	gc := st.Timeline.GCBetween(from, to)
	for i := 0; i < len(gc); {
		start, end := max(gc[i].Start, from), gc[i].End
		for i++; i < len(gc) && gc[i].Start-end < least; i++ {
			end = gc[i].End
		}
		f(start, min(end, to))
	}
}
