package ui

import "github.com/AllenDang/cimgui-go/imgui"

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

// keySheet lists all keys on top of everything.
func (a *app) keySheet() {
	if !a.help {
		return
	}
	view := imgui.MainViewport()
	centre := view.WorkCenter()
	imgui.SetNextWindowPosV(centre, imgui.CondAlways, imgui.Vec2{X: 0.5, Y: 0.5})
	flags := imgui.WindowFlagsAlwaysAutoResize | imgui.WindowFlagsNoCollapse | imgui.WindowFlagsNoDocking | imgui.WindowFlagsNoSavedSettings
	if imgui.BeginV("Keys and mouse", &a.help, imgui.WindowFlags(flags)) {
		var rows [][2]string
		for _, s := range shortcuts {
			if s.keys != "" {
				rows = append(rows, [2]string{s.keys, s.does})
			}
		}
		half := (len(rows) + len(mouseHelp) + 1) / 2
		rows = append(rows, mouseHelp...)
		if imgui.BeginTableV("sheet", 4, imgui.TableFlagsSizingFixedFit, imgui.Vec2{}, 0) {
			for i := range half {
				imgui.TableNextRow()
				a.sheetCells(rows[i])
				if half+i < len(rows) {
					a.sheetCells(rows[half+i])
				}
			}
			imgui.EndTable()
		}
	}
	imgui.End()
}

func (a *app) sheetCells(row [2]string) {
	imgui.TableNextColumn()
	a.bold(row[0] + "  ")
	imgui.TableNextColumn()
	text(row[1] + "    ")
}
