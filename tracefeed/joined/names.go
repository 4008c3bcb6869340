package joined

import (
	"strconv"
	"strings"

	"tiv/tracefeed"
)

// importer copies the tables of a feed into others, and translates their ids.
type importer struct {
	to     *tracefeed.Tables
	stacks *tracefeed.StackIndex
	// number returns the number of a thread in the operating system, "" if unknown.
	number func(tracefeed.ThreadID) string
	// skip reports whether a thread is left out; nil: none is.
	skip func(tracefeed.ThreadID) bool
	// program: the feed is that of the program. runtime: its threads are of the program's
	// runtime.
	program, runtime bool
	joint            *joint

	threads    []tracefeed.ThreadID
	unnamed    []string           // the names that the program's recorder gives at first
	names      []tracefeed.Thread // as they were copied
	monitors   []tracefeed.MonitorID
	locks      []tracefeed.Monitor
	stackIDs   []tracefeed.StackID
	nameIDs    []tracefeed.NameID
	fromFrames []tracefeed.Frame
}

// joint are the threads of both feeds: by number, and those that the program names.
type joint struct {
	byNumber map[string]tracefeed.ThreadID
	named    map[tracefeed.ThreadID]bool
}

// numbers returns the numbers of a program's threads, in the form of the kernel's ids: the
// second thread with number 12 is 12.2. It is called for each thread once, in their order.
func numbers(of map[tracefeed.ThreadID]int64) func(tracefeed.ThreadID) string {
	times := map[int64]int{}
	return func(id tracefeed.ThreadID) string {
		n := of[id]
		if n == 0 {
			return ""
		}
		if times[n]++; times[n] > 1 {
			return strconv.FormatInt(n, 10) + "." + strconv.Itoa(times[n])
		}
		return strconv.FormatInt(n, 10)
	}
}

// update copies what is new.
func (x *importer) update(from *tracefeed.Tables) {
	for i, th := range from.Threads {
		if i >= len(x.threads) {
			x.threads, x.names = append(x.threads, x.add(tracefeed.ThreadID(i), th)), append(x.names, th)
		} else if x.names[i] != th {
			x.name(tracefeed.ThreadID(i), x.threads[i], th)
			x.names[i] = th
		}
	}
	for i, m := range from.Monitors {
		switch {
		case i == 0 && len(x.monitors) == 0:
			x.monitors, x.locks = append(x.monitors, 0), append(x.locks, m)
		case i >= len(x.monitors):
			x.monitors, x.locks = append(x.monitors, x.to.AddMonitor(m)), append(x.locks, m)
		case x.locks[i] != m:
			x.to.NameMonitor(x.monitors[i], m)
			x.locks[i] = m
		}
	}
	for i := len(x.stackIDs); i < len(from.Stacks); i++ {
		frames := x.fromFrames[:0]
		for _, f := range from.Stacks[i] {
			frames = append(frames, from.Frames[f])
		}
		x.fromFrames = frames
		x.stackIDs = append(x.stackIDs, x.stacks.Add(frames))
	}
	for i := len(x.nameIDs); i < len(from.Names); i++ {
		if i == 0 {
			x.nameIDs = append(x.nameIDs, 0)
			continue
		}
		x.nameIDs = append(x.nameIDs, x.to.AddName(from.Names[i]))
	}
}

// add returns the id of a thread in the joined tables.
func (x *importer) add(id tracefeed.ThreadID, th tracefeed.Thread) tracefeed.ThreadID {
	if id == tracefeed.NoThread || x.skip != nil && x.skip(id) {
		x.unnamed = append(x.unnamed, "")
		return tracefeed.NoThread
	}
	n := x.number(id)
	x.unnamed = append(x.unnamed, "thread "+n)
	joined, known := x.joint.byNumber[n]
	if !known || n == "" {
		joined = x.to.AddThread(tracefeed.Thread{})
	}
	if n != "" {
		x.joint.byNumber[n] = joined
	}
	x.name(id, joined, th)
	return joined
}

// recorder is the name of the thread that writes the trace of a program.
const recorder = "tiv-recorder "

// name names a thread. The kernel's name counts for threads that the program does not name,
// the kernel's id for those that it does not know.
func (x *importer) name(id, joined tracefeed.ThreadID, th tracefeed.Thread) {
	old := x.to.Threads[joined]
	switch {
	case joined == tracefeed.NoThread:
		return
	case !x.program && x.joint.named[joined]:
		return
	case !x.program:
		th.ID = "os " + th.ID // the program's ids are numbers, too
		if old.ID != "" {
			th.ID = old.ID
		}
		th.System = th.System || x.runtime || strings.HasPrefix(th.Name, recorder)
	case th.Name != x.unnamed[id]:
		x.joint.named[joined] = true
	case old.Name != "":
		th.Name = old.Name
	}
	x.to.NameThread(joined, th)
}

// translate replaces the ids of an event.
func (x *importer) translate(ev *tracefeed.Event) {
	ev.Thread, ev.Other = x.threads[ev.Thread], x.threads[ev.Other]
	ev.Monitor, ev.Stack, ev.Name = x.monitors[ev.Monitor], x.stackIDs[ev.Stack], x.nameIDs[ev.Name]
}
