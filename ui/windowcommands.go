package ui

import (
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/scene/view"
	"tiv/ui/panel"
	"tiv/workspace"
)

// textScale makes texts and lines larger or smaller.
func textScale(p *panel.Preferences, by int) {
	i, _ := slices.BinarySearch(textScales, p.TextScale)
	p.TextScale = textScales[min(max(i+by, 0), len(textScales)-1)]
}

// renameCluster opens the field for the name of the selected thread's cluster.
func renameCluster(a *app) {
	i := slices.IndexFunc(a.Workspace.Look.Clusters, func(c view.Cluster) bool {
		return slices.Contains(c.Threads, a.Workspace.Look.Selected)
	})
	if i < 0 {
		a.Messages.Say("The selected thread is in no cluster.")
		return
	}
	a.panels().clusters.Rename(i)
	a.Input.ExpectTyping()
}

// makeCluster makes a cluster of the selected threads and opens the field for
// its name.
func makeCluster(a *app) {
	if len(a.Workspace.Look.Selection) == 0 {
		a.Messages.Say("Select some threads first: Ctrl+click, or Shift+drag around them.")
		return
	}
	a.Glide(workspace.MakeCluster{Threads: a.Workspace.Look.Selection})
	a.panels().clusters.NameNext = true
	a.Input.ExpectTyping()
}

// toFilter leads to the filter.
func toFilter(a *app) {
	imgui.SetWindowFocusStr(panel.Threads)
	a.panels().threads.Filter.Focus = true
	a.Input.ExpectTyping()
}
