package joined

import (
	"strconv"
	"strings"

	"tiv/tracefeed"
)

// naming names the threads of a program or of the kernel.
type naming struct {
	feed *Scheduled
	// number returns the number of a thread in the operating system, "" if unknown.
	number func(tracefeed.ThreadID) string
	// system returns that number, 0 if unknown; nil: none is known.
	system func(tracefeed.ThreadID) int64
	// skip reports whether a thread is left out; nil: none is.
	skip func(tracefeed.ThreadID) bool
	// program: the names are of the program, not of the kernel. runtime: the threads are of the
	// program's runtime.
	program, runtime bool
	// unnamed are the names that the program's recorder gives at first.
	unnamed []string
}

// numbers returns the numbers of a program's threads, in the form of the kernel's ids: the
// second thread with number 12 is 12.2. It is called for each thread once, in their order.
func numbers(of func(tracefeed.ThreadID) int64) func(tracefeed.ThreadID) string {
	times := map[int64]int{}
	return func(id tracefeed.ThreadID) string {
		n := int64(0)
		if of != nil {
			n = of(id)
		}
		if n == 0 {
			return ""
		}
		if times[n]++; times[n] > 1 {
			return strconv.FormatInt(n, 10) + "." + strconv.Itoa(times[n])
		}
		return strconv.FormatInt(n, 10)
	}
}

// addThread is described at rules.
func (x *naming) addThread(id tracefeed.ThreadID, th tracefeed.Thread) tracefeed.ThreadID {
	for int(id) >= len(x.unnamed) {
		x.unnamed = append(x.unnamed, "")
	}
	if x.skip != nil && x.skip(id) {
		return tracefeed.NoThread
	}
	n := x.number(id)
	x.unnamed[id] = "thread " + n
	joint, known := x.feed.byNumber[n]
	if !known || n == "" {
		joint = x.feed.tables.AddThread(tracefeed.Thread{})
	}
	if n != "" {
		x.feed.byNumber[n] = joint
	}
	if x.system != nil {
		if n := x.system(id); n != 0 {
			x.feed.system[joint] = n
		}
	}
	x.renameThread(id, joint, th)
	return joint
}

// recorder is the name of the thread that writes the trace of a program.
const recorder = "tiv-recorder "

// renameThread is described at rules. The kernel's name counts for threads that the program
// does not name, the kernel's id for those that it does not know.
func (x *naming) renameThread(id, joint tracefeed.ThreadID, th tracefeed.Thread) {
	old := x.feed.tables.Threads[joint]
	switch {
	case !x.program && x.feed.named[joint]:
		return
	case !x.program:
		th.ID = systemThread + th.ID // the program's ids are numbers, too
		if old.ID != "" {
			th.ID = old.ID
		}
		th.System = th.System || x.runtime || strings.HasPrefix(th.Name, recorder)
	case th.Name != x.unnamed[id]:
		x.feed.named[joint] = true
	case old.Name != "":
		th.Name = old.Name
	}
	x.feed.tables.NameThread(joint, th)
}

// addMonitor is described at rules.
func (x *naming) addMonitor(m tracefeed.Monitor) tracefeed.MonitorID {
	return x.feed.tables.AddMonitor(m)
}

// renameMonitor is described at rules.
func (x *naming) renameMonitor(joint tracefeed.MonitorID, m tracefeed.Monitor) {
	x.feed.tables.NameMonitor(joint, m)
}
