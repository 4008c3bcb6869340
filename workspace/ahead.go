package workspace

import "context"

// slow commands can take longer than a frame: what they have to find out can be
// found out before they are carried out.
type slow interface {
	undoable
	// find finds it out, and returns what then remains to be done.
	find(ctx context.Context, w *Workspace) (land func(*Workspace))
}

// Found is a command for which all has been found out.
type Found struct {
	undoable
	land func(*Workspace)
}

func (c Found) apply(w *Workspace) { c.land(w) }

// quick is for how many threads no command takes long.
const quick = 300

// Ahead returns a function that finds out what a command takes long for, as
// things stand now; it may be called in any goroutine. What it returns is then
// carried out instead of the command. It is nil for commands that are quick.
func (w *Workspace) Ahead(c Command) func(context.Context) Command {
	s, ok := c.(slow)
	if !ok || len(w.Look.Threads) <= quick {
		return nil
	}
	now := w.Fork()
	return func(ctx context.Context) Command { return Found{s, s.find(ctx, now)} }
}
