package execution

import (
	"maps"
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// treeWalk follows the code of many threads from page to page.
type treeWalk struct {
	tl        *timeline.Timeline
	q         Query
	from, to  tracefeed.Time // the interval, within the trace
	functions *functions
	// called gets each call when it has ended or the interval has. The call is valid until it
	// returns; call is its memory.
	called func(*TreeCall)
	call   TreeCall
	// surrounds gets the calls without an entry in place of called, and forgets a thread
	// whose calls are known only from now on. Both can be nil.
	surrounds func(*TreeCall)
	forgets   func(tracefeed.ThreadID)
	// done gets the paths of each thread, when it has ended or the interval has. Without
	// it, threads forget paths that are not in use.
	done func(tracefeed.ThreadID, *threadCode)
	// self, if it is not nil, gets the pieces of time by node, in place of sums.
	self func(c *threadCode, node int32, p piece)
	// seen, if it is not nil, gets the intervals in which code is known, in order of time.
	seen func(c *threadCode, node int32, p piece)
	// objects, if it is not nil, adds up the measured calls by object.
	objects *objectSums
	// threads are those included that are alive, or have been in the interval.
	threads    map[tracefeed.ThreadID]*threadCode
	knownSince tracefeed.Time
	first      bool // no page was read
	// grows says that the trace may grow: threads without an event are left out until the end, because they
	// may turn out to start later. began is the start of the first page.
	grows  bool
	began  tracefeed.Time
	counts Counts
}

func newTreeWalk(tl *timeline.Timeline, q Query, called func(*TreeCall), done func(tracefeed.ThreadID, *threadCode)) *treeWalk {
	return &treeWalk{tl: tl, q: q, from: max(q.From, 0), to: min(q.To, tl.End), functions: newFunctions(len(tl.Names), len(tl.Frames)),
		called: called, done: done, threads: map[tracefeed.ThreadID]*threadCode{}, first: true}
}

// page adds the events of a page.
func (w *treeWalk) page(p *timeline.Page) {
	w.knownSince = p.KnownSince
	if w.first || p.Restart {
		w.restart(p)
	}
	w.first = false
	for g, group := range p.Groups {
		if t := group.Thread; t != tracefeed.NoThread && w.q.includes(t) && !(w.grows && !w.tl.Lane(t).Seen()) {
			w.group(p, g, t)
		}
	}
}

// restart sets the threads to the state at the start of a page, whatever came before.
func (w *treeWalk) restart(p *timeline.Page) {
	if w.first {
		w.began = p.Start
	}
	for i := range w.q.Of {
		t := tracefeed.ThreadID(i)
		if t == tracefeed.NoThread || !w.q.includes(t) || w.grows && !w.tl.Lane(t).Seen() {
			continue
		}
		span := p.Span(t)
		if w.grows && !w.first && w.threads[t] == nil && span.State != tracefeed.NotAlive {
			w.thread(t).at = w.began // it had no event
		}
		if w.threads[t] != nil {
			w.threads[t].interrupt(p.Start)
		} else if span.State == tracefeed.NotAlive {
			continue
		}
		c := w.thread(t)
		c.span, c.at = span, p.Start
		c.calls = *stackAt(p, t)
		c.top()
		c.settle(p.Start)
	}
}

// sums reports whether the walk adds up, or reports, time by call path.
func (w *treeWalk) sums() bool { return w.done != nil || w.objects != nil || w.self != nil }

// thread returns the code of a thread, which has none before.
func (w *treeWalk) thread(t tracefeed.ThreadID) *threadCode {
	c := w.threads[t]
	if c == nil {
		c = &threadCode{walk: w, thread: t, wait: codeWait{node: -1}, last: sighting{node: -1}}
		c.root = c.tree.root()
		if c.sets = cursors(t, w.q.Sets); w.q.Within != nil {
			c.within = &cursors(t, []Set{w.q.Within})[0]
		}
		w.threads[t] = c
	}
	return c
}

// group adds the events of a thread in a page.
func (w *treeWalk) group(p *timeline.Page, g int, t tracefeed.ThreadID) {
	c := w.threads[t]
	if c == nil {
		c = w.thread(t)
		c.span, c.calls = p.Span(t), *stackAt(p, t)
		if c.at = p.Start; w.grows && c.span.State != tracefeed.NotAlive {
			c.at = w.began
		}
	}
	if o := p.OpenCallsOf(t); o != nil { // pages have it only for threads with calls in them
		c.calls.Since = o.Since
	}
	unbalanced := c.calls.Unbalanced
	var ev tracefeed.Event
	events := p.Events(g)
	for state, ok := events.Next(&ev); ok; state, ok = events.Next(&ev) {
		if ev.Time >= w.q.To && (ev.Time < w.tl.End || w.q.To < w.tl.End) {
			break
		}
		deep := c.calls.MoreCalls + c.calls.MoreRegions
		c.apply(p, &ev, state)
		if isIn := ev.Time >= w.q.From; !isIn {
			unbalanced = c.calls.Unbalanced
		} else if c.calls.MoreCalls+c.calls.MoreRegions > deep && ev.Kind == tracefeed.CallEnter {
			w.counts.Deep++
		}
	}
	w.counts.Unbalanced += c.calls.Unbalanced - unbalanced
	if c.span.State == tracefeed.NotAlive {
		w.end(c)
	}
}

// end ends the code of a thread.
func (w *treeWalk) end(c *threadCode) {
	c.interrupt(min(w.to, w.tl.End))
	if w.done != nil {
		w.done(c.thread, c)
	}
	delete(w.threads, c.thread)
}

// finish ends the code of all threads.
func (w *treeWalk) finish() {
	for t := range tracefeed.ThreadID(len(w.q.Of)) {
		if w.grows && !w.first && t != tracefeed.NoThread && w.q.Of[t] && !w.tl.Lane(t).Seen() {
			w.thread(t).at = w.began
		}
	}
	for _, t := range slices.Sorted(maps.Keys(w.threads)) {
		w.end(w.threads[t])
	}
}
