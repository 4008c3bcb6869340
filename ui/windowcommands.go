package ui

import (
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/scene"
	"tiv/scene/view"
	"tiv/session"
	"tiv/tracefeed"
	"tiv/ui/panel"
	"tiv/workspace"
)

// textScale makes texts and lines larger or smaller.
func textScale(a *app, by int) {
	i, _ := slices.BinarySearch(textScales, a.Prefs.TextScale)
	a.Prefs.TextScale = textScales[min(max(i+by, 0), len(textScales)-1)]
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
	a.Messages.Say("No wait between threads starts or ends " + side + " this moment.")
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

// foldSelected folds the clusters of the selected threads, or unfolds them if
// all of these are folded. Without clusters it opens the selected groups of a crowd, or
// closes them.
func foldSelected(a *app) {
	var some []int
	folded := true
	for i, c := range a.Workspace.Look.Clusters {
		if slices.ContainsFunc(c.Threads, a.IsSelected) {
			some = append(some, i)
			folded = folded && c.Folded
		}
	}
	for _, i := range some {
		a.Send(workspace.FoldCluster{Cluster: i, Folded: !folded})
	}
	l := &a.Workspace.Look
	open := !slices.ContainsFunc(l.Selection, func(t tracefeed.ThreadID) bool { return !view.Has(l.Detailed, t) })
	switch {
	case len(some) > 0:
	case !open && (a.Frame == nil || len(a.Frame.Clusters) == 0):
		a.Messages.Say("The selected threads are in no cluster.")
	default:
		session.OpenGroup(a.Document, &view.Cluster{Threads: a.Workspace.Look.Selection, Calm: holdsCalm(a.Frame, a.IsSelected)})
	}
}

// holdsCalm reports whether the bar of the calm groups is in a frame, and all its threads
// are selected.
func holdsCalm(f *scene.Frame, selected func(tracefeed.ThreadID) bool) bool {
	return f != nil && slices.ContainsFunc(f.Clusters, func(c view.Cluster) bool {
		return c.Calm && !slices.ContainsFunc(c.Threads, func(t tracefeed.ThreadID) bool { return !selected(t) })
	})
}

// toFilter leads to the filter.
func toFilter(a *app) {
	imgui.SetWindowFocusStr(panel.Threads)
	a.panels().threads.Filter.Focus = true
	a.Input.ExpectTyping()
}

// slowestCalls lists the calls of the selected call's function, the longest first.
func slowestCalls(a *app) {
	a.panels().tables.ShowCalls(a.Workspace.Look.Call.Function, true)
}

// toNote goes to the next note, or with -1 to the previous one.
func toNote(a *app, direction int) {
	if i, ok := a.Workspace.NextNote(direction); ok {
		session.GoToNote(a.Document, i)
		return
	}
	a.Messages.Say("There is no further note in that direction.")
}
