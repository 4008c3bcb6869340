package ui

import (
	"time"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/scene"
)

// messages are the window's notifications: confirmations, for some seconds, and
// errors, until they are closed.
type messages struct{ list []message }

type message struct {
	text  string
	wrong bool
	until time.Time
	// do is the action of a button with the text label and the tooltip tip; nil
	// for no button.
	label, tip string
	do         func(*app)
}

// messageTime is the duration of a confirmation.
const messageTime = 6 * time.Second

// mostMessages is the largest number of messages shown together.
const mostMessages = 4

func (m *messages) add(x message) {
	x.text, x.until = tame(x.text), time.Now().Add(messageTime)
	m.list = append(m.list, x)
	if len(m.list) > mostMessages {
		m.list = m.list[len(m.list)-mostMessages:]
	}
}

// say shows a confirmation.
func (m *messages) say(text string) { m.add(message{text: text}) }

// fail shows an error; nil is ignored.
func (m *messages) fail(err error) {
	if err != nil {
		m.add(message{text: err.Error(), wrong: true})
	}
}

// passing reports whether a message is going to vanish by itself.
func (m *messages) passing() bool {
	for _, x := range m.list {
		if !x.wrong {
			return true
		}
	}
	return false
}

// messagesWindow shows the messages over the lower part of the scene.
func (a *app) messagesWindow() {
	m := &a.messages
	kept := m.list[:0]
	for _, x := range m.list {
		if x.wrong || time.Now().Before(x.until) {
			kept = append(kept, x)
		}
	}
	if m.list = kept; len(m.list) == 0 || a.shots.wanted != nil {
		return
	}
	k := imgui.CurrentIO().DisplayFramebufferScale()
	at := imgui.Vec2{X: (a.area.X0 + a.area.X1) / 2 / k.X, Y: a.area.Y1/k.Y - imgui.FontSize()}
	imgui.SetNextWindowPosV(at, imgui.CondAlways, imgui.Vec2{X: 0.5, Y: 1})
	flags := imgui.WindowFlagsNoDecoration | imgui.WindowFlagsAlwaysAutoResize | imgui.WindowFlagsNoDocking |
		imgui.WindowFlagsNoSavedSettings | imgui.WindowFlagsNoFocusOnAppearing | imgui.WindowFlagsNoNav | imgui.WindowFlagsNoMove
	if imgui.BeginV("messages", nil, imgui.WindowFlags(flags)) {
		for i := range m.list {
			imgui.PushIDInt(int32(i))
			closed := a.messageLine(&m.list[i], min(40*imgui.FontSize(), (a.area.X1-a.area.X0)/k.X*0.8))
			imgui.PopID()
			if closed {
				m.list = append(m.list[:i:i], m.list[i+1:]...)
				break
			}
		}
		low, size := imgui.WindowPos(), imgui.WindowSize()
		a.mark("messages", scene.Rect{X0: low.X, Y0: low.Y, X1: low.X + size.X, Y1: low.Y + size.Y})
	}
	imgui.End()
}

// messageLine lays out a message and reports whether it was closed.
func (a *app) messageLine(x *message, wide float32) (closed bool) {
	p := a.ws.Look.Palette
	color := p.Text
	if x.wrong {
		color = p.Warning
	}
	imgui.PushTextWrapPosV(imgui.CursorPosX() + wide)
	tinted(color, x.text)
	imgui.PopTextWrapPos()
	imgui.SameLine()
	if x.do != nil {
		if imgui.SmallButton(x.label) {
			x.do(a)
			closed = true
		}
		tip(x.tip)
		imgui.SameLine()
	}
	shut := imgui.SmallButton("×")
	tip("Close it.")
	return shut || closed
}
