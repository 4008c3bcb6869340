package command

import (
	"fmt"

	"tiv/lod"
	"tiv/scene/paint"
	"tiv/scene/view"
	"tiv/ui/input"
	"tiv/workspace"
)

// views returns the entries that show a view.
func views() (list []Entry) {
	for _, v := range view.Kinds {
		menu := "View"
		if v.Tasks {
			menu = "Tasks"
		}
		list = append(list, Entry{Name: "view " + v.Name, Menu: menu, Label: v.Title, Help: v.Help, Keys: v.Key,
			Command: workspace.SetView{Kind: v}, said: true, message: "View: " + v.Label})
	}
	return list
}

// choice returns the entry of one of several options: "Layout: ring", and "ring" in its menu.
func choice(menu, name, of, value, help string, c Command) Entry {
	return Entry{Name: name + " " + value, Menu: menu, Label: of + ": " + value, short: value, Help: help, Command: c, said: true}
}

func levels() (list []Entry) {
	for l, help := range levelHelp {
		level := lod.Level(l)
		list = append(list, choice("Level of detail", "level", "Level of detail", level.String(), help, workspace.SetLevel{Level: level}))
	}
	list[0].Line = true
	return list
}

func palettes() (list []Entry) {
	for _, p := range paint.Palettes() {
		e := choice("Palette", "palette", "Palette", p.Name, paletteHelp[p.Name], workspace.SetPalette{Palette: p})
		e.Label, e.short = "Palette: "+p.Title, p.Title
		list = append(list, e)
	}
	list[0].Line = true
	return list
}

func callColors() (list []Entry) {
	for by, help := range callColorHelp {
		c := view.CallColors(by)
		list = append(list, choice("Calls", "calls by", "Colours of calls", c.String(), help, workspace.SetCallColors{By: c}))
	}
	list[0].Line = true
	return list
}

func layouts() (list []Entry) {
	for a, help := range layoutHelp {
		layout := view.Arrangement(a)
		list = append(list, choice("Layout", "layout", "Layout", layout.String(), help, workspace.Arrange{Arrangement: layout}))
	}
	return append(list, Entry{Name: "reset places", Menu: "Layout", Line: true, Label: "Reset thread positions",
		Command: workspace.ResetPlaces{}, Help: "Puts all threads back to their places in the layout."})
}

func proposals() (list []Entry) {
	for p, help := range proposalHelp {
		by := workspace.Proposal(p)
		list = append(list, Entry{Name: "propose " + by.String(), Menu: "Propose", Label: "Propose clusters by " + by.String(),
			short: "By " + by.String(), Help: help + " Clusters of your own stay as they are.", Command: workspace.Propose{By: by}})
	}
	return list
}

// bookmarks returns the entries of the ten bookmarks, and then those that replace them.
func bookmarks() (list []Entry) {
	for n := range 10 {
		list = append(list, Entry{Name: fmt.Sprint("bookmark ", n), Menu: "Bookmarks", Keys: fmt.Sprint("Ctrl+", n),
			Label: fmt.Sprint("Bookmark ", n), Command: Bookmark{Number: n},
			Help: "Restores the moment, the camera and the threads of the bookmark, or sets the bookmark here if it is unset."})
	}
	for n := range 10 {
		list = append(list, Entry{Name: fmt.Sprint("set bookmark ", n), Menu: "Replace a bookmark", Keys: fmt.Sprint("Ctrl+Shift+", n),
			Label: fmt.Sprint("Replace bookmark ", n), Command: Bookmark{Number: n, Replace: true},
			Help: "Saves the present moment, camera and threads as the bookmark, in place of the old one."})
	}
	return list
}

// fileDialogs returns the entries that choose the dialogs for files.
func fileDialogs() (list []Entry) {
	for d, label := range dialogLabels {
		of := FileDialogs(d)
		list = append(list, Entry{Name: "dialogs " + of.String(), Menu: "File dialogs", Label: "File dialogs: " + label, short: label,
			Help: dialogHelp[d], Command: SetFileDialogs{Of: of}})
	}
	return list
}

func keyPresets() (list []Entry) {
	for _, p := range input.Presets {
		list = append(list, Entry{Name: "keys " + p.Name, Menu: "Keys", Label: "Keys: " + p.Name, short: p.Name, Help: p.Help,
			Command: SetKeyPreset{p.Name}})
	}
	return list
}

// Explanations of the choices, in a sentence each.
var (
	layoutHelp = [...]string{
		view.Rows:  "Columns in which each thread is a little lower than the one before it, as close together as possible.",
		view.Grid:  "Columns with room between the rows, so that threads of a row are nearly level.",
		view.Ring:  "Around an ellipse, with neighbours that wait for each other in the history of this moment.",
		view.Force: "Waits in the history of this moment pull threads together; the other threads are below them.",
	}
	levelHelp = [...]string{
		lod.Auto:  "All five states, merged only where bars are too small for them. Many threads become a crowd.",
		lod.Near:  "All five states: running, runnable, suspended, blocking, IO.",
		lod.Mid:   "Running and runnable are one state, executing.",
		lod.Far:   "Blocking and IO are one state too, non-runnable. Edges run between clusters.",
		lod.Crowd: "One bar for each cluster, or for all threads of a name, with all five states.",
	}
	paletteHelp = map[string]string{
		"dark":      "The default colours, for most rooms and eyes.",
		"light":     "For bright rooms, and for print.",
		"contrast":  "For eyes that need much contrast, and for projectors: states differ in lightness alone.",
		"cvd":       "For people who see two primaries, whichever is missing.",
		"cvd-light": "The same for bright rooms, and for print.",
	}
	proposalHelp = [...]string{
		workspace.SameName:     "Threads whose names differ only in numbers.",
		workspace.SameFunction: "Threads that were started with the same function, if the trace has it.",
		workspace.SameWaits:    "Threads that wait for each other more than for others, in the history.",
		workspace.SameProcess:  "Threads of one process, in a trace of several.",
		workspace.SameProfile:  "Threads that divide their time alike among the states, in the visible range.",
	}
	dialogLabels = [...]string{AnyDialogs: "automatic", DesktopDialogs: "desktop", OwnDialogs: "TIV"}
	dialogHelp   = [...]string{
		AnyDialogs:     "Opens and saves files with the dialogs of the desktop, if it has any, else with TIV's own lists.",
		DesktopDialogs: "Opens and saves files with the dialogs of the desktop. A message says why they are missing.",
		OwnDialogs:     "Opens and saves files with TIV's own lists.",
	}
	callColorHelp = [...]string{
		view.ByFunction: "Each function has a colour, the same in all traces.",
		view.ByPackage:  "All functions of a package, or of a namespace, have the same colour.",
		view.ByState:    "Calls have the colour of the state in which their thread was longest, in each step.",
	}
)
