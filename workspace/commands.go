package workspace

import "context"

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
	// label names the command in a word or two, as in "Undo hide".
	label string
	// run joins successive commands with the same run into one entry of the
	// history of changes: the parts of one mouse movement, for example. "" for
	// an entry of its own.
	run string
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

// preparer is a command that can take longer than a frame. Its expensive part can
// be computed before it is carried out.
type preparer interface {
	Command
	// prepare computes the expensive part. It returns the function that then
	// applies the command, and a note for the user.
	prepare(ctx context.Context, w *Workspace) (commit func(*Workspace), note string)
}

// runNow prepares and applies a command at once.
func runNow(c preparer, w *Workspace) {
	commit, _ := c.prepare(context.Background(), w)
	commit(w)
}

// Prepared is a command whose expensive part has been computed.
type Prepared struct {
	Command
	// Note tells the user about limits of the computation; "" for none.
	Note   string
	commit func(*Workspace)
}

func (c Prepared) apply(w *Workspace) { c.commit(w) }

// maxSyncThreads and maxSyncEvents are the numbers of shown threads, and of
// events in the history, up to which every command is fast.
const maxSyncThreads, maxSyncEvents = 300, 50_000

// Prepare returns a function that computes the expensive part of a command for
// the present state; it may be called in any goroutine. Its result is a command
// to carry out instead of c. Prepare returns nil for fast commands.
func (w *Workspace) Prepare(c Command) func(context.Context) Prepared {
	s, ok := c.(preparer)
	_, always := c.(interface{ always() })
	if !ok || !always && len(w.Look.Threads) <= maxSyncThreads && w.Timeline.Events(w.Look.Past()) <= maxSyncEvents {
		return nil
	}
	now := w.Clone()
	return func(ctx context.Context) Prepared {
		commit, note := s.prepare(ctx, now)
		return Prepared{s, note, commit}
	}
}
