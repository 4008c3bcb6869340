package slicing

import (
	"fmt"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/execution/slice"
	"tiv/internal/background"
	"tiv/report"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/session"
	"tiv/tracefeed"
	"tiv/ui/keys"
	"tiv/ui/panel"
	"tiv/ui/widget"
	"tiv/workspace"
	"tiv/workspace/prefs"
)

// Panel is the list of slices, with the share of the time that each covers.
type Panel struct {
	panel.Trace
	keys    *keys.Bindings
	session *session.Session
	do      panel.Doer
	slices  *Tools
	shares  background.Latest[sharesKey, sliceShares]
	current int // the chosen slice
	seen    bool
	known   int // the number of slices in the last frame
}

// LayOut lays the panel out.
func (p *Panel) LayOut() {
	p.seen = false
	defer func() {
		if !p.seen {
			p.shares.Pause()
		}
	}()
	panel.Closable(p.Document, panel.Slices, func() {
		p.seen = true
		p.refresh()
		p.tools()
		if time := panel.TimeOf(p.SlicesWhole); time.Choose(p.UI, p.Workspace, "slices") {
			p.session.Do(command.SetSlicesWhole{On: time == panel.TimeAll})
		}
		imgui.Separator()
		list := p.Workspace.Look.Slices
		if len(list) == 0 {
			p.UI.FaintWrapped("No slices. A slice is a part of the time of threads with a name and a colour: the " +
				"calls of a package, the waits for a lock, an interval. " +
				"Make one from a selected thread or lock (right click), write a condition, or choose from the gallery.")
			return
		}
		p.choose(len(list))
		foot := imgui.FrameHeightWithSpacing() + imgui.TextLineHeightWithSpacing()
		if imgui.BeginChildStrV("list", imgui.Vec2{Y: max(imgui.ContentRegionAvail().Y-foot, 3*foot)}, 0, 0) {
			for i := range list {
				imgui.PushIDInt(int32(i))
				p.heading(i)
				p.row(i, &list[i])
				imgui.PopID()
			}
		}
		imgui.EndChild()
		p.actions()
		p.foot()
	})
}

// Chosen returns the name of the chosen slice, if there are slices.
func (p *Panel) Chosen() (name string, ok bool) {
	list := p.Workspace.Look.Slices
	if len(list) == 0 {
		return "", false
	}
	return list[min(p.current, len(list)-1)].Name, true
}

// choose keeps one of n slices chosen: after an addition, the last.
func (p *Panel) choose(n int) {
	if n > p.known && p.known > 0 {
		p.current = n - 1
	}
	p.known = n
	p.current = min(max(p.current, 0), n-1)
}

// Close ends all work.
func (p *Panel) Close() { p.shares.Close() }

// Busy reports whether the shares that are shown are being computed.
func (p *Panel) Busy() bool {
	_, running := p.shares.Running()
	return p.seen && running
}

// refresh requests the shares, if their input has changed.
func (p *Panel) refresh() {
	if p.Workspace.Look.Slicing == nil {
		return
	}
	from, to := workspace.Interval(&p.Workspace.Look, p.SlicesWhole)
	key := sharesOf(p.Workspace.Timeline, &p.Workspace.Look, p.Workspace.Look.Slicing, from, to)
	// If the input changes continually, a running task is finished.
	if wanted, running := p.shares.Running(); running && (p.Workspace.Playback.Playing || !key.tl.Complete) {
		key = wanted
	}
	p.shares.Update(key, key.compute(p.Workspace.Look.Threads), p.Wake)
}

// tools are the buttons to add slices, and the switch for their colours.
func (p *Panel) tools() {
	if p.button("New…", "new slice", "Opens the editor for a new slice.") {
		p.slices.Edit.Create(slice.Definition{})
	}
	imgui.SameLine()
	if p.button("Divide…", "divide", "Makes slices by ranges of a number, such as fast and slow calls.") {
		p.slices.Divide.Show(slice.Definition{})
	}
	widget.SameLineIfRoom("Gallery…")
	if p.button("Gallery…", "slice gallery", "Lists ready slices, those first that cover something in this trace.") {
		p.slices.Gallery.Show()
	}
	imgui.SameLine()
	if p.button("More…", "more slices", "Slices as files and as text.") {
		imgui.OpenPopupStr("more")
	}
	if imgui.BeginPopup("more") {
		p.more()
		imgui.EndPopup()
	}
	widget.SameLineIfRoom("     " + colourBySlice)
	on := p.Workspace.Look.SliceColours
	if p.UI.TickBox(colourBySlice, &on) {
		p.Send(workspace.SetOption{Option: "slice-colours", On: on})
	}
	p.UI.Mark("colour by slice", widget.LastItem())
	p.keys.KeyTip("Colours bars by the slices that cover their time, in place of states.", "slice colours")
}

const colourBySlice = "Colour by slice"

// button lays out a button with a tooltip.
func (p *Panel) button(label, mark, help string) bool {
	pressed := imgui.Button(label)
	p.UI.Mark(mark, widget.LastItem())
	widget.Tip(help)
	return pressed
}

// more are the entries about files and texts.
func (p *Panel) more() {
	for _, name := range []string{"open slices", "save slices", "copy slices", "paste slices"} {
		e := command.EntryNamed(name)
		if imgui.MenuItemBool(e.Label) {
			p.do(e.Command)
		}
		p.UI.Mark("more "+e.Name, widget.LastItem())
		widget.Tip(e.Help)
	}
}

// computed returns the index of a slice in the last result; -1 if it has none.
func (p *Panel) computed(d *slice.Definition) int {
	if s := p.Workspace.Look.Slicing; s != nil {
		return slice.Find(s.Definitions, d.Name)
	}
	return -1
}

// remark returns why a slice covers nothing; "" if it does, or may.
func (p *Panel) remark(d *slice.Definition) string {
	i, s := p.computed(d), p.Workspace.Look.Slicing
	switch {
	case i < 0:
		return ""
	case s.Errors[i] != nil:
		return s.Errors[i].Error()
	case s.Sets[i].Empty():
		return "It covers nothing in this trace."
	}
	return ""
}

// heading names the workspace of a slice and of those after it, if there are several.
func (p *Panel) heading(i int) {
	id := p.Workspace.Spaces.Owner(p.Workspace.Shown, i)
	if p.Workspace.Shown == 0 || i > 0 && id == p.Workspace.Spaces.Owner(p.Workspace.Shown, i-1) {
		return
	}
	name := "Of this workspace"
	if id != p.Workspace.Shown {
		name = "Of " + report.Safe(p.Workspace.Spaces.Title(id, "the whole trace"))
	}
	p.UI.Faint(widget.Shorten(name, imgui.ContentRegionAvail().X))
	widget.Tip("A workspace sees the slices of those above it. Changing one changes it there, and in all below.")
}

// row lays out one slice: colour, name, states, share.
func (p *Panel) row(i int, d *slice.Definition) {
	p.swatch(i, d)
	imgui.SameLine()
	em, remark := imgui.FontSize(), p.remark(d)
	start := imgui.CursorScreenPos()
	flags := imgui.SelectableFlagsAllowDoubleClick
	clicked := imgui.SelectableBoolV("##row", i == p.current, imgui.SelectableFlags(flags), imgui.Vec2{})
	p.UI.Mark("slice "+d.Name, widget.LastItem())
	at := widget.LastItem()
	widget.Tip(p.rowTip(d, remark))
	if imgui.BeginPopupContextItemV("slice menu", imgui.PopupFlagsMouseButtonRight) {
		p.current = i
		p.menu()
		imgui.EndPopup()
	}
	if clicked {
		if p.current = i; imgui.IsMouseDoubleClicked(imgui.MouseButtonLeft) {
			p.slices.Edit.change(i)
		}
	}
	share, strip := 4*em, 5*em
	list, palette := imgui.WindowDrawList(), p.UI.Palette
	color := palette.Text
	if remark != "" {
		color = palette.Faint
	}
	name := report.Safe(d.Name)
	if slice.OnPath(p.Workspace.Look.Base, d.Name) {
		name += " · base"
	}
	list.AddTextVec2(start, widget.Packed(color), widget.Shorten(name, at.X1-share-strip-0.5*em-start.X))
	said := "…"
	if k := p.computed(d); remark != "" {
		said = "–"
	} else if s := &p.shares.Value; p.shares.Present && k >= 0 && p.shares.Key.slices == p.Workspace.Look.Slicing {
		said = panel.Percent(float32(s.share(k)))
		p.strip(shape.Rect{X0: at.X1 - share - strip, Y0: start.Y + 2*p.UI.Scale, X1: at.X1 - share,
			Y1: start.Y + imgui.TextLineHeight() - p.UI.Scale}, s, k)
	}
	p.UI.MarkText("share of "+d.Name, said)
	list.AddTextVec2(imgui.Vec2{X: at.X1 - imgui.CalcTextSize(said).X - 0.3*em, Y: start.Y}, widget.Packed(color), said)
}

// strip draws the states of a slice, as wide as its share.
func (p *Panel) strip(r shape.Rect, s *sliceShares, i int) {
	widget.Fill(imgui.WindowDrawList(), r, p.UI.Palette.Shade(paint.FieldShade))
	whole, x := float64(max(s.whole.Alive(), 1)), r.X0
	for _, state := range report.StateOrder {
		next := x + r.Width()*float32(float64(s.times[i][state])/whole)
		p.UI.Patterned(imgui.Vec2{X: x, Y: r.Y0}, imgui.Vec2{X: next, Y: r.Y1}, p.UI.Palette.Layers[state.Word()])
		x = next
	}
}

// rowTip describes a slice.
func (p *Panel) rowTip(d *slice.Definition, remark string) string {
	s := report.Safe(d.Name) + ": " + definitionText(d)
	if remark != "" {
		return s + "\n" + report.Safe(remark)
	}
	if v, k := &p.shares.Value, p.computed(d); p.shares.Present && k >= 0 && k < len(v.times) {
		s += fmt.Sprintf("\n%v of %s, %s of %s", v.times[k].Alive(), tracefeed.Plural(v.threads[k], "thread"),
			panel.Percent(float32(v.share(k))), p.counted())
	}
	return s + "\nDouble-click to edit, right-click for more."
}

// definitionText is a definition in words.
func definitionText(d *slice.Definition) string {
	s := d.Of.String()
	if d.Where != "" {
		s += ": " + report.Safe(d.Where)
	}
	if len(d.Of.Extents()) > 1 {
		s += " (" + d.Extent.String() + ")"
	}
	if bounds := boundsText(d); bounds != "" {
		s += "," + bounds
	}
	return s
}

// boundsText is the bounds of a definition in time in words; "" if it has none.
func boundsText(d *slice.Definition) string {
	switch {
	case d.To > 0:
		return fmt.Sprintf(" from %v to %v", d.From, d.To)
	case d.From > 0:
		return fmt.Sprintf(" from %v", d.From)
	}
	return ""
}

// swatch shows the colour of a slice, and opens the choice of another.
func (p *Panel) swatch(i int, d *slice.Definition) {
	if c, chosen := p.UI.ColourButton("slice colour "+d.Name, d.Colour); chosen {
		changed := *d
		changed.Colour = c
		p.Send(workspace.SetSlice{Index: i, Definition: changed})
	}
}

// actions are the buttons for the chosen slice.
func (p *Panel) actions() {
	if p.button("Edit…", "edit slice", "Opens the editor for the chosen slice.") {
		p.slices.Edit.change(p.current)
	}
	imgui.SameLine()
	imgui.BeginDisabledV(!p.movable(p.current - 1))
	if imgui.ArrowButton("up", imgui.DirUp) {
		p.move(-1)
	}
	imgui.EndDisabled()
	p.UI.Mark("slice up", widget.LastItem())
	widget.Tip("Moves the slice up. Where slices overlap, the upper one counts; a condition on slices sees those above it.")
	imgui.SameLineV(0, 2*p.UI.Scale)
	imgui.BeginDisabledV(!p.movable(p.current + 1))
	if imgui.ArrowButton("down", imgui.DirDown) {
		p.move(1)
	}
	imgui.EndDisabled()
	p.UI.Mark("slice down", widget.LastItem())
	widget.Tip("Moves the slice down.")
	imgui.SameLine()
	if p.button("Open as workspace", "open workspace", openSpaceHelp) {
		p.slices.OpenSpace(p.Workspace.Look.Slices[p.current].Name)
	}
	imgui.SameLine()
	if p.button("Delete", "delete slice", "Deletes the slice. Undo brings it back.") {
		p.slices.remove(p.current)
	}
}

// movable reports whether the chosen slice can move to a place: to that of another one of
// the same workspace.
func (p *Panel) movable(to int) bool {
	ws := p.Workspace
	return to >= 0 && to < len(ws.Look.Slices) && ws.Spaces.Owner(ws.Shown, to) == ws.Spaces.Owner(ws.Shown, p.current)
}

// move moves the chosen slice.
func (p *Panel) move(by int) {
	if to := p.current + by; p.movable(to) {
		p.Send(workspace.MoveSlice{From: p.current, To: to})
		p.current = to
	}
}

// menu lists the commands for the chosen slice.
func (p *Panel) menu() {
	d := p.Workspace.Look.Slices[p.current]
	p.UI.Bold(widget.Shorten(report.Safe(d.Name), 20*imgui.FontSize()))
	imgui.Separator()
	for _, e := range []struct {
		label, help string
		do          func()
	}{
		{"Edit…", "Opens the editor for the slice.", func() { p.slices.Edit.change(p.current) }},
		{"Divide…", "Makes slices of its elements, by ranges of their duration or another number.", func() { p.slices.Divide.ofSlice(d) }},
		{"Duplicate", "Adds a copy at the end of the list.", func() {
			d.Colour = 0 // the copy has its own
			p.slices.add(d)
		}},
		{"Open as workspace", openSpaceHelp, func() { p.slices.OpenSpace(d.Name) }},
		{"Flame graph of it", "Opens the slice as a workspace, and shows the flame graph of its time.", func() {
			p.slices.OpenSpace(d.Name)
			p.Send(workspace.OpenPanel{Name: panel.Flame, Open: true})
			imgui.SetWindowFocusStr(panel.Flame)
		}},
		{"Threads in it", "Opens the slice as a workspace, and lists the threads with their time in it.",
			func() { p.tableOf(d.Name, command.ThreadTable) }},
		{"Functions in it", "Opens the slice as a workspace, and lists the functions with their time in it.",
			func() { p.tableOf(d.Name, command.FunctionTable) }},
		{"Move up", "Moves the slice up.", func() { p.move(-1) }},
		{"Move down", "Moves the slice down.", func() { p.move(1) }},
		{"Copy as text", "Copies the definition, in the form of files of slices.",
			func() { p.do(command.CopySlices{Names: []string{d.Name}}) }},
		{"Add to the gallery", "Keeps the slice for other traces, in the gallery.", func() { p.do(command.KeepInGallery{Slice: d.Name}) }},
		{"Add to the project", "Keeps the slice for the traces of this project, in the file " + prefs.ProjectFile +
			" beside the trace or in a folder around it.", func() { p.do(command.KeepInGallery{Slice: d.Name, Project: true}) }},
		{"Delete", "Deletes the slice. Undo brings it back.", func() { p.slices.remove(p.current) }},
	} {
		if imgui.MenuItemBool(e.label) {
			e.do()
		}
		p.UI.Mark("slice menu "+e.label, widget.LastItem())
		widget.Tip(e.help)
	}
}

// counted names the whole of the shares.
func (p *Panel) counted() string {
	if b := p.Workspace.Look.Base; b != "" {
		return report.Safe(slice.PathTitle(b)) + ", " + strings.ToLower(panel.TimeOf(p.SlicesWhole).Name(p.Workspace))
	}
	return "the " + strings.ToLower(panel.TimeOf(p.SlicesWhole).Name(p.Workspace))
}

// foot says of what the shares are.
func (p *Panel) foot() {
	said := tracefeed.Plural(len(p.Workspace.Look.Slices), "slice") + " · % of " + p.counted()
	p.UI.Faint(widget.Shorten(said, imgui.ContentRegionAvail().X))
	widget.Tip("The shares are of the time of the threads shown, in " + p.counted() + ".")
}

// tableOf opens a slice as a workspace, and shows a table of it.
func (p *Panel) tableOf(slice, table string) {
	p.slices.OpenSpace(slice)
	p.session.Do(command.ShowTable{Table: table})
}

// NewPanel returns the panel of a trace.
func NewPanel(on panel.Trace, s *panel.Services, tools *Tools) Panel {
	return Panel{Trace: on, keys: s.Keys, session: s.Session, do: s.Do, slices: tools}
}
