package ui

import (
	"path/filepath"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/scene/shape"
	"tiv/session"
	"tiv/ui/keys"
	"tiv/ui/launch"
	"tiv/ui/widget"
)

// messageList lays out the messages of the session.
type messageList struct {
	ui       *widget.Kit
	keys     *keys.Bindings
	launcher *launch.Launcher
	*session.Messages
}

// layOut shows the messages over the upper part of the scene: waits that are not
// drawn are counted in the lower part. area is the scene's rectangle, in pixels.
func (m *messageList) layOut(area shape.Rect) {
	if m.Expire(); len(m.List) == 0 {
		return
	}
	k := imgui.CurrentIO().DisplayFramebufferScale()
	at := imgui.Vec2{X: (area.X0 + area.X1) / 2 / k.X, Y: area.Y0/k.Y + imgui.FontSize()}
	if job, ok := widget.Shown(jobName); ok {
		at.Y = job.Y1 + imgui.FontSize()/2
	}
	imgui.SetNextWindowPosV(at, imgui.CondAlways, imgui.Vec2{X: 0.5})
	flags := imgui.WindowFlagsNoDecoration | imgui.WindowFlagsAlwaysAutoResize | imgui.WindowFlagsNoDocking |
		imgui.WindowFlagsNoSavedSettings | imgui.WindowFlagsNoFocusOnAppearing | imgui.WindowFlagsNoNav | imgui.WindowFlagsNoMove
	if imgui.BeginV(widget.MessagesID, nil, imgui.WindowFlags(flags)) {
		for i := range m.List {
			imgui.PushIDInt(int32(i))
			closed := m.line(&m.List[i], min(40*imgui.FontSize(), area.Width()/k.X*0.8))
			imgui.PopID()
			if closed {
				m.List = append(m.List[:i:i], m.List[i+1:]...)
				break
			}
		}
		low, size := imgui.WindowPos(), imgui.WindowSize()
		m.ui.Mark("messages", shape.Rect{X0: low.X, Y0: low.Y, X1: low.X + size.X, Y1: low.Y + size.Y})
	}
	imgui.End()
}

// fileButtons open the saved file of a message, and its folder.
func (m *messageList) fileButtons(x *session.Message) {
	if x.File == "" {
		return
	}
	for _, b := range []struct{ label, path, tip string }{
		{"Open", x.File, "Opens the file with the program for files of its kind."},
		{"Show in folder", filepath.Dir(x.File), "Opens the folder of the file."},
	} {
		if imgui.SmallButton(b.label) {
			m.Fail(m.launcher.Open(b.path))
		}
		widget.Tip(b.tip)
		imgui.SameLine()
	}
}

// line lays out a message and reports whether it was closed.
func (m *messageList) line(x *session.Message, wide float32) (closed bool) {
	color := m.ui.Palette.Text
	if x.Wrong {
		color = m.ui.Palette.Warning
	}
	text := x.Text
	if x.Do == nil && x.Entry != "" {
		text = keys.WithKey(text, m.keys.Keys(x.Entry))
	}
	widget.Tinted(color, widget.Folded(text, wide))
	if x.Brief {
		return false
	}
	imgui.SameLine()
	if x.Do != nil {
		if imgui.SmallButton(x.Label) {
			x.Do()
			closed = true
		}
		m.ui.Mark(x.Label, widget.LastItem())
		if x.Entry == "" {
			widget.Tip(x.Tip)
		} else {
			m.keys.KeyTip(x.Tip, x.Entry)
		}
		imgui.SameLine()
	}
	m.fileButtons(x)
	shut := imgui.SmallButton("×")
	widget.Tip("Closes the message.")
	return shut || closed
}
