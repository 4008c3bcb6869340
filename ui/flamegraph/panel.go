// Package flamegraph has the panel of the flame graph. It has three stages in the background: call
// tree, layout, search. A frame only places boxes of at least half a pixel, on a canvas that
// files have, too. The zoomed part is kept as names of functions, so it stays while the interval
// changes.
package flamegraph

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/assets"
	"tiv/command"
	"tiv/execution"
	"tiv/report"
	"tiv/report/flame"
	"tiv/scene/paint"
	"tiv/scene/share"
	"tiv/session"
	"tiv/tracefeed"
	"tiv/ui/files"
	"tiv/ui/menu"
	"tiv/ui/panel"
	"tiv/ui/widget"
)

// Panel is the flame graph of the included threads in an interval, or the callers and
// callees of one function.
type Panel struct {
	panel.Trace
	functions *menu.Function
	flames    *files.Flame
	session   *session.Session
	flameData
	at      flameSpot
	history []flameSpot
	colors  []paint.Color // of slices, if they decide the colours
	marks   marks         // of handlers
	seen    bool          // it was laid out in this frame
}

// LayOut lays the panel out.
func (p *Panel) LayOut() {
	p.seen = false
	defer func() {
		switch {
		case !p.Workspace.Panels[panel.Flame]:
			p.reset()
		case !p.seen:
			p.pause()
		}
	}()
	panel.Closable(p.Document, panel.Flame, func() {
		p.seen = true
		p.tools()
		p.place()
		p.refresh()
		foot := imgui.TextLineHeightWithSpacing()
		view := &flameView{p: p, style: flame.Style{Palette: p.UI.Palette, Scale: p.UI.Scale,
			Text: imgui.FontSize() / assets.LineHeight, Slices: p.colors}}
		row := view.style.RowHeight()
		height := widget.WholeRows(imgui.ContentRegionAvail().Y-foot, row)
		if imgui.BeginChildStrV("graph", imgui.Vec2{Y: height}, 0, 0) {
			widget.SnapToRow(row)
			if p.graph.Present {
				view.g = p.graph.Value
				view.layOut()
			}
		}
		imgui.EndChild()
		p.foot()
	})
}

// tools choose what is counted.
func (p *Panel) tools() {
	gap := 1.5 * imgui.FontSize()
	if time := panel.TimeOf(p.Flame.Whole); time.Choose(p.UI, p.Workspace, "flame") {
		p.change(func(f *command.FlameGraph) { f.Whole = time == panel.TimeAll })
	}
	for i, c := range flameChoices {
		beside := 2 * p.UI.Scale
		if i == 0 {
			beside = gap
		}
		widget.SameLineIfWide(widget.ButtonWidth(c.name), beside)
		if p.UI.SwitchButton(c.name, command.FlameStates(i) == p.Flame.States) {
			p.change(func(f *command.FlameGraph) { f.States = command.FlameStates(i) })
		}
		p.UI.Mark("flame "+strings.ToLower(c.name), widget.LastItem())
		widget.Tip(c.help)
	}
	if len(p.Workspace.Look.Selection) > 0 {
		const label = "Selected threads"
		widget.SameLineIfWide(widget.ButtonWidth(label), gap)
		if p.UI.SwitchButton(label, p.Flame.Selected) {
			p.change(func(f *command.FlameGraph) { f.Selected = !f.Selected })
		}
		p.UI.Mark("flame selected", widget.LastItem())
		widget.Tip("Counts the selected threads only, instead of all that are shown.")
	}
	label := "Save…"
	wide := widget.ButtonWidth(label)
	widget.SameLineIfWide(wide+9*imgui.FontSize(), gap)
	imgui.SetNextItemWidth(max(imgui.ContentRegionAvail().X-wide-imgui.FontSize(), 4*imgui.FontSize()))
	if find := sought(&p.Trace); imgui.InputTextWithHint("##find", "Find functions…", &find, 0, nil) {
		p.change(func(f *command.FlameGraph) { f.Find = find })
	}
	p.UI.Mark("flame find", widget.LastItem())
	widget.Tip("Highlights the functions whose names contain this text, here and in the execution view.")
	imgui.SameLineV(0, imgui.FontSize())
	if imgui.Button(label) {
		p.flames.Save()
	}
	p.UI.Mark("flame save", widget.LastItem())
	widget.Tip("Saves this graph as a picture, as folded stacks or as a profile of pprof, as tiv flame does.")
}

// sought returns the text that functions are searched for: that of the graph, or of the execution view.
func sought(t *panel.Trace) string { return cmp.Or(t.Flame.Find, t.Workspace.Look.Found) }

// place says which part of the code is shown, and leads back.
func (p *Panel) place() {
	imgui.BeginDisabledV(len(p.history) == 0)
	if imgui.Button("Back") && len(p.history) > 0 {
		last := len(p.history) - 1
		p.at, p.history = p.history[last], p.history[:last]
		p.goTo(p.at)
	}
	p.UI.Mark("flame back", widget.LastItem())
	widget.Tip("Returns to what was shown before.")
	imgui.EndDisabled()
	imgui.SameLine()
	imgui.BeginDisabledV(p.at.whole())
	if imgui.Button("Whole graph") {
		p.goTo(flameSpot{})
	}
	p.UI.Mark("flame whole", widget.LastItem())
	widget.Tip("Shows all code.")
	imgui.EndDisabled()
	imgui.SameLine()
	switch {
	case p.at.function != "":
		widget.Text(widget.Shorten("Callers above, callees below: "+report.Safe(p.at.function), imgui.ContentRegionAvail().X))
	case p.at.whole():
		p.UI.Faint(widget.Shorten("Wide: much time. Below a call is what it called. Click to zoom, right-click for more.",
			imgui.ContentRegionAvail().X))
	default:
		in := strings.TrimSuffix(p.at.zoom[len(p.at.zoom)-1], command.SampledCall)
		widget.Text(widget.Shorten("In "+report.Safe(in), imgui.ContentRegionAvail().X))
	}
}

// change shows the graph with changes.
func (p *Panel) change(do func(*command.FlameGraph)) {
	c := command.ShowFlameGraph{FlameGraph: p.Flame}
	do(&c.FlameGraph)
	p.session.Do(c)
}

// goTo shows another part of the code.
func (p *Panel) goTo(to flameSpot) {
	p.change(func(f *command.FlameGraph) { f.Function, f.Zoom = to.function, to.zoom })
}

// Center shows the callers and callees of a function, and opens the panel.
func (p *Panel) Center(function string) {
	p.goTo(flameSpot{function: function})
	imgui.SetWindowFocusStr(panel.Flame)
}

// refresh requests what is shown, if its input has changed.
func (p *Panel) refresh() {
	const most = 100
	if now := spotOf(&p.Flame); !p.at.is(now) {
		p.history = append(p.history[max(len(p.history)-most, 0):], p.at)
		p.at = now
	}
	key, tree := session.FlameTree(p.Document)
	wanted, busy := p.tree.Running()
	late := p.Workspace.Playback.Playing && p.tree.Present || !key.Timeline.Complete && busy
	if late && !busy {
		key = p.tree.Key
	} else if late {
		key = wanted // it would never be finished
	}
	_, p.colors = share.SliceColors(&p.Workspace.Look)
	show := p.Flame
	show.Find = sought(&p.Trace)
	p.update(key, tree, &show, p.Wake)
}

// Busy reports whether the panel is shown and not all of it is there.
func (p *Panel) Busy() bool { return p.seen && p.flameData.Busy() }

// foot says what the graph counts.
func (p *Panel) foot() {
	if !p.graph.Present {
		p.UI.Faint("working")
		return
	}
	g, clock := p.graph.Value, p.Workspace.Look.Clock()
	said := p.graph.Key.describe(g)
	if hits := &p.search; hits.Present && hits.Key.graph == g && hits.Value.functions != nil {
		share := float64(hits.Value.time) / float64(max(g.Paths[0].Total.Alive(), 1))
		said = fmt.Sprintf("found: %v, %.1f %% · %s", hits.Value.time, 100*share, said)
	}
	said = fmt.Sprintf("%s · from %s to %s", said, clock.Moving(p.tree.Key.From), clock.Moving(p.tree.Key.To))
	p.UI.Faint(widget.Shorten(said, imgui.ContentRegionAvail().X))
	p.UI.MarkText("flame foot", said)
	widget.Tip(said)
}

// longestCall returns the longest call of a function of the tree.
func longestCall(tree *execution.Tree, function int32) report.Spot {
	c := tree.Longest[function]
	start, end := max(c.Start, tree.From), min(c.End, tree.To)
	return report.Spot{Thread: c.Thread, Moment: max(start, end-tracefeed.Nanosecond), Function: tree.Functions[function], Longest: c}
}

// New returns the panel of a trace. dialog saves a graph.
func New(on panel.Trace, s *panel.Services, function *menu.Function, dialog *files.Flame) Panel {
	return Panel{Trace: on, functions: function, flames: dialog, session: s.Session}
}
