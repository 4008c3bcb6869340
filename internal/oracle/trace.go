package oracle

import (
	"fmt"
	"io"
	"slices"

	"tiv/tracefeed"
)

// Trace is a trace in memory. Threads and monitors are numbered in the order in
// which the events mention them.
type Trace struct {
	Header tracefeed.Header
	Events []tracefeed.Event
}

// Threads returns the length of the table of threads.
func (tr Trace) Threads() int {
	last := tracefeed.NoThread
	for _, ev := range tr.Events {
		last = max(last, ev.Thread, ev.Other)
	}
	return int(last) + 1
}

// Monitors returns the length of the table of monitors.
func (tr Trace) Monitors() int {
	last := tracefeed.NoMonitor
	for _, ev := range tr.Events {
		last = max(last, ev.Monitor)
	}
	return int(last) + 1
}

// Feed returns a feed of the trace, in batches of one event. Tables grow with
// the events, and a thread is named when it starts.
func (tr Trace) Feed() tracefeed.Feed { return &feed{trace: tr, tables: tracefeed.NewTables()} }

// streamName is the name of a stream, which wakes of random traces have, unless a test has other names.
const streamName tracefeed.NameID = 1

type feed struct {
	trace  Trace
	tables *tracefeed.Tables
	next   int
}

func (f *feed) Header() tracefeed.Header  { return f.trace.Header }
func (f *feed) Tables() *tracefeed.Tables { return f.tables }
func (f *feed) Close() error              { return nil }

func (f *feed) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	if f.next == len(f.trace.Events) {
		return nil, io.EOF
	}
	ev := f.trace.Events[f.next]
	f.next++
	for len(f.tables.Threads) <= int(max(ev.Thread, ev.Other)) {
		id := fmt.Sprint("T", len(f.tables.Threads))
		f.tables.AddThread(tracefeed.Thread{ID: id, Name: id})
	}
	for len(f.tables.Monitors) <= int(ev.Monitor) {
		id := fmt.Sprint("M", len(f.tables.Monitors))
		f.tables.AddMonitor(tracefeed.Monitor{ID: id, Name: id})
	}
	if ev.Name == streamName && len(f.tables.Names) == int(streamName) {
		f.tables.AddName("pipe 1")
	}
	if ev.Kind == tracefeed.ThreadStart {
		th := f.tables.Threads[ev.Thread]
		th.Name = fmt.Sprintf("T%d since %s", ev.Thread, ev.Time.Exact())
		f.tables.NameThread(ev.Thread, th)
	}
	return append(used[:0], ev), nil
}

// renumbered numbers threads and monitors in the order of their mention.
func (tr Trace) renumbered() Trace {
	threads := map[tracefeed.ThreadID]tracefeed.ThreadID{tracefeed.NoThread: tracefeed.NoThread}
	monitors := map[tracefeed.MonitorID]tracefeed.MonitorID{tracefeed.NoMonitor: tracefeed.NoMonitor}
	events := slices.Clone(tr.Events)
	for i := range events {
		ev := &events[i]
		for _, t := range []*tracefeed.ThreadID{&ev.Thread, &ev.Other} {
			if _, ok := threads[*t]; !ok {
				threads[*t] = tracefeed.ThreadID(len(threads))
			}
			*t = threads[*t]
		}
		if _, ok := monitors[ev.Monitor]; !ok {
			monitors[ev.Monitor] = tracefeed.MonitorID(len(monitors))
		}
		ev.Monitor = monitors[ev.Monitor]
	}
	return Trace{tr.Header, events}
}

// Prefix returns the trace up to event n.
func (tr Trace) Prefix(n int) Trace { return Trace{tr.Header, tr.Events[:n]} }
