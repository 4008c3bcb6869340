package spiral

import (
	"cmp"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/assets"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/stage"
	"tiv/scene/taskplot"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// Spiral draws spirals, and keeps what the last one was made of. The zero value is ready for use.
type Spiral struct {
	course course
	cells  []cell
	order  []int // of cells, from far to near
	of     cellsOf
	view   *shape.View
	look   *view.Look
	boxes  []box
	found  found
}

// cellsOf is what cells were made of.
type cellsOf struct {
	columns *taskplot.Columns
	course  course
	version int // of the selection
}

// box is a column: its corners on the ground around it, and its height.
type box struct {
	corners [4]mgl32.Vec3
	high    float32
}

// least is the height of a column of tasks with a measure of 0.
const least = 0.006

// thick is the width of columns, in widths of turns.
const thick = 0.72

// Draw draws the tasks of columns into a view, whose camera is set. It returns what there is to say of it.
func (s *Spiral) Draw(c *taskplot.Columns, k *taskplot.Cache, st *stage.Stage, sh *shape.Sheet, v *shape.View) (sentence string) {
	look := st.Look
	from, to := look.Window()
	turn, said := s.turnOf(c, look)
	s.course, s.view, s.look = newCourse(from, to, turn), v, look
	if now := (cellsOf{c, s.course, k.Version()}); now != s.of {
		s.of, s.cells = now, s.course.cells(c, k, look.End)
		s.boxes = s.boxes[:0]
		for _, at := range s.cells {
			s.boxes = append(s.boxes, s.box(at.part, max(c.Place(at.task)*High, least)))
		}
	}
	s.ground(sh)
	s.columns(c, k, sh)
	s.heights(c, sh)
	s.nameChosen(c, sh)
	s.times(sh)
	s.moment(sh)
	n, highest := 0, -1
	for _, at := range s.cells {
		if n += at.count; highest < 0 || c.Rank(at.task) > c.Rank(highest) {
			highest = at.task
		}
	}
	sentence = tracefeed.Plural(n, "task") + "; " + said
	if highest >= 0 {
		sentence += "; " + c.Highest(highest)
	}
	if s.course.cut {
		sentence += "; the last 60 turns of the visible range"
	}
	if k.AnySelected() {
		sentence = k.Selected() + "; " + said
	}
	return sentence
}

// box returns the column of a part.
func (s *Spiral) box(part int, high float32) box {
	c := &s.course
	a, b := float64(part)/float64(c.parts), float64(part+1)/float64(c.parts)
	const half = thick / 2
	return box{[4]mgl32.Vec3{c.at(a, 0.5-half), c.at(b, 0.5-half), c.at(b, 0.5+half), c.at(a, 0.5+half)}, high}
}

// up returns a point above one of the ground.
func up(p mgl32.Vec3, high float32) mgl32.Vec3 { return mgl32.Vec3{p[0], p[1] + high, p[2]} }

// ground draws the course of time on the ground, with the selected interval in its colour.
func (s *Spiral) ground(sh *shape.Sheet) {
	c, pen := &s.course, shape.Pen{Mesh: &s.view.Below}
	const parts = 72 // of a turn
	first, last := s.look.SelectedInterval()
	for i := int(c.wound(c.from) * parts); float64(i) < c.turns*parts; i++ {
		a, b := float64(i)/parts, float64(i+1)/parts
		color := sh.Colors.Grid.Alpha(0.55)
		if at := c.origin + tracefeed.Time(a*float64(c.turn)); s.look.HasInterval() && at >= first && at < last {
			color = sh.Colors.Select.Alpha(0.35)
		}
		pen.Quad(c.at(a, 0.5-thick/2), c.at(b, 0.5-thick/2), c.at(b, 0.5+thick/2), c.at(a, 0.5+thick/2), color)
	}
}

// The part of a column's colour that its sides have, and that of columns that are not selected while others
// are.
const (
	dark, darker = 0.72, 0.5
	bystander    = 0.3
)

// columns draws the columns, the farthest first.
func (s *Spiral) columns(c *taskplot.Columns, k *taskplot.Cache, sh *shape.Sheet) {
	eye := s.view.Eye
	distance := make([]float32, len(s.boxes))
	s.order = s.order[:0]
	for i := range s.boxes {
		b := &s.boxes[i]
		to := b.corners[0].Add(b.corners[2]).Mul(0.5).Sub(eye)
		distance[i] = mgl32.Vec2{to[0], to[2]}.LenSqr()
		s.order = append(s.order, i)
	}
	slices.SortFunc(s.order, func(a, b int) int { return cmp.Compare(distance[b], distance[a]) })
	pen := shape.Pen{Mesh: &s.view.Between}
	chosen := c.Lookup(s.look.Task)
	for _, i := range s.order {
		b, task := &s.boxes[i], s.cells[i].task
		color := c.Color(sh.Colors, task)
		if k.AnySelected() && !k.IsSelected(task) {
			color = sh.Colors.Ground.Toward(color, bystander)
		}
		if task == chosen || s.look.Hovered == (shape.PickID{Kind: shape.PickTask, Index: int32(task)}) {
			color = color.Toward(sh.Colors.Select, 0.6)
		}
		for side := range 4 {
			p, q := b.corners[side], b.corners[(side+1)%4]
			out := q.Sub(p).Cross(shape.Up) // away from the column
			if out.Dot(eye.Sub(p)) <= 0 {
				continue
			}
			shade := float32(dark)
			if side%2 == 1 {
				shade = darker
			}
			foot := s.beside(i, side)
			if foot < b.high {
				pen.Quad(up(p, foot), up(q, foot), up(q, b.high), up(p, b.high), sh.Colors.Ground.Toward(color, shade))
			}
		}
		if eye[1] > b.high {
			pen.Quad(up(b.corners[0], b.high), up(b.corners[1], b.high), up(b.corners[2], b.high), up(b.corners[3], b.high), color)
		}
	}
}

// beside returns the height up to which the next column, or the one before, hides a side of a column that touches it; 0 for a
// side that none touches.
func (s *Spiral) beside(i, side int) float32 {
	step := [...]int{0, 1, 0, -1}[side]
	k := i + step
	if step == 0 || k < 0 || k >= len(s.cells) || s.cells[k].part != s.cells[i].part+step {
		return 0
	}
	return s.boxes[k].high
}

// line draws a line of the world on top of the picture.
func (s *Spiral) line(sh *shape.Sheet, a, b mgl32.Vec3, wide float32, color paint.Color) {
	p, ok := s.view.Project(a)
	q, also := s.view.Project(b)
	if ok && also {
		sh.Overlay.Lines = append(sh.Overlay.Lines, shape.OverlayLine{X0: p[0], Y0: p[1], X1: q[0], Y1: q[1], Width: wide * sh.Canvas.Scale,
			Color: color})
	}
}

// label writes a text around a pixel of a point of the world.
func (s *Spiral) label(sh *shape.Sheet, at mgl32.Vec3, t shape.Text) {
	if p, ok := s.view.Project(at); ok && s.view.Rect.Holds(p[0], p[1]) {
		t.X, t.Y = p[0]-assets.TextWidth(t.Text, t.Size, t.Bold)/2, p[1]+0.35*t.Size
		sh.Label(t)
	}
}

// heights draws the axis of heights, where the ground is farthest to the left.
func (s *Spiral) heights(c *taskplot.Columns, sh *shape.Sheet) {
	var foot mgl32.Vec3
	most := float32(0)
	for i := range 36 {
		p := s.course.at(float64(i)/36, (1-inner)/s.course.width()-float64(i)/36).Mul(1.06)
		if at, ok := s.view.Project(p); ok && (i == 0 || at[0] < most) {
			foot, most = p, at[0]
		}
	}
	s.line(sh, foot, up(foot, High), 1, sh.Colors.Faint)
	axis := c.Heights()
	for _, n := range axis.Ticks(0, 1, 6) {
		at, ok := s.view.Project(up(foot, axis.At(n)*High))
		if !ok {
			continue
		}
		t := shape.Text{Size: 0.9 * sh.Em, Color: sh.Colors.Faint, Text: axis.Measure.Format(n)}
		t.X, t.Y = at[0]-assets.TextWidth(t.Text, t.Size, false)-0.6*sh.Em, at[1]+0.33*t.Size
		sh.Label(t)
		sh.Overlay.Lines = append(sh.Overlay.Lines, shape.OverlayLine{X0: at[0] - 0.4*sh.Em, Y0: at[1], X1: at[0], Y1: at[1],
			Width: sh.Canvas.Scale, Color: sh.Colors.Faint})
	}
	t := shape.Text{Size: 0.9 * sh.Em, Color: sh.Colors.Text, Text: axis.Title()}
	s.label(sh, up(foot, High+0.05), t)
}

// times writes the begins of turns behind the centre, and the parts of a turn around the rim.
func (s *Spiral) times(sh *shape.Sheet) {
	c, clock := &s.course, s.look.Clock()
	every := max(1, int(c.turns)/8)
	for i := 0; float64(i) <= c.turns; i += every {
		at := c.origin + tracefeed.Time(i)*c.turn
		if at >= c.from {
			s.label(sh, c.at(float64(i), 0), shape.Text{Size: 0.85 * sh.Em, Color: sh.Colors.Faint, Text: beginName(clock, at, c.turn)})
		}
	}
	for i := range 4 {
		share := float64(i) / 4
		rim := c.at(share, (1-inner)/c.width()-share).Mul(1.1)
		text := "+" + (c.turn * tracefeed.Time(i) / 4).String()
		if i == 0 {
			text = "turn: " + c.turn.String()
		}
		s.label(sh, rim, shape.Text{Size: 0.9 * sh.Em, Color: sh.Colors.Text, Text: text})
	}
}

// moment marks the moment, if it is shown.
func (s *Spiral) moment(sh *shape.Sheet) {
	c, m := &s.course, s.look.Moment
	if m < c.from || m > c.to {
		return
	}
	at := c.at(c.wound(m), 0.5)
	s.line(sh, at, up(at, High), 2, sh.Colors.Moment)
	s.line(sh, c.at(c.wound(m), 0), c.at(c.wound(m), 1), 2, sh.Colors.Moment)
	s.label(sh, up(at, High+0.04), shape.Text{Size: sh.Em, Color: sh.Colors.Moment, Bold: true, Text: s.look.MomentName()})
}

// nameChosen writes the label of the chosen task above its place, if its start is shown.
func (s *Spiral) nameChosen(c *taskplot.Columns, sh *shape.Sheet) {
	i := c.Lookup(s.look.Task)
	if i < 0 || c.Start(i) < s.course.from || c.Start(i) > s.course.to {
		return
	}
	foot := s.course.at(s.course.wound(c.Start(i)), 0.5)
	top := up(foot, c.Place(i)*High)
	s.line(sh, top, up(top, 0.08), 1.5, sh.Colors.Select)
	s.label(sh, up(top, 0.1), shape.Text{Size: sh.Em, Color: sh.Colors.Select, Bold: true, Text: c.Chosen(i)})
}

// At returns the task of the column at a pixel, and the number of tasks for which the column stands; ok is
// false if none is there.
func (s *Spiral) At(x, y float32) (task, among int, ok bool) {
	if s == nil || s.view == nil || !s.view.Rect.Holds(x, y) {
		return 0, 0, false
	}
	for _, i := range slices.Backward(s.order) {
		if s.hits(&s.boxes[i], mgl32.Vec2{x, y}) {
			return s.cells[i].task, s.cells[i].count, true
		}
	}
	return 0, 0, false
}

// hits reports whether a column is at a pixel.
func (s *Spiral) hits(b *box, at mgl32.Vec2) bool {
	var low, high [4]mgl32.Vec2
	for i, p := range b.corners {
		var ok, also bool
		low[i], ok = s.view.Project(p)
		high[i], also = s.view.Project(up(p, b.high))
		if !ok || !also {
			return false
		}
	}
	if shape.Inside(high[:], at) {
		return true
	}
	for i := range 4 {
		k := (i + 1) % 4
		if shape.Inside([]mgl32.Vec2{low[i], low[k], high[k], high[i]}, at) {
			return true
		}
	}
	return false
}

// beginName names the begin of a turn.
func beginName(clock view.Clock, at, turn tracefeed.Time) string {
	if at == 0 {
		return "0"
	}
	return clock.Name(at, turn)
}
