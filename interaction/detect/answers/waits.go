// Package answers adds up the time in which threads of one process wait for the answers of
// another over connections, and says what the threads there do meanwhile.
//
// Pages of a timeline go in. An answer is bytes that the end that has opened a connection reads.
// The wait for one counts from the last put of the request before it, which another thread can
// have made; until then the thread waits for its own process to ask. Whether that is a problem is
// not the package's concern.
package answers

import (
	"cmp"
	"slices"
	"sort"

	"tiv/block"
	"tiv/timeline"
	"tiv/timeline/ownerjoin"
	"tiv/tracefeed"
)

// Wait is a wait for an answer.
type Wait struct {
	// Thread reads what By has put.
	Thread, By tracefeed.ThreadID
	// Start is the start of the wait, or the request, if that is later.
	Start, End tracefeed.Time
}

// Pair is the waits of threads of one process for the answers of another.
type Pair struct {
	Of, By  tracefeed.ProcessID
	Total   tracefeed.Time
	Count   int
	Longest Wait
	// First is the start of the first wait.
	First tracefeed.Time
	// Last is the end of the last one.
	Last tracefeed.Time
	// Threads are the waiting threads.
	Threads map[tracefeed.ThreadID]bool
}

// Waits collects the waits of a trace.
type Waits struct {
	tl    *timeline.Timeline
	pairs map[[2]tracefeed.ProcessID]*Pair
	// asks is, by the name of a direction of answers, that of its requests.
	asks map[tracefeed.NameID]tracefeed.NameID
	// names are the streams by their names, up to number known of the trace's names.
	names map[string]tracefeed.NameID
	known int
	// asked are the times of the last requests in earlier pages.
	asked map[tracefeed.NameID]tracefeed.Time
	puts  []put // of a page
}

// put is bytes that are put into a stream.
type put struct {
	name tracefeed.NameID
	at   tracefeed.Time
}

// New returns a collector for the pages of a trace.
func New(tl *timeline.Timeline) *Waits {
	return &Waits{tl: tl, pairs: map[[2]tracefeed.ProcessID]*Pair{}, asks: map[tracefeed.NameID]tracefeed.NameID{},
		names: map[string]tracefeed.NameID{}, asked: map[tracefeed.NameID]tracefeed.Time{}}
}

// Extend continues in a later snapshot of the trace.
func (x *Waits) Extend(tl *timeline.Timeline) { x.tl = tl }

// Clone returns a copy between two pages.
func (x *Waits) Clone() *Waits {
	out := New(x.tl)
	for key, p := range x.pairs {
		c := *p
		c.Threads = map[tracefeed.ThreadID]bool{}
		for t := range p.Threads {
			c.Threads[t] = true
		}
		out.pairs[key] = &c
	}
	for name, at := range x.asked {
		out.asked[name] = at
	}
	return out
}

// Pairs returns the waits that were collected, by processes.
func (x *Waits) Pairs() []*Pair {
	var list []*Pair
	for _, p := range x.pairs {
		list = append(list, p)
	}
	slices.SortFunc(list, func(a, b *Pair) int { return cmp.Or(cmp.Compare(a.Of, b.Of), cmp.Compare(a.By, b.By)) })
	return list
}

// Page adds the waits that end in a page. The cost is linear in the events of threads with such waits,
// and of threads that put bytes into streams.
func (x *Waits) Page(p *timeline.LockPage) {
	if !x.tl.Streams {
		return
	}
	x.learn()
	x.collectPuts(p.Block)
	for i := 0; i < len(p.Waits); {
		n := i + 1
		for n < len(p.Waits) && p.Waits[n].Thread == p.Waits[i].Thread {
			n++
		}
		x.thread(p.Block, p.Waits[i:n])
		i = n
	}
	for _, q := range x.puts {
		x.asked[q.name] = q.at
	}
}

// learn adds the streams among the new names.
func (x *Waits) learn() {
	for ; x.known < len(x.tl.Names); x.known++ {
		name := x.tl.Names[x.known]
		if !tracefeed.IsStreamName(name) {
			continue
		}
		id := tracefeed.NameID(x.known)
		x.names[name] = id
		s := tracefeed.StreamOf(name)
		back, ok := x.names[s.Back]
		switch {
		case !ok:
		case s.Way == tracefeed.Answers:
			x.asks[id] = back
		case s.Way == tracefeed.Requests:
			x.asks[back] = id
		}
	}
}

// collectPuts collects the puts of a page into streams, by stream and time.
func (x *Waits) collectPuts(b *block.Block) {
	x.puts = x.puts[:0]
	var puts [256]bool
	some := false
	for i := range b.Table {
		c := &b.Table[i]
		puts[i] = c.Kind == tracefeed.Put && c.Fields&block.HasName != 0
		some = some || puts[i]
	}
	if !some {
		return
	}
	var ev tracefeed.Event
	for g := range b.Groups {
		of := b.Groups[g]
		if !slices.ContainsFunc(b.Codes[of.First:of.First+of.Len], func(c uint8) bool { return puts[c] }) {
			continue
		}
		events := b.Events(g)
		for _, ok := events.Next(&ev); ok; _, ok = events.Next(&ev) {
			if ev.Kind == tracefeed.Put && ev.Name != tracefeed.NoName && ev.Value > 0 {
				x.puts = append(x.puts, put{ev.Name, ev.Time})
			}
		}
	}
	slices.SortFunc(x.puts, func(a, b put) int { return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.at, b.at)) })
}

// thread adds the waits of one thread in a page.
func (x *Waits) thread(b *block.Block, waits []ownerjoin.Wait) {
	counts := func(w *ownerjoin.Wait) bool {
		return w.State == tracefeed.IO && w.Seen && !w.Open && x.tl.Threads[w.Thread].Process != x.tl.Threads[w.Other].Process
	}
	next := 0
	var ev tracefeed.Event
	g := b.Group(waits[0].Thread)
	if g < 0 || !slices.ContainsFunc(waits, func(w ownerjoin.Wait) bool { return counts(&w) }) {
		return
	}
	events := b.Events(g)
	for _, ok := events.Next(&ev); ok; _, ok = events.Next(&ev) {
		if ev.Kind != tracefeed.Wake || ev.Value == 0 {
			continue
		}
		for next < len(waits) && waits[next].End < ev.Time {
			next++
		}
		if next == len(waits) {
			return
		}
		if w := &waits[next]; counts(w) && w.End == ev.Time && w.Other == ev.Other {
			x.add(w, ev.Name)
		}
	}
}

// add adds a wait to read a stream.
func (x *Waits) add(w *ownerjoin.Wait, stream tracefeed.NameID) {
	requests, ok := x.asks[stream]
	if !ok {
		return
	}
	asked, known := x.asked[requests]
	if i := sort.Search(len(x.puts), func(i int) bool {
		p := &x.puts[i]
		return p.name > requests || p.name == requests && p.at > w.End
	}); i > 0 && x.puts[i-1].name == requests {
		asked, known = x.puts[i-1].at, true
	}
	if !known {
		return
	}
	wait := Wait{w.Thread, w.Other, max(w.Start, asked), w.End}
	if wait.Start >= wait.End {
		return
	}
	key := [2]tracefeed.ProcessID{x.tl.Threads[w.Thread].Process, x.tl.Threads[w.Other].Process}
	p := x.pairs[key]
	if p == nil {
		p = &Pair{Of: key[0], By: key[1], First: wait.Start, Threads: map[tracefeed.ThreadID]bool{}}
		x.pairs[key] = p
	}
	p.Total += wait.End - wait.Start
	p.Count++
	p.First, p.Last = min(p.First, wait.Start), max(p.Last, wait.End)
	p.Threads[w.Thread] = true
	if l := &p.Longest; l.End-l.Start < wait.End-wait.Start {
		*l = wait
	}
}
