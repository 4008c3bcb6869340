package scene

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/assets"
	"tiv/lod"
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
	case p.graph.ends[l.blocked].lock > 0 || p.graph.ends[l.blocker].lock > 0:
		return
	case p.fv.Density == lod.Sparse && l.Single && l.Monitor != tracefeed.NoMonitor:
		t.Text = shape.FitName(p.fv.Look.Locks.Short(l.Monitor), t.Size, 12*p.fv.Sheet.Em, false)
	case l.HubTotal > 0 && float64(l.HubTotal) >= float64(l.Total)*max(hubPart, manyTimes/float64(p.graph.ends[l.blocker].threads)):
		t.Text = fmt.Sprintf("%.0f %% of this waiting is for %s", 100*float64(l.HubTotal)/float64(l.Total),
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
		p.names = append(p.names, edgeName{edgeKey: edgeKey{l.Monitor, t.Text}, line: len(p.lines) - 1, places: places})
	}
}

// noLine is the line of labels that belong to no edge in edgePainter.lines.
const noLine = -1

// nameExit records the label of an edge that leaves the view: the thread or the lock at its other
// end, where it crosses the border. points are its middle, in pixels.
func (p *edgePainter) nameExit(l *Link, points []mgl32.Vec2, line int) {
	a, b, r := &p.graph.ends[l.blocked], &p.graph.ends[l.blocker], p.fv.View.Rect
	if a.outside == b.outside {
		return
	}
	word, end, points := "to ", b, slices.Clone(points)
	switch {
	case a.outside && a.lock > 0:
		return // the wait for that lock says its name
	case a.outside:
		word, end = "from ", a
		slices.Reverse(points)
	case a.lock > 0:
		word = "held by "
	}
	inside := func(at mgl32.Vec2) bool { return r.Holds(at[0], at[1]) }
	points = points[max(0, slices.IndexFunc(points, inside)):]
	leaves := slices.IndexFunc(points, func(at mgl32.Vec2) bool { return !inside(at) })
	if leaves <= 0 {
		return
	}
	t, name := shape.Text{Size: 0.85 * p.fv.Sheet.Em, Color: p.fv.Sheet.Colors.Text}, p.endName(end)
	t.Text = word + shape.FitName(name, t.Size, 14*p.fv.Sheet.Em, false)
	half := mgl32.Vec2{assets.TextWidth(t.Text, t.Size, false)/2 + 1, t.Size}
	n := edgeName{edgeKey: edgeKey{text: name}, line: line, exit: true}
	for k := range exitPlaces {
		at := points[leaves].Add(points[leaves-1].Sub(points[leaves]).Mul(float32(k) / 4))
		if !inside(at) {
			continue
		}
		at = mgl32.Vec2{mgl32.Clamp(at[0], r.X0+half[0], r.X1-half[0]), mgl32.Clamp(at[1], r.Y0+half[1], r.Y1-half[1])}
		if t, ok := p.fv.View.Centred(at, t); ok {
			n.places = append(n.places, t)
		}
	}
	p.names = append(p.names, n)
}

// exitPlaces is the number of places along an edge to try for its name at the border, mostExits the
// number of such names in a view.
const exitPlaces, mostExits = 12, 12

// endName is the name of an endpoint.
func (p *edgePainter) endName(e *endpoint) string {
	if e.lock == 0 {
		return p.fv.Layout.Slots[e.slot].Name
	}
	o := &p.graph.locks[e.lock-1]
	if n := len(o.Monitors); n > 1 {
		return fmt.Sprintf("%d locks", n)
	}
	return "lock " + cmp.Or(o.letter(p.fv.Look), o.name(p.fv.Look))
}

// edgeName is the label of an edge, with the edge's line and the places to try.
type edgeName struct {
	edgeKey
	line   int
	places []shape.Text
	exit   bool // it is at the border of the view
}

// edgeKey is the subject of a label.
type edgeKey struct {
	monitor tracefeed.MonitorID
	text    string
}

// writeNames writes the labels of edges, those of the longest waits first, where
// no front is and no bar is before them: at first where no other edge is, too. Each
// monitor has one label, however many edges it has.
func (p *edgePainter) writeNames(s *shape.Sight) {
	if len(p.names) == 0 {
		return
	}
	bars, done, exits := barBoxes(p.fv), map[edgeKey]bool{}, 0
	for _, apart := range []bool{true, false} {
		for _, n := range slices.Backward(p.names) {
			if done[n.edgeKey] || n.exit && exits >= mostExits {
				continue
			}
			free := slices.IndexFunc(n.places, func(t shape.Text) bool {
				box := p.fv.Sheet.Labels.Box(t)
				return !bars.Overlaps(box) && p.fv.Sheet.Labels.Free(box, p.fv.View.Rect) &&
					(!apart || !p.crossed(n.line, box)) && (s == nil || !s.Before(box))
			})
			if done[n.edgeKey] = free >= 0 && p.fv.Sheet.Label(n.places[free]); done[n.edgeKey] && n.exit {
				exits++
			}
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
