package joined

import (
	"cmp"
	"errors"
	"fmt"
	"io"

	"tiv/tracefeed"
	"tiv/tracefeed/merge"
)

// Overlaid is the feed of a trace with further events of the same program. All have the same
// clock. A thread or lock of the further feeds with the id of one of the trace is that one.
type Overlaid struct {
	tables   *tables
	parts    []*overlay
	merge    *merge.Merge
	threads  map[string]entry[tracefeed.ThreadID]
	monitors map[string]entry[tracefeed.MonitorID]
	process  map[string]tracefeed.ProcessID
	notes    string
	out      []tracefeed.Event
	err      error // why the trace itself ends
}

// entry is the first thread or lock of an id.
type entry[ID any] struct {
	id ID
	// own: the trace itself has it.
	own bool
}

// Layer is a feed with further events, and its name in messages.
type Layer struct {
	tracefeed.Feed
	Name string
}

// Overlay returns the feed of a trace and of further feeds. Closing it closes all of them.
func Overlay(trace tracefeed.Feed, more []Layer) *Overlaid {
	f := &Overlaid{tables: newTables(), threads: map[string]entry[tracefeed.ThreadID]{},
		monitors: map[string]entry[tracefeed.MonitorID]{}, process: map[string]tracefeed.ProcessID{}}
	var parts []merge.Part
	for i, layer := range append([]Layer{{Feed: trace}}, more...) {
		o := &overlay{feed: f, own: i == 0, Layer: layer, processes: []tracefeed.ProcessID{tracefeed.NoProcess}}
		o.importer = importer{to: f.tables, rules: o}
		f.parts = append(f.parts, o)
		parts = append(parts, merge.Part{Open: func() (tracefeed.Feed, error) { return layer.Feed, nil }})
	}
	f.merge = merge.New(parts, f)
	return f
}

// Header returns the header of the trace, with the notes and errors of the further feeds.
func (f *Overlaid) Header() tracefeed.Header {
	h := f.parts[0].Header()
	for _, o := range f.parts[1:] {
		h.Note = tracefeed.JoinNotes(h.Note, o.Header().Note)
	}
	h.Note = tracefeed.JoinNotes(h.Note, f.notes)
	return h
}

// Tables returns the names seen so far.
func (f *Overlaid) Tables() *tracefeed.Tables { return f.tables.Tables }

// Batch returns the next events of all feeds.
func (f *Overlaid) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	f.out = used[:0]
	for len(f.out) < processesBatch && f.merge.Step(len(f.out) == 0) {
	}
	if len(f.out) == 0 {
		return nil, cmp.Or(f.err, io.EOF)
	}
	return f.out, nil
}

// Read is a method of merge.Sink.
func (f *Overlaid) Read(part int) { f.parts[part].read() }

// Add is a method of merge.Sink.
func (f *Overlaid) Add(part int, ev *tracefeed.Event) {
	if !f.parts[part].translate(ev) {
		f.notes = tracefeed.JoinNotes(f.notes, unnamedText)
		return
	}
	f.out = append(f.out, *ev)
}

// End is a method of merge.Sink.
func (f *Overlaid) End(part int, why merge.End) {
	switch {
	case part == 0:
		f.err = why.Err
	case why.Err != io.EOF:
		f.notes = tracefeed.JoinNotes(f.notes, fmt.Sprintf("%s: %v", f.parts[part].Name, why.Err))
	}
}

// Close closes all feeds.
func (f *Overlaid) Close() (err error) {
	f.err = errors.New("the feed is closed")
	for _, o := range f.parts {
		err = errors.Join(err, o.Close())
	}
	return err
}

// overlay is one feed of an Overlaid.
type overlay struct {
	importer
	Layer
	feed *Overlaid
	own  bool // it is the trace itself
	// processes are the ids in the Overlaid, by the ids in the feed.
	processes []tracefeed.ProcessID
}

// read takes over new names.
func (o *overlay) read() {
	from := o.Tables()
	for i := len(o.processes); i < len(from.Processes); i++ {
		p := from.Processes[i]
		id, ok := o.feed.process[p.ID]
		if !ok {
			p.Parent = o.processes[p.Parent]
			id = o.feed.tables.AddProcess(p)
			o.feed.process[p.ID] = id
		}
		o.processes = append(o.processes, id)
	}
	o.update(from)
}

// addThread is a method of rules.
func (o *overlay) addThread(_ tracefeed.ThreadID, th tracefeed.Thread) tracefeed.ThreadID {
	if has(o.processes, th.Process) {
		th.Process = o.processes[th.Process]
	}
	known, ok := o.feed.threads[th.ID]
	if ok && (!known.own || !o.own) {
		if o.own {
			o.feed.tables.NameThread(known.id, th)
			o.feed.threads[th.ID] = entry[tracefeed.ThreadID]{known.id, true}
		}
		return known.id
	}
	id := o.feed.tables.AddThread(th)
	if !ok {
		o.feed.threads[th.ID] = entry[tracefeed.ThreadID]{id, o.own}
	}
	return id
}

// renameThread is a method of rules. The trace itself knows its threads better.
func (o *overlay) renameThread(_, joined tracefeed.ThreadID, th tracefeed.Thread) {
	if known := o.feed.threads[th.ID]; known.id == joined && known.own && !o.own {
		return
	}
	if has(o.processes, th.Process) {
		th.Process = o.processes[th.Process]
	}
	o.feed.tables.NameThread(joined, th)
}

// addMonitor is a method of rules.
func (o *overlay) addMonitor(m tracefeed.Monitor) tracefeed.MonitorID {
	known, ok := o.feed.monitors[m.ID]
	if ok && (!known.own || !o.own) {
		if o.own {
			o.feed.tables.NameMonitor(known.id, m)
			o.feed.monitors[m.ID] = entry[tracefeed.MonitorID]{known.id, true}
		}
		return known.id
	}
	id := o.feed.tables.AddMonitor(m)
	if !ok {
		o.feed.monitors[m.ID] = entry[tracefeed.MonitorID]{id, o.own}
	}
	return id
}

// renameMonitor is a method of rules.
func (o *overlay) renameMonitor(joined tracefeed.MonitorID, m tracefeed.Monitor) {
	if known := o.feed.monitors[m.ID]; known.id == joined && known.own && !o.own {
		return
	}
	o.feed.tables.NameMonitor(joined, m)
}
