package taskrows

import (
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/stage"
	"tiv/tracefeed"
)

// trailPen draws the critical path of the chosen task like the line along it in other views: a band at the lower edge
// of its row and of those of its parts, and lines from row to row.
type trailPen struct {
	v     *View
	in    Input
	color paint.Color
	scale float32
	// under are borders in the colour of the ground, over is what lies on them.
	under, over []shape.OverlayRect
}

const (
	// leastLink is the width of a stretch that has lines to the row of the chosen task, in pixels of a common screen.
	leastLink = 5
	// mostLinks is the number of stretches of a row with such lines.
	mostLinks = 60
	// thinBand is the height of the band of a task for which the path waits, in pixels of a common screen.
	thinBand = 2
)

// drawPath draws the critical path.
func (v *View) drawPath(in Input) {
	if v.trail == nil {
		return
	}
	v.pathColor = stage.CourseColor(in.Stage)
	p := trailPen{v: v, in: in, color: v.pathColor, scale: max(in.Canvas.Scale, 1)}
	var chosen *Row
	for i := range v.Rows {
		if r := &v.Rows[i]; r.Task == v.cache.need.chosen && p.shows(r) {
			chosen = r
			break
		}
	}
	for i := range v.Rows {
		if r := &v.Rows[i]; r.Task != None && p.shows(r) {
			p.row(r, chosen)
		}
	}
	in.Overlay.Rects = append(append(in.Overlay.Rects, p.under...), p.over...)
}

// band returns the place of a band of a height in a row.
func (p *trailPen) band(r *Row, high float32) (y0, y1 float32) {
	y1 = r.Bottom - float32(gapBelow(int(r.Bottom-r.Top), p.in.Canvas.Scale))
	return y1 - high, y1
}

// shows reports whether there is room for the band of a row.
func (p *trailPen) shows(r *Row) bool {
	y0, y1 := p.band(r, stage.BandHeight(r.Bottom-r.Top, p.scale))
	return !r.pinned && y0 >= p.v.free(r) && y1 <= p.v.Rect.Y1
}

// x returns the pixel of a time.
func (p *trailPen) x(t tracefeed.Time) float32 { return p.v.Rect.X0 + float32(p.v.time.Column(t)) }

// row draws the stretches of a row, and lines to the row of the chosen task, if that is another one in view.
func (p *trailPen) row(r, chosen *Row) {
	least, links := (p.v.time.To-p.v.time.From)/tracefeed.Time(max(p.v.time.Columns, 1)), 0
	p.v.trail.each(r.Task, p.v.time.From, p.v.time.To, least, func(m mark) {
		high := stage.BandHeight(r.Bottom-r.Top, p.scale)
		p.v.pathSeen = true
		if m.kind == thin {
			high, p.v.waitedSeen = thinBand*p.scale, true
		}
		y0, y1 := p.band(r, high)
		x0, x1 := p.x(m.start), p.x(m.end)
		wide := shape.Rect{X0: x0, Y0: y0, X1: max(x1, x0+1.5*p.scale), Y1: y1}
		p.stretch(wide, m.kind)
		if chosen == nil || r.Task == chosen.Task || x1-x0 < leastLink*p.scale || links == mostLinks {
			return
		}
		links++
		from, _ := p.band(chosen, stage.BandHeight(chosen.Bottom-chosen.Top, p.scale))
		for _, end := range []struct {
			x  float32
			at tracefeed.Time
		}{{x0, m.start}, {x1 - p.scale, m.end}} {
			if end.at >= p.v.time.From && end.at <= p.v.time.To {
				p.add(shape.Rect{X0: end.x, Y0: min(from, y0), X1: end.x + p.scale, Y1: max(from, y1)})
			}
		}
	})
}

// add adds a part of the line with its border.
func (p *trailPen) add(r shape.Rect) {
	edge := stage.Casing * p.scale
	p.under = append(p.under, shape.OverlayRect{Color: p.in.Colors.Ground,
		Rect: shape.Rect{X0: r.X0 - edge, Y0: r.Y0 - edge, X1: r.X1 + edge, Y1: r.Y1 + edge}})
	p.over = append(p.over, shape.OverlayRect{Rect: r, Color: p.color})
}

// stretch draws a stretch of a kind.
func (p *trailPen) stretch(r shape.Rect, kind markKind) {
	at := len(p.over)
	p.add(r)
	switch {
	case kind == dashed && r.Width() > (stage.Dash+stage.Gap)*p.scale:
		p.over = p.over[:at]
		for x := r.X0; x < r.X1; x += (stage.Dash + stage.Gap) * p.scale {
			part := r
			part.X0, part.X1 = x, min(x+stage.Dash*p.scale, r.X1)
			p.over = append(p.over, shape.OverlayRect{Rect: part, Color: p.color})
		}
	case kind == hollow && r.Width() > 4*p.scale:
		p.over[at].Color = p.color.Alpha(stage.HollowShade)
		low, high := r, r
		low.Y0, high.Y1 = r.Y1-p.scale, r.Y0+p.scale
		p.over = append(p.over, shape.OverlayRect{Rect: low, Color: p.color}, shape.OverlayRect{Rect: high, Color: p.color})
	}
}
