package ui

import (
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"time"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/scene"
	"tiv/ui/widget"
)

// messages are the window's notifications: confirmations, for some seconds, and
// errors, until they are closed.
type messages struct {
	ui       *widget.Kit
	launcher *launcher
	list     []message
}

type message struct {
	text  string
	wrong bool
	brief bool // shows what a key has chosen
	until time.Time
	// do is the action of a button with the text label and the tooltip tip; nil
	// for no button.
	label, tip string
	do         func()
	file       string // that was saved; "" for none
}

// messageTime is the duration of a confirmation, briefTime that of a choice.
const (
	messageTime = 6 * time.Second
	briefTime   = 2 * time.Second
)

// maxMessages is the largest number of messages shown together.
const maxMessages = 4

func (m *messages) add(x message) {
	x.text, x.until = widget.OneLine(x.text), time.Now().Add(messageTime)
	m.list = append(m.list, x)
	if len(m.list) > maxMessages {
		m.list = m.list[len(m.list)-maxMessages:]
	}
}

// say shows a confirmation.
func (m *messages) say(text string) { m.add(message{text: text}) }

// chose shows for a short time what a key has chosen, in place of the choice
// before.
func (m *messages) chose(text string) {
	m.list = slices.DeleteFunc(m.list, func(x message) bool { return x.brief })
	m.add(message{text: text, brief: true})
	m.list[len(m.list)-1].until = time.Now().Add(briefTime)
}

// withdraw removes the messages with a button that is no longer of use.
func (m *messages) withdraw(label string) {
	m.list = slices.DeleteFunc(m.list, func(x message) bool { return x.label == label })
}

// fail shows an error; nil is ignored.
func (m *messages) fail(err error) {
	if err != nil {
		m.add(message{text: err.Error(), wrong: true})
	}
}

// passing reports whether a message is going to vanish by itself, and when the
// first of them does.
func (m *messages) passing() (in time.Duration, ok bool) {
	in = messageTime
	for _, x := range m.list {
		if !x.wrong {
			in, ok = min(in, time.Until(x.until)), true
		}
	}
	return max(in, time.Millisecond), ok
}

// layOut shows the messages over the upper part of the scene: waits that are not
// drawn are counted in the lower part. area is the scene's rectangle, in pixels.
func (m *messages) layOut(area scene.Rect) {
	kept := m.list[:0]
	for _, x := range m.list {
		if x.wrong || time.Now().Before(x.until) {
			kept = append(kept, x)
		}
	}
	if m.list = kept; len(m.list) == 0 {
		return
	}
	k := imgui.CurrentIO().DisplayFramebufferScale()
	at := imgui.Vec2{X: (area.X0 + area.X1) / 2 / k.X, Y: area.Y0/k.Y + imgui.FontSize()}
	if job, ok := panelRect(jobName); ok {
		at.Y = job.Y1 + imgui.FontSize()/2
	}
	imgui.SetNextWindowPosV(at, imgui.CondAlways, imgui.Vec2{X: 0.5})
	flags := imgui.WindowFlagsNoDecoration | imgui.WindowFlagsAlwaysAutoResize | imgui.WindowFlagsNoDocking |
		imgui.WindowFlagsNoSavedSettings | imgui.WindowFlagsNoFocusOnAppearing | imgui.WindowFlagsNoNav | imgui.WindowFlagsNoMove
	if imgui.BeginV("messages", nil, imgui.WindowFlags(flags)) {
		for i := range m.list {
			imgui.PushIDInt(int32(i))
			closed := m.line(&m.list[i], min(40*imgui.FontSize(), area.Width()/k.X*0.8))
			imgui.PopID()
			if closed {
				m.list = append(m.list[:i:i], m.list[i+1:]...)
				break
			}
		}
		low, size := imgui.WindowPos(), imgui.WindowSize()
		m.ui.Mark("messages", scene.Rect{X0: low.X, Y0: low.Y, X1: low.X + size.X, Y1: low.Y + size.Y})
	}
	imgui.End()
}

// fileButtons open the saved file of a message, and its folder.
func (m *messages) fileButtons(x *message) {
	if x.file == "" {
		return
	}
	for _, b := range []struct{ label, path, tip string }{
		{"Open", x.file, "Opens the file with the program for files of its kind."},
		{"Show in folder", filepath.Dir(x.file), "Opens the folder of the file."},
	} {
		if imgui.SmallButton(b.label) {
			m.fail(m.launcher.open(b.path))
		}
		widget.Tip(b.tip)
		imgui.SameLine()
	}
}

// open opens a file or folder with the user's program for it.
func (l *launcher) open(path string) error {
	argv := urlCommand((&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String())
	if err := l.launch(argv); err != nil {
		return fmt.Errorf("open %s: %w", path, err)
	}
	return nil
}

// line lays out a message and reports whether it was closed.
func (m *messages) line(x *message, wide float32) (closed bool) {
	color := m.ui.Palette.Text
	if x.wrong {
		color = m.ui.Palette.Warning
	}
	widget.Tinted(color, widget.Folded(x.text, wide))
	if x.brief {
		return false
	}
	imgui.SameLine()
	if x.do != nil {
		if imgui.SmallButton(x.label) {
			x.do()
			closed = true
		}
		m.ui.Mark(x.label, widget.LastItem())
		widget.Tip(x.tip)
		imgui.SameLine()
	}
	m.fileButtons(x)
	shut := imgui.SmallButton("×")
	widget.Tip("Closes the message.")
	return shut || closed
}
