package otlp

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
	stack []int32
}

// lanes gives each span its lane.
type lanes struct {
	spans   *spans
	threads []*lane // by index in spans.threads
	// unused are the lanes of each process without an open span.
	unused map[int32]*laneHeap
	// made counts the lanes of each service.
	made  map[string]int
	taken map[string]bool // the ids of threads
}

func newLanes(s *spans) *lanes {
	return &lanes{spans: s, threads: make([]*lane, len(s.threads)), unused: map[int32]*laneHeap{},
		made: map[string]int{}, taken: map[string]bool{}}
}

// choose returns the lane of a span that begins: that of its thread; else that of its
// parent, if the span fits in there; else the first lane of its process that is free.
// parentLane is the lane of the parent, nil if the parent is not open.
func (l *lanes) choose(x *span, parent int32, parentLane *lane, all []span) *lane {
	if x.thread >= 0 {
		return l.ofThread(x.thread)
	}
	if p := parentLane; p != nil && p.number > 0 && p.process == x.resource && p.stack[len(p.stack)-1] == parent &&
		x.end <= all[parent].end {
		return p
	}
	if h := l.unused[x.resource]; h != nil && len(*h) > 0 {
		return heap.Pop(h).(*lane)
	}
	service := l.service(x.resource)
	l.made[service]++
	name := fmt.Sprintf("%s lane %d", service, l.made[service])
	return &lane{process: x.resource, number: l.made[service], thread: l.add(name, name)}
}

// ofThread returns the lane of a thread.
func (l *lanes) ofThread(i int32) *lane {
	if l.threads[i] == nil {
		th := &l.spans.threads[i]
		service, name := l.service(th.resource), th.name
		if name == "" {
			name = "thread " + th.id
		}
		id := service + ": " + name
		if th.identified {
			id = service + ": thread " + th.id
		}
		l.threads[i] = &lane{process: th.resource, thread: l.add(id, service+": "+name)}
	}
	return l.threads[i]
}

// service returns the name of the service of a process.
func (l *lanes) service(process int32) string {
	if name := l.spans.resources[process].service; name != "" {
		return name
	}
	return "unknown service"
}

// add adds a thread. Another process of the same service can have a thread with its id.
func (l *lanes) add(id, name string) tracefeed.ThreadID {
	unique := id
	for n := 2; l.taken[unique]; n++ {
		unique = fmt.Sprintf("%s (%d)", id, n)
	}
	l.taken[unique] = true
	return l.spans.tables.AddThread(tracefeed.Thread{ID: unique, Name: name})
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
