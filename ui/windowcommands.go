package ui

import (
	"slices"

	"tiv/scene"
	"tiv/tracefeed"
	"tiv/workspace"
)

// nextRow selects another thread of the list of threads.
func nextRow(a *app, by int) {
	rows := a.panels().threads.rows
	if len(rows) == 0 {
		return
	}
	i := slices.IndexFunc(rows, func(r threadRow) bool { return r.id == a.ws.Look.Selected })
	switch {
	case a.ws.Look.Selected != tracefeed.NoThread && i >= 0:
		i = min(max(i+by, 0), len(rows)-1)
	case by < 0:
		i = len(rows) - 1
	default:
		i = 0
	}
	a.selectThread(rows[i].id)
}

// textScale makes texts and lines larger or smaller.
func textScale(a *app, by int) {
	i, _ := slices.BinarySearch(textScales, a.prefs.scale)
	a.prefs.scale = textScales[min(max(i+by, 0), len(textScales)-1)]
}

// renameCluster opens the field for the name of the selected thread's cluster.
func renameCluster(a *app) {
	i := slices.IndexFunc(a.ws.Look.Clusters, func(c scene.Cluster) bool { return slices.Contains(c.Threads, a.ws.Look.Selected) })
	if i < 0 {
		a.messages.say("The selected thread is in no cluster.")
		return
	}
	a.panels().clusters.rename(i)
	a.input.ExpectTyping()
}

// graphChange goes to the next or the last moment at which a thread began or
// ceased to wait for another.
func graphChange(a *app, direction int) {
	if at, ok := a.ws.GraphChange(direction); ok {
		a.send(workspace.SeekTo{Moment: at})
		return
	}
	side := "after"
	if direction < 0 {
		side = "before"
	}
	a.messages.say("No wait between threads starts or ends " + side + " this moment.")
}
