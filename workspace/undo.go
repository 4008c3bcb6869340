package workspace

// undoable commands change the state in a way that can be taken back.
type undoable interface {
	// does says in a word or two what is done, for menus. Commands of the same
	// run, unless that is "", are taken back together if they follow each other:
	// what comes of one movement of a hand.
	does() (what, run string)
}

// mostUndo is how many commands can be taken back.
const mostUndo = 1000

// undo is what can be taken back, and what can be done again.
type undo struct {
	trail[change]
	// open is the run that still joins the last change.
	open string
}

// change is a state that was left, without what Undo leaves alone, and by doing
// what.
type change struct {
	what   string
	before State
}

// note remembers what a command has changed.
func (u *undo) note(c Command, before, after *State) {
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
	u.leave(change{what, before.passing(&none)}, mostUndo)
}

// Commands that go back and forth in what was done.
type (
	// Undo takes back what was done last, Redo does it again.
	Undo struct{}
	Redo struct{}
)

func (Undo) apply(w *Workspace) { w.travel(w.undo.back) }

func (Redo) apply(w *Workspace) { w.travel(w.undo.forward) }

// travel goes to the next state on the trail and leaves the present one there.
func (w *Workspace) travel(step func(now func(change) change) (change, bool)) {
	var none State
	c, ok := step(func(c change) change { return change{c.what, w.State.passing(&none)} })
	if !ok {
		return
	}
	w.touched = true
	w.State = c.before.passing(&w.State)
	w.chooseThreads()
}

// Changed reports whether anything was done that could be taken back.
func (w *Workspace) Changed() bool { return len(w.undo.past)+len(w.undo.future) > 0 }

// Done returns what Undo would take back and Redo do again; "" for nothing.
func (w *Workspace) Done() (undo, redo string) {
	last := func(list []change) string {
		if len(list) == 0 {
			return ""
		}
		return list[len(list)-1].what
	}
	return last(w.undo.past), last(w.undo.future)
}
