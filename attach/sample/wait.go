package sample

import (
	"strconv"
	"strings"

	"tiv/tracefeed"
)

// wait is a wait of a thread. Its zero value is none.
type wait struct {
	// kind is MonitorWait, SuspendStart or IOStart; NoKind for none.
	kind   tracefeed.Kind
	cause  tracefeed.Cause
	shared bool
	// monitor is the address of the lock, as an id; other its owner, or the thread
	// whose end is waited for.
	monitor tracefeed.MonitorID
	other   tracefeed.ThreadID
	stack   tracefeed.StackID
}

func (w *wait) waits() bool { return w.kind != tracefeed.NoKind }

// event returns the beginning of the wait.
func (w *wait) event(at tracefeed.Time) tracefeed.Event {
	ev := tracefeed.Event{Kind: w.kind, Time: at, Cause: w.cause, Monitor: w.monitor, Shared: w.shared, Stack: w.stack}
	if w.kind == tracefeed.MonitorWait {
		ev.Other = w.other
	}
	return ev
}

// target is a process, as far as the meaning of system calls needs it.
type target interface {
	// memory reads the process's memory at an address into data; false if it cannot.
	memory(address uint64, data []byte) bool
	// file returns the target of the link of an open file: "socket:[5]", "/tmp/x".
	file(descriptor uint64) string
	// watches returns the files that an epoll descriptor watches.
	watches(descriptor uint64) []uint64
}

// origin is the kernel's part of a call stack.
type origin interface {
	// kernelFunction returns the function of the kernel that the thread waits in; "" if it is
	// not known.
	kernelFunction() string
	// onDisk reports whether the thread waits for a disk, whatever its system call.
	onDisk() bool
}

// decoder finds the reasons of waits of the threads of a process, and keeps the names.
type decoder struct {
	target   target
	tables   *tracefeed.Tables
	threads  map[int]tracefeed.ThreadID // those alive, by number
	named    map[string]int             // the first thread with each name
	monitors map[uint64]tracefeed.MonitorID
	stacks   *tracefeed.StackIndex
}

func newDecoder(t target) *decoder {
	tables := tracefeed.NewTables()
	return &decoder{target: t, tables: tables, threads: map[int]tracefeed.ThreadID{}, named: map[string]int{},
		monitors: map[uint64]tracefeed.MonitorID{}, stacks: tracefeed.NewStackIndex(tables)}
}

// addThread adds a thread by its number.
func (d *decoder) addThread(tid int, name string) tracefeed.ThreadID {
	id := d.tables.AddThread(d.thread(tid, name))
	d.threads[tid] = id
	return id
}

// nameThread changes the name of a thread, unless that has ended.
func (d *decoder) nameThread(id tracefeed.ThreadID, tid int, name string) {
	if name != "" {
		d.tables.NameThread(id, d.thread(tid, name))
	}
}

// thread returns the names of a thread. Threads without a name of their own have the
// name of the first one, so all but the first with a name have their number, too.
func (d *decoder) thread(tid int, name string) tracefeed.Thread {
	th := tracefeed.Thread{ID: strconv.Itoa(tid), Name: name}
	if first, ok := d.named[name]; !ok {
		d.named[name] = tid
	} else if first != tid {
		th.Name += " " + th.ID
	}
	return th
}

// forget forgets a thread that has ended: another one can get its number.
func (d *decoder) forget(tid int) { delete(d.threads, tid) }

// lock returns the id of the lock at an address.
func (d *decoder) lock(address uint64) tracefeed.MonitorID {
	id, ok := d.monitors[address]
	if !ok {
		name := "0x" + strconv.FormatUint(address, 16)
		id = d.tables.AddMonitor(tracefeed.Monitor{ID: name, Name: name})
		d.monitors[address] = id
	}
	return id
}

// wait returns the reason of a wait in a system call.
func (d *decoder) wait(c call, o origin) (w wait) {
	rule, known := rules[c.number]
	switch {
	case c.outside && o.onDisk():
		w = wait{kind: tracefeed.IOStart, cause: tracefeed.CauseDisk} // a page of its memory
	case c.outside:
		w = wait{kind: tracefeed.SuspendStart} // by a signal or a debugger
	case known && rule.find != nil:
		w = rule.find(d, &c)
	case known:
		w = wait{kind: rule.kind, cause: rule.cause}
	case o.onDisk():
		w = wait{kind: tracefeed.IOStart, cause: tracefeed.CauseDisk}
	default:
		w = wait{kind: tracefeed.SuspendStart}
	}
	if rule.name != "futex" {
		w.stack = d.stack(&c, rule.name, o)
	}
	return w
}

// stack returns the stack of a wait: the kernel's function, and the system call.
func (d *decoder) stack(c *call, name string, o origin) tracefeed.StackID {
	var frames []tracefeed.Frame
	if f := o.kernelFunction(); f != "" {
		frames = append(frames, tracefeed.Frame{Func: f})
	}
	if name == "" && !c.outside {
		name = "system call " + strconv.FormatInt(c.number, 10)
	}
	if name != "" {
		frames = append(frames, tracefeed.Frame{Func: name})
	}
	return d.stacks.Add(frames)
}

// device returns the wait for a file, by its link.
func device(link string) wait {
	w := wait{kind: tracefeed.IOStart}
	switch {
	case strings.HasPrefix(link, "socket:"):
		w.cause = tracefeed.CauseNet
	case link == "anon_inode:[timerfd]":
		return wait{kind: tracefeed.SuspendStart, cause: tracefeed.CauseSleep}
	case link == "anon_inode:[eventfd]", link == "anon_inode:[signalfd]":
		return wait{kind: tracefeed.SuspendStart, cause: tracefeed.CauseWait}
	case strings.HasPrefix(link, "/") && !strings.HasPrefix(link, "/dev/"):
		w.cause = tracefeed.CauseDisk
	}
	return w
}
