package scene

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/interaction/detect"
	"tiv/lod"
	"tiv/timeline"
	"tiv/tracefeed"
)

// stage is the scene of one picture: bars in their places, at a moment and a
// level of detail. Views read it and do not change it.
type stage struct {
	tl     *timeline.Timeline
	look   *Look
	layout *layout
	// colours say what bars show.
	colours colouring
	depths  depths
	detail
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
		if f.Kind != detect.Deadlock || over {
			continue
		}
		for _, ring := range f.Rings() {
			if t >= ring.Start {
				all = append(all, deadlock{ring.Start, st.layout.cycle(ring.Threads)})
			}
		}
	}
	return all
}

// cycle returns the slots of threads that wait for each other in turn, each
// slot once.
func (l *layout) cycle(threads []tracefeed.ThreadID) (slots []int) {
	for _, t := range threads {
		if i, ok := l.slotOf[t]; ok && (len(slots) == 0 || slots[len(slots)-1] != i) {
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
	for i := range st.layout.slots {
		s := &st.layout.slots[i]
		one := [1]tracefeed.ThreadID{s.thread}
		threads := s.members
		if threads == nil {
			threads = one[:]
		}
		s.selected = slices.ContainsFunc(threads, st.isSelected)
		s.lit = st.look.Lit.holds(threads)
		s.dimmed = !slices.ContainsFunc(threads, func(t tracefeed.ThreadID) bool { return !Has(st.look.Dimmed, t) })
		s.uncounted = !st.colours.covers(threads, 0, st.tl.End)
		s.change = st.look.changeOf(threads)
		s.gone = gone(st.tl, st.look, threads)
		s.ended = EndOf(st.tl, threads, st.look.Moment)
	}
	for _, d := range st.deadlocks {
		for _, i := range d.slots {
			st.layout.slots[i].deadlocked = true
		}
	}
	for _, t := range st.look.Chain {
		if i, ok := st.layout.slotOf[t]; ok {
			st.layout.slots[i].chained = true
		}
	}
}

func (st *stage) isSelected(t tracefeed.ThreadID) bool {
	return t != tracefeed.NoThread && (t == st.look.Selected || Has(st.look.Selection, t))
}

// anySelected reports whether anything is highlighted, so that the rest dims.
func (st *stage) anySelected() bool {
	return st.look.Selected != tracefeed.NoThread || len(st.look.Selection) > 0
}

// The brightness of highlighted bars, of others while some are highlighted, and
// of bars that the user has dimmed. Bars of threads that have ended, or of which nothing is
// in the base, have a part of that.
// No bar becomes invisible.
const (
	brightest = 1.15
	dim       = 0.55
	dimmest   = 0.32
	endedPart = 0.6
	unchanged = 0.65 // beside bars that differ from another trace
)

// emphasis returns how bright a slot is drawn.
func (st *stage) emphasis(s *slot) float32 {
	e := float32(1)
	switch {
	case s.selected:
		return brightest
	case s.dimmed:
		e = dimmest
	case st.look.Lit != nil:
		if !s.lit {
			e = dim
		}
	case st.anySelected() && !s.chained && !s.deadlocked:
		e = dim
	case len(st.look.Changes) > 0 && s.change == Unchanged && !s.chained && !s.deadlocked:
		e = unchanged
	}
	if s.ended > 0 || s.uncounted {
		e *= endedPart
	}
	return e
}

// endedBars counts the visible bars that are less bright because their threads have
// ended. In the view of the moment alone, a bar is only a front.
func (st *stage) endedBars() (n int) {
	for i := range st.layout.slots {
		s := &st.layout.slots[i]
		if s.ended > 0 && !s.selected && !s.absent && (s.gone == "" || st.look.Kind != Interaction) {
			n++
		}
	}
	return n
}

// isClose reports whether a bar has details that the others do not have.
func (st *stage) isClose(s *slot) bool { return s.close && levelOf(st.detail) != lod.Near }

// closeBars counts the bars with details that the others do not have.
func (st *stage) closeBars() (n int) {
	for i := range st.layout.slots {
		if st.isClose(&st.layout.slots[i]) {
			n++
		}
	}
	return n
}

// levels lists the levels of detail of the bars: that of close bars is the second.
func (st *stage) levels() []lod.Level {
	if st.level != lod.Near && st.closeBars() > 0 {
		return []lod.Level{st.level, lod.Near}
	}
	return []lod.Level{st.level}
}

func (st *stage) isHovered(i int) bool { return st.look.Hovered == st.pick(i) }

// pick returns the PickID of slot i.
func (st *stage) pick(i int) PickID {
	s := &st.layout.slots[i]
	if s.members == nil {
		return PickID{PickThread, int32(s.thread)}
	}
	return PickID{PickCluster, int32(s.cluster)}
}

// clusterColor returns the colour of the user's cluster that a slot is in.
func (st *stage) clusterColor(s *slot) Color {
	if c := st.look.Clusters[s.user-1].Color; c.A > 0 {
		return c
	}
	return st.look.Palette.Faint
}

// nearEnd returns the z of the near end of a slot's bar: the moment, or the end
// of its thread.
func (st *stage) nearEnd(s *slot) float32 {
	if s.gone == "" {
		return 0
	}
	far := st.depths.far()
	if s.members != nil {
		died := tracefeed.Time(0)
		for _, t := range s.members {
			if _, end := st.tl.Lane(t).Life(); end <= st.look.Moment {
				died = max(died, end)
			}
		}
		return max(st.depths.of(died), far)
	}
	lane := st.tl.Lane(s.thread)
	if lane.StateAt(st.look.Moment) != tracefeed.NotAlive {
		return 0
	}
	return max(st.depths.of(lane.Since(st.look.Moment).Start), far)
}

// bars returns the bars of all slots, without the time after the moment. size
// returns half the width and height of a slot's bar.
func (st *stage) bars(size func(s *slot) mgl32.Vec2) []Bar {
	bars := make([]Bar, len(st.layout.slots))
	far := st.depths.far()
	for i := range bars {
		s := &st.layout.slots[i]
		half := size(s)
		bars[i] = Bar{
			Center:    s.at.Vec3(0),
			HalfWidth: half[0], HalfHeight: half[1],
			Depth: -far, Step: st.depths.length(st.look.Step),
			Row:      int32(i),
			Emphasis: st.emphasis(s),
			Outlined: s.selected || st.isHovered(i),
			Detailed: s.close && st.level != lod.Near,
			Pick:     st.pick(i),
		}
		if s.laned {
			bars[i].Part = statesPart
		}
	}
	return bars
}

// fronts returns the bars as wide and high as the layout makes them.
func (st *stage) fronts() []Bar {
	return st.bars(st.layout.halfOf)
}

// flatBars marks bars as seen straight on.
func flatBars(bars []Bar) []Bar {
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
