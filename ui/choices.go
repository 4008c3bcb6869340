package ui

import (
	"tiv/lod"
	"tiv/scene"
	"tiv/workspace"
)

// choices are the commands that choose one of several options. They have no
// keys by default.
func choices() (list []shortcut) {
	add := func(menu, name, does, tip string, c workspace.Command) {
		list = append(list, shortcut{name: name, menu: menu, does: does, tip: tip, do: glideTo(c)})
	}
	for a := scene.Rows; a <= scene.Force; a++ {
		add("Layout", "layout "+a.String(), "Layout: "+a.String(), layoutTips[a], workspace.Arrange{Arrangement: a})
	}
	add("Layout", "reset places", "Put threads back that were moved", "Lets all threads stand where the layout puts them.", workspace.ResetPlaces{})
	for l := lod.Auto; l <= lod.Crowd; l++ {
		add("Level", "level "+l.String(), "Level of detail: "+l.String(), levelTips[l], workspace.SetLevel{Level: l})
	}
	for _, p := range scene.Palettes() {
		add("Palette", "palette "+p.Name, "Palette: "+p.Name, paletteTips[p.Name], workspace.SetPalette{Palette: p})
	}
	for _, p := range proposals {
		add("Clusters", "propose "+p.by.String(), "Propose clusters by "+p.by.String(), p.tip, workspace.Propose{By: p.by})
	}
	for _, p := range keyPresets {
		list = append(list, shortcut{name: "keys " + p.name, menu: "Keys", does: "Keys: " + p.name, tip: p.tip, do: chooseKeys(p.name)})
	}
	add("Clusters", "fold all", "Fold all clusters", "Draws each cluster as one bar.", workspace.FoldAll{Folded: true})
	add("Clusters", "unfold all", "Unfold all clusters", "Draws all threads of all clusters again.", workspace.FoldAll{})
	add("Clusters", "ungroup all", "Take all clusters apart", "Lets all threads stand alone again.", workspace.UngroupAll{})
	add("Clusters", "runtime", "Threads of the language's runtime", "Also shows the threads that the language itself runs, such as garbage collectors.", workspace.ToggleRuntime{})
	return list
}

// Explanations of the choices, in a sentence each.
var (
	layoutTips = [...]string{
		scene.Rows:  "Columns in which each thread stands a little lower than the one before it, as close together as can be.",
		scene.Grid:  "Columns with room between the rows, so that threads of a row are nearly level.",
		scene.Ring:  "Around an ellipse, those near each other that wait for each other in the history of this moment.",
		scene.Force: "Where the waits in the history of this moment pull threads together, the others below them.",
	}
	levelTips = [...]string{
		lod.Auto:  "By how many threads are in view and how large they are.",
		lod.Near:  "All five states: running, runnable, suspended, blocking, IO.",
		lod.Mid:   "Running and runnable are one state, executing.",
		lod.Far:   "Blocking and IO are one state too, non-runnable; edges run between clusters.",
		lod.Crowd: "Each cluster, or else all threads of the same name, are one bar.",
	}
	paletteTips = map[string]string{
		"dark":      "The colours that TIV starts with, for most rooms and eyes.",
		"light":     "For bright rooms, and for print.",
		"contrast":  "For eyes that need much contrast, and for projectors: states differ in lightness alone.",
		"cvd":       "For people who see two primaries, whichever is missing.",
		"cvd-light": "The same for bright rooms, and for print.",
	}
)

// isChosen reports whether a choice is the present one.
func (a *app) isChosen(name string) bool {
	l := &a.ws.Look
	switch name {
	case "layout " + l.Arrangement.String(), "level " + l.Level.String(), "palette " + l.Palette.Name:
		return true
	case "keys " + a.keyPreset().name:
		return true
	case "runtime":
		return a.ws.Runtime
	}
	return false
}
