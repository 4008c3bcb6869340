package ui

import (
	"context"
	"fmt"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/mathgl/mgl32"

	"tiv/command"
	"tiv/internal/task"
	"tiv/report"
	"tiv/scene"
	"tiv/session"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/ui/widget"
	"tiv/workspace"
)

// callKey is a call of a trace.
type callKey struct {
	tl   *timeline.Timeline
	call scene.Call
}

// sumCall returns how a call spent its time, or nil while that is being added up.
func sumCall(d *session.Document, sums *task.Latest[callKey, report.CallSums], call scene.Call, wake func()) *report.CallSums {
	key := callKey{d.Workspace.Timeline, call}
	sums.Update(key, func(ctx context.Context, _ func(float64)) (report.CallSums, error) {
		return task.OrCanceled(report.SumCall(ctx, key.tl, call))
	}, wake)
	if !sums.Present || sums.Key != key {
		return nil
	}
	return &sums.Value
}

// callUnder returns the call at a pixel of the scene, and the number of calls that the pixel
// stands for; the zero Call for none.
func callUnder(d *session.Document, at mgl32.Vec2) (call scene.Call, merged int) {
	call, merged, _ = d.Frame.CallAt(at[0], at[1])
	return call, merged
}

// describeCall describes a call of a trace in a few lines.
func describeCall(d *session.Document, c *scene.Call, merged int, sums *report.CallSums) []string {
	lines := []string{fmt.Sprintf("%s: %v", d.Workspace.Look.Clock().Span(c.Start, c.End), c.End-c.Start)}
	if sums != nil {
		if sums.HasSelf && sums.States.Alive() > 0 {
			lines = append(lines, fmt.Sprintf("in itself: %v", sums.Self))
		}
		if words := stateWords(sums.States); words != "" {
			lines = append(lines, words)
		}
	}
	evidence := "measured: its entry or exit is in the trace"
	if c.Sampled {
		evidence = "sampled: it follows from stacks of the trace"
	}
	lines = append(lines, evidence)
	if merged > 1 {
		lines = append(lines, fmt.Sprintf("and %s in this pixel, which are shorter", report.Plural(merged-1, "other call")))
	}
	return lines
}

// stateWords lists the times in states, the longest first.
func stateWords(times tracefeed.StateTimes) string {
	var parts []string
	all := times.Alive()
	for _, s := range report.StateOrder {
		if times[s] > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", layerName(s), tracefeed.Percent(times[s], all)))
		}
	}
	return strings.Join(parts, ", ")
}

// outlineCall draws a border around the call under the mouse.
func (s *sceneTips) outlineCall(c *scene.Call) {
	outline := s.Frame.CallOutline(c)
	for i, a := range outline {
		b := outline[(i+1)%len(outline)]
		imgui.BackgroundDrawList().AddLineV(s.inWindow(a), s.inWindow(b), widget.Packed(s.ui.Palette.Select), s.ui.Scale)
	}
}

// call is the section about the selected call.
func (p *selectionPanel) call() {
	c := p.Workspace.Look.Call
	if c.Thread == tracefeed.NoThread {
		return
	}
	imgui.SeparatorText("Call")
	name := report.Safe(c.Function)
	if name == "" {
		name = scene.NoName
	}
	widget.Wrapped(name)
	lines := describeCall(p.Document, &c, 1, sumCall(p.Document, &p.callSums, c, p.Wake))
	for _, line := range lines {
		p.ui.FaintWrapped(line)
	}
	p.ui.MarkText("selected call", name+"; "+strings.Join(lines, "; "))
	for i, b := range []struct{ label, command string }{{"Previous", "previous call"}, {"Next", "next call"}, {"Zoom", "zoom call"}} {
		if i > 0 {
			imgui.SameLine()
		}
		if imgui.SmallButton(b.label + "##call") {
			p.Send(command.EntryNamed(b.command).Command.(workspace.Command))
		}
		p.ui.Mark(b.command, widget.LastItem())
		p.keys.CommandTip(b.command)
	}
}

// clickCall selects the call under the mouse, or none beside calls.
func clickCall(m *sceneMouse) {
	if m.Frame.Calls.Shown {
		call, _ := callUnder(m.Document, m.pressed)
		m.Send(workspace.SelectCall{Call: call})
	}
}

// zoomToCall shows the time of the call under the mouse; it reports whether there is one.
func zoomToCall(m *sceneMouse, at mgl32.Vec2) bool {
	call, _ := callUnder(m.Document, at)
	if call.Thread == tracefeed.NoThread {
		return false
	}
	m.Send(workspace.SelectCall{Call: call}, workspace.ShowCall{})
	return true
}

// call are the entries about the selected call of the thread, if there is one.
func (m *contextMenu) call(t tracefeed.ThreadID) {
	c := &m.Workspace.Look.Call
	if c.Thread != t {
		return
	}
	m.items("zoom call", "call begin", "next call", "previous call", "slowest calls")
	if m.entry("Copy name of the function", "", "Copies the whole name of the function.") {
		m.copy(c.Function, "name")
	}
	imgui.Separator()
}

// slowestCalls lists the calls of the selected call's function, the longest first.
func slowestCalls(a *app) {
	a.panels().tables.thread = tracefeed.NoThread
	showCalls(&a.panels().tables, a.Workspace.Look.Call.Function)
}

// calls returns the entries of functions or packages, and of kinds of calls.
func (p *legendPanel) calls() (list []shapeEntry) {
	c, palette := &p.Frame.Calls, p.ui.Palette
	for i, k := range c.Kinds {
		if i == maxLegendKinds {
			list = append(list, shapeEntry{name: fmt.Sprintf("and %d more", len(c.Kinds)-i), count: uncounted,
				help: "Point at a call to see its name."})
			break
		}
		list = append(list, shapeEntry{k.Color, bandShape, report.Safe(k.Short), uncounted,
			report.Safe(k.Name) + "\nThe longest calls in the picture come first."})
	}
	if c.Sampled {
		style := c.SampledSample(palette)
		list = append(list, shapeEntry{style.Color, stripedShape(style), scene.SampledLegend, uncounted,
			"Calls that follow from stacks: of samples, and of waits. Their begin and end are known only as well as the stacks are close."})
	}
	if c.Merged {
		list = append(list, shapeEntry{c.ShortSample(palette), bandShape, scene.ShortLegend, uncounted,
			"A pixel shows the longest call in it. The fainter it is, the less of its time calls of this depth cover."})
	}
	return list
}

// maxLegendKinds is the number of functions or packages in the panel of the legend.
const maxLegendKinds = 8

// stripedShape is a sample with the pattern of a style.
func stripedShape(style scene.LayerStyle) shape {
	return func(list *imgui.DrawList, low, high imgui.Vec2, color uint32, scale float32) {
		list.AddRectFilled(low, high, color)
		list.PushClipRectV(low, high, true)
		widget.Strokes(list, low, high, widget.Packed(style.Ink()), style.Pattern, scale)
		list.PopClipRect()
	}
}
