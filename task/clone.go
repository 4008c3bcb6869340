package task

import (
	"maps"
	"slices"

	"tiv/tracefeed"
)

// clone returns a tracker of which nothing is seen in k, to follow the trace to an end that is not
// its last. It costs as much as tasks, threads, and objects alive. Lists that only grow are shared.
func (k *tracker) clone() *tracker {
	n := *k
	n.work, n.births.asked, n.room = slices.Clip(k.work), nil, nil
	n.takers = k.takers.clone()
	n.objects = maps.Clone(k.objects)
	n.queues = make(map[queueID]*queue, len(k.queues))
	for id, q := range k.queues {
		n.queues[id] = &queue{items: slices.Clone(q.items), put: q.put, taken: q.taken, shared: q.shared}
	}
	streams := cloneStreams(k, &n)
	n.threads = make([]*thread, len(k.threads))
	for i, t := range k.threads {
		if t != nil {
			n.threads[i] = t.clone(streams)
		}
	}
	n.tasks = cloneTasks(k.tasks)
	n.rules = k.rules.clone(&n)
	return &n
}

// cloneTasks returns copies of tasks.
func cloneTasks(tasks []*entry) []*entry {
	entries, list := make([]entry, len(tasks)), make([]*entry, len(tasks))
	for i, e := range tasks {
		e.Threads = slices.Clip(e.Threads) // the next thread makes a new list
		entries[i] = *e
		entries[i].heirs, entries[i].Links, entries[i].links = slices.Clip(e.heirs), slices.Clip(e.Links), slices.Clip(e.links)
		list[i] = &entries[i]
	}
	return list
}

// cloneStreams makes the streams of n those of k, and returns them by those.
func cloneStreams(k, n *tracker) map[*stream]*stream {
	of := make(map[*stream]*stream, len(k.streams))
	n.streams, n.byName = make(map[tracefeed.NameID]*stream, len(k.streams)), make(map[string]*stream, len(k.byName))
	for id, s := range k.streams {
		c := *s
		c.bytes, c.sent = s.bytes.Clone(), maps.Clone(s.sent)
		of[s], n.streams[id] = &c, &c
	}
	for name, s := range k.byName {
		n.byName[name] = of[s]
	}
	for _, s := range n.streams {
		s.back = of[s.back]
	}
	return of
}

// clone returns a copy with other streams. Its receivers are still those of t.
func (t *thread) clone(streams map[*stream]*stream) *thread {
	n := *t
	n.calls.Calls, n.calls.Regions = slices.Clone(t.calls.Calls), slices.Clone(t.calls.Regions)
	n.frames, n.current = slices.Clone(t.frames), slices.Clone(t.current)
	n.none, n.peers, n.gathered.tasks = slices.Clone(t.none), slices.Clone(t.peers), slices.Clone(t.gathered.tasks)
	for i := range n.current {
		n.current[i].stream = streams[n.current[i].stream]
	}
	return &n
}

func (f full) clone(k *tracker) rules {
	n := full{k: k, named: maps.Clone(f.named), channels: make(map[tracefeed.MonitorID]*receivers, len(f.channels))}
	for at, q := range f.channels {
		n.channels[at] = &receivers{waiting: q.waiting, workers: slices.Clone(q.workers)}
	}
	for _, t := range k.threads {
		if t != nil && t.among != nil {
			t.among = n.channels[t.channel]
		}
	}
	return n
}
