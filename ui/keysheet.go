package ui

import (
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"
)

// mouseHelp is the key sheet's part about the mouse.
var mouseHelp = [][2]string{
	{"click", "Select a thread, or none (Ctrl, Shift: several)"},
	{"double click", "Focus a thread"},
	{"right click", "Open the menu of commands for it"},
	{"drag a name", "Move the thread, with the other selected ones (3D, interaction)"},
	{"Alt+drag a bar", "The same"},
	{"drag", "Orbit (3D), select (interaction), move through time (timeline)"},
	{"drag the moment", "Scrub (timeline)"},
	{"Alt+drag", "Select an interval (timeline)"},
	{"Shift or Ctrl+drag", "Select with a rectangle, with a lasso"},
	{"right or middle drag", "Move the picture"},
	{"wheel", "Zoom at the pointer"},
	{"Ctrl+wheel", "Zoom in time, at the pointer in the timeline and the overview"},
	{"Shift+wheel", "Move through time"},
}

// sheetColumn is the smallest width of a column of the key sheet, and sheetWide
// the width if there is room, in text sizes. The effects of keys begin at
// sheetDoes.
const (
	sheetColumn = 26.5
	sheetWide   = 36
	sheetDoes   = 8.6
)

// keySheet lists all keys and what the mouse does.
type keySheet struct {
	*host
	open       bool
	changeKeys func() // opens the dialog
}

// layOut lays the sheet out, on top of everything.
func (s *keySheet) layOut() {
	if !s.open {
		return
	}
	view := imgui.MainViewport()
	size := view.WorkSize()
	rows := s.lines()
	column := sheetColumn * imgui.FontSize()
	n := min(max(int(0.96*size.X/column), 1), 4)
	column = max(column, min(0.96*size.X/float32(n), sheetWide*imgui.FontSize()))
	each := (len(rows) + n - 1) / n
	high := min(float32(each+5)*imgui.TextLineHeightWithSpacing(), 0.94*size.Y)
	imgui.SetNextWindowPosV(view.WorkCenter(), imgui.CondAlways, imgui.Vec2{X: 0.5, Y: 0.5})
	imgui.SetNextWindowSizeV(imgui.Vec2{X: min(float32(n)*column+2*imgui.FontSize(), 0.98*size.X), Y: high}, imgui.CondAlways)
	flags := imgui.WindowFlagsNoResize | imgui.WindowFlagsNoCollapse | imgui.WindowFlagsNoDocking | imgui.WindowFlagsNoSavedSettings
	if imgui.BeginV("Keys and mouse", &s.open, imgui.WindowFlags(flags)) {
		if imgui.Button("Change keys…") {
			s.changeKeys()
		}
		s.ui.mark("change keys", lastItem())
		s.keys.commandTip("change keys")
		imgui.SameLine()
		imgui.AlignTextToFramePadding()
		s.ui.faint("Key preset: " + s.keys.Summary() + ".")
		if imgui.BeginTableV("sheet", int32(n), imgui.TableFlags(imgui.TableFlagsScrollY), imgui.Vec2{}, 0) {
			for i := range each {
				imgui.TableNextRow()
				for k := range n {
					imgui.TableSetColumnIndex(int32(k))
					if k*each+i < len(rows) {
						s.line(rows[k*each+i])
					}
				}
			}
			imgui.EndTable()
		}
	}
	imgui.End()
}

// lines are the lines of the key sheet: headings, which have no second
// part, and keys with their effects.
func (s *keySheet) lines() (rows [][2]string) {
	menu := ""
	for i := range shortcuts {
		c := &shortcuts[i]
		keys := s.keys.Keys(c.name)
		if keys == "" || c.menu == "Bookmarks" && !strings.HasSuffix(c.name, " 1") {
			continue // the other nine are like the first
		}
		if c.menu != menu {
			menu = c.menu
			rows = append(rows, [2]string{menu})
		}
		rows = append(rows, [2]string{keys, c.label})
	}
	return append(append(rows, [2]string{"Mouse"}), mouseHelp...)
}

// line writes one line into a column.
func (s *keySheet) line(row [2]string) {
	if row[1] == "" {
		s.ui.faint(row[0])
		return
	}
	x := imgui.CursorPosX()
	s.ui.bold(row[0])
	imgui.SameLineV(0, 0)
	imgui.SetCursorPosX(max(x+sheetDoes*imgui.FontSize(), imgui.CursorPosX()+imgui.FontSize()))
	shown := shorten(row[1], imgui.ContentRegionAvail().X)
	text(shown)
	if shown != row[1] {
		tip(row[1])
	}
}
