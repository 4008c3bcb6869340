package scene

import (
	"slices"

	"tiv/interaction/detect"
	"tiv/lod"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Builder makes Frames, one after the other. It caches data between frames, so
// the cost of a frame follows its changes. It belongs to one goroutine.
type Builder struct {
	// MostEvents is the largest number of events to read for a frame; 0 for no
	// limit. A frame that would need more is a draft; see Refine.
	MostEvents int
	// Hurry is set while frames follow each other: Refine then does not begin to
	// add up waits that were left out.
	Hurry bool
	// Part is the progress of the transition since Depart, from 0 to 1.
	Part float32

	shares          shareCache
	refinement      *refinement
	pairsRefinement *pairsRefinement
	sums            sumCache
	level           lod.Level
	on              Canvas // of the last frame
	links           linkCache
	// startLayout is the layout at the last call of Depart, lastLayout that of the
	// last frame.
	startLayout, lastLayout *layout
}

// picture is one frame in the making.
type picture struct {
	*Builder
	tl     *timeline.Timeline
	look   *Look
	canvas Canvas
	f      *Frame
	l      *layout
	colors *Palette
	rings  []detect.Finding
	ends   ends
	hubs   []tracefeed.ThreadID
	// waited says that some shown threads waited for locks of each other.
	waited bool
	// inDegree has the number of links drawn to each end.
	inDegree []int
	// inRings holds the pairs of ends with waits in a deadlock.
	inRings map[[2]int]bool
	// ringed are the wedges of deadlocks by the slots they go from and to.
	ringed map[[2]int]wedge
	labels labels
	// edgeNames holds the labels of edges, each with its candidate places.
	edgeNames [][]Text
}

// Frame makes the picture of a timeline. The frame is valid until the next
// call.
func (b *Builder) Frame(tl *timeline.Timeline, look *Look, canvas Canvas) *Frame {
	p := &picture{Builder: b, tl: tl, look: look, canvas: canvas, colors: look.Palette}
	p.f = &Frame{Width: canvas.Width, Height: canvas.Height, Scale: canvas.Scale,
		Ground: p.colors.Ground, Neutral: p.colors.Neutral, Outline: p.colors.Select}
	if canvas != b.on {
		b.level = lod.Auto // a window that was small for a while is as it was
	}
	b.on = canvas
	space := p.frame()
	p.labels.within, p.labels.gap = space, 2*p.canvas.Scale
	p.arrange(space)
	p.glide()
	p.f.Low, p.f.High, p.f.unmoved = p.l.low, p.l.high, p.l.unmoved
	p.f.Layers = p.layerStyles(p.level)
	if p.closeBars() > 0 {
		p.f.CloseLayers = p.layerStyles(lod.Near)
	}
	b.shares.maxEvents = b.MostEvents
	p.f.Shares = b.shares.update(tl, look.grid(), p.l.slots)
	p.f.Draft = b.shares.cells.approximate
	for i := range p.l.slots {
		p.l.slots[i].appendConcurrency(b.shares.cells.concurrency[i])
	}
	p.rings = p.ringsAt(look.Moment)
	p.mark()
	p.views(space)
	p.noteTexts()
	p.f.Level = p.level
	p.f.Totals = p.totals()
	if p.hasCaption() {
		p.caption()
	}
	p.labels.draw(&p.f.Overlay)
	return p.f
}

// views draws the view or views that the Look selects.
func (p *picture) views(space Rect) {
	switch p.look.Kind {
	case Timeline:
		p.timelineView(space)
	case Interaction:
		p.interactionView(space)
	case Split:
		left, right := splitRect(space)
		p.timelineView(left)
		p.interactionView(right)
	default:
		p.freeView(space)
	}
}

// splitRect cuts the space of two views that line up.
func splitRect(r Rect) (left, right Rect) {
	mid := r.X0 + 0.58*r.Width()
	left, right = r, r
	left.X1, right.X0 = mid, mid
	return left, right
}

// em returns the size of common text in pixels.
func (p *picture) em() float32 { return em(p.canvas.Scale) }

func em(scale float32) float32 { return 13 * scale }

// mostBars is the largest number of bars in a picture. More threads are always
// drawn at level crowd.
const mostBars = 4096

// arrange chooses the level of detail and lays out the slots.
func (p *picture) arrange(space Rect) {
	aspect := space.Width() / max(space.Height(), 1)
	before := p.level
	p.level = p.look.Level
	if len(p.look.Threads) > mostBars {
		p.level = lod.Crowd
	}
	clusters := p.place(aspect)
	if p.level == lod.Auto {
		inView, pixels := p.crowding(space)
		p.level = lod.Choose(before, inView, pixels)
		if p.level == lod.Crowd {
			clusters = p.place(aspect)
		}
		p.setLevel()
	}
	p.Builder.level, p.f.Clusters = p.level, clusters
}

// place lays out all bars of the level and returns the clusters among them. At
// level crowd the user's own places for threads are ignored.
func (p *picture) place(aspect float32) []Cluster {
	slots, clusters := p.slots(p.level)
	look := *p.look
	if p.level == lod.Crowd {
		look.Places = nil
	}
	p.l = arrange(slots, &look, aspect)
	return clusters
}

// setLevel sets the level of detail of all bars except the close ones.
func (p *picture) setLevel() {
	for i := range p.l.slots {
		if s := &p.l.slots[i]; s.members != nil || !Has(p.look.Close, s.thread) {
			s.level = p.level
		}
	}
}

// crowding returns the number of bars in view, and their height in pixels at
// scale 1.
func (p *picture) crowding(space Rect) (inView int, pixels float32) {
	low, high := p.look.Camera.upright(p.l, p.look.Kind == Timeline)
	for _, s := range p.l.slots {
		if s.at[1] >= low && s.at[1] <= high {
			inView++
		}
	}
	perPixel := (high - low) / max(space.Height(), 1) * p.canvas.Scale
	if p.look.Kind == Timeline || p.look.Kind == Split {
		return inView, 0.8 / perPixel
	}
	return inView, 2 * p.l.half[1] / perPixel
}

// layerStyles returns the styles of a level's layers.
func (p *picture) layerStyles(level lod.Level) []LayerStyle {
	var styles []LayerStyle
	for _, l := range level.Layers() {
		styles = append(styles, p.layerStyle(l))
	}
	return styles
}

func (p *picture) layerStyle(l lod.Layer) LayerStyle {
	s := p.colors.Layers[l.Name]
	if p.look.Plain && l.Name != "unknown" {
		s.Pattern = Plain
	}
	return s
}

// ringsAt returns the deadlocks that are closed at a moment.
func (p *picture) ringsAt(t tracefeed.Time) []detect.Finding {
	return slices.DeleteFunc(slices.Clone(p.look.Findings), func(f detect.Finding) bool {
		return f.Kind != detect.Deadlock || t < f.Start || t > f.End || t == f.End && f.End < p.tl.End
	})
}
