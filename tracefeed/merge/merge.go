package merge

import (
	"cmp"
	"container/heap"
	"fmt"
	"io"
	"slices"
	"strings"

	"tiv/tracefeed"
)

// Part is the trace of one process, or of one of the programs that a process has run one
// after the other (exec).
type Part struct {
	// Process is its process in the table of the feed.
	Process tracefeed.ProcessID
	// Start is the time in the feed of the part's time 0.
	Start tracefeed.Time
	// Begin is the time in the feed at which the process began, if Main has a start in the
	// part and that is later: Main then runs from there on. Otherwise it is Start.
	Begin tracefeed.Time
	// Several: the process has several threads.
	Several bool
	// Open is called once, when the feed has come to Begin.
	Open func() (Source, error)
}

// Source is an open Part.
type Source struct {
	Feed tracefeed.Feed
	// Tables are the names if all are known from the start; nil: they are those of Feed.
	Tables *tracefeed.Tables
	// Main is the thread with which the process has begun; it is the same one in all parts
	// of the process. NoThread: unknown.
	Main tracefeed.ThreadID
	// Open: the process may have gone on after the end of the part, in an unknown state,
	// because it was killed before it wrote more.
	Open bool
	// Early are the threads that exist at the start of the part, without an event for it.
	// Tables has them.
	Early []tracefeed.ThreadID
	// Numbers are the numbers of threads in the operating system.
	Numbers map[tracefeed.ThreadID]int64
}

// Feed is the feed of several parts.
//
// A part that cannot be opened or read is left out from there on, and the note says so.
// A thread that lives at the end of its part ends there, if the part is not open.
type Feed struct {
	tables *tracefeed.Tables
	stacks *tracefeed.StackIndex
	names  map[string]tracefeed.NameID
	// waiting are the parts that are not open yet, in the order of their starts.
	waiting []*cursor
	open    cursors
	last    map[tracefeed.ProcessID]*cursor // the newest part that was opened
	// prefixed: names of threads have the names of their processes.
	prefixed bool
	numbers  map[int64]tracefeed.ThreadID
	shared   map[string]tracefeed.MonitorID
	sums     map[tracefeed.NameID]int64
	kind     tracefeed.SourceKind
	sched    bool
	notes    notes
	recorder tracefeed.Recorder // of the parts read to their ends
	out      []tracefeed.Event
	now      tracefeed.Time
}

// New returns the feed of parts. Entry 0 of processes is none; names of processes are
// different.
func New(processes []tracefeed.Process, parts []Part) *Feed {
	f := &Feed{tables: tracefeed.NewTables(), names: map[string]tracefeed.NameID{}, last: map[tracefeed.ProcessID]*cursor{},
		numbers: map[int64]tracefeed.ThreadID{}, shared: map[string]tracefeed.MonitorID{}, sums: map[tracefeed.NameID]int64{}}
	f.tables.Processes = processes
	f.stacks = tracefeed.NewStackIndex(f.tables)
	several := map[tracefeed.ProcessID]bool{}
	for i := range parts {
		f.waiting = append(f.waiting, &cursor{Part: parts[i], feed: f, index: i})
		if parts[i].Several {
			several[parts[i].Process] = true
		}
	}
	f.prefixed = len(several) > 1
	slices.SortStableFunc(f.waiting, func(a, b *cursor) int { return cmp.Compare(a.Begin, b.Begin) })
	return f
}

// Header returns the header of the feed. Its note has what the parts say, and what is
// missing.
func (f *Feed) Header() tracefeed.Header {
	return tracefeed.Header{Format: "tiv", Kind: f.kind, Sched: f.sched, Note: f.notes.String(), Recorder: f.recorder}
}

// account adds what a part that was read says about itself.
func (f *Feed) account(name string, h tracefeed.Header) {
	f.recorder.OmittedLocks += h.Recorder.OmittedLocks
	f.recorder.Waits.Add(h.Recorder.Waits)
	if note := tracefeed.JoinNotes(h.Note, h.Recorder.LeftOut); note != "" {
		f.notes.add(name, note)
	}
}

// Tables returns the names seen so far.
func (f *Feed) Tables() *tracefeed.Tables { return f.tables }

// Close closes the parts that are open.
func (f *Feed) Close() (err error) {
	for _, c := range f.open {
		err = cmp.Or(err, c.Feed.Close())
	}
	f.open, f.waiting = nil, nil
	return err
}

// batchLen is the least number of events in a batch, if there are as many.
const batchLen = 4096

// Batch returns the next events of all parts.
func (f *Feed) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	f.out = used[:0]
	for len(f.out) < batchLen {
		f.openDue()
		if len(f.open) == 0 {
			break
		}
		c := f.open[0]
		c.add(&c.batch[c.next])
		if c.next++; c.next == len(c.batch) && !c.fill() {
			heap.Pop(&f.open)
			continue
		}
		heap.Fix(&f.open, 0)
	}
	if len(f.out) == 0 {
		return nil, io.EOF
	}
	return f.out, nil
}

// openDue opens the parts that start before the next event.
func (f *Feed) openDue() {
	for len(f.waiting) > 0 && (len(f.open) == 0 || f.waiting[0].Begin <= f.open[0].at()) {
		c := f.waiting[0]
		f.waiting = f.waiting[1:]
		source, err := c.Part.Open()
		if err != nil {
			f.notes.add(c.name(), fmt.Sprint("the trace cannot be read: ", err))
			continue
		}
		c.Source = source
		if c.fill() {
			heap.Push(&f.open, c)
		}
	}
}

// emit appends an event with ids of the feed.
func (f *Feed) emit(ev tracefeed.Event) {
	ev.Time = max(ev.Time, f.now) // a part whose events are later than its start says
	f.now = ev.Time
	f.out = append(f.out, ev)
}

// name returns the id of a name.
func (f *Feed) name(text string) tracefeed.NameID {
	if text == "" {
		return tracefeed.NoName
	}
	id, ok := f.names[text]
	if !ok {
		id = f.tables.AddName(text)
		f.names[text] = id
	}
	return id
}

// cursors are open parts, a heap by the time of their next event.
type cursors []*cursor

func (l cursors) Len() int { return len(l) }
func (l cursors) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(l[i].at(), l[j].at()), cmp.Compare(l[i].index, l[j].index)) < 0
}
func (l cursors) Swap(i, j int) { l[i], l[j] = l[j], l[i] }
func (l *cursors) Push(c any)   { *l = append(*l, c.(*cursor)) }
func (l *cursors) Pop() any {
	last := len(*l) - 1
	c := (*l)[last]
	*l = (*l)[:last]
	return c
}

// notes are remarks about processes, equal ones together.
type notes struct {
	order []string
	of    map[string][]string
}

// notedTexts and notedProcesses are the maximum numbers of remarks in a note, and of
// processes that one of them names.
const notedTexts, notedProcesses = 3, 3

func (n *notes) add(process, text string) {
	if n.of == nil {
		n.of = map[string][]string{}
	}
	if _, known := n.of[text]; !known {
		n.order = append(n.order, text)
	}
	if !slices.Contains(n.of[text], process) {
		n.of[text] = append(n.of[text], process)
	}
}

// String returns the first remarks, each after the processes that it is about, and the
// number of others.
func (n *notes) String() string {
	var all []string
	for i, text := range n.order {
		if i == notedTexts {
			all = append(all, fmt.Sprintf("%d more remarks about processes", len(n.order)-i))
			break
		}
		names := n.of[text]
		if more := len(names) - notedProcesses; more > 0 {
			names = append(slices.Clone(names[:notedProcesses]), fmt.Sprintf("%d more", more))
		}
		all = append(all, strings.Join(names, ", ")+": "+text)
	}
	return strings.Join(all, "; ")
}
