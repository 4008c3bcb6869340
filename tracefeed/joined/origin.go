package joined

import (
	"strconv"
	"strings"

	"tiv/tracefeed"
)

// origin is the part that a thread, a monitor, an object, a counter or a remark comes from:
// a process, or a program of a process that has run several, one after the other. It names and
// numbers them, differently for each origin.
type origin struct {
	process tracefeed.ProcessID
	// of is the process in the table.
	of *tracefeed.Process
	// program is its number among the programs of the process, from 1.
	program int
	// prefixed: names of threads have the name of the process.
	prefixed bool
}

// id returns the id of the process, with the number of the program if that is not the first.
func (o *origin) id() string {
	if o.program > 1 {
		return o.of.ID + "." + strconv.Itoa(o.program)
	}
	return o.of.ID
}

// thread returns a thread as the join names it. The first thread of a process has its name.
func (o *origin) thread(th tracefeed.Thread, first bool) tracefeed.Thread {
	th.Process = o.process
	switch {
	case first:
		th.ID, th.Name = o.of.ID+"/"+th.ID, o.of.Name
	case o.prefixed:
		th.ID, th.Name = o.id()+"/"+th.ID, o.of.Name+"/"+th.Name
	default:
		th.ID = o.id() + "/" + th.ID
	}
	return th
}

// monitor returns a monitor as the join names it: an address is of one process.
func (o *origin) monitor(m tracefeed.Monitor) tracefeed.Monitor {
	if strings.HasPrefix(m.ID, sharedMonitor) {
		return m
	}
	id := o.id() + ":" + m.ID
	if place, ok := strings.CutPrefix(m.Name, m.ID); ok {
		m.Name = id + place
	}
	m.ID = id
	return m
}

// sharedMonitor begins the id of a monitor in memory that processes share.
const sharedMonitor = "shared:"

// counter returns the name of a counter.
func (o *origin) counter(name string) string { return o.of.Name + "/" + name }

// objectBits is the length of the numbers of objects that object can keep apart: user
// addresses have as many bits.
const objectBits = 47

// object makes the number of a task, or the address of an object, different in each process.
// 0 is none.
func (o *origin) object(n int64) int64 {
	if n <= 0 || n >= 1<<objectBits || int64(o.process) >= 1<<(63-objectBits) {
		return n
	}
	return n | int64(o.process)<<objectBits
}

// systemThread begins the id of a thread that the trace of a program does not know by
// another one, before its number in the operating system.
const systemThread = "os "

// systemNumber returns the number of a thread whose id begins with systemThread.
func systemNumber(th tracefeed.Thread) (n int64, ok bool) {
	digits, ok := strings.CutPrefix(th.ID, systemThread)
	n, err := strconv.ParseInt(digits, 10, 64)
	return n, ok && err == nil
}

// Own returns the number of threads that do not stand for one of another process.
func Own(tables *tracefeed.Tables) (n int) {
	for _, th := range tables.Threads[1:] {
		if !strings.HasPrefix(th.ID, systemThread) {
			n++
		}
	}
	return n
}
