package ui

import (
	"fmt"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/report"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/session"
	"tiv/ui/keys"
	"tiv/ui/panel"
	"tiv/ui/widget"
)

// sideNames name the sides, as tiv diff does.
var sideNames = [2]string{"before", "after"}

// comparisonBar is the bar of a comparison, with the headings of its sides.
type comparisonBar struct {
	ui      *widget.Kit
	keys    *keys.Bindings
	session *session.Session
	of      *session.Comparison
}

// layOut lays out the bar below the menus: how the sides are coupled.
func (c *comparisonBar) layOut() {
	if !c.of.Visible() {
		return
	}
	widget.SideBar("comparison", imgui.DirUp, c.ui.Palette.Shade(paint.PanelShade), func() {
		gap := func() { imgui.SameLineV(0, imgui.FontSize()) }
		if c.of.Space != nil {
			widget.Text("Workspaces at the same times")
		} else {
			widget.Text("Comparison")
			c.coupleTools(gap)
		}
		gap()
		if open := c.of.Open; c.ui.TickBox("Panels", &open) {
			c.session.Do(command.SetSidePanels{On: open})
		}
		c.ui.Mark("side panels", widget.LastItem())
		widget.Tip("Shows the panels of the active side, too. A click in a side makes it the active one.")
		gap()
		if c.of.Space != nil {
			c.endButton("One workspace", "Shows the active workspace alone")
			return
		}
		c.endButton("End comparison", "Leaves both traces as they were before the comparison")
		c.signs()
	})
}

// endButton lays out the button that ends it all.
func (c *comparisonBar) endButton(label, help string) {
	if imgui.SmallButton(label) {
		endComparison(c.session)
	}
	c.ui.Mark("end comparison", widget.LastItem())
	c.keys.KeyTip(help, "nothing")
}

// endComparison ends a comparison of traces or of workspaces.
func endComparison(s *session.Session) {
	if s.Comparison.ShowsSpaces() {
		s.Do(command.ShowBeside{})
	} else {
		s.Do(command.Compare{})
	}
}

// coupleTools lays out how two traces are coupled.
func (c *comparisonBar) coupleTools(gap func()) {
	gap()
	coupled := !c.of.Off
	if c.ui.TickBox("Coupled by", &coupled) {
		c.session.Do(command.Couple{On: coupled, By: c.of.By})
	}
	c.ui.Mark("coupled", widget.LastItem())
	widget.Tip("Playback, moment, visible range, and selected interval move together. Without it each side has its own.")
	imgui.SameLine()
	c.couplingChoice()
	gap()
	if imgui.SmallButton("Line up these moments") {
		c.session.Do(command.LineUp{})
	}
	c.ui.Mark("line up", widget.LastItem())
	widget.Tip("Marks the present moment of each side: from here on these belong together. " +
		"Release the coupling first to move one side alone.")
	gap()
	if imgui.SmallButton("Swap sides") {
		c.session.Do(command.SwapSides{})
	}
	c.ui.Mark("swap sides", widget.LastItem())
	widget.Tip("Exchanges before and after.")
}

// signs explains the signs in the picture, where there is room.
func (c *comparisonBar) signs() {
	ui, em := c.ui, imgui.FontSize()
	for _, sign := range []struct {
		change     view.Change
		name, help string
	}{
		{view.Longer, "waits longer here", "The largest change of the thread's group, in waits for locks or for " +
			"processors: longer here than in the other trace."},
		{view.Shorter, "waits less here", "The largest change of the thread's group, in waits for locks or for " +
			"processors: shorter here than in the other trace."},
		{view.OnlyHere, "only here", "The other trace has no thread of this group."},
	} {
		imgui.SameLineV(0, em)
		if imgui.ContentRegionAvail().X < imgui.CalcTextSize(sign.name).X+em {
			imgui.NewLine()
			return
		}
		at := imgui.CursorScreenPos()
		imgui.Dummy(imgui.Vec2{X: 0.8 * em, Y: imgui.FrameHeight()})
		strokeSign(imgui.WindowDrawList(), imgui.Vec2{X: at.X + 0.4*em, Y: at.Y + imgui.FrameHeight()/2}, 0.3*em, sign.change, ui)
		imgui.SameLineV(0, 0.2*em)
		ui.Faint(sign.name)
		widget.Tip(sign.help)
	}
}

// strokeSign draws the sign of a change.
func strokeSign(list *imgui.DrawList, at imgui.Vec2, size float32, change view.Change, ui *widget.Kit) {
	for _, l := range change.Strokes() {
		list.AddLineV(imgui.Vec2{X: at.X + size*l[0][0], Y: at.Y - size*l[0][1]},
			imgui.Vec2{X: at.X + size*l[1][0], Y: at.Y - size*l[1][1]}, widget.Packed(ui.Palette.Text), 2*ui.Scale)
	}
}

// couplingChoice lays out the list of ways to couple.
func (c *comparisonBar) couplingChoice() {
	imgui.BeginDisabledV(c.of.Off)
	defer imgui.EndDisabled()
	name := session.Couplings[c.of.By].Name
	if c.of.By == command.ByMarks {
		name = fmt.Sprintf("%s: %v and %v", name, c.of.Marks[0], c.of.Marks[1])
	}
	imgui.SetNextItemWidth(imgui.CalcTextSize(name).X + 2.5*imgui.FontSize())
	if imgui.BeginCombo("##coupling", name) {
		for by, way := range session.Couplings {
			if imgui.SelectableBoolV(way.Name, command.Coupling(by) == c.of.By, 0, imgui.Vec2{}) {
				c.session.Do(command.Couple{On: true, By: command.Coupling(by)})
			}
			c.ui.Mark("coupling "+way.Name, widget.LastItem())
			widget.Tip(way.Help)
		}
		imgui.EndCombo()
	}
	c.ui.MarkText("coupling", name)
	widget.Tip(session.Couplings[c.of.By].Help)
}

// divide gives each side its half of the scene's rectangle, below its name: side by side,
// or one above the other if that is narrow.
func (c *comparisonBar) divide() {
	if !c.of.Visible() {
		return
	}
	const narrow = 380 // of a side, on a common screen
	whole, line := c.of.Sides[c.of.Active()].Area, 1.0*c.ui.Scale
	first, second := whole, whole
	if whole.Width() >= 2*narrow*c.ui.Scale || whole.Width() > 2*whole.Height() {
		middle := (whole.X0 + whole.X1) / 2
		first.X1, second.X0 = float32(int(middle-line)), float32(int(middle+line))
	} else {
		middle := (whole.Y0 + whole.Y1) / 2
		first.Y1, second.Y0 = float32(int(middle-line)), float32(int(middle+line))
	}
	k := imgui.CurrentIO().DisplayFramebufferScale()
	for i, r := range []shape.Rect{first, second} {
		c.heading(i, shape.Rect{X0: r.X0 / k.X, Y0: r.Y0 / k.Y, X1: r.X1 / k.X, Y1: r.Y1 / k.Y})
		r.Y0 = float32(int(r.Y0 + imgui.FrameHeight()*k.Y))
		c.of.Sides[i].Area = r
		at := shape.Rect{X0: r.X0 / k.X, Y0: r.Y0 / k.Y, X1: r.X1 / k.X, Y1: r.Y1 / k.Y}
		c.ui.Mark("side "+sideNames[i], at)
	}
}

// heading writes the name and the moment of a side at the top of its rectangle, brighter
// for the active one.
func (c *comparisonBar) heading(side int, r shape.Rect) {
	list, p := imgui.BackgroundDrawList(), c.ui.Palette
	r.Y1 = r.Y0 + imgui.FrameHeight()
	ground, color := p.Shade(paint.PanelShade), p.Faint
	if side == c.of.Active() {
		ground, color = p.Shade(paint.ChosenShade), p.Text
	}
	widget.Fill(list, r, ground)
	pad := imgui.CurrentStyle().FramePadding()
	at := imgui.Vec2{X: r.X0 + 2*pad.X, Y: r.Y0 + pad.Y}
	note := c.position(side)
	wide := imgui.CalcTextSize(note).X
	head := widget.Shorten(c.title(side), r.Width()-wide-6*pad.X)
	list.AddTextVec2(at, widget.Packed(color), head)
	list.AddTextVec2(imgui.Vec2{X: r.X1 - wide - 2*pad.X, Y: at.Y}, widget.Packed(color), note)
	c.ui.Mark("heading "+sideNames[side], r)
	if c.ui.Marks != nil {
		c.ui.Words["heading "+sideNames[side]] = head + " · " + note
	}
}

// title is the name of a side.
func (c *comparisonBar) title(side int) string {
	ws := c.of.Sides[side].Workspace
	if c.of.Space != nil {
		return report.Safe(ws.Spaces.Title(ws.Shown, ws.Name))
	}
	return sideNames[side] + ": " + ws.Name
}

// position says where a side is in its trace.
func (c *comparisonBar) position(side int) string {
	ws := c.of.Sides[side].Workspace
	s := panel.MomentOf(&ws.Look) + " of " + ws.Look.Clock().Moving(ws.Look.End)
	if c.of.Off || !c.of.Ready || side == c.of.Active() {
		return s
	}
	switch at := c.of.At(c.of.Sides[c.of.Active()].Workspace.Look.Moment, c.of.Active()); {
	case at > ws.Look.End:
		return "ended: " + s
	case at < 0:
		return "not begun: " + s
	}
	return s
}
