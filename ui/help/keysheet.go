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
	{"Drag in 3D", "Turn the view"},
	{"… the timeline", "Move through time"},
	{"… interaction", "Select threads"},
	{"Drag the moment", "Scrub (timeline)"},
	{"Drag its bracket", "Change the history (timeline, overview)"},
	{"Ctrl+Shift+drag", "Select an interval (timeline; or Alt+drag)"},
	{"Shift or Ctrl+drag", "Select with a rectangle, with a lasso"},
	{"Right drag", "Move the picture (also middle drag)"},
}

// sheetColumn is the smallest width of a column of the key sheet, and sheetWide
// the width if there is room, in text sizes. Keys have the width of the widest in
// their column, but at most sheetKeys of it.
const (
	sheetColumn = 26.5
	sheetWide   = 36
	sheetKeys   = 0.4
)

// KeySheet lists all keys, and the effects of the mouse.
type KeySheet struct {
	ui    *widget.Kit
	keys  *keys.Bindings
	input *keys.Recorder
	prefs *panel.Preferences
	panel.Idle
	Open       bool        // the window is shown
	query      string      // lists only keys and effects that contain it
	typing     bool        // the query has the keyboard
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
	groups := s.groups()
	high := min(float32(mostLines(inColumns(groups, n))+5)*imgui.TextLineHeightWithSpacing(), 0.94*size.Y)
	imgui.SetNextWindowPosV(view.WorkCenter(), imgui.CondAlways, imgui.Vec2{X: 0.5, Y: 0.5})
	imgui.SetNextWindowSizeV(imgui.Vec2{X: min(float32(n)*column+2*imgui.FontSize(), 0.98*size.X), Y: high}, imgui.CondAlways)
	flags := imgui.WindowFlagsNoResize | imgui.WindowFlagsNoCollapse | imgui.WindowFlagsNoDocking | imgui.WindowFlagsNoSavedSettings
	if imgui.BeginV("Keys and mouse", &s.Open, imgui.WindowFlags(flags)) {
		s.head()
		columns := inColumns(matching(groups, s.query), n)
		if len(columns) == 0 {
			s.ui.Faint("No key or command contains this text.")
		} else if imgui.BeginTableV("sheet", int32(n), imgui.TableFlags(imgui.TableFlagsScrollY), imgui.Vec2{}, 0) {
			s.lines(columns)
			imgui.EndTable()
		}
	}
	imgui.End()
}

// head lays out the field for the query, and the button to change keys. The field has the keyboard at first;
// Esc in it closes the sheet.
func (s *KeySheet) head() {
	if imgui.IsWindowAppearing() {
		s.query = ""
		s.input.ExpectTyping()
		imgui.SetKeyboardFocusHere()
	}
	imgui.SetNextItemWidth(16 * imgui.FontSize())
	imgui.InputTextWithHint("##find", "Find a key or command…", &s.query, imgui.InputTextFlagsAutoSelectAll, nil)
	was := s.typing
	s.typing = imgui.IsItemActive()
	if was && s.ui.Escaped() {
		s.Open = false
	}
	s.ui.Mark("find key", widget.LastItem())
	widget.Tip("Lists only keys and commands that contain this text.")
	imgui.SameLine()
	if imgui.Button("Change keys…") {
		s.changeKeys()
	}
	s.ui.Mark("change keys", widget.LastItem())
	s.keys.CommandTip("change keys")
	imgui.SameLine()
	imgui.AlignTextToFramePadding()
	s.ui.Faint("Key preset: " + s.keys.Summary() + ".")
}

// lines lays out the lines of all columns.
func (s *KeySheet) lines(columns [][]sheetLine) {
	room := make([]float32, len(columns))
	for i := range mostLines(columns) {
		imgui.TableNextRow()
		for k, c := range columns {
			imgui.TableSetColumnIndex(int32(k))
			if i == 0 {
				room[k] = s.keyRoom(c)
			}
			if i < len(c) {
				s.line(c[i], room[k])
			}
		}
	}
}

// keyRoom returns the width of the keys in a column.
func (s *KeySheet) keyRoom(column []sheetLine) (wide float32) {
	s.ui.PushBold(0)
	for _, row := range column {
		if row[1] != "" {
			wide = max(wide, imgui.CalcTextSize(row[0]).X)
		}
	}
	imgui.PopFont()
	return min(wide+imgui.FontSize(), sheetKeys*imgui.ContentRegionAvail().X)
}

// mostLines returns the number of lines of the longest column.
func mostLines(columns [][]sheetLine) (most int) {
	for _, c := range columns {
		most = max(most, len(c))
	}
	return most
}

// matching returns the groups with the lines whose key or effect contains a text, in any case. A group
// without such a line is left out.
func matching(groups [][]sheetLine, text string) (found [][]sheetLine) {
	text = strings.ToLower(text)
	for _, g := range groups {
		lines := []sheetLine{g[0]}
		for _, row := range g[1:] {
			if strings.Contains(strings.ToLower(row[0]+" "+row[1]), text) {
				lines = append(lines, row)
			}
		}
		if len(lines) > 1 {
			found = append(found, lines)
		}
	}
	return found
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

// line writes one line into a column, whose keys have a width.
func (s *KeySheet) line(row sheetLine, room float32) {
	if row[1] == "" {
		s.ui.Faint(row[0])
		return
	}
	x := imgui.CursorPosX()
	s.ui.PushBold(0)
	keys := widget.Shorten(row[0], room-imgui.FontSize())
	widget.Text(keys)
	imgui.PopFont()
	if keys != row[0] {
		widget.Tip(row[0])
	}
	s.ui.Mark("key "+row[1], widget.LastItem())
	imgui.SameLineV(0, 0)
	imgui.SetCursorPosX(x + room)
	shown := widget.Shorten(row[1], imgui.ContentRegionAvail().X)
	widget.Text(shown)
	if shown != row[1] {
		widget.Tip(row[1])
	}
	s.ui.Mark("effect "+row[1], widget.LastItem())
}

// NewKeySheet returns the sheet of a window, in whose place dialog can be.
func NewKeySheet(s *panel.Services, dialog *KeyDialog) KeySheet {
	return KeySheet{ui: s.Shown.UI, keys: s.Keys, input: s.Input, prefs: s.Prefs, changeKeys: dialog.Ask, replaced: dialog.Asking}
}
