package ui

import (
	"tiv/lod"
	"tiv/scene"
	"tiv/workspace"
)

// choices are the commands that choose one of several: they have no keys of
// their own at first.
func choices() (list []shortcut) {
	add := func(menu, name, does string, c workspace.Command) {
		list = append(list, shortcut{name: name, menu: menu, does: does, do: glideTo(c)})
	}
	for a := scene.Rows; a <= scene.Force; a++ {
		add("Layout", "layout "+a.String(), "Layout: "+a.String(), workspace.Arrange{Arrangement: a})
	}
	add("Layout", "reset places", "Put threads back that were moved", workspace.ResetPlaces{})
	for l := lod.Auto; l <= lod.Crowd; l++ {
		add("Level", "level "+l.String(), "Level of detail: "+l.String(), workspace.SetLevel{Level: l})
	}
	for _, p := range scene.Palettes() {
		add("Palette", "palette "+p.Name, "Palette: "+p.Name, workspace.SetPalette{Palette: p})
	}
	for _, p := range proposals {
		add("Clusters", "propose "+p.by.String(), "Propose clusters by "+p.by.String(), workspace.Propose{By: p.by})
	}
	add("Clusters", "fold all", "Fold all clusters", workspace.FoldAll{Folded: true})
	add("Clusters", "unfold all", "Unfold all clusters", workspace.FoldAll{})
	add("Clusters", "ungroup all", "Take all clusters apart", workspace.UngroupAll{})
	add("Clusters", "runtime", "Threads of the language's runtime", workspace.ToggleRuntime{})
	return list
}

// chosen reports whether a choice is the present one.
func (a *app) isChosen(name string) bool {
	l := &a.ws.Look
	switch name {
	case "layout " + l.Arrangement.String(), "level " + l.Level.String(), "palette " + l.Palette.Name:
		return true
	case "runtime":
		return a.ws.Runtime
	}
	return false
}
