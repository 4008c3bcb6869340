package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/lane"
	"tiv/scene/paint"
	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/spiral"
	"tiv/scene/stage"
	"tiv/scene/taskplot"
	"tiv/scene/taskrows"
	"tiv/scene/view"
	"tiv/timeline"
)

// taskViews are the views of tasks, which show no bars.
type taskViews struct {
	cache  taskplot.Cache
	plot   taskplot.Plot
	spiral spiral.Spiral
	rows   taskrows.Cache
}

// unseen says that nothing is known yet to be in view, so that nothing is made in goroutines for earlier frames.
func (t *taskViews) unseen() {
	t.cache.Unseen()
	t.rows.Unseen()
}

// noTasks says why a view of tasks shows none, and how a trace gets some.
var noTasks = []string{
	"This trace has no tasks.",
	"A task is a piece of work for somebody: a request, a user action, a message. Go tasks and regions, spans of OpenTelemetry, and " +
		"asynchronous slices of Chrome and Perfetto are tasks of a trace.",
	"In other traces, definitions find tasks in calls: tiv TRACE --tasks FILE, or a file tiv-tasks.xml beside the trace. The calls must " +
		"be recorded: tiv record --tasks -- PROGRAM, in Go and Java; in C, -finstrument-functions records them. Help, Tasks has all of it.",
}

// taskFrame makes the picture of a view of tasks.
func (b *Builder) taskFrame(tl *timeline.Timeline, look *view.Look, canvas shape.Canvas) *Frame {
	b.transition, b.Begun, b.kind, b.canvas = place.Transition{}, place.Nothing, look.Kind, canvas
	b.detail, b.lanes.Need = place.Detail{}, lane.Need{}
	f := &Frame{Width: canvas.Width, Height: canvas.Height, Scale: canvas.Scale,
		Ground: look.Palette.Ground, Neutral: look.Palette.Neutral, Outline: look.Palette.Select}
	sh := shape.NewSheet(canvas, look.Palette, &f.Overlay)
	space := sceneRect(look, canvas)
	sh.Labels.Within, sh.Labels.Gap = space, 2*canvas.Scale
	layout := &place.Layout{High: mgl32.Vec2{1, 1}, Depth: 1}
	st := &stage.Stage{Timeline: tl, Look: look, Layout: layout, Depths: stage.NewDepths(look, layout)}
	f.Low, f.High, f.Depth, f.depths = layout.Low, layout.High, layout.Depth, st.Depths
	if look.Kind == view.Tasks {
		b.taskRows(f, st, sh, space)
	} else {
		b.plot(f, st, sh, space)
	}
	if hasCaption(look, canvas) {
		w := captionWriter{Stage: st, Sheet: sh, f: f}
		w.write()
	}
	sh.Labels.Draw(&f.Overlay)
	return f
}

// plot draws the event plot or the spiral.
func (b *Builder) plot(f *Frame, st *stage.Stage, sh *shape.Sheet, space shape.Rect) {
	below := space
	below.Y0 += taskplot.HeaderRoom * sh.Em
	c, draft := b.tasks.cache.Update(st.Look, b.MaxEvents)
	f.Approximate = draft
	switch {
	case c == nil:
		f.Views = []shape.View{{Rect: below}}
		taskplot.Nothing(sh, below, "finding tasks …")
	case c.None():
		f.Views = []shape.View{{Rect: below}}
		taskplot.Nothing(sh, below, noTasks...)
	case st.Look.Kind == view.Spiral:
		f.spiral = &b.tasks.spiral
		f.Views = append(f.Views, shape.View{})
		b.drawSpiral(c, st, sh, space, f)
	default:
		f.Views = []shape.View{b.eventPlot(c, st, sh, space)}
		f.plot = &b.tasks.plot
	}
}

// drawSpiral draws the spiral.
func (b *Builder) drawSpiral(c *taskplot.Columns, st *stage.Stage, sh *shape.Sheet, r shape.Rect, f *Frame) {
	const fit = 0.8 // the half side of a square with about the outline of a disc
	l := st.Layout  // the space of the spiral, as that of one bar
	*l = place.Layout{Slots: make([]place.Slot, 1), Half: mgl32.Vec2{fit, spiral.High / 2}, Low: mgl32.Vec2{-1, 0},
		High: mgl32.Vec2{1, spiral.High}, Depth: fit, Ahead: fit}
	l.Slots[0].At = mgl32.Vec2{0, spiral.High / 2}
	f.Low, f.High, f.Depth = l.Low, l.High, l.Depth
	all := r
	r.Y0 += taskplot.HeaderRoom * sh.Em
	v := &f.Views[0]
	*v = shape.View{Rect: r, Turns: true}
	v.Camera, v.Eye = l.FreePose(st.Look.Camera, r).Camera(l, l.Ahead)
	taskplot.WriteHeader(sh, all, b.tasks.spiral.Draw(c, &b.tasks.cache, st, sh, v), c)
}

// eventPlot draws the event plot.
func (b *Builder) eventPlot(c *taskplot.Columns, st *stage.Stage, sh *shape.Sheet, r shape.Rect) shape.View {
	const margin = 0.02
	all := r
	r.Y0 += taskplot.HeaderRoom * sh.Em
	rect := sh.Pad(r)
	rect.X0 += max(taskplot.Column(c, sh), 1.5*sh.Em)
	beside := taskplot.Beside(rect.Width(), sh)
	rect.X1 -= sh.Em + beside
	fl := st.Layout.SidePlane(st.Look.Camera, rect, st.Depths.Far(), st.Depths.Near(), margin)
	v := shape.View{Rect: rect, Eye: mgl32.Vec3{-1e6, 0, 0}, Time: rect, TimeAxis: true}
	v.Rect.X1 = r.X1 // with the histogram
	v.Camera = fl.Fill(v.Rect).Matrix(shape.Forward, shape.Up, shape.Right, 40)
	sv := &stage.Side{Stage: st, Sheet: sh, View: &v, Flat: fl}
	sv.Collections()
	sv.Grid()
	b.tasks.plot.Draw(c, &b.tasks.cache, sv, beside, b.Animating)
	sv.SelectedInterval()
	sv.MomentLine()
	sv.Axis()
	taskplot.WriteHeader(sh, all, b.tasks.plot.Sentence(&b.tasks.cache), c)
	return v
}

// taskRows draws the rows of tasks.
func (b *Builder) taskRows(f *Frame, st *stage.Stage, sh *shape.Sheet, r shape.Rect) {
	if tasks := st.Look.Tasks; tasks == nil || len(tasks.Tasks) == 0 {
		f.Views = []shape.View{{Rect: r}}
		if tasks == nil {
			taskplot.Nothing(sh, r, "finding tasks …")
		} else {
			taskplot.Nothing(sh, r, noTasks...)
		}
		return
	}
	space := r
	if f.Processors = b.processors.Begin(st.Timeline, st.Look, sh.Canvas, r, b.MaxEvents); f.Processors != nil {
		space.Y0 += f.Processors.Height
	}
	rect := sh.Pad(space)
	rect.X0 += taskrows.NamesWidth(space.Width(), sh.Em)
	rect.X1 -= sh.Em
	fl := shape.Flat{Rect: rect, Low: mgl32.Vec2{st.Depths.Far()}, High: mgl32.Vec2{st.Depths.Near(), 1}}
	v := shape.View{Rect: shape.Rect{X0: space.X0, Y0: rect.Y0, X1: rect.X1 + sh.Em, Y1: rect.Y1}, Time: rect,
		Eye: mgl32.Vec3{-1e6, 0, 0}, TimeAxis: true}
	v.Camera = fl.Fill(v.Rect).Matrix(shape.Forward, shape.Up, shape.Right, 40)
	if f.Processors != nil {
		f.Processors.Draw(st, sh, space.X0, rect.X0, rect.X1)
	}
	sv := &stage.Side{Stage: st, Sheet: sh, View: &v, Flat: fl}
	sv.Collections()
	sv.Grid()
	in := taskrows.Input{Stage: st, Sheet: sh, Rect: rect, Left: space.X0, MaxEvents: b.MaxEvents}
	if f.Tasks = b.tasks.rows.Arrange(in); f.Tasks == nil {
		taskplot.Nothing(sh, space, "putting tasks in order …")
		f.Approximate = true
	} else {
		v.Raster = f.Tasks.Draw(in)
		f.Approximate = f.Tasks.Pending
		f.Tasks.Write(in)
	}
	sv.LitInterval()
	sv.SelectedInterval()
	sv.MomentLine()
	f.Flags = flagsOfSide(sv, 0)
	sv.Axis()
	f.Views = append(f.Views, v)
	if f.Processors != nil {
		f.Approximate = f.Approximate || f.Processors.Pending
		f.Views = append(f.Views, f.Processors.View())
	}
	notes := noteWriter{sh, st.Look, f}
	notes.write()
}

// taskEntries returns the entries of rows of tasks.
func taskEntries(f *Frame, p *paint.Palette) (entries []entry) {
	if f.Tasks == nil {
		return nil
	}
	for _, e := range f.Tasks.Legend(p) {
		n := entry{style: e.Style, name: e.Name, short: e.Short}
		switch e.Mark {
		case taskrows.Line:
			n.marks = waitLine(causesThick)
		case taskrows.ThinLine:
			n.marks = waitLine(waitsThick)
		case taskrows.PathLine:
			n.marks = courseMark
		}
		entries = append(entries, n)
	}
	return entries
}
