package tracefeed

import "iter"

// Names are entries of tables that somebody does not know yet: what one
// goroutine tells another, because tables change while a feed is read.
type Names struct {
	threads  []named[ThreadID, Thread]
	monitors []named[MonitorID, Monitor]
	// frames, stacks and names are whole tables, whose entries never change.
	frames []Frame
	stacks [][]FrameID
	names  []string
}

type named[ID, T any] struct {
	id ID
	is T
}

// Namer collects Names for somebody who began with empty tables.
type Namer struct{ threads, monitors int } // how many of each it has told

// Tell returns what is new in the tables, and the names of some threads and
// monitors, which may have got better ones.
func (n *Namer) Tell(t *Tables, threads iter.Seq[ThreadID], monitors iter.Seq[MonitorID]) *Names {
	out := &Names{frames: t.Frames, stacks: t.Stacks, names: t.Names}
	for id := range threads {
		if int(id) < n.threads {
			out.threads = append(out.threads, named[ThreadID, Thread]{id, t.Threads[id]})
		}
	}
	for ; n.threads < len(t.Threads); n.threads++ {
		out.threads = append(out.threads, named[ThreadID, Thread]{ThreadID(n.threads), t.Threads[n.threads]})
	}
	for m := range monitors {
		if int(m) < n.monitors {
			out.monitors = append(out.monitors, named[MonitorID, Monitor]{m, t.Monitors[m]})
		}
	}
	for ; n.monitors < len(t.Monitors); n.monitors++ {
		out.monitors = append(out.monitors, named[MonitorID, Monitor]{MonitorID(n.monitors), t.Monitors[n.monitors]})
	}
	return out
}

// AllNames returns all names there are.
func AllNames(t *Tables) *Names { return new(Namer).Tell(t, none[ThreadID], none[MonitorID]) }

func none[T any](func(T) bool) {}

// Learn takes over names. The tables share those of frames, stacks and names
// with where they come from.
func (t *Tables) Learn(n *Names) {
	for _, th := range n.threads {
		for int(th.id) >= len(t.Threads) {
			t.Threads = append(t.Threads, Thread{})
		}
		t.Threads[th.id] = th.is
	}
	for _, m := range n.monitors {
		for int(m.id) >= len(t.Monitors) {
			t.Monitors = append(t.Monitors, Monitor{})
		}
		t.Monitors[m.id] = m.is
	}
	t.Frames, t.Stacks, t.Names = n.frames, n.stacks, n.names
}
