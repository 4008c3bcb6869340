package taskrows

import (
	"fmt"
	"math"
	"slices"

	"tiv/assets"
	"tiv/scene/lane"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/stage"
	"tiv/task"
	"tiv/tracefeed"
)

// Write writes the names of rows beside them and of threads in them, and marks the chosen task and its critical path.
func (v *View) Write(in Input) {
	for i := range v.Rows {
		r := &v.Rows[i]
		if r.Top >= v.free(r) && r.Bottom <= v.Rect.Y1+0.3*v.em {
			v.name(in, r)
		}
		if r.Task != None && v.Task(r).ID() == in.Look.Task && r.Bottom > v.free(r) {
			v.outline(in, r)
		}
	}
	v.nameThreads(in)
	v.drawPath(in)
	v.scrollBar(in)
}

// free returns the pixel line from which on a row is not covered by the pinned one.
func (v *View) free(r *Row) float32 {
	if len(v.Rows) > 0 && v.Rows[0].pinned && !r.pinned {
		return v.Rows[0].Bottom
	}
	return v.Rect.Y0
}

// name writes the name of a row, and at the end of the column its number.
func (v *View) name(in Input, r *Row) {
	size := min(0.95*v.em, 0.8*(r.Bottom-r.Top))
	middle := (r.Top + r.Bottom) / 2
	most := v.most(r)
	if most != "" {
		middle -= 0.6 * v.em
	}
	y := middle + 0.35*size
	x := v.sign(r)
	if r.Parts {
		v.foldSign(in, x, middle, r.Open)
	}
	x += 1.1 * v.em
	right := v.Rect.X0 - 0.5*v.em
	t := shape.Text{Y: y, Size: size, Color: in.Colors.Text}
	number := tracefeed.Count(r.Count)
	if r.Task == None {
		t.Bold, t.Text = true, Title(r.Type)
	} else {
		of := v.Task(r)
		t.Text, number = fmt.Sprint(of.Number), v.lines.of.shown.Format(v.lines.of.shown.Of(of))
		if r.Depth > 0 || of.Type != r.Type {
			t.Text = fmt.Sprintf("%s %d", Title(of.Type), of.Number)
		}
		_, selected := slices.BinarySearchFunc(in.Look.SelectedTasks, of.ID(), task.ID.Compare)
		t.Bold = selected || of.ID() == in.Look.Task
	}
	n := t
	n.Text, n.Color, n.Bold, n.Size = number, in.Colors.Faint, false, 0.9*size
	n.X = right - assets.TextWidth(n.Text, n.Size, false)
	t.X, t.Text = x, shape.FitName(t.Text, t.Size, n.X-x-0.6*v.em, t.Bold)
	in.Overlay.Texts = append(in.Overlay.Texts, t, n)
	if most != "" {
		n.Text, n.X, n.Y = most, right-assets.TextWidth(most, n.Size, false), y+1.25*v.em
		in.Overlay.Texts = append(in.Overlay.Texts, n)
	}
}

// most says what the height of the row of a type means, if there is room.
func (v *View) most(r *Row) string {
	if r.Task != None || r.Bottom-r.Top < 2.6*v.em {
		return ""
	}
	b := v.cache.band(r.line.group)
	if b == nil {
		return ""
	}
	return "up to " + tracefeed.Count(int(math.Ceil(float64(b.mostBetween(v.time.From, v.time.To))-0.001))) + " at once"
}

// Title is the name of a type for people.
func Title(name string) string {
	if name == "" {
		return "unknown type"
	}
	return name
}

// foldSign draws a plus, or a minus in front of rows that are unfolded.
func (v *View) foldSign(in Input, x, y float32, open bool) {
	k := in.Canvas.Scale
	half, thick := 0.27*v.em, 0.6*k
	x += 0.4 * v.em
	rect := func(x0, y0, x1, y1 float32) {
		r := shape.Rect{X0: x0, Y0: y0, X1: x1, Y1: y1}
		in.Overlay.Rects = append(in.Overlay.Rects, shape.OverlayRect{Rect: r, Color: in.Colors.Text})
	}
	rect(x-half, y-thick, x+half, y+thick)
	if !open {
		rect(x-thick, y-half, x+thick, y+half)
	}
}

// outline draws a border around a row.
func (v *View) outline(in Input, r *Row) {
	k := in.Canvas.Scale
	in.Border(shape.Rect{X0: v.Left + k, Y0: max(r.Top, v.free(r)), X1: v.Rect.X1, Y1: min(r.Bottom-k, v.Rect.Y1)})
}

// nameThreads writes the names of threads into the stretches of rows that have room.
func (v *View) nameThreads(in Input) {
	for _, n := range v.cache.painter.names {
		if v.trail != nil && v.trail.marks[n.task] != nil { // above the critical path, if there is room
			over := n.rect.Height() - stage.BandHeight(n.rect.Height(), max(in.Canvas.Scale, 1)) - stage.Casing*in.Canvas.Scale
			if over >= lane.LeastNameHigh*in.Canvas.Scale {
				n.rect.Y1 = n.rect.Y0 + over
			}
		}
		size := min(0.85*v.em, 0.72*n.rect.Height())
		text := fmt.Sprintf("%d threads", n.number)
		if n.number == 1 {
			text = in.Look.NameOf(in.Timeline.Threads[n.thread].Name)
		}
		text = shape.FitName(text, size, n.rect.Width()-0.6*size, false)
		if text == "" || text == "…" {
			continue
		}
		t := shape.Text{Size: size, Color: n.color.TextOn(), Text: text, X: n.rect.X0 + 0.3*size, Y: (n.rect.Y0+n.rect.Y1)/2 + 0.35*size}
		if !n.plain {
			t.Color = in.Colors.Text
			end := t.X + assets.TextWidth(text, size, false)
			box := shape.Rect{X0: t.X - 0.2*size, Y0: t.Y - 0.85*size, X1: end + 0.2*size, Y1: t.Y + 0.25*size}
			in.Overlay.Rects = append(in.Overlay.Rects, shape.OverlayRect{Rect: box, Color: in.Colors.Plate()})
		}
		in.Overlay.Texts = append(in.Overlay.Texts, t)
	}
}

// scrollBar shows which part of the rows is in view, if it is not all of them.
func (v *View) scrollBar(in Input) {
	bar, ok := v.Bar()
	if !ok {
		return
	}
	track := bar
	track.Y0, track.Y1 = v.Rect.Y0, v.Rect.Y1
	for _, r := range []struct {
		rect  shape.Rect
		color paint.Color
	}{{track, in.Colors.Shade(paint.FieldShade)}, {bar, in.Colors.Shade(0.5)}} {
		in.Overlay.Rects = append(in.Overlay.Rects, shape.OverlayRect{Rect: r.rect, Color: r.color})
	}
}

// Bar returns the place of the bar that shows which part of the rows is in view; ok is false if that is all.
func (v *View) Bar() (bar shape.Rect, ok bool) {
	high := v.Rect.Height()
	if v.total <= float64(high)+1 {
		return bar, false
	}
	long := max(high*float32(float64(high)/v.total), 1.2*v.em)
	y := v.Rect.Y0 + (high-long)*float32(v.offset/(v.total-float64(high)))
	return shape.Rect{X0: v.Rect.X1 + 0.25*v.em, Y0: y, X1: v.Rect.X1 + 0.8*v.em, Y1: y + long}, true
}
