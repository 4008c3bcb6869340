package workspace

// undoable commands change the state in a way that can be taken back.
type undoable interface {
	// does names the command in a word or two, for menus. Successive commands
	// with the same run are undone together, unless run is "": the parts of one
	// mouse movement.
	does() (what, run string)
}

// maxUndo is the largest number of commands that can be undone.
const maxUndo = 1000

// undoHistory is the history of undoable changes.
type undoHistory struct {
	history[change]
	// open is the run that still joins the last change.
	open string
}

// change is a former state, without the parts that Undo leaves alone, and the
// name of the command that changed it.
type change struct {
	what   string
	before State
}

// note records the change by a command.
func (u *undoHistory) note(c Command, before, after *State) {
	do, ok := c.(undoable)
	if !ok {
		if _, hovers := c.(Hover); !hovers {
			u.open = ""
		}
		return
	}
	what, run := do.does()
	if run != "" && run == u.open && len(u.future) == 0 {
		return
	}
	if before.same(after) {
		return
	}
	u.open = run
	var none State
	u.record(change{what, before.withTransient(&none)}, maxUndo)
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
	var none State
	c, ok := step(func(c change) change { return change{c.what, w.State.withTransient(&none)} })
	if !ok {
		return
	}
	w.touched = true
	w.State = c.before.withTransient(&w.State)
	w.chooseThreads()
}

// Changed reports whether anything was done that could be taken back.
func (w *Workspace) Changed() bool { return len(w.undo.past)+len(w.undo.future) > 0 }

// UndoLabels returns the names of the changes that Undo would revert and Redo repeat;
// "" for none.
func (w *Workspace) UndoLabels() (undo, redo string) {
	last := func(list []change) string {
		if len(list) == 0 {
			return ""
		}
		return list[len(list)-1].what
	}
	return last(w.undo.past), last(w.undo.future)
}
