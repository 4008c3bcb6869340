package workspace

import "context"

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
