package stage

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/task"
	"tiv/task/course"
	"tiv/tracefeed"
)

// The chosen task is a line from bar to bar, like that of an underground map: a band along each
// stretch of work for it, at the lower edge of the bar, so that the states of the stretch are seen,
// and curves between. Queue time is dashed, and what is inferred is hollow. The line has a border in
// the colour of the ground, because it crosses bars of all colours.

const (
	// bandPart is the height of the band, relative to the bar; it has leastBand to mostBand pixels of
	// a common screen.
	bandPart, leastBand, mostBand = 0.3, 3, 7
	// Casing is the width of the border in pixels of a common screen.
	Casing = 1.4
	// mostPassages is the number of passages that are drawn. Of more, some are left out that arrive
	// close to others.
	mostPassages = 240
	// Dash and Gap are the lengths of the parts of a line of queue time, in pixels of a common screen.
	Dash, Gap = 7, 5
	// upright is the length along time in pixels below which a passage is a straight line.
	upright = 2
	// HollowShade is the opacity of the inside of an inferred band.
	HollowShade = 0.35
)

// CourseColor is the colour of the line: that of text if bars have the colours of slices or tasks.
func CourseColor(st *Stage) paint.Color {
	if st.Colours.Partition != nil {
		return st.Look.Palette.Text
	}
	return st.Look.Palette.Task()
}

// BandHeight returns the height of the band in a row of a height, in pixels of a canvas with a scale.
func BandHeight(row, scale float32) float32 {
	return min(max(row*bandPart, leastBand*scale), mostBand*scale)
}

// leastOf returns the time that some pixels show of an interval of so many.
func leastOf(from, to tracefeed.Time, all, pixels float32) tracefeed.Time {
	return tracefeed.Time(float64(to-from) * float64(pixels) / float64(max(all, 1)))
}

// Course draws the chosen task in a view.
type Course struct {
	// Of is the course; nil draws nothing.
	Of *course.Course
}

// Rows draws the task in the rows of a view from the side.
func (x Course) Rows(sv *Side) {
	c := x.Of
	if c == nil {
		return
	}
	from, to := sv.Look.Window()
	p := sidePath{sv, sv.Above(), CourseColor(sv.Stage), sv.Sheet.Canvas.Scale}
	wide := sv.Flat.Rect.Width()
	for _, under := range []bool{true, false} {
		c.EachPassage(from, to, leastOf(from, to, mostPassages, 1), func(x *course.Passage) { p.passage(x, from, to, under) })
	}
	for _, t := range c.Threads {
		if i, ok := sv.Layout.SlotOf[t]; ok {
			c.EachStretch(t, from, to, leastOf(from, to, wide, 1), func(x *course.Stretch) { p.band(i, x, from, to) })
		}
	}
}

// sidePath draws the line of a task in the rows.
type sidePath struct {
	sv    *Side
	pen   shape.SidePen
	color paint.Color
	scale float32
}

// row returns the lower edge and the upper edge of the band in the row of a slot.
func (p *sidePath) row(slot int) (low, high float32) {
	b := &p.sv.View.Bars[slot]
	pixel := p.sv.Flat.PerPixel()
	high = BandHeight(2*b.HalfHeight/pixel, p.scale) * pixel
	low = b.Center[1] - b.HalfHeight
	return low, low + high
}

// band draws a stretch of work in an interval.
func (p *sidePath) band(slot int, s *course.Stretch, from, to tracefeed.Time) {
	low, high := p.row(slot)
	size := p.pen.Plane().Size()
	z0, z1 := p.sv.Depths.Of(max(s.Start, from)), p.sv.Depths.Of(min(s.End, to))
	z1 = max(z1, z0+1.5*p.scale*size[0])
	edge := size.Mul(Casing * p.scale)
	p.pen.Rect(z0-edge[0], z1+edge[0], low-edge[1], high+edge[1], p.sv.Sheet.Colors.Ground)
	if s.Evidence == task.Observed || z1-z0 < 4*edge[0] {
		p.pen.Rect(z0, z1, low, high, p.color)
		return
	}
	p.pen.Rect(z0, z1, low, high, p.color.Alpha(HollowShade))
	half := mgl32.Vec2{(z1 - z0) / 2, (high - low) / 2}
	p.pen.Plane().Frame(mgl32.Vec2{(z0 + z1) / 2, (low + high) / 2}, half, p.scale, p.color)
}

// passage draws a passage, or its border.
func (p *sidePath) passage(x *course.Passage, from, to tracefeed.Time, under bool) {
	a, ok := p.sv.Layout.SlotOf[x.From]
	b, ok2 := p.sv.Layout.SlotOf[x.To]
	if !ok || !ok2 {
		return
	}
	low, high := p.row(a)
	start := mgl32.Vec2{p.sv.Depths.Of(x.Left), (low + high) / 2}
	low, high = p.row(b)
	end := mgl32.Vec2{p.sv.Depths.Of(x.Arrived), (low + high) / 2}
	pen, width, color := p.pen.Plane(), 2*p.scale, p.color
	if under {
		width, color = width+2*Casing*p.scale, p.sv.Sheet.Colors.Ground
	}
	if x.Evidence != task.Observed && !under {
		width = 1.3 * p.scale
	}
	size := pen.Size()
	margin := 20 * size[0]
	clip := [2]float32{p.sv.Depths.Of(from) - margin, p.sv.Depths.Of(to) + margin}
	curve := bend(start, end, clip, size, 4*p.scale)
	on := dashes(curve, size, x.Queued && !under, p.scale)
	for i := range on {
		pen.Line(on[i][0], on[i][1], 0, width, color)
	}
	if !under && end[0] <= clip[1] && mgl32.Abs(end[1]-start[1]) > 12*p.scale*size[1] {
		p.head(pen, start, end)
	}
}

// head draws an arrow head at the end of a passage to another row: that of a curve is level there.
func (p *sidePath) head(pen shape.Pen, start, end mgl32.Vec2) {
	size := pen.Size().Mul(p.scale)
	ahead := mgl32.Vec2{1, 0}
	if end[0]-start[0] < upright*pen.Size()[0] {
		ahead = mgl32.Vec2{0, 1}
		if end[1] < start[1] {
			ahead = mgl32.Vec2{0, -1}
		}
	}
	at := func(back, aside float32) mgl32.Vec2 {
		v := mgl32.Vec2{-back*ahead[0] + aside*ahead[1], -back*ahead[1] - aside*ahead[0]}
		return mgl32.Vec2{end[0] + v[0]*size[0], end[1] + v[1]*size[1]}
	}
	for _, side := range []float32{-1, 1} {
		pen.Line(at(9, 4*side), at(3, 0), 0, 2*p.scale, p.color)
	}
}

// bend returns points of the curve from a point to another one, to the right of it, that begins and
// ends level, as far as it lies between two places. size is that of a pixel, step the distance of
// points in pixels.
func bend(a, b mgl32.Vec2, clip [2]float32, size mgl32.Vec2, step float32) (points []mgl32.Vec2) {
	if b[0]-a[0] < upright*size[0] {
		return []mgl32.Vec2{{b[0], a[1]}, b}
	}
	u0, u1 := max(0, (clip[0]-a[0])/(b[0]-a[0])), min(1, (clip[1]-a[0])/(b[0]-a[0]))
	if u0 >= u1 {
		return nil
	}
	if a[1] == b[1] {
		return []mgl32.Vec2{{a[0] + u0*(b[0]-a[0]), a[1]}, {a[0] + u1*(b[0]-a[0]), a[1]}}
	}
	long := mgl32.Vec2{(u1 - u0) * (b[0] - a[0]) / size[0], (b[1] - a[1]) / size[1]}.Len()
	const most = 400
	n := int(min(max(long/step, 2), most))
	for i := range n + 1 {
		u := u0 + (u1-u0)*float32(i)/float32(n)
		points = append(points, mgl32.Vec2{a[0] + u*(b[0]-a[0]), a[1] + u*u*(3-2*u)*(b[1]-a[1])})
	}
	return points
}

// dashes divides a line into its visible pieces: all of it, or dashes. size is that of a pixel.
func dashes(points []mgl32.Vec2, size mgl32.Vec2, broken bool, scale float32) (pieces [][2]mgl32.Vec2) {
	along := float32(0) // of a dash and the gap after it
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		if !broken {
			pieces = append(pieces, [2]mgl32.Vec2{a, b})
			continue
		}
		way := b.Sub(a)
		long := mgl32.Vec2{way[0] / size[0], way[1] / size[1]}.Len() / scale
		for at := float32(0); at < long; {
			end := min(long, at+Dash-along)
			if along >= Dash {
				end = min(long, at+Dash+Gap-along)
			} else {
				pieces = append(pieces, [2]mgl32.Vec2{a.Add(way.Mul(at / long)), a.Add(way.Mul(end / long))})
			}
			along = float32(math.Mod(float64(along+end-at), Dash+Gap))
			at = max(end, at+0.01)
		}
	}
	return pieces
}
