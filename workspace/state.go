package workspace

import (
	"reflect"
	"slices"

	"tiv/interaction/detect"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace/handling"
	"tiv/workspace/tasking"
)

// State is the saved and undoable state of a view on a trace. It is plain data.
// Commands replace lists and maps and never change them in place, so a copy of
// a State stays as it was.
type State struct {
	Look view.Look
	// Spaces are the workspaces of the trace, and Shown is the ID of the one whose view the
	// rest of the State has.
	Spaces Tree
	Shown  int
	// Runtime shows the threads of the language's runtime too.
	Runtime bool
	// Hidden threads are not shown, Dimmed ones stay in the background, Aside
	// ones are put last. All are sorted. The filter can dim further threads: see
	// Look.Dimmed.
	Hidden, Dimmed, Aside []tracefeed.ThreadID
	// HiddenProcesses are the ids of processes whose threads are not shown, also those that are still to come.
	HiddenProcesses []string
	// Filter selects threads.
	Filter Filter
	// Dismissed are the identities of findings that do not count, with the reasons.
	Dismissed map[string]string
	// Limits are the changed thresholds of findings.
	Limits detect.Changes
	// Defined is the changes of the definitions of tasks.
	Defined tasking.Change
	// Handlers is the changes to the search for handlers.
	Handlers handling.Change
	// Bookmarks are saved viewpoints, by number.
	Bookmarks [10]Bookmark
	// Panels maps the window's panels, by name, to whether the user has opened
	// or closed them.
	Panels map[string]bool
}

// Filter is an expression that threads are chosen by; see package filter.
type Filter struct {
	Text string
	// Hide hides all other threads; else those are only dimmed.
	Hide bool
}

// withTransient returns the state with the parts that Undo leaves alone taken from
// another: the cursors, and the input derived from the trace and the rest.
func (s State) withTransient(from *State) State {
	s.Look.Input = from.Look.Input
	return withCursors(s, from)
}

// same reports whether two states differ in nothing that Undo takes back. It does not
// matter which workspace is shown.
func (s *State) same(other *State) bool {
	return reflect.DeepEqual(showing(*s, other.Shown).withTransient(other), *other)
}

// forHistory returns the state for the history of changes: without input, and of cursors only the
// place in time.
func forHistory(s State) State {
	place := func(c view.Cursor) view.Cursor {
		return view.Cursor{Moment: c.Moment, Ahead: c.Ahead, Interval: c.Interval}
	}
	s.Look.Input, s.Look.Cursor = view.Input{}, place(s.Look.Cursor)
	s.Spaces = slices.Clone(s.Spaces)
	for i := range s.Spaces {
		s.Spaces[i].View.Cursor = place(s.Spaces[i].View.Cursor)
	}
	return s
}

// known returns t if the trace has that thread, else NoThread.
func known(tl *timeline.Timeline, t tracefeed.ThreadID) tracefeed.ThreadID {
	if t < 0 || int(t) >= len(tl.Threads) {
		return tracefeed.NoThread
	}
	return t
}

// union returns the union of lists, restricted to threads of the trace, sorted
// and without duplicates.
func union(tl *timeline.Timeline, threads ...[]tracefeed.ThreadID) []tracefeed.ThreadID {
	list := slices.Concat(threads...)
	list = slices.DeleteFunc(list, func(t tracefeed.ThreadID) bool { return known(tl, t) == tracefeed.NoThread })
	slices.Sort(list)
	return slices.Compact(list)
}

// without returns a list without the threads of a sorted one.
func without(list, sorted []tracefeed.ThreadID) []tracefeed.ThreadID {
	return slices.DeleteFunc(slices.Clone(list), func(t tracefeed.ThreadID) bool { return view.Has(sorted, t) })
}

// MembersOf returns, by thread, whether a list contains it.
func MembersOf(tl *timeline.Timeline, list []tracefeed.ThreadID) []bool {
	is := make([]bool, len(tl.Threads))
	for _, t := range list {
		if int(t) < len(is) { // the list may be of a newer timeline
			is[t] = true
		}
	}
	return is
}
