package workspace

import "context"

// slow commands can take longer than a frame: what they have to find out can be
// found out before they are carried out.
type slow interface {
	undoable
	// find finds it out, and returns what then remains to be done, and what is to
	// be said of it.
	find(ctx context.Context, w *Workspace) (land func(*Workspace), note string)
}

// do does at once what takes a slow command long.
func do(c slow, w *Workspace) {
	land, _ := c.find(context.Background(), w)
	land(w)
}

// Found is a command for which all has been found out.
type Found struct {
	undoable
	// Note is what the viewer must know of what was found; "" for nothing.
	Note string
	land func(*Workspace)
}

func (c Found) apply(w *Workspace) { c.land(w) }

// quick and quickEvents are for how many threads, and events in the history, no
// command takes long.
const quick, quickEvents = 300, 50_000

// Ahead returns a function that finds out what a command takes long for, as
// things stand now; it may be called in any goroutine. What it returns is then
// carried out instead of the command. It is nil for commands that are quick.
func (w *Workspace) Ahead(c Command) func(context.Context) Found {
	s, ok := c.(slow)
	if !ok || len(w.Look.Threads) <= quick && w.Timeline.Events(w.Look.Past()) <= quickEvents {
		return nil
	}
	now := w.Fork()
	return func(ctx context.Context) Found {
		land, note := s.find(ctx, now)
		return Found{s, note, land}
	}
}
