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
	"tiv/ui/picture"
	"tiv/ui/widget"
)

// messageList lays out the messages of the session.
type messageList struct {
	ui       *widget.Kit
	keys     *keys.Bindings
	launcher *launch.Launcher
	do       panel.Doer
	*session.Messages
	shown  *panel.Trace
	placed messagePlace
}

// messagePlace is the place of the messages, and what it was chosen for: while that stays, they
// stay, whatever the bars below do.
type messagePlace struct {
	area, size, at imgui.Vec2
	top            float32
}

// place returns the middle of the upper edge of the messages: below a height of the window, where
// they cover no name of a bar, or at that height if there is no such place. In the lowest lines of
// the scene, waits that are not drawn are counted. area is the scene's rectangle.
func (m *messageList) place(area shape.Rect, top float32) imgui.Vec2 {
	gap, now := imgui.FontSize()/2, messagePlace{top: top, area: imgui.Vec2{X: area.Width(), Y: area.Height()}}
	if job, ok := widget.Shown(jobName); ok {
		now.top = max(now.top, job.Y1+gap)
	}
	if w, ok := widget.WindowNamed(widget.MessagesID); ok {
		now.size = w.Size()
	}
	if now.at = m.placed.at; now == m.placed {
		return now.at
	}
	now.at = imgui.Vec2{X: (area.X0 + area.X1) / 2, Y: now.top}
	x := now.at.X - now.size.X/2
	box := picture.ClearOfNames(m.shown, shape.Rect{X0: x, Y0: now.top, X1: x + now.size.X, Y1: now.top + now.size.Y + gap})
	if box.Y1 < area.Y1-2*imgui.TextLineHeightWithSpacing() {
		now.at.Y = box.Y0
	}
	m.placed = now
	return now.at
}

// layOut shows the messages in the scene, below a height of the window. area is the scene's
// rectangle, in pixels.
func (m *messageList) layOut(area shape.Rect, top float32) {
	if m.Expire(); len(m.List) == 0 {
		m.placed = messagePlace{}
		return
	}
	k := imgui.CurrentIO().DisplayFramebufferScale()
	scene := shape.Rect{X0: area.X0 / k.X, Y0: area.Y0 / k.Y, X1: area.X1 / k.X, Y1: area.Y1 / k.Y}
	imgui.SetNextWindowPosV(m.place(scene, top), imgui.CondAlways, imgui.Vec2{X: 0.5})
	flags := imgui.WindowFlagsNoDecoration | imgui.WindowFlagsAlwaysAutoResize | imgui.WindowFlagsNoDocking |
		imgui.WindowFlagsNoSavedSettings | imgui.WindowFlagsNoFocusOnAppearing | imgui.WindowFlagsNoNav | imgui.WindowFlagsNoMove
	if imgui.BeginV(widget.MessagesID, nil, imgui.WindowFlags(flags)) {
		for i := range m.List {
			imgui.PushIDInt(int32(i))
			did := m.line(i, min(40*imgui.FontSize(), scene.Width()*0.8))
			imgui.PopID()
			if did != nil {
				m.do(did)
				break
			}
		}
		low, size := imgui.WindowPos(), imgui.WindowSize()
		m.ui.Mark(widget.MessagesID, shape.Rect{X0: low.X, Y0: low.Y, X1: low.X + size.X, Y1: low.Y + size.Y})
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
