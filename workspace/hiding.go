package workspace

import (
	"slices"

	"tiv/scene"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Commands about the visibility of threads. Commands with threads apply to the
// selected ones if there are none.
type (
	// Hide hides threads, HideRest all that are not selected. ShowAll shows all
	// threads again, none of them in the background or put last, without a
	// filter.
	Hide     struct{ Threads []tracefeed.ThreadID }
	HideRest struct{}
	ShowAll  struct{}
	// Dim moves threads into the background, or back if all are there; DimRest
	// does it with all that are not selected.
	Dim     struct{ Threads []tracefeed.ThreadID }
	DimRest struct{}
	// PutAside puts threads behind all others, or back into order if all of them
	// are there.
	PutAside struct{ Threads []tracefeed.ThreadID }
	// LookClosely shows all states of threads, independent of the level of
	// detail of the others. If all of them are close already, it ends that.
	LookClosely struct{ Threads []tracefeed.ThreadID }
	// SetFilter sets or removes ("") the filter.
	SetFilter struct{ Filter }
	// ToggleFilterHide switches the filter between hiding and dimming the other
	// threads.
	ToggleFilterHide struct{}
	// ToggleRuntime shows or hides the runtime's own threads.
	ToggleRuntime struct{}
)

// meant returns the threads that a command is about.
func (w *Workspace) meant(threads []tracefeed.ThreadID) []tracefeed.ThreadID {
	if len(threads) == 0 {
		return w.Look.Selection
	}
	return union(w.Timeline, threads)
}

// unselected returns the threads that are shown and not selected, sorted.
func unselected(look *scene.Look) []tracefeed.ThreadID {
	return slices.Sorted(slices.Values(without(look.Threads, look.Selection)))
}

// toggle adds threads to a sorted list, or removes them if all are in it.
func toggle(tl *timeline.Timeline, list, threads []tracefeed.ThreadID) []tracefeed.ThreadID {
	if len(without(threads, list)) == 0 {
		return without(list, threads)
	}
	return union(tl, list, threads)
}

func (HideRest) apply(w *Workspace) {
	if rest := unselected(&w.Look); len(w.Look.Selection) > 0 && len(rest) > 0 {
		Hide{rest}.apply(w)
	}
}

func (c Hide) apply(w *Workspace) {
	w.Hidden = union(w.Timeline, w.Hidden, w.meant(c.Threads))
	SelectMany{Threads: without(w.Look.Selection, w.Hidden)}.apply(w)
	w.chooseThreads()
}

func (ShowAll) apply(w *Workspace) {
	w.Hidden, w.Dimmed, w.Aside, w.Filter = nil, nil, nil, Filter{}
	w.chooseThreads()
}

func (c Dim) apply(w *Workspace) {
	w.Dimmed = toggle(w.Timeline, w.Dimmed, w.meant(c.Threads))
	w.chooseThreads()
}

func (DimRest) apply(w *Workspace) {
	if len(w.Look.Selection) > 0 {
		w.Dimmed = unselected(&w.Look)
		w.chooseThreads()
	}
}

func (c PutAside) apply(w *Workspace) {
	w.Aside = toggle(w.Timeline, w.Aside, w.meant(c.Threads))
	w.chooseThreads()
}

func (c LookClosely) apply(w *Workspace) {
	w.Look.Detailed = toggle(w.Timeline, w.Look.Detailed, w.meant(c.Threads))
}

func (c SetFilter) apply(w *Workspace) {
	w.Filter = c.Filter
	w.chooseThreads()
}

func (ToggleFilterHide) apply(w *Workspace) {
	SetFilter{Filter{w.Filter.Text, !w.Filter.Hide}}.apply(w)
}

func (ToggleFilterHide) on(w *Workspace) bool { return w.Filter.Hide }

func (ToggleRuntime) on(w *Workspace) bool { return w.Runtime }

func (ToggleRuntime) apply(w *Workspace) {
	w.Runtime = !w.Runtime
	w.chooseThreads()
}

func (Hide) Info() Info        { return Info{Label: "hide", Effects: Undoable | MovesThreads} }
func (HideRest) Info() Info    { return Info{Label: "hide the others", Effects: Undoable | MovesThreads} }
func (ShowAll) Info() Info     { return Info{Label: "show all", Effects: Undoable | MovesThreads} }
func (Dim) Info() Info         { return Info{Label: "dim", Effects: Undoable} }
func (DimRest) Info() Info     { return Info{Label: "dim the others", Effects: Undoable} }
func (PutAside) Info() Info    { return Info{Label: "send to back", Effects: Undoable | MovesThreads} }
func (LookClosely) Info() Info { return Info{Label: "full detail", Effects: Undoable | MovesThreads} }
func (SetFilter) Info() Info {
	return Info{Label: "filter", Run: "filter", Effects: Undoable | MovesThreads}
}
func (ToggleFilterHide) Info() Info { return SetFilter{}.Info() }
func (ToggleRuntime) Info() Info {
	return Info{Label: "runtime threads", Effects: Undoable | MovesThreads}
}
