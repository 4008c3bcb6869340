package workspace

import "slices"

// maxUndo is the largest number of commands that can be undone.
const maxUndo = 1000

// undoHistory is the history of undoable changes.
type undoHistory struct {
	history[change]
	// open is the run that still joins the last change.
	open string
}

// change is the state on one side of a change, and the label of the command.
type change struct {
	label string
	state State
	// left is the workspace that is shown on the other side.
	left int
}

// note records the change by a command, if there is one that Undo takes back.
func (u *undoHistory) note(c Info, before, after *State) {
	switch {
	case c.Effects.Has(Passive):
		return
	case !c.Effects.Has(Undoable):
		u.open = ""
		return
	case c.run != "" && c.run == u.open && len(u.future) == 0, before.same(after):
		return
	}
	u.open = c.run
	u.record(change{c.label, forHistory(*before), after.Shown}, maxUndo)
}

// Commands that move through the history of changes.
type (
	// Undo reverts the last change, Redo repeats it.
	Undo struct{}
	Redo struct{}
)

func (Undo) apply(w *Workspace) { w.travel(w.undo.back) }

func (Redo) apply(w *Workspace) { w.travel(w.undo.forward) }

// travel goes to the next state in the history and stores the present one
// there.
func (w *Workspace) travel(step func(now func(change) change) (change, bool)) {
	w.Look.Moment = w.Playback.Moment
	c, ok := step(func(c change) change {
		return change{c.label, forHistory(showing(w.State, c.left)), c.state.Shown}
	})
	if !ok {
		return
	}
	before := w.Shown
	w.State = c.state.withTransient(&w.State)
	arrive(w, before)
}

// changed reports whether anything was done that could be taken back.
func (w *Workspace) changed() bool { return len(w.undo.past)+len(w.undo.future) > 0 }

// UndoLabels returns the labels of the commands that Undo would revert and Redo
// repeat; "" for none.
func (w *Workspace) UndoLabels() (undo, redo string) {
	last := func(list []change) string {
		if len(list) == 0 {
			return ""
		}
		return list[len(list)-1].label
	}
	return last(w.undo.past), last(w.undo.future)
}

func (Undo) Info() Info { return Info{label: "undo", Effects: MovesThreads | MovesCamera} }
func (Redo) Info() Info { return Info{label: "redo", Effects: MovesThreads | MovesCamera} }

// history is a navigation history with entries to go back to and to go forward
// to. The last entry of each list is the next.
type history[T any] struct{ past, future []T }

// record adds an entry to go back to, and clears the forward entries. It
// keeps at most most entries.
func (h *history[T]) record(x T, most int) {
	h.past, h.future = append(h.past, x), nil
	if n := len(h.past); n > most {
		h.past = slices.Clone(h.past[n-most:])
	}
}

// back removes and returns the last past entry; now returns the entry for
// forward to return to. ok is false if there is none.
func (h *history[T]) back(now func(last T) T) (last T, ok bool) { return step(&h.past, &h.future, now) }

// forward is back the other way round.
func (h *history[T]) forward(now func(last T) T) (last T, ok bool) {
	return step(&h.future, &h.past, now)
}

func step[T any](from, to *[]T, now func(last T) T) (last T, ok bool) {
	n := len(*from)
	if n == 0 {
		return last, false
	}
	last = (*from)[n-1]
	*from = (*from)[:n-1]
	*to = append(*to, now(last))
	return last, true
}
