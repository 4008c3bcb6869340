package jfr

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"tiv/tracefeed"
)

// names adds the names of chunks to the tables of the feed.
type names struct {
	tables   *tracefeed.Tables
	threads  map[threadKey]tracefeed.ThreadID
	monitors map[string]tracefeed.MonitorID
	stacks   *tracefeed.StackIndex
	// os are the numbers of threads in the operating system, as far as they are known.
	os map[tracefeed.ThreadID]int64
}

// threadKey identifies a thread: by its number in Java, or that of the system.
type threadKey struct{ java, os int64 }

func newNames() *names {
	tables := tracefeed.NewTables()
	return &names{tables: tables, threads: map[threadKey]tracefeed.ThreadID{}, os: map[tracefeed.ThreadID]int64{},
		monitors: map[string]tracefeed.MonitorID{}, stacks: tracefeed.NewStackIndex(tables)}
}

// thread returns the id of a thread of Java, or of the Java machine.
func (n *names) thread(th *javaThread, system bool) tracefeed.ThreadID {
	id := n.identify(th, system)
	if th.osID > 0 && !th.virtual {
		n.os[id] = th.osID
	}
	return id
}

// identify returns the id of a thread, a new one if it has none.
func (n *names) identify(th *javaThread, system bool) tracefeed.ThreadID {
	key := threadKey{java: th.javaID}
	if th.javaID <= 0 {
		key = threadKey{os: th.osID}
	}
	if id, ok := n.threads[key]; ok {
		return id
	}
	// The recorder's own threads belong to no group of the system, and neither does the
	// one that waits for the end of the program.
	system = system || strings.HasPrefix(th.javaName, "JFR ") || th.javaName == "DestroyJavaVM"
	t := tracefeed.Thread{ID: strconv.FormatInt(th.javaID, 10), Name: th.javaName, System: system}
	if th.javaID <= 0 {
		t = tracefeed.Thread{ID: fmt.Sprintf("system %d", th.osID), Name: th.osName, System: true}
	}
	if t.Name == "" {
		t.Name = t.ID
	}
	id := n.tables.AddThread(t)
	n.threads[key] = id
	return id
}

// numbers returns the numbers of threads that no other thread has had.
func (n *names) numbers() map[tracefeed.ThreadID]int64 {
	threads := map[int64]int{}
	for _, number := range n.os {
		threads[number]++
	}
	maps.DeleteFunc(n.os, func(_ tracefeed.ThreadID, number int64) bool { return threads[number] > 1 })
	return n.os
}

// monitor returns the id of a monitor.
func (n *names) monitor(m tracefeed.Monitor) tracefeed.MonitorID {
	id, ok := n.monitors[m.ID]
	if !ok {
		id = n.tables.AddMonitor(m)
		n.monitors[m.ID] = id
	}
	return id
}

// calls reports whether a function is on a stack.
func (n *names) calls(id tracefeed.StackID, function string) bool {
	t := n.tables
	for _, f := range t.Stacks[id] {
		if t.Frames[f].Func == function {
			return true
		}
	}
	return false
}

// sameCalls reports whether two stacks have the same calls. The stacks of dumps name files,
// those of events may lack the outermost calls.
func (n *names) sameCalls(a, b tracefeed.StackID) bool {
	if a == b {
		return true
	}
	t := n.tables
	x, y := t.Stacks[a], t.Stacks[b]
	both := min(len(x), len(y))
	return both > 0 && slices.EqualFunc(x[:both], y[:both], func(i, j tracefeed.FrameID) bool {
		f, g := &t.Frames[i], &t.Frames[j]
		return f.Func == g.Func && f.Line == g.Line
	})
}

// lambda is the part of the name of a lambda expression's class after which numbers
// follow that differ in each run.
const lambda = "$$Lambda"

// withoutNumbers removes those numbers from the name of a class or of its method.
func withoutNumbers(name string) string {
	i := strings.Index(name, lambda)
	if i < 0 {
		return name
	}
	rest := name[i+len(lambda):]
	method := strings.LastIndexByte(rest, '.')
	if method < 0 {
		return name[:i+len(lambda)]
	}
	return name[:i+len(lambda)] + rest[method:]
}
