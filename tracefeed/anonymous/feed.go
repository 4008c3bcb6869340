package anonymous

import (
	"errors"
	"io"
	"io/fs"

	"tiv/tracefeed"
)

// Feed returns a feed with the events of another one and other names. It takes the place
// of that feed: nothing may use the other one any more.
func Feed(f tracefeed.Feed) tracefeed.Feed {
	return &feed{Feed: f, names: New(), tables: tracefeed.NewTables()}
}

// feed is a feed with other names.
type feed struct {
	tracefeed.Feed
	names  *Names
	deltas tracefeed.DeltaEncoder // of the other feed's tables
	tables *tracefeed.Tables
}

// Header returns the header without texts of the trace.
func (f *feed) Header() tracefeed.Header { return Header(f.Feed.Header()) }

// Batch returns the next events, once their names are replaced.
func (f *feed) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	events, err := f.Feed.Batch(used)
	f.update()
	return events, Error(err)
}

// Tables returns the tables with other names.
func (f *feed) Tables() *tracefeed.Tables {
	f.update()
	return f.tables
}

// update replaces the names that came since the last call.
func (f *feed) update() {
	from, to := f.Feed.Tables(), f.tables
	f.deltas.Next(from).Each(func(id tracefeed.ThreadID, th tracefeed.Thread) {
		if th = f.names.thread(id, th); int(id) == len(to.Threads) {
			to.AddThread(th)
		} else {
			to.NameThread(id, th)
		}
	}, func(id tracefeed.MonitorID, m tracefeed.Monitor) {
		if m = f.names.monitor(id, m); int(id) == len(to.Monitors) {
			to.AddMonitor(m)
		} else {
			to.NameMonitor(id, m)
		}
	})
	for _, p := range from.Processes[len(to.Processes):] {
		to.Processes = append(to.Processes, f.names.process(p))
	}
	for _, fr := range from.Frames[len(to.Frames):] {
		to.Frames = append(to.Frames, f.names.Frame(fr))
	}
	to.Stacks = append(to.Stacks, from.Stacks[len(to.Stacks):]...)
	for _, s := range from.Names[len(to.Names):] {
		to.AddName(f.names.name(s))
	}
	to.Types = append(to.Types, from.Types[len(to.Types):]...)
}

// thread and monitor leave the entries for none alone.
func (n *Names) thread(id tracefeed.ThreadID, th tracefeed.Thread) tracefeed.Thread {
	if id == tracefeed.NoThread {
		return th
	}
	return n.Thread(th)
}

func (n *Names) monitor(id tracefeed.MonitorID, m tracefeed.Monitor) tracefeed.Monitor {
	if id == tracefeed.NoMonitor {
		return m
	}
	return n.Monitor(m)
}

// Tables returns tables with other names.
func (n *Names) Tables(t *tracefeed.Tables) *tracefeed.Tables {
	out := tracefeed.Tables{Threads: make([]tracefeed.Thread, len(t.Threads)), Monitors: make([]tracefeed.Monitor, len(t.Monitors)),
		Frames: make([]tracefeed.Frame, len(t.Frames)), Stacks: t.Stacks, Names: make([]string, len(t.Names)),
		Processes: make([]tracefeed.Process, len(t.Processes)), Types: t.Types}
	for i, th := range t.Threads {
		out.Threads[i] = n.thread(tracefeed.ThreadID(i), th)
	}
	for i, p := range t.Processes {
		out.Processes[i] = n.process(p)
	}
	for i, m := range t.Monitors {
		out.Monitors[i] = n.monitor(tracefeed.MonitorID(i), m)
	}
	for i, f := range t.Frames {
		out.Frames[i] = n.Frame(f)
	}
	for i, s := range t.Names {
		out.Names[i] = n.name(s)
	}
	return &out
}

// Error returns an error without texts of the trace, and with its position. Errors of the
// file system and io.EOF stay as they are: they end the reader of the feed.
func Error(err error) error {
	var damage *tracefeed.Damage
	var unreadable *fs.PathError
	switch {
	case err == nil, err == io.EOF, errors.As(err, &unreadable):
		return err
	case errors.As(err, &damage) && damage.Err == tracefeed.ErrCutOff:
		return damage
	case damage != nil:
		return &tracefeed.Damage{Line: damage.Line, Offset: damage.Offset, Err: errors.New("the trace is damaged")}
	}
	return errors.New("the trace is damaged")
}
