package ui

import (
	"slices"

	"tiv/workspace"
)

// makeCluster makes a cluster of the selected threads and opens the field for
// its name.
func makeCluster(a *app) {
	if len(a.ws.Look.Selection) == 0 {
		a.messages.say("Select some threads first: Ctrl+click, or Shift+drag around them.")
		return
	}
	a.glide(workspace.MakeCluster{Threads: a.ws.Look.Selection})
	a.panels().clusters.next = true
	a.expect()
}

// foldSelected folds the clusters of the selected threads, or unfolds them if
// all of these are folded.
func foldSelected(a *app) {
	var some []int
	folded := true
	for i, c := range a.ws.Look.Clusters {
		if slices.ContainsFunc(c.Threads, a.isSelected) {
			some = append(some, i)
			folded = folded && c.Folded
		}
	}
	for _, i := range some {
		a.send(workspace.FoldCluster{Cluster: i, Folded: !folded})
	}
}
