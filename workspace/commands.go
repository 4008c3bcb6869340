package workspace

// Command is a user's action on a workspace. Keys, mouse, buttons and tests
// produce the same commands; Workspace.Do carries them out. A command is a plain
// value: it describes itself with Info, and, if it switches something on or
// chooses one of several options, Workspace.IsOn says whether that is so now.
type Command interface {
	// Info describes the command. It depends on the command's value alone.
	Info() Info
	apply(*Workspace)
}

// Info describes a command to menus, to the histories, and to animations.
type Info struct {
	// Label names the command in a word or two, as in "Undo hide".
	Label string
	// Run joins successive commands with the same Run into one entry of the
	// history of changes: the parts of one mouse movement, for example. "" for
	// an entry of its own.
	Run string
	// Task is a noun for the expensive part of a command, which Prepare can
	// compute in the background; "" for commands that are always fast.
	Task string
	// Effects are the effects that a command can have. A command with an effect
	// may still change nothing, depending on the workspace.
	Effects Effects
}

// Effects is a set of effects of a command.
type Effects uint8

const (
	// Undoable changes are recorded in the history of changes.
	Undoable Effects = 1 << iota
	// MovesThreads is a change of the places of threads.
	MovesThreads
	// MovesCamera is a change of the camera to another place in one step.
	MovesCamera
	// Jumps records the viewpoint before the command in the navigation history.
	Jumps
	// Scrubs is Jumps for the first of successive commands that scrub.
	Scrubs
	// Navigates moves through the navigation history, and records nothing there.
	Navigates
	// Passive commands are no choice of the user's: they end neither a run of
	// commands nor the restoring of a saved view.
	Passive
	// ZoomsTime shows an interval of another length, to which the picture moves.
	ZoomsTime
)

// Has reports whether the set has any of some effects.
func (e Effects) Has(some Effects) bool { return e&some != 0 }

// option is a command that chooses one of several options, or switches one on
// or off.
type option interface {
	Command
	// on reports whether the option is chosen or switched on.
	on(*Workspace) bool
}

// IsOn reports whether the option of a command is chosen or switched on; false
// for commands without an option.
func (w *Workspace) IsOn(c Command) bool {
	o, ok := c.(option)
	return ok && o.on(w)
}
