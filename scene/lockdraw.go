package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/assets"
)

// drawLocks draws the locks that are objects, on top of the waits for them.
func (p *edgePainter) drawLocks() {
	for i := range p.graph.locks {
		p.drawLock(&p.graph.locks[i])
	}
}

// drawLock draws a disc with a letter, an arm from the thread that keeps it, the queue, and its
// name. A lock without a known holder is hollow.
func (p *edgePainter) drawLock(o *lockObject) {
	e, d, sh := &p.graph.ends[o.end], p.fv.pen, p.fv.sheet
	body := p.lockColor(e)
	if o.keeper >= 0 {
		f := p.fv.layout.face(o.keeper)
		d.line(e.at, f.border(f.at, e.at), 0, 7*sh.canvas.Scale, body)
	}
	fill, border, letter := body, sh.colors.Ground, sh.colors.Ground
	if !o.held && o.keeper < 0 {
		fill, border, letter = sh.colors.Ground, body, body
	}
	thick := 1.5 * sh.canvas.Scale
	if e.pick == p.fv.look.Hovered {
		thick *= 2
	}
	d.disc(e.face, fill, border, thick)
	p.fv.view.hit(e.round(), e.pick, false)
	p.drawQueue(o)
	at, ok := p.fv.view.Project(e.at.Vec3(0))
	top, ok2 := p.fv.view.Project(e.at.Add(mgl32.Vec2{0, e.half[1]}).Vec3(0))
	if !ok || !ok2 {
		return
	}
	r := at[1] - top[1]
	t := Text{Size: min(1.3*r, 1.3*sh.em), Color: letter, Bold: true, Text: o.letter(p.fv.look)}
	if t, ok := p.fv.view.centred(at, t); ok {
		sh.labels.reserve(Rect{at[0] - r, at[1] - r, at[0] + r, at[1] + r})
		sh.overlay.Texts = append(sh.overlay.Texts, t)
	}
	p.nameLock(o, at, r, body)
}

// lockColor returns the colour of a lock and of the lines to the threads that held it.
func (p *edgePainter) lockColor(e *endpoint) Color {
	if !e.lit && p.fv.hasSubject() {
		return p.fv.sheet.colors.Ground.Toward(p.fv.sheet.colors.Text, 0.5)
	}
	return p.fv.sheet.colors.Text
}

// nameLock writes the name of a lock beside its disc at a pixel, or above it.
func (p *edgePainter) nameLock(o *lockObject, at mgl32.Vec2, r float32, color Color) {
	t := Text{Size: 0.9 * p.fv.sheet.em, Color: color}
	t.Text = fitName(o.name(p.fv.look), t.Size, 14*p.fv.sheet.em, false)
	if t.Text == "" {
		return
	}
	wide, away := assets.TextWidth(t.Text, t.Size, t.Bold), r+0.3*t.Size
	for _, to := range []mgl32.Vec2{{away, 0.35 * t.Size}, {-away - wide, 0.35 * t.Size}, {-wide / 2, -away}, {-wide / 2, away + t.Size}} {
		t.X, t.Y = at[0]+to[0], at[1]+to[1]
		if r := p.fv.view.Rect; t.X >= r.X0 && t.X+wide <= r.X1 && t.Y-t.Size >= r.Y0 && t.Y <= r.Y1 && p.fv.sheet.label(t) {
			return
		}
	}
}

// mostQueued is the largest number of waiting threads that a queue shows.
const mostQueued = 24

// drawQueue draws the threads that wait for a lock at the moment as a row of small bars: below
// the bar of the thread that keeps it, else below the lock. In a deadlock the ring shows them.
func (p *edgePainter) drawQueue(o *lockObject) {
	if o.Ring || len(o.queue) == 0 {
		return
	}
	e, d, k := &p.graph.ends[o.end], p.fv.pen, p.fv.sheet.canvas.Scale
	s := d.size()
	wide, gap, tall := 3*k*s[0], 2.5*k*s[0], 8*k*s[1]
	n := min(len(o.queue), mostQueued)
	x, y := e.at[0]-(float32(n)*(wide+gap)-gap)/2, e.at[1]-e.half[1]-4*k*s[1]
	if o.keeper >= 0 { // below its marks
		f := p.fv.layout.face(o.keeper)
		x, y = f.at[0]-f.half[0], f.at[1]-f.half[1]-10*k*s[1]
	}
	for range n {
		low, high := mgl32.Vec2{x, y - tall}, mgl32.Vec2{x + wide, y}
		d.quad(low.Vec3(0), mgl32.Vec3{high[0], low[1], 0}, high.Vec3(0), mgl32.Vec3{low[0], high[1], 0}, p.fv.sheet.colors.LockEdge)
		x += wide + gap
	}
}

// hold draws the part that a thread had in holding a lock: a line from the lock to its bar,
// thicker for a larger part of the waiting. The arm of a keeper says it already.
func (p *edgePainter) hold(d pen, l *Link, w wedge, between bool) {
	e := &p.graph.ends[l.blocked]
	if o := &p.graph.locks[e.lock-1]; o.keeper >= 0 && p.graph.ends[l.blocker].slot == o.keeper {
		return
	}
	share := p.graph.share(l)
	alpha := 0.15 + 0.7*share
	if !p.graph.isMarked(l) && p.fv.hasSubject() {
		alpha *= 0.3
	}
	thick := max(1.2, 9*share) * p.fv.sheet.canvas.Scale * p.fv.pen.pixel
	w.from, w.to = thick, thick
	d.fill(w, 0, p.lockColor(e).Alpha(alpha))
	p.fv.view.hit(w.outline(), e.pick, between)
}
