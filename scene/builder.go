package scene

import (
	"tiv/lod"
	"tiv/scene/lane"
	"tiv/scene/paint"
	"tiv/scene/place"
	"tiv/scene/plate"
	"tiv/scene/processors"
	"tiv/scene/shape"
	"tiv/scene/share"
	"tiv/scene/stage"
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
	// Eased makes a picture with other places than the last one, or in another view, the first of a
	// transition: it shows the old places, and Begun says so. Without it, places change at once.
	Eased bool
	Begun place.Change
	// Progress is the progress of the transition since it began, from 0 to 1. Everything with a
	// place before and after moves from one to the other.
	Progress float32

	shares     share.Cache
	slices     share.Slicer
	links      linkCache
	lanes      lane.Cache
	plates     plate.Cache
	processors processors.Cache
	tasks      taskViews
	transition place.Transition
	lost       place.LostTimes
	again      place.Repeats
	absent     place.Absentees
	likeness   place.Likeness
	kept       stage.Kept
	detail     place.Detail // of the last frame
	canvas     shape.Canvas // of the last frame
	kind       *view.Kind   // of the last frame
}

// Frame makes the picture of a timeline. The frame is valid until the next
// call.
func (b *Builder) Frame(tl *timeline.Timeline, look *view.Look, canvas shape.Canvas) *Frame {
	b.tasks.unseen()
	if look.Kind.Tasks {
		return b.taskFrame(tl, look, canvas)
	}
	f := &Frame{Width: canvas.Width, Height: canvas.Height, Scale: canvas.Scale,
		Ground: look.Palette.Ground, Neutral: look.Palette.Neutral, Outline: look.Palette.Select}
	whole := sceneRect(look, canvas)
	space := whole
	if f.Processors = b.processors.Begin(tl, look, canvas, whole, b.MaxEvents); f.Processors != nil {
		space.Y0 += f.Processors.Height
	}
	st := b.stage(f, tl, look, canvas, space)
	f.CourseColor = stage.CourseColor(st)
	b.fillBars(f, st)
	st.Mark()
	f.Rings, f.Stuck = len(st.Deadlocks), len(st.Stuck)
	for i := range st.Debts {
		d, _ := st.Debts[i].Finding.Debt()
		f.Debts = append(f.Debts, Debt{d, st.Debts[i].Finding})
	}
	if look.HasSubject() && look.Kind != view.Execution {
		pairs := b.pairs(st)
		stage.LightHolders(look, st.Layout, pairs.parts)
		stage.MarkCalm(tl, look, st.Layout, st.Stuck, pairs.waits.causes)
	}
	f.Bare = stage.Bare(tl, look)
	turning := b.transition.Turning(b.Progress)
	p := &picture{Stage: st, Sheet: shape.NewSheet(canvas, look.Palette, &f.Overlay), f: f, links: &b.links, lanes: &b.lanes,
		plates: &b.plates, kept: &b.kept, maxEvents: b.MaxEvents, budget: budget(b.MaxEvents, b.Animating)}
	b.lanes.Need, b.kept.Resting = lane.Need{}, !b.Animating && !turning
	p.Labels.Within, p.Labels.Gap = whole, 2*canvas.Scale
	if turning {
		p.f.Views = append(p.f.Views, drawTurning(func(to place.Pose) place.Pose { return b.transition.Turn(to, b.Progress) }, space, p))
	} else {
		p.draw(look.Kind, space)
		b.transition.Turn(p.pose, 1)
	}
	if f.Processors != nil {
		f.Views = append(f.Views, f.Processors.View())
	}
	notes := noteWriter{p.Sheet, look, f}
	notes.write()
	f.Totals = b.shares.Totals(look, &st.Colours, st.Levels())
	if stage.HasSentence(look, canvas) {
		stage.WriteSentence(look, p.Sheet, whole)
	}
	if hasCaption(look, canvas) {
		caption := captionWriter{Stage: st, Sheet: p.Sheet, f: f, locks: p.graph != nil && p.graph.hasLocks()}
		caption.write()
	}
	if p.callNames != nil {
		p.callNames()
	}
	p.Labels.Draw(&f.Overlay)
	return f
}

// pairs returns the waits of threads for each other in the history.
func (b *Builder) pairs(st *stage.Stage) *pairCache {
	from, to := st.Look.Past()
	if b.links.pairs.update(st.Timeline, from, to, st.Colours.Limit, budget(b.MaxEvents, b.Animating)) {
		b.links.outdated = true
	}
	return &b.links.pairs
}

// stage lays out the bars of a frame, in their places of the transition.
func (b *Builder) stage(f *Frame, tl *timeline.Timeline, look *view.Look, canvas shape.Canvas, space shape.Rect) *stage.Stage {
	eased := b.Eased && canvas == b.canvas
	if canvas != b.canvas {
		b.detail = place.Detail{} // a window that was small for a while is as it was
	}
	st := &stage.Stage{Timeline: tl, Look: look, Colours: b.slices.Colouring(look, b.MaxEvents)}
	a := place.Arranger{Tl: tl, Look: look, Scale: canvas.Scale, Space: space, Lost: &b.lost, Gone: &b.absent, Again: &b.again,
		Sliced: st.Colours.Partition != nil}
	b.absent.Update(tl, look, b.Animating && look.Kind == b.kind)
	st.Layout, f.Clusters, st.Detail = a.Arrange(b.detail)
	b.detail, b.canvas, b.kind = st.Detail, canvas, look.Kind
	f.Level, f.states = place.LevelOf(st.Detail), st.Level
	if look.Kind == view.Execution {
		st.Layout.Open(look.Opened)
	}
	if st.Names == lod.Dense {
		st.Alike = b.likeness.Find(tl, look, st.Layout)
	}
	if b.Begun = b.transition.Begin(st.Layout, look, space, eased); b.Begun != place.Nothing {
		b.Progress = 0
	}
	st.Layout = b.transition.Move(st.Layout, b.Progress)
	st.Depths = stage.NewDepths(look, st.Layout)
	if look.After && look.Kind.Turns {
		st.Layout.Ahead = st.Depths.Near()
	}
	for _, a := range st.Alike {
		f.Alike = append(f.Alike, a.Cluster)
	}
	f.Low, f.High, f.Depth, f.unmoved, f.depths = st.Layout.Low, st.Layout.High, st.Layout.Depth, st.Layout.Unmoved, st.Depths
	for i := range st.Layout.Slots {
		if s := &st.Layout.Slots[i]; s.User > 0 {
			low, high := stage.GroundOf(st.Layout, s)
			f.Grounds = append(f.Grounds, Ground{int(s.User - 1), st.Pick(i), low, high})
		}
	}
	return st
}

// fillBars computes the shares that bars show, and their styles.
func (b *Builder) fillBars(f *Frame, st *stage.Stage) {
	levels := st.Levels()
	f.Layers = share.Styles(st.Colours.Categories(st.Look, levels[0]), st.Look)
	if len(levels) > 1 {
		f.DetailLayers = share.Styles(st.Colours.Categories(st.Look, levels[1]), st.Look)
	}
	b.shares.MaxEvents = b.MaxEvents
	f.Shares = b.shares.Update(st.Look, st.Timeline, &st.Colours, st.Layout.Slots)
	st.Styles, st.Shares = [2][]paint.Style{f.Layers, f.DetailLayers}, f.Shares
	f.Approximate = b.shares.IsDraft() || st.Colours.Pending || f.Processors != nil && f.Processors.Pending
	for i := range st.Layout.Slots {
		st.Layout.Slots[i].AppendConcurrency(b.shares.Concurrency(i))
	}
}
