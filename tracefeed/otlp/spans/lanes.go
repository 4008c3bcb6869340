package spans

import (
	"container/heap"
	"fmt"

	"tiv/tracefeed"
)

// lane is a row of spans: those of a thread, or spans of a process of which each two are
// within each other or do not overlap.
type lane struct {
	thread tracefeed.ThreadID
	// number orders the lanes of a process; 0 for a thread.
	number int
	// process is its process.
	process int32
	// open is the number of its open spans, stack those of a lane that is no thread, the
	// innermost last.
	open  int
	stack []*Span
}

// lanes gives each span its lane.
type lanes struct {
	names *Names
	// process is the process of the threads in the tables. Without one, the names of threads
	// have the name of their service.
	process tracefeed.ProcessID
	// growing: a span without an end may end later.
	growing bool
	threads []*lane // by index in Names.Threads
	// unused are the lanes of each process without an open span.
	unused map[int32]*laneHeap
	// made counts the lanes of each service.
	made  map[string]int
	taken map[string]bool // the ids of threads
}

func newLanes(n *Names) *lanes {
	return &lanes{names: n, unused: map[int32]*laneHeap{}, made: map[string]int{}, taken: map[string]bool{}}
}

// choose returns the lane of a span that begins: that of its thread; else that of its
// parent, if that is open, and the span is known to end within it; else the first lane of its
// process that is free.
func (l *lanes) choose(x, parent *Span) *lane {
	if x.Thread >= 0 {
		return l.ofThread(x.Thread)
	}
	if parent != nil && x.End <= parent.End && (parent.End != Open || !l.growing) {
		if p := parent.lane; p.number > 0 && p.process == x.Process && p.stack[len(p.stack)-1] == parent {
			return p
		}
	}
	if h := l.unused[x.Process]; h != nil && len(*h) > 0 {
		return heap.Pop(h).(*lane)
	}
	service := l.names.Processes[x.Process].Title()
	l.made[service]++
	name := fmt.Sprintf("%slane %d", l.prefix(service, " "), l.made[service])
	return &lane{process: x.Process, number: l.made[service], thread: l.add(name, name)}
}

// prefix returns the start of the names of threads of a service.
func (l *lanes) prefix(service, separator string) string {
	if l.process != tracefeed.NoProcess {
		return ""
	}
	return service + separator
}

// ofThread returns the lane of a thread.
func (l *lanes) ofThread(i int32) *lane {
	for len(l.threads) <= int(i) {
		l.threads = append(l.threads, nil)
	}
	if l.threads[i] == nil {
		th := &l.names.Threads[i]
		prefix, name := l.prefix(l.names.Processes[th.Process].Title(), ": "), th.Name
		if name == "" {
			name = "thread " + th.ID
		}
		id := prefix + name
		if th.identified {
			id = prefix + "thread " + th.ID
		}
		l.threads[i] = &lane{process: th.Process, thread: l.add(id, prefix+name)}
	}
	return l.threads[i]
}

// add adds a thread. Another process of the same service can have a thread with its id.
func (l *lanes) add(id, name string) tracefeed.ThreadID {
	unique := id
	for n := 2; l.taken[unique]; n++ {
		unique = fmt.Sprintf("%s (%d)", id, n)
	}
	l.taken[unique] = true
	return l.names.Tables.AddThread(tracefeed.Thread{ID: unique, Name: name, Process: l.process})
}

// free makes a lane available to other spans.
func (l *lanes) free(x *lane) {
	if x.number == 0 {
		return
	}
	h := l.unused[x.process]
	if h == nil {
		h = new(laneHeap)
		l.unused[x.process] = h
	}
	heap.Push(h, x)
}

// laneHeap is a heap of lanes, the first one of the process first.
type laneHeap []*lane

func (h laneHeap) Len() int           { return len(h) }
func (h laneHeap) Less(a, b int) bool { return h[a].number < h[b].number }
func (h laneHeap) Swap(a, b int)      { h[a], h[b] = h[b], h[a] }
func (h *laneHeap) Push(x any)        { *h = append(*h, x.(*lane)) }
func (h *laneHeap) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}
