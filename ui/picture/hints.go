package picture

import (
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/scene"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/ui/keys"
	"tiv/ui/panel"
	"tiv/ui/widget"
)

// Hints are the lines of help at the top of the view.
type Hints struct {
	*panel.Trace
	keys     *keys.Bindings
	prefs    *panel.Preferences
	hideKeys func() // ends the line of keys, for good
}

// BelowSentence returns the height in the window at which the picture begins, below its sentence.
func BelowSentence(t *panel.Trace) float32 {
	if t.Frame == nil {
		return t.RectInWindow(shape.Rect{}).Y0
	}
	return t.RectInWindow(t.Frame.Views[0].Rect).Y0
}

// LayOut lays out the lines, and returns the height below them.
func (h *Hints) LayOut() (below float32) {
	top := BelowSentence(h.Trace) + 0.5*imgui.FontSize()
	if h.Frame == nil {
		return top
	}
	sentence := h.area()
	sentence.Y1 = BelowSentence(h.Trace)
	h.UI.Mark("sentence", sentence)
	if !h.Workspace.Look.Kind.Tasks { // these have a bar with room for it
		_, top = h.line("mouse hint", h.mouse(h.area().Width()), top)
		top = h.keyLine(top)
	}
	if why := h.bare(); why != "" && !h.Workspace.Playback.Playing {
		_, top = h.line("bare hint", why, top)
	}
	return top
}

// mouse says what the mouse does in the view, as far as there is room for it; nothing once it was used.
func (h *Hints) mouse(room float32) string {
	if h.prefs.MouseUsed {
		return ""
	}
	wheel := h.prefs.WheelHelp()
	parts := []string{dragHelp(h.Workspace.Look.Kind), "wheel: " + wheel[0], "right click: menu"}
	if h.Workspace.Look.Kind == view.Tasks {
		parts[1] = "Shift+wheel: move through time"
	}
	if h.Workspace.Look.Kind.TimeAxis {
		parts = slices.Insert(parts, 2, "Ctrl+wheel: "+wheel[1])
	}
	for len(parts) > 1 && !fits(strings.Join(parts, " · "), room) {
		parts = parts[:len(parts)-1]
	}
	return strings.Join(parts, " · ")
}

// bare says why the scene shows hardly anything, if so, and which key shows
// more.
func (h *Hints) bare() string {
	why := h.Frame.Bare
	if why == "" {
		return ""
	}
	why = strings.ToUpper(why[:1]) + why[1:] + "."
	command, does := "play", " plays the trace."
	if h.Workspace.Look.Kind.Turns {
		command, does = "after", " shows the time after the moment."
	}
	if key := h.keys.Keys(command); key != "" {
		why += " " + key + does
	}
	return why
}

// line shows a line of help in the middle of the scene's width, beside the names of rows,
// at a height or below the names there, and returns its place and the height of the next. It
// leaves the line out if it is empty or there is no room.
func (h *Hints) line(name, line string, y float32) (box shape.Rect, next float32) {
	if line == "" || !h.fits(line) {
		return box, y
	}
	size, pad, area := imgui.CalcTextSize(line), 0.5*imgui.FontSize(), h.area()
	x := (area.X0 + area.X1 - size.X) / 2
	box = shape.Rect{X0: x - pad, Y0: y - pad/2, X1: x + size.X + pad, Y1: y + size.Y + pad/2}
	box = ClearOfNames(h.Trace, box)
	if box.Y1 > (area.Y0+area.Y1)/2 {
		return shape.Rect{}, y
	}
	list := imgui.BackgroundDrawList()
	list.AddRectFilledV(imgui.Vec2{X: box.X0, Y: box.Y0}, imgui.Vec2{X: box.X1, Y: box.Y1},
		widget.Packed(h.UI.Palette.Shade(paint.PopupShade).Alpha(0.85)), 0.5*pad, 0)
	list.AddTextVec2(imgui.Vec2{X: x, Y: box.Y0 + pad/2}, widget.Packed(h.UI.Palette.Faint), line)
	h.UI.Mark(name, box)
	return box, box.Y1 + 1.5*pad
}

// area returns the part of the scene beside the names of rows.
func (h *Hints) area() shape.Rect {
	area := h.RectInWindow(shape.Rect{X1: h.Area.Width(), Y1: h.Area.Height()})
	if h.Workspace.Look.Kind.FreeRange() {
		area.X0 = h.RectInWindow(h.Frame.Views[0].Rect).X0
	}
	return area
}

// fits reports whether there is room for a line.
func (h *Hints) fits(line string) bool { return fits(line, h.area().Width()) }

func fits(line string, room float32) bool {
	return imgui.CalcTextSize(line).X+2*imgui.FontSize() <= room
}

// ClearOfNames moves a box of the window down until it covers no name of a bar.
func ClearOfNames(t *panel.Trace, box shape.Rect) shape.Rect {
	for t.Frame != nil {
		i := slices.IndexFunc(t.Frame.Names, func(n scene.Name) bool {
			return t.RectInWindow(n.Box).Meets(box)
		})
		if i < 0 {
			break
		}
		low := t.RectInWindow(t.Frame.Names[i].Box).Y1
		box.Y0, box.Y1 = low, low+box.Height()
	}
	return box
}

// dragHelp says what a drag does in a view.
func dragHelp(kind *view.Kind) string {
	switch {
	case kind == view.Tasks:
		return "click: choose a task · double click: zoom to it · drag, wheel: scroll"
	case kind.Tasks && kind.Turns:
		return "drag: turn"
	case kind.Tasks:
		return "drag: select tasks · right drag: move through time · click: go to a task"
	case kind.Turns:
		return "drag: turn · drag a name: move it"
	case kind.FreeRange():
		return "drag: move through time"
	case kind.TimeAxis:
		return "drag: move through time, or select"
	}
	return "drag: select · drag a name: move it"
}

// NewHints returns the hints about the trace that is shown. hideKeys ends the line of keys, for good.
func NewHints(s *panel.Services, hideKeys func()) Hints {
	return Hints{s.Shown, s.Keys, s.Prefs, hideKeys}
}
