package stage

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/paint"
	"tiv/task"
	"tiv/task/course"
	"tiv/tracefeed"
)

const (
	// workFrame is the thickness of the frame around a thread that works for the chosen task at the
	// moment, in pixels.
	workFrame = 3
	// sidePart is the part of the height of a bar's side that has the line of the task.
	sidePart = 0.25
	// lift is how high a passage rises above the bars, relative to its length.
	lift = 0.12
	// parts is the number of straight parts of a passage.
	parts = 24
)

// Front marks the threads that work for the chosen task at the moment, and in the 3D view draws the
// task along the bars: on their tops and the upper part of their sides.
func (x Course) Front(fv *Front) {
	c := x.Of
	if c == nil {
		return
	}
	color := CourseColor(fv.Stage)
	if fv.Deep {
		alongBars(c, fv, color)
	}
	for _, s := range c.At(fv.Look.Moment) {
		if i, ok := fv.Layout.SlotOf[s.Thread]; ok {
			k, f := fv.Sheet.Canvas.Scale, fv.Layout.Face(i)
			size := fv.Pen.Size()
			fv.Pen.Frame(f.At, f.Half.Add(size.Mul((workFrame/2+1)*k)), (workFrame+2)*k, fv.Sheet.Colors.Ground)
			fv.Pen.Frame(f.At, f.Half.Add(size.Mul((workFrame/2+1)*k)), workFrame*k, color)
		}
	}
}

// alongBars draws the task in the time that is seen.
func alongBars(c *course.Course, fv *Front, color paint.Color) {
	from, to := fv.Look.Window()
	if fv.Layout.Ahead == 0 {
		to = min(to, fv.Look.Moment)
	}
	if from >= to {
		return
	}
	const pixels = 600 // along which time is seen, at most
	p := depthPath{fv, color, from, to}
	for _, t := range c.Threads {
		if i, ok := fv.Layout.SlotOf[t]; ok {
			c.EachStretch(t, from, to, leastOf(from, to, pixels, 1), func(s *course.Stretch) { p.band(i, s) })
		}
	}
	c.EachPassage(from, to, leastOf(from, to, mostPassages, 1), p.passage)
}

// depthPath draws the line of a task in depth.
type depthPath struct {
	fv       *Front
	color    paint.Color
	from, to tracefeed.Time
}

// band draws a stretch of work on the bar of a slot.
func (p *depthPath) band(slot int, s *course.Stretch) {
	b := &p.fv.View.Bars[slot]
	center, high := b.Solid()
	z0, z1 := p.fv.Depths.Of(max(s.Start, p.from)), p.fv.Depths.Of(min(s.End, p.to))
	color := p.color
	if s.Evidence != task.Observed {
		color = color.Alpha(0.55)
	}
	x0, x1, top := center[0]-b.HalfWidth, center[0]+b.HalfWidth, center[1]+high
	p.fv.Pen.Quad(mgl32.Vec3{x0, top, z0}, mgl32.Vec3{x1, top, z0}, mgl32.Vec3{x1, top, z1}, mgl32.Vec3{x0, top, z1}, color)
	x := x0
	switch {
	case p.fv.View.Eye[0] > x1:
		x = x1
	case p.fv.View.Eye[0] >= x0:
		return // neither side is seen
	}
	low := top - 2*high*sidePart
	p.fv.Pen.Quad(mgl32.Vec3{x, low, z0}, mgl32.Vec3{x, low, z1}, mgl32.Vec3{x, top, z1}, mgl32.Vec3{x, top, z0}, color)
}

// top returns the middle of the top of a thread's bar at a time.
func (p *depthPath) top(t tracefeed.ThreadID, at tracefeed.Time) (v mgl32.Vec3, ok bool) {
	i, ok := p.fv.Layout.SlotOf[t]
	if !ok {
		return v, false
	}
	b := &p.fv.View.Bars[i]
	center, high := b.Solid()
	return mgl32.Vec3{center[0], center[1] + high, p.fv.Depths.Of(min(max(at, p.from), p.to))}, true
}

// passage draws a passage as a curve that rises above the bars, dashed if it is queue time.
func (p *depthPath) passage(x *course.Passage) {
	a, ok := p.top(x.From, x.Left)
	b, ok2 := p.top(x.To, x.Arrived)
	if !ok || !ok2 || x.Arrived > p.to {
		return
	}
	k := p.fv.Sheet.Canvas.Scale
	width := 3 * k
	if x.Evidence != task.Observed {
		width = 1.8 * k
	}
	rise := lift * b.Sub(a).Len()
	at := func(u float32) mgl32.Vec3 {
		v := a.Add(b.Sub(a).Mul(u))
		v[1] += rise * 4 * u * (1 - u)
		return v
	}
	for _, under := range []bool{true, false} {
		for i := range parts {
			if x.Queued && i%2 == 1 {
				continue
			}
			from, to := at(float32(i)/parts), at(float32(i+1)/parts)
			if under {
				p.line(from, to, width+2*Casing*k, p.fv.Sheet.Colors.Ground)
			} else {
				p.line(from, to, width, p.color)
			}
		}
	}
}

// line draws a straight line that faces the eye.
func (p *depthPath) line(a, b mgl32.Vec3, pixels float32, color paint.Color) {
	across := b.Sub(a).Cross(p.fv.View.Eye.Sub(a))
	if across.Len() == 0 {
		return
	}
	side := across.Normalize().Mul(pixels / 2 * p.fv.Pen.Pixel)
	p.fv.Pen.Quad(a.Add(side), b.Add(side), b.Sub(side), a.Sub(side), color)
}
