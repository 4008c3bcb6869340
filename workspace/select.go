package workspace

import (
	"slices"

	"tiv/scene/view"
	"tiv/tracefeed"
)

// SelectMode is the way to combine new threads with the present selection.
type SelectMode uint8

const (
	// SelectOnly selects nothing else.
	SelectOnly SelectMode = iota
	// SelectAlso keeps the present selection.
	SelectAlso
	// SelectOther inverts the selection of the new threads.
	SelectOther
)

// String returns the mode in a word.
func (m SelectMode) String() string { return [...]string{"only", "also", "other"}[m] }

// Commands that select threads. Panels describe the thread selected last.
type (
	// Select selects one thread, or none with NoThread.
	Select struct{ Thread tracefeed.ThreadID }
	// SelectMany selects any number of threads.
	SelectMany struct {
		Threads []tracefeed.ThreadID
		Mode    SelectMode
	}
	// SelectAll selects all threads that are shown, SelectRest inverts the
	// selection.
	SelectAll  struct{}
	SelectRest struct{}
	// SelectWorst selects, of the selected threads or of all that are shown, the one that lost most
	// time in the interval that counts; the first of several.
	SelectWorst struct{}
)

func (c Select) apply(w *Workspace) {
	SelectMany{Threads: []tracefeed.ThreadID{c.Thread}}.apply(w)
}

func (c SelectMany) apply(w *Workspace) {
	l := &w.Look
	threads := union(w.Timeline, c.Threads)
	switch c.Mode {
	case SelectOnly:
		l.Selection = threads
		if len(threads) == 0 {
			l.Lit = nil
		}
	case SelectAlso:
		l.Selection = union(w.Timeline, l.Selection, threads)
	case SelectOther:
		l.Selection = union(w.Timeline, without(l.Selection, threads), without(threads, l.Selection))
	}
	l.Selected = lead(l.Selection, c.Threads, l.Selected)
}

// lead returns the selected thread for panels to describe: the last of wanted,
// or else the one before, or else any.
func lead(selection, wanted []tracefeed.ThreadID, before tracefeed.ThreadID) tracefeed.ThreadID {
	for _, t := range slices.Backward(wanted) {
		if view.Has(selection, t) {
			return t
		}
	}
	switch n := len(selection); {
	case view.Has(selection, before):
		return before
	case n > 0:
		return selection[n-1]
	}
	return tracefeed.NoThread
}

func (SelectAll) apply(w *Workspace) {
	SelectMany{Threads: w.Look.Threads, Mode: SelectAlso}.apply(w)
}

func (SelectRest) apply(w *Workspace) {
	SelectMany{Threads: w.Look.Threads, Mode: SelectOther}.apply(w)
}

func (SelectWorst) apply(w *Workspace) {
	of := w.Look.Selection
	if len(of) == 0 {
		of = union(w.Timeline, w.Look.Threads) // by their ids
	}
	from, to := w.Look.Counted()
	most := tracefeed.Time(-1)
	worst := tracefeed.NoThread
	w.Timeline.EachSum(of, from, to, func(n int, t *tracefeed.StateTimes) {
		if lost := t[tracefeed.Runnable] + t[tracefeed.Blocking] + t[tracefeed.IO]; lost > most {
			most, worst = lost, of[n]
		}
	})
	if worst != tracefeed.NoThread {
		Select{worst}.apply(w)
	}
}

func (Select) Info() Info      { return Info{label: "select"} }
func (SelectMany) Info() Info  { return Info{label: "select threads"} }
func (SelectAll) Info() Info   { return Info{label: "select all"} }
func (SelectRest) Info() Info  { return Info{label: "invert selection"} }
func (SelectWorst) Info() Info { return Info{label: "select the thread with the most lost time"} }
