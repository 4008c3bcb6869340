package ui

import (
	"slices"

	"tiv/scene/view"
	"tiv/tracefeed"
	"tiv/workspace"
)

// nextRow selects another thread of the list of threads.
func nextRow(a *app, by int) {
	rows := a.panels().threads.rows
	if len(rows) == 0 {
		return
	}
	i := slices.IndexFunc(rows, func(r threadRow) bool { return r.id == a.Workspace.Look.Selected })
	switch {
	case a.Workspace.Look.Selected != tracefeed.NoThread && i >= 0:
		i = min(max(i+by, 0), len(rows)-1)
	case by < 0:
		i = len(rows) - 1
	default:
		i = 0
	}
	a.SelectThread(rows[i].id)
}

// textScale makes texts and lines larger or smaller.
func textScale(a *app, by int) {
	i, _ := slices.BinarySearch(textScales, a.prefs.scale)
	a.prefs.scale = textScales[min(max(i+by, 0), len(textScales)-1)]
}

// renameCluster opens the field for the name of the selected thread's cluster.
func renameCluster(a *app) {
	i := slices.IndexFunc(a.Workspace.Look.Clusters, func(c view.Cluster) bool {
		return slices.Contains(c.Threads, a.Workspace.Look.Selected)
	})
	if i < 0 {
		a.messages.Say("The selected thread is in no cluster.")
		return
	}
	a.panels().clusters.rename(i)
	a.input.ExpectTyping()
}

// graphChange goes to the next or the last moment at which a thread began or
// ceased to wait for another.
func graphChange(a *app, direction int) {
	if at, ok := a.Workspace.GraphChange(direction); ok {
		a.Send(workspace.SeekTo{Moment: at})
		return
	}
	side := "after"
	if direction < 0 {
		side = "before"
	}
	a.messages.Say("No wait between threads starts or ends " + side + " this moment.")
}
