package spans

import "tiv/tracefeed"

// Names are the names of spans, processes and threads, each once.
type Names struct {
	Tables    *tracefeed.Tables
	Processes []Process
	Threads   []Thread
	// Limit limits the names of spans, and the threads; 0 is no limit. A span with a name beyond
	// it is called Other, and counted; a thread beyond it is not known.
	Limit, Beyond int

	names map[string]tracefeed.NameID
	// threadOf finds threads by their process and number or name.
	threadOf map[Thread]int32
}

// Other is the name of spans with one of too many names.
const Other = "other spans"

// NewNames returns empty names.
func NewNames() *Names {
	return &Names{Tables: tracefeed.NewTables(), names: map[string]tracefeed.NameID{}, threadOf: map[Thread]int32{}}
}

// Name returns the id of a name of spans.
func (n *Names) Name(name string) tracefeed.NameID {
	id, ok := n.names[name]
	if !ok && n.Limit > 0 && len(n.names) >= n.Limit {
		n.Beyond++
		name = Other
		id, ok = n.names[name]
	}
	if !ok {
		id = n.Tables.AddName(name)
		n.names[name] = id
	}
	return id
}

// Thread returns the index of a thread, -1 if nothing is known of it.
func (n *Names) Thread(th Thread) int32 {
	if !th.known() {
		return -1
	}
	th.identified = th.ID != ""
	key := th
	if th.identified {
		key.Name = "" // a thread can change its name
	}
	i, ok := n.threadOf[key]
	if !ok {
		if n.Limit > 0 && len(n.Threads) >= n.Limit {
			return -1
		}
		i = int32(len(n.Threads))
		n.Threads, n.threadOf[key] = append(n.Threads, th), i
	}
	return i
}

// MoveThreads gives each thread the process of that becomes its own; threads that are then equal
// become one. It returns the new indexes of the threads.
func (n *Names) MoveThreads(of []int32) []int32 {
	threads := n.Threads
	n.Threads, n.threadOf = nil, map[Thread]int32{}
	moved := make([]int32, len(threads))
	for i, th := range threads {
		th.Process = of[th.Process]
		moved[i] = n.Thread(th)
	}
	return moved
}
