package workspace

import "context"

// slow commands can take longer than a frame. Their expensive part can be
// computed before they are carried out.
type slow interface {
	undoable
	// prepare computes the expensive part. It returns the function that then
	// applies the command, and a note for the user.
	prepare(ctx context.Context, w *Workspace) (commit func(*Workspace), note string)
}

// runNow computes and applies a slow command at once.
func runNow(c slow, w *Workspace) {
	commit, _ := c.prepare(context.Background(), w)
	commit(w)
}

// Found is a prepared command, whose expensive part has been computed.
type Found struct {
	undoable
	// Note tells the user about limits of the computation; "" for none.
	Note   string
	commit func(*Workspace)
}

func (c Found) apply(w *Workspace) { c.commit(w) }

// quick and quickEvents are the numbers of threads shown, and of events in the
// history, up to which every command is fast.
const quick, quickEvents = 300, 50_000

// Ahead returns a function that computes the expensive part of a command for
// the present state; it may be called in any goroutine. Its result is a command
// to apply in place of c. Ahead returns nil for commands that are quick.
func (w *Workspace) Ahead(c Command) func(context.Context) Found {
	s, ok := c.(slow)
	if !ok || len(w.Look.Threads) <= quick && w.Timeline.Events(w.Look.Past()) <= quickEvents {
		return nil
	}
	now := w.Fork()
	return func(ctx context.Context) Found {
		commit, note := s.prepare(ctx, now)
		return Found{s, note, commit}
	}
}
