package workspace

import (
	"fmt"
	"slices"
	"sync"

	"tiv/lod"
	"tiv/scene"
)

// Action is a command in a form that needs no further input: an entry of a menu
// or of the finder, or the effect of a key.
type Action struct {
	// Name identifies the action in the user's settings, so it never changes.
	Name string
	// Menu is the menu with the action.
	Menu string
	// Label is the text of the menu entry, Help a sentence about the effect.
	Label, Help string
	// Selection says that the action is about the selected threads and does
	// nothing without any.
	Selection bool
	// Command returns the command for the present state of a workspace.
	Command func(*Workspace) Command
}

// IsOn reports whether the action's option is chosen or switched on; false for
// actions without an option.
func (a *Action) IsOn(w *Workspace) bool { return w.IsOn(a.Command(w)) }

// Actions returns all actions, grouped by menu. Callers must not change the
// list.
var Actions = sync.OnceValue(func() []Action {
	return slices.Concat(changeActions, views(), viewActions, playActions, goActions, threadActions, cameraActions, timeActions, callActions(), choices())
})

// always returns a command that does not depend on the workspace.
func always(c Command) func(*Workspace) Command { return func(*Workspace) Command { return c } }

// views returns the actions that show a view.
func views() (list []Action) {
	for i, v := range scene.Views {
		list = append(list, Action{Name: fmt.Sprint("view ", i+1), Menu: "View", Label: v.Title, Help: v.Help, Command: always(SetView{v})})
	}
	return list
}

// choices returns the actions that choose one of several options, and those on
// all clusters.
func choices() (list []Action) {
	add := func(menu, name, label, help string, c Command) {
		list = append(list, Action{Name: name, Menu: menu, Label: label, Help: help, Command: always(c)})
	}
	for a := scene.Rows; a <= scene.Force; a++ {
		add("Layout", "layout "+a.String(), "Layout: "+a.String(), layoutHelp[a], Arrange{a})
	}
	add("Layout", "reset places", "Reset thread positions", "Puts all threads back to their places in the layout.", ResetPlaces{})
	for l := lod.Auto; l <= lod.Crowd; l++ {
		add("Detail", "level "+l.String(), "Level of detail: "+l.String(), levelHelp[l], SetLevel{l})
	}
	for _, p := range scene.Palettes() {
		add("Palette", "palette "+p.Name, "Palette: "+p.Name, paletteHelp[p.Name], SetPalette{p})
	}
	for p := range Proposals {
		add("Propose", "propose "+p.String(), "Propose clusters by "+p.String(), proposalHelp[p]+" Clusters of your own stay as they are.", Propose{p})
	}
	add("Clusters", "fold all", "Fold all clusters", "Draws each cluster as one bar.", FoldAll{Folded: true})
	add("Clusters", "unfold all", "Unfold all clusters", "Draws all threads of all clusters again.", FoldAll{})
	add("Clusters", "ungroup all", "Ungroup all", "Removes all clusters; their threads stay.", UngroupAll{})
	add("Threads", "runtime", "Runtime threads", "Also shows the threads that the language itself runs, such as garbage collectors.", ToggleRuntime{})
	return list
}

// Explanations of the choices, in a sentence each.
var (
	layoutHelp = [...]string{
		scene.Rows:  "Columns in which each thread is a little lower than the one before it, as close together as possible.",
		scene.Grid:  "Columns with room between the rows, so that threads of a row are nearly level.",
		scene.Ring:  "Around an ellipse, with neighbours that wait for each other in the history of this moment.",
		scene.Force: "Waits in the history of this moment pull threads together; the other threads are below them.",
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
		SameName:     "Threads whose names differ only in numbers.",
		SameFunction: "Threads that were started with the same function, if the trace has it.",
		SameWaits:    "Threads that wait for each other more than for others, in the history.",
		SameProcess:  "Threads of one process, in a trace of several.",
		SameProfile:  "Threads that divide their time alike among the states, in the visible range.",
	}
)
