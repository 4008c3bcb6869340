package ui

import (
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"
)

// mouseHelp is the key sheet's part about the mouse.
var mouseHelp = [][2]string{
	{"click", "Select a thread, or nothing (Ctrl, Shift: more)"},
	{"double click", "Focus a thread"},
	{"right click", "What can be done with it"},
	{"drag a bar", "Move it and what is selected with it (3D, interaction)"},
	{"drag elsewhere", "Turn (3D), select (interaction), wind (timeline)"},
	{"Shift or Ctrl+drag", "Select with a rubber band, with a lasso"},
	{"right or middle drag", "Move the picture"},
	{"wheel", "Zoom at the pointer"},
	{"Ctrl+wheel", "Shorter, longer steps"},
}

// sheetColumn is the smallest width of a column of the key sheet, and sheetWide
// the width if there is room, in text sizes. The effects of keys begin at
// sheetDoes.
const (
	sheetColumn = 26.5
	sheetWide   = 36
	sheetDoes   = 8.6
)

// keySheet lists all keys on top of everything.
func (a *app) keySheet() {
	if !a.help {
		return
	}
	view := imgui.MainViewport()
	size := view.WorkSize()
	rows := a.sheetLines()
	column := sheetColumn * imgui.FontSize()
	n := min(max(int(0.96*size.X/column), 1), 4)
	column = max(column, min(0.96*size.X/float32(n), sheetWide*imgui.FontSize()))
	each := (len(rows) + n - 1) / n
	high := min(float32(each+5)*imgui.TextLineHeightWithSpacing(), 0.94*size.Y)
	imgui.SetNextWindowPosV(view.WorkCenter(), imgui.CondAlways, imgui.Vec2{X: 0.5, Y: 0.5})
	imgui.SetNextWindowSizeV(imgui.Vec2{X: min(float32(n)*column+2*imgui.FontSize(), 0.98*size.X), Y: high}, imgui.CondAlways)
	flags := imgui.WindowFlagsNoResize | imgui.WindowFlagsNoCollapse | imgui.WindowFlagsNoDocking | imgui.WindowFlagsNoSavedSettings
	if imgui.BeginV("Keys and mouse", &a.help, imgui.WindowFlags(flags)) {
		if imgui.Button("Change keys …") {
			a.keyDialog.show = true
		}
		a.mark("change keys", lastItem())
		a.commandTip("change keys")
		imgui.SameLine()
		imgui.AlignTextToFramePadding()
		a.faint("Keys in force: " + a.keysInForce() + ".")
		if imgui.BeginTableV("sheet", int32(n), imgui.TableFlags(imgui.TableFlagsScrollY), imgui.Vec2{}, 0) {
			for i := range each {
				imgui.TableNextRow()
				for k := range n {
					imgui.TableSetColumnIndex(int32(k))
					if k*each+i < len(rows) {
						a.sheetLine(rows[k*each+i])
					}
				}
			}
			imgui.EndTable()
		}
	}
	imgui.End()
}

// sheetLines are the lines of the key sheet: headings, which have no second
// part, and keys with their effects.
func (a *app) sheetLines() (rows [][2]string) {
	menu := ""
	for i := range shortcuts {
		s := &shortcuts[i]
		keys := a.keysOf(s.name)
		if keys == "" || s.menu == "Bookmarks" && !strings.HasSuffix(s.name, " 1") {
			continue // the other nine are like the first
		}
		if s.menu != menu {
			menu = s.menu
			rows = append(rows, [2]string{menu})
		}
		rows = append(rows, [2]string{keys, s.does})
	}
	return append(append(rows, [2]string{"Mouse"}), mouseHelp...)
}

// sheetLine writes one line into a column.
func (a *app) sheetLine(row [2]string) {
	if row[1] == "" {
		a.faint(row[0])
		return
	}
	x := imgui.CursorPosX()
	a.bold(row[0])
	imgui.SameLineV(0, 0)
	imgui.SetCursorPosX(max(x+sheetDoes*imgui.FontSize(), imgui.CursorPosX()+imgui.FontSize()))
	shown := cut(row[1], imgui.ContentRegionAvail().X)
	text(shown)
	if shown != row[1] {
		tip(row[1])
	}
}
