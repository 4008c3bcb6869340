package scene

import (
	"fmt"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/assets"
	"tiv/lod"
	"tiv/scene/paint"
	"tiv/tracefeed"
)

// hubPart is the smallest share of an edge's waiting for which its thread is
// named, and manyTimes the smallest multiple of an even share.
const (
	hubPart   = 0.25
	manyTimes = 3
)

// name records the label below an edge: the monitor of the longest waits and,
// for a cluster, the thread with much of the waiting. Labels of edges are
// placed after those of all bars, if there is room.
func (p *edgePainter) name(w wedge, l *Link) {
	t := Text{Size: 0.85 * p.fv.sheet.em, Color: p.fv.sheet.colors.Faint}
	switch {
	case p.fv.density == lod.Sparse && l.Single && l.Monitor != tracefeed.NoMonitor:
		t.Text = fitName(p.fv.look.Locks.Short(l.Monitor), t.Size, 12*p.fv.sheet.em, false)
	case l.HubTotal > 0 && float64(l.HubTotal) >= float64(l.Total)*max(hubPart, manyTimes/float64(p.graph.ends[l.blocker].threads)):
		t.Text = fmt.Sprintf("%.0f %% for %s", 100*float64(l.HubTotal)/float64(l.Total),
			fitName(p.fv.tl.Threads[l.Hub].Name, t.Size, 14*p.fv.sheet.em, false))
		t.Color = p.fv.sheet.colors.Text
	default:
		return
	}
	if p.graph.onChain(l) { // its step lies over it
		over := p.fv.layout.stepWedge()
		w.from, w.to = max(w.from, over.from), max(w.to, over.to)
	}
	if places := p.fv.view.beside(w, t); len(places) > 0 {
		p.names = append(p.names, edgeName{edgeKey{l.Monitor, t.Text}, len(p.lines) - 1, places})
	}
}

// edgeName is the label of an edge, with the edge's line and the places to try.
type edgeName struct {
	edgeKey
	line   int
	places []Text
}

// edgeKey is the subject of a label.
type edgeKey struct {
	monitor tracefeed.MonitorID
	text    string
}

// beside returns places for a text beside an edge, which it does not cover: below
// or above its middle, and nearer to its ends.
func (v *View) beside(w wedge, t Text) (places []Text) {
	half := mgl32.Vec2{assets.TextWidth(t.Text, t.Size, t.Bold) / 2, 0.6 * t.Size}
	for _, part := range []float32{0.5, 0.4, 0.6, 0.3, 0.7, 0.22, 0.78} {
		mid, left := w.at(part)
		at, ok := v.Project(mid.Vec3(0))
		border, ok2 := v.Project(mid.Add(left.Mul((w.from + (w.to-w.from)*part) / 2)).Vec3(0))
		next, _ := w.at(part + 0.01)
		ahead, ok3 := v.Project(next.Vec3(0))
		if !ok || !ok2 || !ok3 {
			continue
		}
		across := leftOf(ahead.Sub(at))
		if across[1] < 0 {
			across = across.Mul(-1)
		}
		away := border.Sub(at).Len() + abs(across[0])*half[0] + abs(across[1])*half[1] + 0.15*t.Size
		for _, side := range []float32{1, -1} {
			if t, ok := v.centred(at.Add(across.Mul(side*away)), t); ok {
				places = append(places, t)
			}
		}
	}
	return places
}

// nameDisc writes the name of a cluster of bars below its mark.
func (p *edgePainter) nameDisc(e *endpoint, color paint.Color) {
	at, ok := p.fv.view.Project(e.at.Sub(mgl32.Vec2{0, e.half[1]}).Vec3(0))
	if !ok {
		return
	}
	t := Text{Size: p.fv.sheet.em, Color: color, Bold: true}
	if top, ok := p.fv.view.Project(e.at.Add(mgl32.Vec2{0, e.half[1]}).Vec3(0)); ok {
		r := (at[1] - top[1]) / 2
		p.fv.sheet.labels.reserve(Rect{at[0] - r, top[1], at[0] + r, at[1]})
	}
	t.Text = fitName(e.name, t.Size, 18*p.fv.sheet.em, true)
	at[1] += 0.9 * t.Size
	if t, ok = p.fv.view.centred(at, t); ok {
		p.fv.sheet.label(t)
	}
}

// writeNames writes the labels of edges, those of the longest waits first, where
// no front is and no bar is before them: at first where no other edge is, too. Each
// monitor has one label, however many edges it has.
func (p *edgePainter) writeNames(s *sight) {
	if len(p.names) == 0 {
		return
	}
	bars, done := p.fv.barBoxes(), map[edgeKey]bool{}
	for _, apart := range []bool{true, false} {
		for _, n := range slices.Backward(p.names) {
			if done[n.edgeKey] {
				continue
			}
			free := slices.IndexFunc(n.places, func(t Text) bool {
				box := p.fv.sheet.labels.box(t)
				return !bars.overlaps(box) && p.fv.sheet.labels.free(box, p.fv.view.Rect) &&
					(!apart || !p.crossed(n.line, box)) && (s == nil || !s.before(box))
			})
			done[n.edgeKey] = free >= 0 && p.fv.sheet.label(n.places[free])
		}
	}
}

// crossed reports whether another edge than that of a line crosses a box.
func (p *edgePainter) crossed(line int, box Rect) bool {
	for i, points := range p.lines {
		if i != line && slices.ContainsFunc(points, func(at mgl32.Vec2) bool { return box.Holds(at[0], at[1]) }) {
			return true
		}
	}
	return false
}

// middle returns points along the middle of an edge, in pixels.
func (v *View) middle(w wedge) (points []mgl32.Vec2) {
	const parts = 40
	for i := range parts + 1 {
		mid, _ := w.at(float32(i) / parts)
		if at, ok := v.Project(mid.Vec3(0)); ok {
			points = append(points, at)
		}
	}
	return points
}

// barBoxes returns the parts of the view that the fronts of bars cover.
func (fv *frontView) barBoxes() *labels {
	bars, rect := &labels{}, fv.view.Rect
	for i := range fv.layout.slots {
		f := fv.layout.face(i)
		low, ok := fv.view.Project(f.at.Sub(f.half).Vec3(0))
		high, ok2 := fv.view.Project(f.at.Add(f.half).Vec3(0))
		if ok && ok2 && rect.Holds(max(low[0], rect.X0), max(high[1], rect.Y0)) {
			bars.reserve(Rect{low[0], high[1], min(high[0], rect.X1), min(low[1], rect.Y1)})
		}
	}
	return bars
}
