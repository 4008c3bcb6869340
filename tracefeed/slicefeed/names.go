package slicefeed

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"tiv/tracefeed"
)

// names are the threads, processes, counters and other names of a log.
type names struct {
	tables  *tracefeed.Tables
	texts   map[string]tracefeed.NameID
	states  []string // 0 is none
	stateOf map[string]tracefeed.NameID
	threads []thread // 0 is none
	ids     map[threadKey]Thread
	lastKey threadKey
	last    Thread // that of lastKey
	// Processes are the processes of the threads.
	Processes Processes
	keys      map[string]int64
	stacks    *tracefeed.StackIndex
	counters  []counter
	counterOf map[counterKey]tracefeed.NameID
}

type threadKey struct {
	pid, tid int64
	// row: it is a track without a thread, and tid its number.
	row bool
}

// thread is what a log knows of a thread.
type thread struct {
	threadKey
	label, name string // label instead of the number tid, if it is not ""
	order       int64
	id          tracefeed.ThreadID // NoThread before listThreads
	system      bool
	// used: it has a record; the others say of what kinds.
	used, slices, clock, sched, states bool
}

type counterKey struct {
	pid  int64
	name string
}

type counter struct {
	counterKey
	id tracefeed.NameID
	// parts: it has values that are no whole numbers.
	parts bool
}

func newNames() names {
	tables := tracefeed.NewTables()
	return names{tables: tables, stacks: tracefeed.NewStackIndex(tables), texts: map[string]tracefeed.NameID{},
		states: make([]string, 1), stateOf: map[string]tracefeed.NameID{}, threads: make([]thread, 1),
		ids: map[threadKey]Thread{}, Processes: Processes{}, keys: map[string]int64{},
		counters: make([]counter, 1), counterOf: map[counterKey]tracefeed.NameID{}}
}

// Name returns the id of a name.
func (n *names) Name(text []byte) tracefeed.NameID {
	if len(text) == 0 {
		return tracefeed.NoName
	}
	id, ok := n.texts[string(text)]
	if !ok {
		id = n.tables.AddName(string(text))
		n.texts[string(text)] = id
	}
	return id
}

// Text returns the text of a name.
func (n *names) Text(id tracefeed.NameID) []byte { return []byte(n.tables.Names[id]) }

// StateName returns the number of the words for a state, for the field Name of its
// records.
func (n *names) StateName(text []byte) tracefeed.NameID {
	id, ok := n.stateOf[string(text)]
	if !ok {
		n.states = append(n.states, string(text))
		id = tracefeed.NameID(len(n.states) - 1)
		n.stateOf[string(text)] = id
	}
	return id
}

// Thread returns the thread with a number in a process.
func (n *names) Thread(pid, tid int64) Thread {
	return n.thread(threadKey{pid: pid, tid: tid})
}

// Row returns the row of a track without a thread, by its number: one of a process, or of
// none for pid 0. Its tasks and marks are in it.
func (n *names) Row(pid int64, number uint64, name string) Thread {
	t := n.thread(threadKey{pid, int64(number), true})
	if th := &n.threads[t]; th.label == "" || th.name != name {
		th.label, th.name = fmt.Sprint("track ", number), name
	}
	return t
}

func (n *names) thread(key threadKey) Thread {
	if key == n.lastKey && n.last != 0 {
		return n.last
	}
	t, ok := n.ids[key]
	if !ok {
		n.threads = append(n.threads, thread{threadKey: key})
		t = Thread(len(n.threads) - 1)
		n.ids[key] = t
	}
	n.lastKey, n.last = key, t
	return t
}

// SetProcess gives a thread its process, for sources that learn it late.
func (n *names) SetProcess(t Thread, pid int64) { n.threads[t].pid = pid }

// Process returns the process of a thread.
func (n *names) Process(t Thread) int64 { return n.threads[t].pid }

// Number returns the number of a thread in its process.
func (n *names) Number(t Thread) int64 { return n.threads[t].tid }

// Numbered returns the threads by their numbers, without those that share a number.
func (n *names) Numbered() map[int64]Thread {
	found := map[int64]Thread{}
	for t := 1; t < len(n.threads); t++ {
		th := &n.threads[t]
		if th.label != "" || th.pid == 0 && !th.used {
			continue
		}
		if _, shared := found[th.tid]; shared {
			found[th.tid] = 0
		} else {
			found[th.tid] = Thread(t)
		}
	}
	for number, t := range found {
		if t == 0 {
			delete(found, number)
		}
	}
	return found
}

// SetLabel sets the id of a thread whose number is not the source's.
func (n *names) SetLabel(t Thread, label string) { n.threads[t].label = label }

// NameThread sets the name of a thread.
func (n *names) NameThread(t Thread, name string) { n.threads[t].name = name }

// SetSystem marks a thread of the program's runtime.
func (n *names) SetSystem(t Thread) { n.threads[t].system = true }

// Named reports whether a thread has a name.
func (n *names) Named(t Thread) bool { return n.threads[t].name != "" }

// OrderThread sets the position of a thread among those of its process.
func (n *names) OrderThread(t Thread, order int64) { n.threads[t].order = order }

// Key returns a number for the key of a task or flow, equal ones for equal keys.
func (n *names) Key(key []byte) int64 {
	k, ok := n.keys[string(key)]
	if !ok {
		k = int64(len(n.keys) + 1)
		n.keys[string(key)] = k
	}
	return k
}

// Stack returns the number of a stack, the innermost call first, for the field Name of
// samples.
func (n *names) Stack(frames []tracefeed.Frame) tracefeed.NameID {
	return tracefeed.NameID(n.stacks.Add(frames))
}

// Counter returns the number of a counter of a process, for the field Name of its
// records.
func (n *names) Counter(pid int64, name string) tracefeed.NameID {
	key := counterKey{pid, name}
	id, ok := n.counterOf[key]
	if !ok {
		n.counters = append(n.counters, counter{counterKey: key})
		id = tracefeed.NameID(len(n.counters) - 1)
		n.counterOf[key] = id
	}
	return id
}

// InParts says that a counter has values that are no whole numbers.
func (n *names) InParts(id tracefeed.NameID) { n.counters[id].parts = true }

// mark records that a thread has a record of a kind.
func (n *names) mark(t Thread, k Kind) {
	if t == 0 {
		return
	}
	th := &n.threads[t]
	th.used = true
	switch k {
	case Slice, Begin, Region:
		th.slices = true
	case Clock:
		th.clock = true
	case State:
		th.states = true
	case Switch:
		th.sched = true
	}
}

// isGlobal reports whether it is the row of a track of no process.
func (k *threadKey) isGlobal() bool { return k.row && k.pid == 0 }

func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// list adds the threads that have records, and the counters, to the tables.
func (n *names) list() {
	var used []Thread
	several, first := false, (*int64)(nil)
	for t := 1; t < len(n.threads); t++ {
		th := &n.threads[t]
		if !th.used {
			continue
		}
		if used = append(used, Thread(t)); th.isGlobal() {
			continue
		}
		if first == nil {
			first = &th.pid
		}
		several = several || th.pid != *first
	}
	slices.SortStableFunc(used, func(x, y Thread) int {
		a, b := &n.threads[x], &n.threads[y]
		return cmp.Or(compareBools(a.isGlobal(), b.isGlobal()),
			cmp.Compare(n.Processes.of(a.pid).order, n.Processes.of(b.pid).order), cmp.Compare(a.pid, b.pid),
			compareBools(a.row, b.row), cmp.Compare(a.order, b.order), cmp.Compare(a.tid, b.tid))
	})
	for _, t := range used {
		th := &n.threads[t]
		row := tracefeed.Thread{ID: cmp.Or(th.label, strconv.FormatInt(th.tid, 10)), System: th.system}
		row.Name = cmp.Or(th.name, row.ID)
		if several && !th.isGlobal() {
			row.ID = n.Processes.id(th.pid) + "/" + row.ID
			row.Name = n.Processes.name(th.pid) + "/" + row.Name
		}
		th.id = n.tables.AddThread(row)
	}
	for i := 1; i < len(n.counters); i++ {
		c := &n.counters[i]
		name := c.name
		if several && c.pid != 0 {
			name = n.Processes.name(c.pid) + "/" + name
		}
		if c.parts {
			name += " (thousandths)"
		}
		c.id = n.tables.AddName(name)
	}
}
