package joined

import (
	"fmt"
	"io"
	"strings"

	"tiv/tracefeed"
	"tiv/tracefeed/merge"
)

// Part is the trace of one process, or of a program of a process that has run several, one after
// the other (exec), or the trace of several processes.
type Part struct {
	// Process is its process in the table of the feed, the first one of several.
	Process tracefeed.ProcessID
	// Start is the time in the feed of the part's time 0.
	Start tracefeed.Time
	// Clock relates the times of the part to those of the feed; nil: by Start.
	Clock merge.Clock
	// Begin is the time in the feed when the process began, if Main has a start in the part and
	// that is later: Main then runs from there on. Otherwise it is Start.
	Begin tracefeed.Time
	// Sched: the part has complete scheduler events.
	Sched bool
	// Several: the process has several threads. It may be found out later of a part that grows.
	Several bool
	// Open is called once, when the feed has come to Begin.
	Open func() (Source, error)
}

// Source is an open Part.
type Source struct {
	Feed tracefeed.Feed
	// Tables are the names if all are known from the start; nil: Feed has them.
	Tables *tracefeed.Tables
	// Main is the first thread of the process. All parts of the process have it. NoThread:
	// unknown.
	Main tracefeed.ThreadID
	// Open: the process may have gone on after the end of the part, in an unknown state: the
	// part does not say that it ended, or it was killed before it wrote more. A part that grows
	// is open if it lacks its end.
	Open bool
	// Early are the threads that exist at the start of the part, without an event for it.
	// Tables has them.
	Early []tracefeed.ThreadID
	// Grows: the part grows, so that Early is not known. A thread that has no start in it is
	// in the feed from its first event on.
	Grows bool
	// Number returns the number of a thread in the operating system, 0 if it is not known;
	// nil: none is.
	Number func(tracefeed.ThreadID) int64
}

// Processes is the feed of several processes.
//
// A part that cannot be opened or read is left out from there on, and the note says so.
// A thread that lives at the end of its part ends there; if the part is open, its state is
// unknown from there on, and it holds its locks.
type Processes struct {
	tables *tables
	merge  *merge.Merge
	parts  []*process
	last   map[tracefeed.ProcessID]*process // the newest part that was opened
	// several are the processes with several threads. If they are more than one, prefixed is set:
	// names of threads have the names of their processes.
	several  map[tracefeed.ProcessID]bool
	prefixed bool
	numbers  map[int64]tracefeed.ThreadID
	shared   map[string]tracefeed.MonitorID
	sums     map[tracefeed.NameID]int64
	// header describes the parts that have begun; Header adds the remarks.
	header tracefeed.Header
	notes  notes
	out    []tracefeed.Event
	now    tracefeed.Time
}

// OpenProcesses returns the feed of the parts of processes. Entry 0 of processes is none; names
// of processes are different.
func OpenProcesses(processes []tracefeed.Process, parts []Part) *Processes {
	f := &Processes{tables: newTables(), last: map[tracefeed.ProcessID]*process{},
		numbers: map[int64]tracefeed.ThreadID{}, shared: map[string]tracefeed.MonitorID{}, sums: map[tracefeed.NameID]int64{}}
	f.tables.Processes, f.several = processes, map[tracefeed.ProcessID]bool{}
	var merged []merge.Part
	for _, p := range parts {
		x := &process{Part: p, feed: f, origin: origin{process: p.Process, of: &processes[p.Process]}}
		f.parts = append(f.parts, x)
		if p.Clock == nil {
			p.Clock = merge.Constant(p.Start)
		}
		merged = append(merged, merge.Part{Clock: p.Clock, Begin: p.Begin, Open: x.open})
		f.header.Sched = f.header.Sched || p.Sched
		if p.Several {
			f.several[p.Process] = true
		}
	}
	f.prefixed = len(f.several) > 1
	f.account()
	f.merge = merge.New(merged, f)
	return f
}

// Header returns the header of the feed. Its note has the remarks on the parts, and their gaps.
// The feed has the limits of each part. Parts of several kinds are samples: of the time beside
// the moment of a dump, for example, nothing is known.
func (f *Processes) Header() tracefeed.Header {
	h := f.header
	h.Note = f.notes.String()
	return h
}

// account describes the parts that have begun as one trace.
func (f *Processes) account() {
	h, first := tracefeed.Header{Format: "tiv", Sched: f.header.Sched}, true
	for _, p := range f.parts {
		if !p.began {
			continue
		}
		if first {
			h.Kind = p.header.Kind
		}
		if first = false; h.Kind != p.header.Kind {
			h.Kind = tracefeed.Sampled
		}
		h.Period = max(h.Period, p.header.Period)
		h.Recorder.Add(p.header.Recorder)
	}
	f.header = h
}

// Tables returns the names seen so far.
func (f *Processes) Tables() *tracefeed.Tables { return f.tables.Tables }

// Close closes the parts that are open.
func (f *Processes) Close() error { return f.merge.Close() }

// processesBatch is the least number of events in a batch, if there are as many.
const processesBatch = 4096

// Batch returns the next events of all parts.
func (f *Processes) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	f.out = used[:0]
	for len(f.out) < processesBatch && f.merge.Step(len(f.out) == 0) {
	}
	if len(f.out) == 0 {
		return nil, io.EOF
	}
	return f.out, nil
}

// Read is described at merge.Sink.
func (f *Processes) Read(part int) {
	p := f.parts[part]
	if !p.began {
		p.begin()
	}
	p.update()
}

// Add is described at merge.Sink.
func (f *Processes) Add(part int, ev *tracefeed.Event) { f.parts[part].add(ev) }

// End is described at merge.Sink.
func (f *Processes) End(part int, why merge.End) {
	p := f.parts[part]
	if why.Unopened {
		f.notes.add(&p.origin, fmt.Sprint("the trace cannot be read: ", why.Err))
		return
	}
	p.Source.Open = p.Source.Open || p.Grows && why.Err != io.EOF
	p.header = p.Feed.Header()
	f.account()
	if note := tracefeed.JoinNotes(p.header.Note, p.header.Recorder.LeftOut); note != "" {
		f.notes.add(&p.origin, note)
	}
	if late := lateText(why); late != "" {
		f.notes.add(&p.origin, late)
	}
	if why.Err != io.EOF && (!cutOff(why.Err) || p.Source.Open && !p.followed()) {
		f.notes.add(&p.origin, strings.TrimPrefix(why.Err.Error(), p.origin.of.Name+": "))
	}
	p.finish()
}

// addSeveral is called when a process is found to have several threads. If it is the second one of
// these, the threads get the names of their processes.
func (f *Processes) addSeveral(id tracefeed.ProcessID) {
	if f.several[id] = true; f.prefixed || len(f.several) < 2 {
		return
	}
	f.prefixed = true
	for _, p := range f.parts {
		p.origin.prefixed = true
		for id, joint := range p.names.threads {
			th, of := f.tables.Threads[joint], p.origin.of.Name
			if th.Process != 0 {
				of = f.tables.Processes[th.Process].Name
			}
			if joint != tracefeed.NoThread && tracefeed.ThreadID(id) != p.Main && th.Name != of {
				th.Name = of + "/" + th.Name
				f.tables.NameThread(joint, th)
			}
		}
	}
}

// emit appends an event with ids of the feed.
func (f *Processes) emit(ev tracefeed.Event) {
	ev.Time = max(ev.Time, f.now) // a start that is later than the first event of the part
	f.now = ev.Time
	f.out = append(f.out, ev)
}
