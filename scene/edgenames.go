package scene

import (
	"fmt"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/lod"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/stage"
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
func (p *edgePainter) name(w shape.Wedge, l *Link) {
	t := shape.Text{Size: 0.85 * p.fv.Sheet.Em, Color: p.fv.Sheet.Colors.Faint}
	switch {
	case p.fv.Density == lod.Sparse && l.Single && l.Monitor != tracefeed.NoMonitor:
		t.Text = shape.FitName(p.fv.Look.Locks.Short(l.Monitor), t.Size, 12*p.fv.Sheet.Em, false)
	case l.HubTotal > 0 && float64(l.HubTotal) >= float64(l.Total)*max(hubPart, manyTimes/float64(p.graph.ends[l.blocker].threads)):
		t.Text = fmt.Sprintf("%.0f %% for %s", 100*float64(l.HubTotal)/float64(l.Total),
			shape.FitName(p.fv.Timeline.Threads[l.Hub].Name, t.Size, 14*p.fv.Sheet.Em, false))
		t.Color = p.fv.Sheet.Colors.Text
	default:
		return
	}
	if p.graph.onChain(l) { // its step lies over it
		over := stepWedge(p.fv.Layout)
		w.From, w.To = max(w.From, over.From), max(w.To, over.To)
	}
	if places := p.fv.View.Beside(w, t); len(places) > 0 {
		p.names = append(p.names, edgeName{edgeKey{l.Monitor, t.Text}, len(p.lines) - 1, places})
	}
}

// edgeName is the label of an edge, with the edge's line and the places to try.
type edgeName struct {
	edgeKey
	line   int
	places []shape.Text
}

// edgeKey is the subject of a label.
type edgeKey struct {
	monitor tracefeed.MonitorID
	text    string
}

// nameDisc writes the name of a cluster of bars below its mark.
func (p *edgePainter) nameDisc(e *endpoint, color paint.Color) {
	at, ok := p.fv.View.Project(e.At.Sub(mgl32.Vec2{0, e.Half[1]}).Vec3(0))
	if !ok {
		return
	}
	t := shape.Text{Size: p.fv.Sheet.Em, Color: color, Bold: true}
	if top, ok := p.fv.View.Project(e.At.Add(mgl32.Vec2{0, e.Half[1]}).Vec3(0)); ok {
		r := (at[1] - top[1]) / 2
		p.fv.Sheet.Labels.Reserve(shape.Rect{X0: at[0] - r, Y0: top[1], X1: at[0] + r, Y1: at[1]})
	}
	t.Text = shape.FitName(e.name, t.Size, 18*p.fv.Sheet.Em, true)
	at[1] += 0.9 * t.Size
	if t, ok = p.fv.View.Centred(at, t); ok {
		p.fv.Sheet.Label(t)
	}
}

// writeNames writes the labels of edges, those of the longest waits first, where
// no front is and no bar is before them: at first where no other edge is, too. Each
// monitor has one label, however many edges it has.
func (p *edgePainter) writeNames(s *shape.Sight) {
	if len(p.names) == 0 {
		return
	}
	bars, done := barBoxes(p.fv), map[edgeKey]bool{}
	for _, apart := range []bool{true, false} {
		for _, n := range slices.Backward(p.names) {
			if done[n.edgeKey] {
				continue
			}
			free := slices.IndexFunc(n.places, func(t shape.Text) bool {
				box := p.fv.Sheet.Labels.Box(t)
				return !bars.Overlaps(box) && p.fv.Sheet.Labels.Free(box, p.fv.View.Rect) &&
					(!apart || !p.crossed(n.line, box)) && (s == nil || !s.Before(box))
			})
			done[n.edgeKey] = free >= 0 && p.fv.Sheet.Label(n.places[free])
		}
	}
}

// crossed reports whether another edge than that of a line crosses a box.
func (p *edgePainter) crossed(line int, box shape.Rect) bool {
	for i, points := range p.lines {
		if i != line && slices.ContainsFunc(points, func(at mgl32.Vec2) bool { return box.Holds(at[0], at[1]) }) {
			return true
		}
	}
	return false
}

// barBoxes returns the parts of the view that the fronts of bars cover.
func barBoxes(fv *stage.Front) *shape.Labels {
	bars, rect := &shape.Labels{}, fv.View.Rect
	for i := range fv.Layout.Slots {
		f := fv.Layout.Face(i)
		low, ok := fv.View.Project(f.At.Sub(f.Half).Vec3(0))
		high, ok2 := fv.View.Project(f.At.Add(f.Half).Vec3(0))
		if ok && ok2 && rect.Holds(max(low[0], rect.X0), max(high[1], rect.Y0)) {
			bars.Reserve(shape.Rect{X0: low[0], Y0: high[1], X1: min(high[0], rect.X1), Y1: min(low[1], rect.Y1)})
		}
	}
	return bars
}
