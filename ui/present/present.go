// Package present makes the window a stage for an audience: full screen, without panels, with
// larger texts, and with a caption that tells which finding is shown. Nothing of it is kept for
// the next start.
package present

import (
	"fmt"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/interaction/detect"
	"tiv/report"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/tracefeed"
	"tiv/ui/keys"
	"tiv/ui/widget"
	"tiv/workspace"
)

// Window is the window that is presented.
type Window interface {
	// FramebufferSize returns its size in pixels.
	FramebufferSize() (wide, high int)
	// FullScreen reports whether it fills a screen.
	FullScreen() bool
	// SetFullScreen makes it fill the screen that it is on, or puts it back.
	SetFullScreen(on bool)
}

// Mode is what of the window is shown, and how large.
type Mode struct {
	UI   *widget.Kit
	Keys *keys.Bindings
	// Window is set before the first frame.
	Window Window
	// Bare hides all panels.
	Bare bool

	on      bool // it presents
	wasFull bool // before that
	slide   int  // the last one
	// rest is the place of the pointer when the slide came.
	rest imgui.Vec2
}

// Presenting reports whether the window has nothing but the scene and a caption.
func (m *Mode) Presenting() bool { return m.on }

// Present begins or ends to present.
func (m *Mode) Present(on bool) {
	if on {
		m.wasFull = m.Window.FullScreen()
	}
	m.on, m.slide = on, -1
	m.Window.SetFullScreen(on || m.wasFull)
}

// Hides reports whether panels are hidden.
func (m *Mode) Hides() bool { return m.Bare || m.on }

// Still reports whether the pointer, which is somewhere over the slide, is not in use, so that
// nothing is to be shown about the thing there. It comes back when the mouse does anything.
func (m *Mode) Still() bool {
	if !m.on || imgui.MousePos() != m.rest || imgui.IsAnyMouseDown() || imgui.CurrentIO().MouseWheel() != 0 {
		m.rest = imgui.Vec2{X: -1, Y: -1}
		return false
	}
	imgui.SetMouseCursor(imgui.MouseCursorNone)
	return true
}

// CanLeave reports whether Leave changes anything.
func (m *Mode) CanLeave() bool { return m.Hides() || m.Window.FullScreen() }

// Leave ends to present, or else leaves full screen, or else shows the panels again.
func (m *Mode) Leave() {
	switch {
	case m.on:
		m.Present(false)
	case m.Window.FullScreen():
		m.Window.SetFullScreen(false)
	default:
		m.Bare = false
	}
}

// Reveal shows what is hidden if a command is about it.
func (m *Mode) Reveal(c command.Command) {
	switch c.(type) {
	case command.FocusPanel, command.FocusMenus, command.FocusFilter, command.RenameCluster, command.ClusterSelected,
		command.ShowPanel, command.ShowTable, workspace.OpenPanel, command.ResetPanels, command.Tour:
		if m.Bare = false; m.on {
			m.Present(false)
		}
	}
}

// Scale returns the scale of texts and lines in a window that commonly has another one. Those of
// an audience grow with the screen, because people at the back see it as small.
func (m *Mode) Scale(common float32) float32 {
	const larger = 1.25
	if !m.on {
		return common
	}
	return larger * max(common, shape.CanvasOf(m.Window.FramebufferSize()).Scale)
}

// Slide is what the caption is about: a trace, and one of its findings.
type Slide struct {
	Title string
	// Finding is nil before the first; Number counts from 1 up to Count.
	Finding       *detect.Finding
	Number, Count int
}

// Caption lays out the caption at the top. Its height is the same for all slides, so that the
// scene stays where it is.
func (m *Mode) Caption(s Slide) {
	const large, lines = 1.2 * widget.TextSize, 2
	if s.Number != m.slide {
		m.slide, m.rest = s.Number, imgui.MousePos()
	}
	pad := imgui.CurrentStyle().WindowPadding().X
	high := imgui.TextLineHeightWithSpacing() + lines*1.3*imgui.TextLineHeight() + pad
	flags := imgui.WindowFlagsNoScrollbar | imgui.WindowFlagsNoSavedSettings | imgui.WindowFlagsNoDecoration
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{X: 2 * pad, Y: pad / 2})
	imgui.PushStyleColorVec4(imgui.ColWindowBg, widget.Vec(m.UI.Palette.Shade(paint.PanelShade)))
	if imgui.InternalBeginViewportSideBar("##caption", imgui.MainViewport(), imgui.DirUp, high, imgui.WindowFlags(flags)) {
		wide := imgui.ContentRegionAvail().X
		title := " " // that is its sentence
		if s.Finding != nil {
			title = widget.Shorten(report.Safe(s.Title), wide/2)
		}
		m.UI.Faint(title)
		place := m.place(s)
		widget.AlignRight(imgui.CalcTextSize(place).X)
		m.UI.Faint(place)
		m.UI.MarkText("slide", place)
		m.UI.PushBold(large)
		said := atMost(widget.Folded(s.sentence(), wide-imgui.FontSize()), lines)
		widget.Text(said)
		m.UI.MarkText("caption", said)
		imgui.PopFont()
	}
	imgui.End()
	imgui.PopStyleColor()
	imgui.PopStyleVar()
}

// place says which finding it is, or how to come to the first.
func (m *Mode) place(s Slide) string {
	keys := strings.Fields(m.Keys.Keys("next"))
	switch {
	case s.Finding != nil:
		return fmt.Sprintf("%d of %d", s.Number, s.Count)
	case s.Count > 0 && len(keys) > 0:
		return tracefeed.Plural(s.Count, "finding") + " · " + keys[len(keys)-1]
	}
	return ""
}

// sentence returns the first sentence of the finding; without one, the title.
func (s *Slide) sentence() string {
	if s.Finding == nil {
		return report.Safe(s.Title)
	}
	first, rest, _ := strings.Cut(s.Finding.Text, ". ")
	if rest != "" {
		first += "."
	}
	return first
}

// atMost cuts a text after a number of lines.
func atMost(text string, lines int) string {
	list := strings.Split(text, "\n")
	if len(list) <= lines {
		return text
	}
	return strings.Join(list[:lines], "\n") + " …"
}
