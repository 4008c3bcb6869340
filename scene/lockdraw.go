package scene

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/assets"
	"tiv/scene/paint"
	"tiv/scene/plate"
	"tiv/scene/shape"
)

// drawLocks draws the locks that are objects, on top of the waits for them, and then their names,
// so that none covers another lock.
func (p *edgePainter) drawLocks() {
	for i := range p.graph.locks {
		p.drawLock(&p.graph.locks[i])
	}
	for i := range p.graph.locks {
		o := &p.graph.locks[i]
		if at, r, ok := p.disc(o); ok {
			p.nameLock(o, at, r, p.lockColor(&p.graph.ends[o.end]))
		}
	}
}

// disc returns the pixel in the middle of a lock, and its radius.
func (p *edgePainter) disc(o *lockObject) (at mgl32.Vec2, r float32, ok bool) {
	e := &p.graph.ends[o.end]
	at, ok = p.fv.View.Project(e.At.Vec3(0))
	top, ok2 := p.fv.View.Project(e.At.Add(mgl32.Vec2{0, e.Half[1]}).Vec3(0))
	return at, at[1] - top[1], ok && ok2
}

// drawLock draws a disc with a letter, an arm from the thread that keeps it, and the queue. A lock without a known holder is hollow.
func (p *edgePainter) drawLock(o *lockObject) {
	e, d, sh := &p.graph.ends[o.end], p.fv.Pen, p.fv.Sheet
	body := p.lockColor(e)
	if o.keeper >= 0 {
		f := p.fv.Layout.Face(o.keeper)
		arm := shape.Wedge{A: e.At, B: f.Border(f.At, e.At)}
		d.Line(arm.A, arm.B, 0, 7*sh.Canvas.Scale, body)
		p.arms = append(p.arms, p.fv.View.Middle(arm))
	}
	fill, border, letter := body, sh.Colors.Ground, sh.Colors.Ground
	if o.hollow() {
		fill, border, letter = sh.Colors.Ground, body, body
	}
	thick := 1.5 * sh.Canvas.Scale
	if e.pick == p.fv.Look.Hovered {
		thick *= 2
	}
	d.Disc(e.Face, fill, border, thick)
	p.fv.View.AddHit(e.Round(), e.pick, false)
	p.drawQueue(o)
	at, r, ok := p.disc(o)
	if !ok {
		return
	}
	sh.Labels.Reserve(shape.Rect{X0: at[0] - r, Y0: at[1] - r, X1: at[0] + r, Y1: at[1] + r})
	t := shape.Text{Size: min(1.3*r, 1.3*sh.Em), Color: letter, Bold: true, Text: o.letter(p.fv.Look)}
	if wide := assets.TextWidth(t.Text, t.Size, true); wide > 1.6*r { // the number of a group
		t.Size *= 1.6 * r / wide
	}
	if t, ok := p.fv.View.Centred(at, t); ok && t.Text != "" {
		sh.Overlay.Texts = append(sh.Overlay.Texts, t)
	}
}

// lockColor returns the colour of a lock and of the lines to the threads that held it.
func (p *edgePainter) lockColor(e *endpoint) paint.Color {
	if !e.lit && p.fv.Look.HasSubject() {
		return p.fv.Sheet.Colors.Ground.Toward(p.fv.Sheet.Colors.Text, 0.5)
	}
	return p.fv.Sheet.Colors.Text
}

// nameLock writes the name of a lock beside its disc at a pixel.
func (p *edgePainter) nameLock(o *lockObject, at mgl32.Vec2, r float32, color paint.Color) {
	t := shape.Text{Size: p.fv.Sheet.Em, Color: color}
	names := o.names(p.fv.Look)
	if !p.graph.ends[o.end].lit && p.fv.Look.HasSubject() {
		names = names[len(names)-1:]
	}
	for _, name := range names {
		t.Text = shape.FitName(name, t.Size, 17*p.fv.Sheet.Em, false)
		if t.Text == "" || p.beside(o, t, at, r) {
			return
		}
	}
}

// beside writes the name of a lock beside its disc, or above or below it: where neither a line nor
// an arrow head is, if there is such a place. In pictures that follow each other it stays at its
// side. It reports whether there was room.
func (p *edgePainter) beside(o *lockObject, t shape.Text, at mgl32.Vec2, r float32) bool {
	wide, away, sh := assets.TextWidth(t.Text, t.Size, t.Bold), r+0.3*t.Size, p.fv.Sheet
	places := []mgl32.Vec2{{away, 0.35 * t.Size}, {-away - wide, 0.35 * t.Size}, {-wide / 2, -away}, {-wide / 2, away + t.Size}}
	last, known := p.sides[o.Monitors[0]]
	for pass := range 4 {
		for side, to := range places {
			t.X, t.Y = at[0]+to[0], at[1]+to[1]
			box := sh.Labels.Box(t)
			if pass == 0 {
				if !known || side != last { // first where it was
					continue
				}
			} else if pass < 3 && p.graph.heads.meet(box) || pass < 2 && !o.Ring && (p.crossed(noLine, box) || p.onArm(box)) {
				continue
			}
			if r := p.fv.View.Rect; t.X >= r.X0 && t.X+wide <= r.X1 && t.Y-t.Size >= r.Y0 && t.Y <= r.Y1 && sh.Label(t) {
				p.sides[o.Monitors[0]] = side
				return true
			}
		}
	}
	return false
}

// onArm reports whether a line from a lock to a thread that held it crosses a box.
func (p *edgePainter) onArm(box shape.Rect) bool {
	return slices.ContainsFunc(p.arms, func(points []mgl32.Vec2) bool {
		return slices.ContainsFunc(points, func(at mgl32.Vec2) bool { return box.Holds(at[0], at[1]) })
	})
}

// mostQueued is the largest number of waiting threads that a queue shows.
const mostQueued = 24

// drawQueue draws the threads that wait for a lock at the moment as a row of small bars: below
// the bar of the thread that keeps it, else below the lock. In a deadlock the ring shows them.
func (p *edgePainter) drawQueue(o *lockObject) {
	if o.Ring || len(o.queue) == 0 {
		return
	}
	e, d, k := &p.graph.ends[o.end], p.fv.Pen, p.fv.Sheet.Canvas.Scale
	s := d.Size()
	wide, gap, tall := 3*k*s[0], 2.5*k*s[0], 8*k*s[1]
	n := min(len(o.queue), mostQueued)
	x, y := e.At[0]-(float32(n)*(wide+gap)-gap)/2, e.At[1]-e.Half[1]-4*k*s[1]
	if o.keeper >= 0 { // below its marks
		f := p.fv.Layout.Face(o.keeper)
		x, y = f.At[0]-f.Half[0], f.At[1]-f.Half[1]-10*k*s[1]
	}
	for range n {
		low, high := mgl32.Vec2{x, y - tall}, mgl32.Vec2{x + wide, y}
		d.Quad(low.Vec3(0), mgl32.Vec3{high[0], low[1], 0}, high.Vec3(0), mgl32.Vec3{low[0], high[1], 0}, p.fv.Sheet.Colors.LockEdge)
		x += wide + gap
	}
}

// hold draws the part that a thread had in holding a lock: a line from the lock to its bar,
// thicker for a larger part of the waiting. The arm of a keeper says it already.
func (p *edgePainter) hold(d shape.Pen, l *Link, w shape.Wedge) {
	e := &p.graph.ends[l.blocked]
	if o := &p.graph.locks[e.lock-1]; o.keeper >= 0 && p.graph.ends[l.blocker].slot == o.keeper {
		return
	}
	share := p.graph.share(l)
	alpha := 0.15 + 0.7*share
	if !p.graph.isMarked(l) && p.fv.Look.HasSubject() {
		alpha *= 0.3
	}
	thick := max(1.2, 9*share) * p.fv.Sheet.Canvas.Scale * p.fv.Pen.Pixel
	w.From, w.To = thick, thick
	d.Fill(w, 0, p.lockColor(e).Alpha(alpha))
	p.fv.View.AddHit(w.Outline(), e.pick, true)
	p.arms = append(p.arms, p.fv.View.Middle(w))
	p.nameExit(l, p.arms[len(p.arms)-1], noLine)
}

// bodiesOf returns the locks that have plates. apart says that the picture is about some of them.
func bodiesOf(locks []lockObject, ends []endpoint, apart bool) (bodies []plate.Body) {
	for i := range locks {
		e := &ends[locks[i].end]
		bodies = append(bodies, plate.Body{Monitors: locks[i].Monitors, Face: e.Face, Pick: e.pick, Faint: apart && !e.lit})
	}
	return bodies
}
