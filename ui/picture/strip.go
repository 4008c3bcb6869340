package picture

import (
	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/report"
	"tiv/scene/paint"
	"tiv/ui/panel"
	"tiv/ui/widget"
)

// The size of a window that is too small for the panel of the legend, on a common
// screen, and the height of one that is too small for it while a panel below is open.
const (
	stripWidth     = 1000
	stripHeight    = 640
	stripHeightLow = 900
)

// StripName is the name of the window of the strip.
const StripName = "##legend strip"

// maxStripLines is the largest number of lines of the strip.
const maxStripLines = 2

// Strip is the legend as lines below the menus: in small windows, and
// wherever the user wants it instead of the panel.
type Strip struct{ *Legend }

// stripEntry is an entry of the strip: a text after a sample, if there is one.
type stripEntry struct {
	name, value string
	bare        bool    // without a sample
	wide        float32 // of all
	draw        func(wide float32)
}

// textAt returns the distance of the text from the begin of an entry.
func (e *stripEntry) textAt() float32 {
	if e.bare {
		return 0
	}
	return widget.SwatchSize*imgui.TextLineHeight() + imgui.FontSize()/2
}

// LayOut decides whether the strip is shown, and lays it out; always in place of a folded
// panel.
func (s Strip) LayOut(folded bool) {
	window, k := imgui.MainViewport().Size(), s.UI.Scale
	if _, laidOut := widget.WindowNamed(panel.FindingsID); !laidOut && !folded {
		return // its place is not known yet
	}
	low := float32(stripHeight)
	for _, name := range []string{panel.Tables, panel.Statistics, panel.Flame, panel.Handlers, panel.Programs} {
		if s.Workspace.Panels[name] {
			low = stripHeightLow
		}
	}
	shown := folded || s.prefs.LegendStrip || window.X < stripWidth*k || window.Y < low*k
	if shown != s.prefs.StripShown {
		s.prefs.StripShown = shown
		moveSettings(shown)
	}
	if !shown || s.Frame == nil {
		return
	}
	entries := s.entries()
	pad := imgui.CurrentStyle().WindowPadding().X
	lines := s.fit(entries, window.X-2*pad)
	row := imgui.TextLineHeight() + 0.35*imgui.FontSize()
	flags := imgui.WindowFlagsNoScrollbar | imgui.WindowFlagsNoSavedSettings | imgui.WindowFlagsNoDecoration
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{X: pad, Y: 0.2 * imgui.FontSize()})
	imgui.PushStyleColorVec4(imgui.ColWindowBg, widget.Vec(s.UI.Palette.Shade(paint.PanelShade)))
	if imgui.InternalBeginViewportSideBar(StripName, imgui.MainViewport(), imgui.DirUp, float32(lines)*row+0.1*imgui.FontSize(),
		imgui.WindowFlags(flags)) {
		s.UI.Mark("legend strip", widget.ThisPanel())
		s.draw(entries, row)
	}
	imgui.End()
	imgui.PopStyleColor()
	imgui.PopStyleVar()
}

// entries returns the states, and the shapes that are in the picture.
func (s Strip) entries() (list []stripEntry) {
	for _, t := range s.Frame.Legend() {
		name := report.Safe(t.Name)
		if t.Detailed {
			name = "in detail: " + name
		}
		list = append(list, stripEntry{name: name, value: s.share(t), draw: func(wide float32) {
			at := imgui.CursorScreenPos()
			s.stateButton(t, imgui.Vec2{X: wide, Y: imgui.TextLineHeight()})
			imgui.SetCursorScreenPos(at)
			s.UI.Swatch(t.Style.Color, t.Style.Pattern)
		}})
	}
	for _, e := range s.shapes() {
		if e.count == 0 {
			continue
		}
		list = append(list, stripEntry{name: e.name, bare: e.draw == nil, draw: func(wide float32) {
			at := imgui.CursorScreenPos()
			imgui.Dummy(imgui.Vec2{X: wide, Y: imgui.TextLineHeight()})
			widget.Tip(e.help)
			imgui.SetCursorScreenPos(at)
			if e.draw != nil {
				sample(s.UI, e.color, e.draw)
			}
		}})
	}
	for _, name := range s.overviewStates() {
		list = append(list, stripEntry{name: name + " (overview)", draw: func(float32) {
			s.UI.Swatch(s.UI.Palette.Layers[name].Color, paint.Plain)
		}})
	}
	return list
}

// fit computes the widths of entries, and the number of lines for them in a width.
// Without room for the shares in all lines, it omits these.
func (s Strip) fit(entries []stripEntry, room float32) (lines int) {
	for _, shares := range []bool{true, false} {
		x := float32(0)
		lines = 1
		for i := range entries {
			e := &entries[i]
			if !shares {
				e.value = ""
			}
			e.wide = e.textAt() + imgui.CalcTextSize(e.name+" "+e.value).X
			if x+e.wide > room && x > 0 {
				x, lines = 0, lines+1
			}
			x += e.wide + imgui.FontSize()
		}
		if lines <= maxStripLines {
			return lines
		}
	}
	return maxStripLines
}

// draw lays out entries in lines of a height.
func (s Strip) draw(entries []stripEntry, row float32) {
	start, room := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X
	at := start
	for _, e := range entries {
		if at.X > start.X && at.X+e.wide > start.X+room {
			at = imgui.Vec2{X: start.X, Y: at.Y + row}
		}
		imgui.SetCursorScreenPos(at)
		e.draw(e.wide)
		imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + e.textAt(), Y: at.Y})
		widget.Text(e.name)
		if e.value != "" {
			imgui.SameLine()
			s.UI.Faint(e.value)
		}
		at.X += e.wide + imgui.FontSize()
	}
}

// moveSettings puts the settings beside the findings while the strip is shown, so
// that the place of the legend is free, and else back.
func moveSettings(strip bool) {
	from, to := panel.Legend, panel.FindingsID
	if !strip {
		from, to = to, from
	}
	was, ok := widget.WindowNamed(panel.Settings)
	near, ok2 := widget.WindowNamed(from)
	place, ok3 := widget.WindowNamed(to)
	if ok && ok2 && ok3 && was.DockId() == near.DockId() && place.DockId() != 0 {
		imgui.InternalDockBuilderDockWindow(panel.Settings, place.DockId())
	}
}
