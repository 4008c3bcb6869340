package help

import (
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/ui/keys"
	"tiv/ui/panel"
	"tiv/ui/widget"
)

// mouseHelp is the key sheet's part about the mouse, without the wheel.
var mouseHelp = []sheetLine{
	{"Click", "Select a thread, or none (Ctrl, Shift: several)"},
	{"Double click", "Focus a thread, open a group"},
	{"Right click", "Open the menu of commands for it"},
	{"Drag a name", "Move the selected threads (3D, interaction)"},
	{"… to a cluster", "Join it, outside leave it (Ctrl: only move)"},
	{"Ctrl+Shift+drag", "Move a bar, too (or Alt+drag)"},
	{"Drag", "Orbit (3D), select (interaction)"},
	{"Drag", "Move through time (timeline)"},
	{"Drag the moment", "Scrub (timeline)"},
	{"Drag its bracket", "Change the history (timeline, overview)"},
	{"Ctrl+Shift+drag", "Select an interval (timeline; or Alt+drag)"},
	{"Shift or Ctrl+drag", "Select with a rectangle, with a lasso"},
	{"Right or middle drag", "Move the picture"},
}

// sheetColumn is the smallest width of a column of the key sheet, and sheetWide
// the width if there is room, in text sizes. The effects of keys begin at
// sheetDoes.
const (
	sheetColumn = 26.5
	sheetWide   = 36
	sheetDoes   = 8.6
)

// KeySheet lists all keys and what the mouse does.
type KeySheet struct {
	ui    *widget.Kit
	keys  *keys.Bindings
	prefs *panel.Preferences
	panel.Idle
	Open       bool        // the window is shown
	changeKeys func()      // opens the dialog
	replaced   func() bool // the dialog is open in its place
}

// LayOut lays the sheet out, on top of everything.
func (s *KeySheet) LayOut() {
	if s.Open = s.Open && !s.replaced(); !s.Open {
		return
	}
	view := imgui.MainViewport()
	size := view.WorkSize()
	column := sheetColumn * imgui.FontSize()
	n := min(max(int(0.96*size.X/column), 1), 4)
	column = max(column, min(0.96*size.X/float32(n), sheetWide*imgui.FontSize()))
	columns := inColumns(s.groups(), n)
	each := 0
	for _, c := range columns {
		each = max(each, len(c))
	}
	high := min(float32(each+5)*imgui.TextLineHeightWithSpacing(), 0.94*size.Y)
	imgui.SetNextWindowPosV(view.WorkCenter(), imgui.CondAlways, imgui.Vec2{X: 0.5, Y: 0.5})
	imgui.SetNextWindowSizeV(imgui.Vec2{X: min(float32(n)*column+2*imgui.FontSize(), 0.98*size.X), Y: high}, imgui.CondAlways)
	flags := imgui.WindowFlagsNoResize | imgui.WindowFlagsNoCollapse | imgui.WindowFlagsNoDocking | imgui.WindowFlagsNoSavedSettings
	if imgui.BeginV("Keys and mouse", &s.Open, imgui.WindowFlags(flags)) {
		if imgui.Button("Change keys…") {
			s.changeKeys()
		}
		s.ui.Mark("change keys", widget.LastItem())
		s.keys.CommandTip("change keys")
		imgui.SameLine()
		imgui.AlignTextToFramePadding()
		s.ui.Faint("Key preset: " + s.keys.Summary() + ".")
		if imgui.BeginTableV("sheet", int32(n), imgui.TableFlags(imgui.TableFlagsScrollY), imgui.Vec2{}, 0) {
			for i := range each {
				imgui.TableNextRow()
				for k, c := range columns {
					imgui.TableSetColumnIndex(int32(k))
					if i < len(c) {
						s.line(c[i])
					}
				}
			}
			imgui.EndTable()
		}
	}
	imgui.End()
}

// sheetLine is a line of the key sheet: a key and its effect, or a heading,
// which has no effect.
type sheetLine = [2]string

// groups are the groups of lines, each under a heading: the mouse, then the
// menus.
func (s *KeySheet) groups() [][]sheetLine {
	wheel := []sheetLine{{"Shift+wheel", "Move through time"}}
	for i, does := range s.prefs.WheelHelp() {
		wheel = slices.Insert(wheel, i, sheetLine{[]string{"Wheel", "Ctrl+wheel"}[i], strings.ToUpper(does[:1]) + does[1:]})
	}
	groups := [][]sheetLine{slices.Concat([]sheetLine{{"Mouse"}}, mouseHelp, wheel)}
	for i := range command.Menus {
		group := []sheetLine{{command.Menus[i].Name}}
		for _, e := range command.Menus[i].All() {
			keys := s.keys.Keys(e.Name)
			if c, many := e.Command.(command.Bookmark); keys == "" || many && c.Number != 1 {
				continue // the other nine are like the first
			}
			group = append(group, sheetLine{keys, e.Label})
		}
		groups = append(groups, group)
	}
	return groups
}

// inColumns divides groups among at most n columns of about the same height: each
// group goes below the shortest column, whole, with an empty line between groups.
func inColumns(groups [][]sheetLine, n int) (columns [][]sheetLine) {
	for _, g := range groups {
		if len(columns) < n {
			columns = append(columns, g)
			continue
		}
		shortest := 0
		for k, c := range columns {
			if len(c) < len(columns[shortest]) {
				shortest = k
			}
		}
		columns[shortest] = slices.Concat(columns[shortest], []sheetLine{{}}, g)
	}
	return columns
}

// line writes one line into a column.
func (s *KeySheet) line(row sheetLine) {
	if row[1] == "" {
		s.ui.Faint(row[0])
		return
	}
	x := imgui.CursorPosX()
	s.ui.Bold(row[0])
	imgui.SameLineV(0, 0)
	imgui.SetCursorPosX(max(x+sheetDoes*imgui.FontSize(), imgui.CursorPosX()+imgui.FontSize()))
	shown := widget.Shorten(row[1], imgui.ContentRegionAvail().X)
	widget.Text(shown)
	if shown != row[1] {
		widget.Tip(row[1])
	}
}

// NewKeySheet returns the sheet of a window, in whose place dialog can be.
func NewKeySheet(s *panel.Services, dialog *KeyDialog) KeySheet {
	return KeySheet{ui: s.Shown.UI, keys: s.Keys, prefs: s.Prefs, changeKeys: dialog.Ask, replaced: dialog.Asking}
}
