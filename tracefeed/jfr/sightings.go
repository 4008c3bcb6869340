package jfr

import (
	"strconv"
	"strings"

	"tiv/tracefeed"
	"tiv/tracefeed/threaddump"
)

// sighting is a thread as a dump or a sample finds it.
type sighting struct {
	record  // of kind ran if the thread does not wait
	monitor tracefeed.Monitor
}

// class is the name of the monitor without its address.
func (s *sighting) class() string {
	_, class, _ := strings.Cut(s.monitor.Name, " ")
	return class
}

// sightings returns the threads in the text of a dump. Those of the Java machine itself have no
// number, and are left out.
func (n *names) sightings(at tracefeed.Time, text string) []sighting {
	f := threaddump.Java(tracefeed.Input{Reader: strings.NewReader(text)})
	events, _ := f.Batch(nil) // of a damaged dump, what could be read
	in := f.Tables()
	owners := map[tracefeed.MonitorID]tracefeed.ThreadID{}
	for i := range events {
		if ev := &events[i]; ev.Kind == tracefeed.MonitorEnter {
			owners[ev.Monitor] = n.dumped(in.Threads[ev.Thread])
		}
	}
	var found []sighting
	for i := range events {
		ev := &events[i]
		what, ok := seenAs[ev.Kind]
		if id := n.dumped(in.Threads[ev.Thread]); ok && id != tracefeed.NoThread {
			s := sighting{monitor: in.Monitors[ev.Monitor]}
			s.record = record{start: at, end: at, thread: id, what: what, cause: ev.Cause, shared: ev.Shared, seen: true}
			s.other, s.stack = owners[ev.Monitor], n.copyStack(in, ev.Stack)
			found = append(found, s)
		}
	}
	return found
}

// seenAs are the events of a dump that are states of a thread.
var seenAs = map[tracefeed.Kind]what{
	tracefeed.MonitorWait: blocked, tracefeed.SuspendStart: suspended, tracefeed.IOStart: waitsIO, tracefeed.Run: ran,
}

// dumped returns the id of a thread of a dump.
func (n *names) dumped(t tracefeed.Thread) tracefeed.ThreadID {
	number, err := strconv.ParseInt(t.ID, 10, 64)
	if err != nil {
		return tracefeed.NoThread
	}
	return n.thread(&javaThread{javaID: number, javaName: t.Name}, t.System)
}

// copyStack returns the id of a stack of other tables.
func (n *names) copyStack(in *tracefeed.Tables, id tracefeed.StackID) tracefeed.StackID {
	frames := make([]tracefeed.Frame, len(in.Stacks[id]))
	for i, f := range in.Stacks[id] {
		frames[i] = in.Frames[f]
		frames[i].Func = withoutNumbers(frames[i].Func)
	}
	return n.stacks.Add(frames)
}
