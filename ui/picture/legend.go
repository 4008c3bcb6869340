package picture

import (
	"fmt"
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/interaction"
	"tiv/lod"
	"tiv/report"
	"tiv/scene/paint"
	"tiv/scene/share"
	"tiv/task/course"
	"tiv/task/sentence"
	"tiv/tracefeed"
	"tiv/ui/panel"
	"tiv/ui/widget"
	"tiv/workspace"
)

// Legend explains colours and shapes, with the share of each on the
// screen.
type Legend struct {
	panel.Trace
	prefs *panel.Preferences
	panel.Idle
}

// LayOut lays the panel out, unless the strip takes its place.
func (p *Legend) LayOut() {
	if p.prefs.StripShown {
		return
	}
	panel.Docked(panel.Legend, 0, func() {
		if p.Frame == nil {
			return
		}
		v := p.Frame.Tasks
		if v == nil && p.Workspace.Look.Kind.Tasks {
			p.UI.Faint("What the colours mean is said above the tasks.")
			return
		}
		of, title := tracefeed.Plural(len(p.Workspace.Look.Threads), "thread"), "Waits and markers"
		of += " · " + p.Workspace.Look.CountedName()
		if v != nil {
			title, of = "Rows of tasks", tracefeed.Plural(v.Tasks, "task")+" of "+tracefeed.Plural(v.Types, "type")+" in the time shown"
		}
		p.UI.Faint(widget.Shorten(of, imgui.ContentRegionAvail().X))
		p.UI.MarkText("legend of", of)
		widget.Tip("The threads and the time that the numbers and shares of states are of.")
		detailed := false
		for _, t := range p.Frame.Legend() {
			if t.Detailed && !detailed {
				detailed = true
				widget.Section("Threads in full detail")
			}
			p.stateRow(t)
		}
		widget.Section(title)
		for _, e := range p.shapes() {
			if e.name == waitsFor {
				e.name = "narrow end waits for wide end" // as in pictures; the strip has less room
			}
			p.shapeRow(e)
		}
		if left := p.overviewStates(); len(left) > 0 {
			widget.Section("In the overview")
			for _, name := range left {
				p.UI.Swatch(p.UI.Palette.Layers[name].Color, paint.Plain)
				imgui.SameLine()
				widget.Text(name)
				widget.Tip(report.LayerHelp(name))
			}
		}
	})
}

// overviewStates returns the states of the overview that the scene merges.
func (p *Legend) overviewStates() (names []string) {
	if p.Workspace.Look.Kind.Tasks {
		return nil
	}
	for _, l := range report.StateOrder {
		if l != tracefeed.Unknown && !slices.ContainsFunc(p.Frame.Totals,
			func(t share.Total) bool { return t.Kind == share.OfState && t.Name == l.Word() }) {
			names = append(names, l.Word())
		}
	}
	return names
}

// shapeEntry is an entry of the legend for something that is drawn around bars.
type shapeEntry struct {
	color paint.Color
	draw  figure // nil for an entry without a sample
	name  string
	// count is the number of such things in the picture; uncounted for those that
	// are there or not.
	count int
	help  string
}

const uncounted = -1

// waitsFor is the name of an edge whose holder the trace names.
const waitsFor = "waits for"

// shapes returns the entries of waits and markers.
func (p *Legend) shapes() (list []shapeEntry) {
	palette := p.UI.Palette
	switch {
	case p.Frame.Tasks != nil:
		return taskEntries(p.Frame.Tasks, palette)
	case p.Workspace.Look.Kind.Tasks:
		return nil
	}
	if p.Workspace.Look.Kind.Moment {
		list = p.edges()
	}
	list = append(list,
		shapeEntry{palette.Ring, ringShape, "deadlock", p.Frame.Rings, "Threads that wait for each other in a cycle, " +
			"from the moment it closed."},
		shapeEntry{palette.GC, bandShape, "garbage collection", len(p.Workspace.Timeline.GC), "Garbage collections in the whole trace."})
	if n := p.Frame.Stuck; n > 0 {
		list = append(list, shapeEntry{palette.Stuck, frameShape, "stuck: nothing can wake it", n, "Threads whose waits nothing can end, " +
			"from the start of the wait. The frame is broken where that is inferred."})
	}
	if n := len(p.Frame.Debts); n > 0 {
		list = append(list, shapeEntry{palette.Stuck, wedgeBroken, "perhaps owed the answer", n, "The thread at the wide end ended " +
			"the last wait of the stuck thread there, or held the lock of its condition, and has ended since. It may have been the one " +
			"to end this wait, too: that is statistical, and no proof. In 3D and in the timeline the dashes go back in time to its end."})
	}
	if n := len(p.Frame.Locks); n > 0 {
		list = append(list, shapeEntry{palette.Text, bandShape, "lock, line to who held it", n, "A lock that the picture is about, " +
			"or with much of the waiting, with its letter and place. Triangles lead from the threads that waited for it. Lines lead to " +
			"those that held it; a short arm is that of the thread that holds it all the time. Small bars are the threads that wait for " +
			"it at the moment. A click selects them; Waits without locks draws waits from thread to thread."})
	}
	if p.Frame.Plates() {
		list = append(list, shapeEntry{palette.OwnerColor(1), bandShape, "plate: who held the lock, as high as its queue", uncounted,
			"The past of a lock, in steps. Its colours are the threads that held it, in the narrow rail below, and those that others " +
				"waited for, above: as high as the number of waiting threads, of which the scale at the moment has the most. Names stand " +
				"on the longest turns. What is grey is many short turns, or its holder is unknown; paler is inferred. A click selects " +
				"the thread of a colour, or all of a step."})
	}
	if p.Workspace.Look.Story.Finding != nil && !p.Workspace.Look.AllEqual {
		list = append(list, shapeEntry{name: palette.Dimmer() + ": has no part in it", count: uncounted,
			help: "The picture is about the finding that the sentence tells. Threads without a part in it step back, " +
				"calm ones most: they lost no time in the history, and nobody waited for them. All threads alike ends that."})
	}
	if look := &p.Workspace.Look; look.Course != nil {
		list = append(list, lineOfTask(look.Course, p.Frame.CourseColor))
	}
	return append(list, p.calls()...)
}

// lineOfTask returns the entry of the line along the chosen task.
func lineOfTask(c *course.Course, color paint.Color) shapeEntry {
	return shapeEntry{color, lineShape(4), report.Safe(sentence.Name(&c.Tasks.Tasks[c.Task])), uncounted,
		"Who works for the chosen task, from thread to thread. It is dashed while no thread works for it, and hollow where that a " +
			"thread works for it is inferred. Threads that do at the moment have a frame."}
}

// edges returns the entries of edges between threads.
func (p *Legend) edges() []shapeEntry {
	palette := p.UI.Palette
	counts := map[string]int{}
	for _, l := range p.Frame.Links {
		counts[fmt.Sprintf("%v %v", l.Kind, l.Evidence == interaction.Observed)]++
	}
	list := []shapeEntry{
		{palette.LockEdge, wedgeFilled, waitsFor, counts["lock true"],
			"From the waiting thread, at the narrow end, to the thread it waits for: arrow heads point there. The " +
				"thickness is the share of the history, or of the selected interval, spent waiting."},
		{palette.LockEdge, wedgeOutlined, "waits for, inferred", counts["lock false"],
			"The trace names only the thread that ended the wait."},
	}
	if p.Frame.WaitMarks {
		const all = " It includes waits whose edges are not drawn."
		list = append(list, shapeEntry{palette.LockEdge, lineShape(1.2), "thin line: it waits", uncounted,
			"Below a bar: the share of the history that it waited for locks; full width is all of it." + all},
			shapeEntry{palette.LockEdge, lineShape(3), "thick line: others wait for it", uncounted,
				"Below a bar: the waits of others for it; full width is the most of all bars." + all})
	}
	if p.Frame.WithinGroups {
		list = append(list, shapeEntry{palette.LockEdge, numberRing, "waits within a group", uncounted,
			"Beside the bar of a group: the number of waits of its threads for each other in the history."})
	}
	if p.Frame.Level == lod.Crowd {
		list = append(list, shapeEntry{name: "groups: most lost time first", count: uncounted,
			help: "Groups that lost more time come first and are larger. Lost time is runnable, blocking and IO in " +
				"the whole trace. Groups with less than a tenth of the most are calm and share the last bar; " +
				"clusters of your own never do."})
	}
	if p.Workspace.Look.Signals {
		list = append(list, shapeEntry{palette.SignalEdge, wedgeThin, "signalled by", counts["signal false"] + counts["signal true"],
			"The other thread ends the wait of the thread at the narrow end. Such a wait is not blocked time."})
	}
	return list
}

// stateRow lays out a state with its time; a click highlights it.
func (p *Legend) stateRow(t share.Total) {
	at, name := imgui.CursorPos(), report.Safe(t.Name)
	p.stateButton(t, imgui.Vec2{Y: imgui.TextLineHeight()})
	imgui.SetCursorPos(at)
	p.UI.Swatch(t.Style.Color, t.Style.Pattern)
	imgui.SameLine()
	share := p.share(t)
	gap := 0.6 * imgui.FontSize()
	widget.Text(widget.Shorten(name, imgui.ContentRegionAvail().X-imgui.CalcTextSize(share).X-gap))
	value := fmt.Sprintf("%v  %s", t.Time, share)
	imgui.SameLine()
	if imgui.CalcTextSize(value).X+gap > imgui.ContentRegionAvail().X {
		value = share
	}
	widget.AlignRight(imgui.CalcTextSize(value).X)
	p.UI.Faint(value)
}

// stateButton highlights a state by a click.
func (p *Legend) stateButton(t share.Total, size imgui.Vec2) {
	name := t.Name
	if imgui.SelectableBoolV(fmt.Sprintf("##%s %t", report.Safe(name), t.Detailed), name == p.Workspace.Look.Highlighted, 0, size) {
		if name == p.Workspace.Look.Highlighted {
			name = ""
		}
		p.Send(workspace.Highlight{Layer: name})
	}
	p.UI.Mark("state "+t.Name, widget.LastItem())
	widget.Tip(categoryHelp(t) + " The figures: time of all threads shown, in the selected interval or, without one, in the " +
		"visible range. Click to highlight it in the scene.")
}

// categoryHelp describes a category of bars.
func categoryHelp(t share.Total) string {
	switch t.Kind {
	case share.OfSlice:
		return "Time that this slice covers, and no slice before it in the list."
	case share.OfOtherSlices:
		return "Time of the slices at the end of the list: bars have too few colours for them."
	case share.OfNoSlice:
		return "Time that no slice covers."
	case share.OfTask:
		return "Time in which threads worked for tasks of this type; of nested tasks for the innermost."
	case share.OfOtherTasks:
		return "Time in which threads worked for tasks of other types: bars have too few colours for them."
	case share.OfNoTask:
		return "Time in which threads worked for no task."
	case share.OutsideBase:
		return "Time outside of the base. It does not count."
	}
	return report.LayerHelp(t.Name)
}

// share returns the share of a category in the time that counts; "" for one that does not.
func (p *Legend) share(t share.Total) string {
	if t.Kind == share.OutsideBase {
		return ""
	}
	return panel.Percent(float32(float64(t.Time) / float64(max(1, p.Frame.Counted()))))
}

// figure is a sample of something that is drawn around bars.
type figure func(list *imgui.DrawList, low, high imgui.Vec2, color uint32, scale float32)

func wedgeFilled(list *imgui.DrawList, low, high imgui.Vec2, color uint32, scale float32) {
	mid := (low.Y + high.Y) / 2
	list.AddTriangleFilled(imgui.Vec2{X: low.X, Y: mid}, imgui.Vec2{X: high.X, Y: low.Y + 1}, imgui.Vec2{X: high.X, Y: high.Y - 1}, color)
	arrowHead(list, low, high, imgui.ColorU32Col(imgui.ColWindowBg), scale)
}

// arrowHead draws the direction of a wait, as in the scene.
func arrowHead(list *imgui.DrawList, low, high imgui.Vec2, color uint32, scale float32) {
	tip := imgui.Vec2{X: low.X + 0.8*(high.X-low.X), Y: (low.Y + high.Y) / 2}
	for _, side := range []float32{-1, 1} {
		list.AddLineV(imgui.Vec2{X: tip.X - 5*scale, Y: tip.Y + 3.5*side*scale}, tip, color, 1.5*scale)
	}
}

func wedgeOutlined(list *imgui.DrawList, low, high imgui.Vec2, color uint32, scale float32) {
	mid := (low.Y + high.Y) / 2
	list.AddTriangleV(imgui.Vec2{X: low.X, Y: mid}, imgui.Vec2{X: high.X, Y: low.Y + 1}, imgui.Vec2{X: high.X, Y: high.Y - 1},
		color, 1.3*scale)
	arrowHead(list, low, high, color, scale)
}

func wedgeThin(list *imgui.DrawList, low, high imgui.Vec2, color uint32, scale float32) {
	mid := (low.Y + high.Y) / 2
	list.AddTriangleFilled(imgui.Vec2{X: low.X, Y: mid}, imgui.Vec2{X: high.X, Y: mid - 2*scale},
		imgui.Vec2{X: high.X, Y: mid + 2*scale}, color)
}

func ringShape(list *imgui.DrawList, low, high imgui.Vec2, color uint32, scale float32) {
	const parts = 8
	wide, half := high.X-low.X, (high.Y-low.Y)/2
	for _, side := range []float32{1, -1} {
		at := func(i int) imgui.Vec2 {
			u := float32(i) / parts
			bend := 0.15 + 0.7*4*u*(1-u)
			return imgui.Vec2{X: low.X + wide/2 - side*wide*(0.5-u), Y: low.Y + half*(1-side*bend)}
		}
		for i := range parts { // narrow at its begin, as an edge
			list.AddLineV(at(i), at(i+1), color, (1+2.5*float32(i)/parts)*scale)
		}
	}
}

func bandShape(list *imgui.DrawList, low, high imgui.Vec2, color uint32, _ float32) {
	list.AddRectFilled(low, high, color)
}

func frameShape(list *imgui.DrawList, low, high imgui.Vec2, color uint32, scale float32) {
	list.AddRectV(low, high, color, 0, 0, 2*scale)
}

// wedgeBroken is a wedge in pieces.
func wedgeBroken(list *imgui.DrawList, low, high imgui.Vec2, color uint32, _ float32) {
	const pieces = 4
	wide, mid := (high.X-low.X)/pieces, (low.Y+high.Y)/2
	for i := range pieces {
		x, half := low.X+wide*float32(i), float32(i+1)/pieces*(high.Y-mid-1)
		list.AddRectFilled(imgui.Vec2{X: x, Y: mid - half}, imgui.Vec2{X: x + 0.65*wide, Y: mid + half}, color)
	}
}

// lineShape is a line of a thickness.
func lineShape(thick float32) figure {
	return func(list *imgui.DrawList, low, high imgui.Vec2, color uint32, scale float32) {
		mid := (low.Y + high.Y) / 2
		list.AddRectFilled(imgui.Vec2{X: low.X, Y: mid - thick*scale/2}, imgui.Vec2{X: high.X, Y: mid + thick*scale/2}, color)
	}
}

// numberRing is a ring.
func numberRing(list *imgui.DrawList, low, high imgui.Vec2, color uint32, scale float32) {
	list.AddCircleV(imgui.Vec2{X: (low.X + high.X) / 2, Y: (low.Y + high.Y) / 2}, 0.42*(high.Y-low.Y), color, 0, 1.5*scale)
}

// sample shows a shape of the scene.
func sample(w *widget.Kit, c paint.Color, draw figure) {
	h := imgui.TextLineHeight()
	at := imgui.CursorScreenPos()
	imgui.Dummy(imgui.Vec2{X: widget.SwatchSize * h, Y: h})
	draw(imgui.WindowDrawList(), at, imgui.Vec2{X: at.X + widget.SwatchSize*h, Y: at.Y + h}, widget.Packed(c), w.Scale)
}

// shapeRow lays out the entry of a shape.
func (p *Legend) shapeRow(e shapeEntry) {
	if e.draw != nil {
		sample(p.UI, e.color, e.draw)
		imgui.SameLine()
	}
	value := ""
	if e.count != uncounted {
		value = fmt.Sprint(e.count)
	}
	widget.Text(widget.Shorten(e.name, imgui.ContentRegionAvail().X-imgui.CalcTextSize(value).X-0.6*imgui.FontSize()))
	widget.Tip(e.help)
	widget.AlignRight(imgui.CalcTextSize(value).X)
	p.UI.Faint(value)
}

// NewLegend returns the legend of a trace.
func NewLegend(on panel.Trace, s *panel.Services) Legend {
	return Legend{Trace: on, prefs: s.Prefs}
}
