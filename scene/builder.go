package scene

import (
	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/share"
	"tiv/scene/view"
	"tiv/timeline"
)

// Builder makes Frames, one after the other. It caches data between frames, so
// the cost of a frame follows its changes. It belongs to one goroutine.
type Builder struct {
	// MaxEvents is the largest number of events to read for a frame; 0 for no
	// limit. A frame that would need more is a draft; see Refine.
	MaxEvents int
	// Animating is set while frames follow each other: they add up fewer waits, and
	// Refine does not begin to add up those that were left out.
	Animating bool
	// Progress is the progress of the transition since StartTransition, from 0 to 1.
	Progress float32

	shares          share.Cache
	pairsRefinement *pairsRefinement
	slices          share.Slicer
	links           linkCache
	lanes           laneCache
	transition      place.Transition
	lost            place.LostTimes
	absent          place.Absentees
	detail          place.Detail // of the last frame
	canvas          shape.Canvas // of the last frame
}

// Frame makes the picture of a timeline. The frame is valid until the next
// call.
func (b *Builder) Frame(tl *timeline.Timeline, look *view.Look, canvas shape.Canvas) *Frame {
	f := &Frame{Width: canvas.Width, Height: canvas.Height, Scale: canvas.Scale,
		Ground: look.Palette.Ground, Neutral: look.Palette.Neutral, Outline: look.Palette.Select}
	space := sceneRect(look, canvas)
	st := b.stage(f, tl, look, canvas, space)
	b.fillBars(f, st)
	st.mark()
	if st.hasSubject() && look.Kind != view.Execution {
		pairs := b.pairs(st)
		st.lightHolders(pairs.parts)
		st.markCalm(&pairs.waits)
	}
	f.Bare = bare(tl, look)
	p := &picture{stage: st, Sheet: shape.NewSheet(canvas, look.Palette, &f.Overlay), f: f, links: &b.links, lanes: &b.lanes,
		maxEvents: b.MaxEvents, budget: b.linkBudget()}
	b.lanes.need = laneNeed{}
	p.Labels.Within, p.Labels.Gap = space, 2*canvas.Scale
	p.draw(look.Kind, space)
	notes := noteWriter{p.Sheet, look, f}
	notes.write()
	f.Totals = b.shares.Totals(look, &st.colours, st.levels())
	if hasSentence(look, canvas) {
		p.sentence(space)
	}
	if hasCaption(look, canvas) {
		caption := captionWriter{stage: st, Sheet: p.Sheet, f: f, locks: p.graph != nil && p.graph.hasLocks()}
		caption.write()
	}
	if p.callNames != nil {
		p.callNames()
	}
	p.Labels.Draw(&f.Overlay)
	return f
}

// pairs returns the waits of threads for each other in the history.
func (b *Builder) pairs(st *stage) *pairCache {
	from, to := st.look.Past()
	if b.links.pairs.update(st.tl, from, to, st.colours.Limit, b.linkBudget()) {
		b.links.outdated = true
	}
	return &b.links.pairs
}

// linkBudget returns the approximate number of wait intervals that the links of
// a frame may sum up.
func (b *Builder) linkBudget() int {
	switch {
	case b.MaxEvents == 0:
		return AllIntervals
	case b.Animating:
		return movingIntervals
	}
	return maxIntervals
}

// stage lays out the bars of a frame, in their places of the transition.
func (b *Builder) stage(f *Frame, tl *timeline.Timeline, look *view.Look, canvas shape.Canvas, space shape.Rect) *stage {
	if canvas != b.canvas {
		b.detail = place.Detail{} // a window that was small for a while is as it was
	}
	b.canvas = canvas
	st := &stage{tl: tl, look: look, colours: b.slices.Colouring(look, b.MaxEvents)}
	a := place.Arranger{Tl: tl, Look: look, Scale: canvas.Scale, Space: space, Lost: &b.lost, Gone: &b.absent,
		Sliced: st.colours.Partition != nil}
	b.absent.Update(tl, look, b.Animating)
	st.layout, f.Clusters, st.Detail = a.Arrange(b.detail)
	b.detail, f.Level, f.states = st.Detail, place.LevelOf(st.Detail), st.Level
	if look.Kind == view.Execution {
		st.layout.Open(look.Opened)
	}
	st.layout = b.transition.Move(st.layout, b.Progress)
	st.depths = newDepths(look, st.layout)
	if look.After && look.Kind.Turns {
		st.layout.Ahead = st.depths.near()
	}
	f.Front = st.layout.Ahead
	f.Low, f.High, f.Depth, f.unmoved, f.depths = st.layout.Low, st.layout.High, st.layout.Depth, st.layout.Unmoved, st.depths
	return st
}

// fillBars computes the shares that bars show, and their styles.
func (b *Builder) fillBars(f *Frame, st *stage) {
	levels := st.levels()
	f.Layers = share.Styles(st.colours.Categories(st.look, levels[0]), st.look)
	if len(levels) > 1 {
		f.DetailLayers = share.Styles(st.colours.Categories(st.look, levels[1]), st.look)
	}
	b.shares.MaxEvents = b.MaxEvents
	f.Shares = b.shares.Update(st.look, st.tl, &st.colours, st.layout.Slots)
	f.Approximate = b.shares.IsDraft() || st.colours.Pending
	for i := range st.layout.Slots {
		st.layout.Slots[i].AppendConcurrency(b.shares.Concurrency(i))
	}
}

// StartTransition starts a transition from the layout of the last picture: everything
// with a place in both layouts moves from one to the other as Part goes from 0
// to 1. Call it before a change of the Look that moves threads.
func (b *Builder) StartTransition() {
	b.Progress = 0
	b.transition.Begin()
}
