package workspace

import (
	"slices"

	"tiv/scene/view"
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
	// HideProcess hides all threads of a process, by its id, also those that are still to come, or shows them
	// again.
	HideProcess struct {
		On bool
		ID string
	}
	ShowAll struct{}
	// SetDimmed moves threads into the background, or back; DimRest moves all that are not
	// selected there, and no others.
	SetDimmed struct {
		On      bool
		Threads []tracefeed.ThreadID
	}
	DimRest struct{}
	// SetAside puts threads behind all others, or back into order.
	SetAside struct {
		On      bool
		Threads []tracefeed.ThreadID
	}
	// SetDetailed shows all states of threads, independent of the level of detail of the
	// others, or ends that.
	SetDetailed struct {
		On      bool
		Threads []tracefeed.ThreadID
	}
	// SetFilter sets or removes ("") the filter.
	SetFilter struct{ Filter }
	// SetFilterHide lets the filter hide the other threads, or dim them.
	SetFilterHide struct{ On bool }
	// SetRuntime shows or hides the runtime's own threads.
	SetRuntime struct{ On bool }
)

// meant returns the threads that a command is about.
func (w *Workspace) meant(threads []tracefeed.ThreadID) []tracefeed.ThreadID {
	if len(threads) == 0 {
		return w.Look.Selection
	}
	return union(w.Timeline, threads)
}

// unselected returns the threads that are shown and not selected, sorted.
func unselected(look *view.Look) []tracefeed.ThreadID {
	return slices.Sorted(slices.Values(without(look.Threads, look.Selection)))
}

// listed returns a sorted list with some threads, or without them.
func listed(w *Workspace, on bool, list, threads []tracefeed.ThreadID) []tracefeed.ThreadID {
	threads = w.meant(threads)
	if on {
		list = union(w.Timeline, list, threads)
	} else {
		list = without(list, threads)
	}
	if len(list) == 0 {
		return nil
	}
	return list
}

// areListed reports whether a sorted list has all of some threads, and there are any.
func areListed(w *Workspace, list, threads []tracefeed.ThreadID) bool {
	threads = w.meant(threads)
	return len(threads) > 0 && len(without(threads, list)) == 0
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

func (c HideProcess) apply(w *Workspace) {
	list := slices.DeleteFunc(slices.Clone(w.HiddenProcesses), func(id string) bool { return id == c.ID })
	if c.On {
		list = append(list, c.ID)
	}
	w.HiddenProcesses = list
	SelectMany{Threads: ofShownProcesses(w.Look.Selection, w.HiddenProcesses, w.Timeline)}.apply(w)
	w.chooseThreads()
}

func (ShowAll) apply(w *Workspace) {
	w.Hidden, w.Dimmed, w.Aside, w.HiddenProcesses, w.Filter = nil, nil, nil, nil, Filter{}
	w.chooseThreads()
}

func (c SetDimmed) apply(w *Workspace) {
	w.Dimmed = listed(w, c.On, w.Dimmed, c.Threads)
	w.chooseThreads()
}

func (c SetDimmed) on(w *Workspace) bool { return areListed(w, w.Dimmed, c.Threads) == c.On }

func (DimRest) apply(w *Workspace) {
	if len(w.Look.Selection) > 0 {
		w.Dimmed = unselected(&w.Look)
		w.chooseThreads()
	}
}

func (c SetAside) apply(w *Workspace) {
	w.Aside = listed(w, c.On, w.Aside, c.Threads)
	w.chooseThreads()
}

func (c SetAside) on(w *Workspace) bool { return areListed(w, w.Aside, c.Threads) == c.On }

func (c SetDetailed) apply(w *Workspace) {
	w.Look.Detailed = listed(w, c.On, w.Look.Detailed, c.Threads)
}

func (c SetDetailed) on(w *Workspace) bool { return areListed(w, w.Look.Detailed, c.Threads) == c.On }

func (c SetFilter) apply(w *Workspace) {
	w.Filter = c.Filter
	w.chooseThreads()
}

func (c SetFilterHide) apply(w *Workspace) { SetFilter{Filter{w.Filter.Text, c.On}}.apply(w) }

func (c SetFilterHide) on(w *Workspace) bool { return w.Filter.Hide == c.On }

func (c SetRuntime) apply(w *Workspace) {
	w.Runtime = c.On
	w.chooseThreads()
}

func (c SetRuntime) on(w *Workspace) bool { return w.Runtime == c.On }

func (Hide) Info() Info { return Info{label: "hide", Effects: Undoable | MovesThreads} }
func (HideProcess) Info() Info {
	return Info{label: "hide a process", Effects: Undoable | MovesThreads}
}
func (HideRest) Info() Info    { return Info{label: "hide the others", Effects: Undoable | MovesThreads} }
func (ShowAll) Info() Info     { return Info{label: "show all", Effects: Undoable | MovesThreads} }
func (SetDimmed) Info() Info   { return Info{label: "dim", Effects: Undoable} }
func (DimRest) Info() Info     { return Info{label: "dim the others", Effects: Undoable} }
func (SetAside) Info() Info    { return Info{label: "send to back", Effects: Undoable | MovesThreads} }
func (SetDetailed) Info() Info { return Info{label: "full detail", Effects: Undoable | MovesThreads} }
func (SetFilter) Info() Info {
	return Info{label: "filter", run: "filter", Effects: Undoable | MovesThreads}
}
func (SetFilterHide) Info() Info { return SetFilter{}.Info() }
func (SetRuntime) Info() Info {
	return Info{label: "runtime threads", Effects: Undoable | MovesThreads}
}
