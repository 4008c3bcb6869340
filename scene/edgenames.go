package scene

import (
	"fmt"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/lod"
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
		t.Text = fitName(p.fv.tl.Monitors[l.Monitor].Name, t.Size, 12*p.fv.sheet.em, false)
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
	if places := p.fv.view.along(w, t); len(places) > 0 {
		p.names = append(p.names, places)
	}
}

// along returns places for a text on an edge, below it: in its middle, and nearer
// to its ends.
func (v *View) along(w wedge, t Text) (places []Text) {
	for _, part := range []float32{0.5, 0.4, 0.6, 0.3, 0.7, 0.22, 0.78} {
		point, _ := w.at(part)
		at, ok := v.Project(point.Sub(mgl32.Vec2{0, (w.from + (w.to-w.from)*part) / 2}).Vec3(0))
		if !ok {
			continue
		}
		at[1] += 0.75 * t.Size
		if t, ok := v.centred(at, t); ok {
			places = append(places, t)
		}
	}
	return places
}

// nameDisc writes the name of a cluster of bars below its mark.
func (p *edgePainter) nameDisc(e *endpoint, color Color) {
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

// writeNames writes the labels of edges, at places without bars if possible.
func (p *edgePainter) writeNames() {
	if len(p.names) == 0 {
		return
	}
	bars := p.fv.barBoxes()
	for _, places := range p.names {
		free := slices.IndexFunc(places, func(t Text) bool {
			box := p.fv.sheet.labels.box(t)
			return !bars.overlaps(box) && p.fv.sheet.labels.free(box, p.fv.view.Rect)
		})
		p.fv.sheet.label(places[max(free, 0)])
	}
}

// barBoxes returns the parts of the view that the fronts of bars cover.
func (fv *frontView) barBoxes() *labels {
	bars, rect := &labels{}, fv.view.Rect
	for i := range fv.layout.slots {
		at, half := fv.layout.slots[i].at, fv.layout.halfOf(&fv.layout.slots[i])
		low, ok := fv.view.Project(at.Sub(half).Vec3(0))
		high, ok2 := fv.view.Project(at.Add(half).Vec3(0))
		if ok && ok2 && rect.Holds(max(low[0], rect.X0), max(high[1], rect.Y0)) {
			bars.reserve(Rect{low[0], high[1], min(high[0], rect.X1), min(low[1], rect.Y1)})
		}
	}
	return bars
}
