package plate

import (
	"cmp"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/interaction/turns"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/stage"
	"tiv/tracefeed"
)

// Body is a lock that has a plate.
type Body struct {
	Monitors []tracefeed.MonitorID
	// Face is its object in the plane of the moment, where its plate ends.
	Face shape.Face
	Pick shape.PickID
	// Faint says that the picture is about others.
	Faint bool
	apart bool // a selected thread is one of its owners, so the others step back
}

// Painter draws the plates of a view.
type Painter struct {
	fv    *stage.Front
	cache *Cache
	sight *shape.Sight // of bars as long as the scene is deep, so that places do not depend on the moment
	// high is the height of most waiting threads above a rail, rail that of rails.
	most       int
	high, rail float32
	pen        shape.Pen
	turns      []turn
	marks      []mark
}

// NewPainter returns the painter of a view that has its bars; nil if its look has no plates. Turns at locks
// come from a cache.
func NewPainter(fv *stage.Front, cache *Cache) *Painter {
	if !fv.Look.LockPlates || !fv.Deep {
		cache.Drop()
		return nil
	}
	long := *fv.View
	long.Bars = stage.FlatBars(slices.Clone(long.Bars))
	for i := range long.Bars {
		long.Bars[i].Depth = fv.Layout.Depth
	}
	p := &Painter{fv: fv, cache: cache, sight: shape.NewSight(fv.Shares, &long), pen: shape.Pen{Mesh: &fv.View.Between}}
	p.high, p.rail = heights(fv)
	return p
}

// Draw draws the plates of locks, far ones first. With maxEvents 0 it reads all events that it needs.
func (p *Painter) Draw(bodies []Body, maxEvents int) {
	p.cache.update(p.fv.Timeline, p.fv.Look, bodies, maxEvents)
	p.most = p.scale(bodies)
	bodies = slices.Clone(bodies)
	slices.SortFunc(bodies, func(a, b Body) int {
		return -cmp.Compare(mgl32.Abs(a.Face.At[0]-p.fv.View.Eye[0]), mgl32.Abs(b.Face.At[0]-p.fv.View.Eye[0]))
	})
	for i := range bodies {
		b := &bodies[i]
		p.cache.each(b.Monitors, func(s *turns.Step, _, _ tracefeed.Time) {
			b.apart = b.apart || p.fv.Look.AnySelected() && slices.ContainsFunc(s.Owners(), p.fv.Look.IsSelected)
		})
		p.plate(b)
	}
}

// scale returns the number of waiting threads that the height of plates stands for: the same for all plates, and a
// round one, so that it changes seldom in playback.
func (p *Painter) scale(bodies []Body) int {
	most := turns.LeastScale
	for i := range bodies {
		most = max(most, p.longest(&bodies[i]))
	}
	return most
}

// longest returns the length of the longest queue on a plate, rounded up to a round number; 0 if there is none.
func (p *Painter) longest(b *Body) int {
	longest := 0.0
	p.cache.each(b.Monitors, func(s *turns.Step, start, end tracefeed.Time) { longest = max(longest, s.Queue(end-start)) })
	return turns.RoundQueue(longest)
}

// plate draws the plate of a lock.
func (p *Painter) plate(b *Body) {
	x, low, far := b.Face.At[0], b.Face.At[1]-p.rail/2, p.fv.Depths.Far()
	hit := shape.Plate{X: x, Low: low, Pick: b.Pick}
	p.cache.each(b.Monitors, func(s *turns.Step, start, end tracefeed.Time) {
		if len(s.Held) == 0 && len(s.Waited) == 0 {
			return
		}
		z0, z1 := max(p.fv.Depths.Of(start), far), p.fv.Depths.Of(end)
		at := pile{p, b, &hit, low, z0, z1, p.rail / float32(end-start)}
		at.add(s.Held)
		at.y, at.unit = low+p.rail, p.high/float32(p.most)/float32(end-start)
		at.add(s.Waited)
		middle := (low + at.y) / 2
		p.note(s, mgl32.Vec3{x, middle, z0}, mgl32.Vec3{x, middle, z1}, len(hit.Steps) == 0)
		hit.Steps = append(hit.Steps, shape.PlateStep{Far: z0, Near: z1, End: int32(len(hit.Parts))})
	})
	if len(hit.Steps) > 0 {
		p.fv.View.Plates = append(p.fv.View.Plates, hit)
		p.mark(x, low+p.rail, p.longest(b))
	}
}

// pile is the parts of a step on a plate, one above the other, between two depths. unit is the height of a nanosecond,
// y the height so far.
type pile struct {
	*Painter
	body      *Body
	plate     *shape.Plate
	y         float32
	far, near float32
	unit      float32
}

// add adds parts with their colours.
func (a *pile) add(parts []turns.Part) {
	keep := func(t tracefeed.ThreadID) bool { return a.body.apart && a.fv.Look.IsSelected(t) }
	rest := turns.Apart(parts, keep, func(part *turns.Part) {
		a.box(part.Time, a.color(part, a.body), shape.PickID{Kind: shape.PickThread, Index: int32(part.Thread)})
	})
	if rest > 0 {
		a.box(rest, a.shade(a.fv.Sheet.Colors.ManyOwners(), a.body), shape.PickID{})
	}
}

// box adds a time of a thread.
func (a *pile) box(time tracefeed.Time, color paint.Color, of shape.PickID) {
	x, high := a.body.Face.At[0], a.y+float32(time)*a.unit
	a.pen.Quad(mgl32.Vec3{x, a.y, a.far}, mgl32.Vec3{x, a.y, a.near}, mgl32.Vec3{x, high, a.near}, mgl32.Vec3{x, high, a.far}, color)
	a.y = high
	a.plate.Parts = append(a.plate.Parts, shape.PlatePart{High: high, Of: of})
}

// mark is the end of the scale of a plate, and the number of waiting threads there.
type mark struct {
	at      mgl32.Vec3
	waiting int
}

// mark draws the scale of a plate at the moment: a line as high as its longest queue.
func (p *Painter) mark(x, low float32, waiting int) {
	if waiting == 0 {
		return
	}
	high := low + p.high*float32(waiting)/float32(p.most)
	thick, color := 0.75*p.fv.Pen.Pixel*p.fv.Sheet.Canvas.Scale, p.fv.Sheet.Colors.Faint
	rect := func(x0, x1, y0, y1 float32) {
		p.pen.Quad(mgl32.Vec3{x0, y0, 0}, mgl32.Vec3{x1, y0, 0}, mgl32.Vec3{x1, y1, 0}, mgl32.Vec3{x0, y1, 0}, color)
	}
	rect(x-thick, x+thick, low, high)
	rect(x-4*thick, x+4*thick, high-thick, high+thick)
	p.marks = append(p.marks, mark{mgl32.Vec3{x, high, 0}, waiting})
}

// color returns the colour of a part of a plate.
func (p *Painter) color(part *turns.Part, b *Body) paint.Color {
	faint := b.apart && !p.fv.Look.IsSelected(part.Thread)
	return p.shade(p.fv.Sheet.Colors.PartColor(int(part.Thread), part.Inferred, faint), b)
}

// shade returns a colour of a plate as it is if the picture is about others.
func (p *Painter) shade(c paint.Color, b *Body) paint.Color {
	if b.Faint {
		return p.fv.Sheet.Colors.Ground.Toward(c, 0.45)
	}
	return c
}
