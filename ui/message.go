package ui

import (
	"fmt"
	"path/filepath"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/scene/shape"
	"tiv/session"
	"tiv/ui/keys"
	"tiv/ui/launch"
	"tiv/ui/panel"
	"tiv/ui/widget"
)

// messageList lays out the messages of the session.
type messageList struct {
	ui       *widget.Kit
	keys     *keys.Bindings
	launcher *launch.Launcher
	do       panel.Doer
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
			did := m.line(i, min(40*imgui.FontSize(), area.Width()/k.X*0.8))
			imgui.PopID()
			if did != nil {
				m.do(did)
				break
			}
		}
		low, size := imgui.WindowPos(), imgui.WindowSize()
		m.ui.Mark("messages", shape.Rect{X0: low.X, Y0: low.Y, X1: low.X + size.X, Y1: low.Y + size.Y})
	}
	imgui.End()
}

// fileButtons open the saved file of message i, and its folder. They return what is done; nil for nothing.
func fileButtons(i int, x *session.Message) (did command.Command) {
	if x.File == "" {
		return nil
	}
	for _, b := range []struct {
		label, tip string
		folder     bool
	}{
		{"Open", "Opens the file with the program for files of its kind.", false},
		{"Show in folder", "Opens the folder of the file.", true},
	} {
		if imgui.SmallButton(b.label) {
			did = command.OpenSaved{Message: i, Folder: b.folder}
		}
		widget.Tip(b.tip)
		imgui.SameLine()
	}
	return did
}

// line lays out message i, and returns what is done with it; nil for nothing.
func (m *messageList) line(i int, wide float32) (did command.Command) {
	x, color := &m.List[i], m.ui.Palette.Text
	if x.Wrong {
		color = m.ui.Palette.Warning
	}
	text := x.Text
	if x.Do == nil && x.Entry != "" {
		text = keys.WithKey(text, m.keys.Keys(x.Entry))
	}
	widget.Tinted(color, widget.Folded(text, wide))
	if x.Brief {
		return nil
	}
	imgui.SameLine()
	if x.Do != nil {
		if imgui.SmallButton(x.Label) {
			did = command.AnswerMessage{Message: i}
		}
		m.ui.Mark(x.Label, widget.LastItem())
		if x.Entry == "" {
			widget.Tip(x.Tip)
		} else {
			m.keys.KeyTip(x.Tip, x.Entry)
		}
		imgui.SameLine()
	}
	if file := fileButtons(i, x); file != nil {
		did = file
	}
	if imgui.SmallButton("×") {
		did = command.CloseMessage{Message: i}
	}
	m.ui.Mark(fmt.Sprint("close message ", i), widget.LastItem())
	widget.Tip("Closes the message.")
	return did
}

// openSaved opens the saved file of a message, or its folder.
func (m *messageList) openSaved(c command.OpenSaved) {
	path, ok := m.Saved(c.Message)
	if !ok {
		return
	}
	if c.Folder {
		path = filepath.Dir(path)
	}
	m.Fail(m.launcher.Open(path))
}
