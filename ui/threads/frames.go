package threads

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/mathgl/mgl32"

	"tiv/command"
	"tiv/report"
	"tiv/tracefeed"
	"tiv/ui/panel"
	"tiv/ui/widget"
)

// stack lists the calls of the selected thread. A click on one copies its place.
func (p *Selection) stack(d *report.Description) {
	if len(d.Stack) == 0 {
		return
	}
	widget.Section("Stack")
	if d.StackNote != "" {
		p.UI.FaintWrapped(d.StackNote)
	}
	for i := range d.Stack {
		if i == panel.MaxNames {
			p.UI.Faint(fmt.Sprintf("and %d more frames", len(d.Stack)-i))
			break
		}
		p.frame(i, d)
	}
	if imgui.SmallButton("Copy stack") {
		p.copyStack(d, 0)
	}
	p.UI.Mark("copy stack", widget.LastItem())
	widget.Tip("Copies all calls as text, the innermost first.")
}

// frame lays out call i of the stack.
func (p *Selection) frame(i int, d *report.Description) {
	f := &d.Stack[i]
	imgui.PushIDInt(int32(i))
	defer imgui.PopID()
	wide, line := imgui.ContentRegionAvail().X, imgui.TextLineHeight()
	at := imgui.CursorScreenPos()
	height := line
	if f.File != "" {
		height = 2 * line
	}
	if imgui.SelectableBoolV("##frame", false, 0, imgui.Vec2{X: 0, Y: height}) {
		p.copyStack(d, i+1)
	}
	p.UI.MarkText(fmt.Sprint("frame ", i), report.FrameText(f))
	if widget.HasRested() && widget.BeginItemTip(p.frameTipSize(f)) {
		p.frameTip(f)
		imgui.EndTooltip()
	}
	if imgui.BeginPopupContextItemV("frame", imgui.PopupFlagsMouseButtonRight) {
		p.frameMenu(i, d)
		imgui.EndPopup()
	}
	list := imgui.WindowDrawList()
	list.AddTextVec2(at, widget.Packed(p.UI.Palette.Text), widget.Shorten(report.Safe(f.Func), wide))
	if f.File != "" {
		place := fmt.Sprintf("%s:%d", filepath.Base(f.File), f.Line)
		indent := imgui.FontSize()
		list.AddTextVec2(imgui.Vec2{X: at.X + indent, Y: at.Y + line}, widget.Packed(p.UI.Palette.Faint),
			widget.Shorten(report.Safe(place), wide-indent))
	}
	widget.Tip("") // that of the frame is above
}

// frameTip shows the place of a call, with the lines of its source if the file is here.
func (p *Selection) frameTip(f *tracefeed.Frame) {
	widget.Text(report.Safe(f.Func))
	if f.File != "" {
		p.UI.Faint(report.FrameText(f))
		for _, l := range p.source.around(f.File, int(f.Line)) {
			color := p.UI.Palette.Faint
			if l.number == int(f.Line) {
				color = p.UI.Palette.Text
			}
			widget.Tinted(color, fmt.Sprintf("%5d  %s", l.number, l.text))
		}
	}
	p.UI.Faint("Click to copy, right-click for more.")
}

// frameTipSize returns the size of the tooltip of a call.
func (p *Selection) frameTipSize(f *tracefeed.Frame) mgl32.Vec2 {
	lines := []string{f.Func, report.FrameText(f), "Click to copy, right-click for more."}
	for _, l := range p.source.around(f.File, int(f.Line)) {
		lines = append(lines, fmt.Sprintf("%5d  %s", l.number, l.text))
	}
	return widget.TipSize(strings.Join(lines, "\n"))
}

// frameMenu lists the commands for a call.
func (p *Selection) frameMenu(i int, d *report.Description) {
	f := &d.Stack[i]
	if imgui.MenuItemBool("Copy frame") {
		p.copyStack(d, i+1)
	}
	widget.Tip("Copies the file and the line of this call.")
	if imgui.MenuItemBool("Copy stack") {
		p.copyStack(d, 0)
	}
	widget.Tip("Copies all calls as text, the innermost first.")
	if imgui.MenuItemBool("New slice of this function") {
		p.session.Do(command.SliceFunction{Function: f.Func})
	}
	widget.Tip("Makes a slice of all calls of this function, and of everything that they call.")
	if f.File == "" {
		return
	}
	if imgui.MenuItemBool("Open in editor") {
		p.do(command.OpenSource{Thread: d.Thread, At: d.Moment, Frame: i + 1})
	}
	widget.Tip("Opens the file with the editor of the settings, or else with $VISUAL or $EDITOR.")
}

// copyStack copies a stack, or a frame of it, counted from 1.
func (p *Selection) copyStack(d *report.Description, frame int) {
	p.session.Do(command.CopyStack{Thread: d.Thread, At: d.Moment, Frame: frame})
}
