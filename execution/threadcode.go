package execution

import (
	"tiv/timeline"
	"tiv/tracefeed"
)

// maxBetween is the number of pieces between two stacks up to which they are connected.
const maxBetween = 4096

// threadCode follows the code of one thread.
type threadCode struct {
	walk   *treeWalk
	thread tracefeed.ThreadID
	tree   pathTree
	root   int32
	calls  timeline.CallStack
	// path is the nodes of the measured calls that are open, the outermost first; without
	// sums, of the outermost ones as far as they were needed.
	path []int32
	span timeline.Span
	at   tracefeed.Time // up to here the time was added
	wait codeWait
	last sighting // the last stack, while no measured call is open
	// starts are those of the calls of the last stack, the outermost first.
	starts []tracefeed.Time
	// between are the pieces of time since the last stack.
	between []piece
	// spent is the time of the thread that was added, and begun has it for the starts of the
	// measured calls that are open. Both are for the walk's objects only.
	spent spentTime
	begun []callStart
	kept  int // the number of nodes that compact left
	// globals are, by node, those of the walk's paths, 0 for those not yet looked up.
	globals []int32
	// countedIn are the functions for which the thread was counted (Growth.Settle).
	countedIn map[int32]struct{}
	// sets and within are those of the query.
	sets   []setCursor
	within *setCursor
}

// codeWait is a wait with a stack.
type codeWait struct {
	node  int32 // -1: none
	in    int32 // the innermost measured call, or the root
	depth int   // the number of measured calls
	stack tracefeed.StackID
	// begun is the start of the wait, start that of its part in this code.
	begun, start tracefeed.Time
}

// sighting is a stack at which the thread was seen last.
type sighting struct {
	node   int32 // -1: none
	at     tracefeed.Time
	isWait bool
}

// piece is an interval in one state, with the cause and the object of a wait.
type piece struct {
	start, end tracefeed.Time
	state      tracefeed.State
	cause      tracefeed.Cause
	object     tracefeed.MonitorID
	// shared marks a part that is added to the calls shared with a wait.
	shared bool
}

// top returns the node of the innermost measured call, or the root.
func (c *threadCode) top() int32 {
	for _, open := range c.calls.Calls[len(c.path):] {
		c.enter(open.Name)
	}
	return c.outer()
}

// outer returns the last node of the path, or the root.
func (c *threadCode) outer() int32 {
	if n := len(c.path); n > 0 {
		return c.path[n-1]
	}
	return c.root
}

// apply applies the next event of the thread, after which it is in a state.
func (c *threadCode) apply(p *timeline.Page, ev *tracefeed.Event, state tracefeed.State) {
	if c.onlyCalls(ev, state) {
		c.at = ev.Time
		c.calls.Apply(ev, state, c.ended)
		return
	}
	if c.walk.done == nil && len(c.tree.nodes) > max(maxPaths, 2*c.kept) {
		c.compact()
	}
	c.advance(ev.Time)
	p.Apply(&c.span, ev)
	if timeline.Contradicts(ev, state) {
		return
	}
	if timeline.CallKind(ev.Kind) || c.calls.Dead {
		c.call(ev, state)
	}
	c.settle(ev.Time)
	if ev.Kind == tracefeed.Sample && c.walk.q.contains(c.walk.tl, ev.Time) {
		c.sample(ev)
	}
}

// onlyCalls reports whether an event, after which the thread is in a state, changes nothing
// but the measured calls.
func (c *threadCode) onlyCalls(ev *tracefeed.Event, state tracefeed.State) bool {
	return (ev.Kind == tracefeed.CallEnter || ev.Kind == tracefeed.CallExit) && state == c.span.State &&
		!c.walk.sums() && c.last.node < 0 && !c.waits()
}

// call applies an event that can change the measured calls.
func (c *threadCode) call(ev *tracefeed.Event, state tracefeed.State) {
	switch ev.Kind {
	case tracefeed.CallEnter, tracefeed.CallExit, tracefeed.Lost, tracefeed.ThreadEnd:
		if len(c.calls.Calls) == 0 {
			c.disconnect(ev.Time)
		}
	}
	since := c.calls.Since
	c.calls.Apply(ev, state, c.ended)
	if c.walk.sums() {
		c.top()
	}
	if c.calls.Since != since {
		c.endWait(ev.Time)
		c.root = c.tree.root()
		c.forgotten()
	}
}

// enter appends a call to the path.
func (c *threadCode) enter(name tracefeed.NameID) {
	c.path = append(c.path, c.tree.child(c.outer(), c.walk.name(name), Measured))
	if c.walk.objects != nil {
		c.begun = append(c.begun[:len(c.path)-1], callStart{c.spent.clone(), c.tree.nodes[c.outer()].Self})
	}
}

// ended counts a call that has ended, if it overlaps the interval. One without an entry
// was around all that is known of the thread.
func (c *threadCode) ended(e *timeline.EndedCall) {
	w := c.walk
	switch {
	case e.Region:
	case e.Entered:
		if c.wait.node >= 0 && c.wait.depth > e.Depth {
			c.endWait(e.End) // so that its calls come before those around them
		}
		if c.counts(e.Start, e.End) {
			f := w.name(e.Name)
			call := &w.call // assigned by fields, which is faster than as a whole
			call.Thread, call.Function, call.Name, call.Evidence, call.Depth = c.thread, f, w.functions.names[f], Measured, e.Depth
			call.Start, call.End, call.Object = e.Start, e.End, e.Object
			w.called(call)
			if w.sums() {
				c.tree.nodes[c.path[e.Depth]].Calls++
			}
			if w.objects != nil {
				w.objects.ended(c, e.Object, call)
			}
		}
		c.path = c.path[:min(len(c.path), e.Depth)]
	default:
		born, _ := w.tl.Lane(c.thread).Life()
		if start := min(e.End, max(w.knownSince, born, c.calls.Since)); w.q.overlaps(w.tl, start, e.End) {
			f := w.name(e.Name)
			n := c.root
			c.globals = nil // what is called in the function from now on has the nodes of what was before
			if c.root = c.tree.wrap(c.root, f); !c.counts(start, e.End) {
				return
			}
			c.tree.nodes[n].Calls++
			report := w.called
			if w.surrounds != nil {
				report = w.surrounds
			}
			report(&TreeCall{c.thread, f, w.functions.names[f], Measured, 0, start, e.End, 0})
		}
	}
}

// interrupt ends all code of the thread: nothing is known until later.
func (c *threadCode) interrupt(at tracefeed.Time) {
	c.advance(at)
	c.disconnect(at)
	c.calls.EndAll(at, c.ended)
	c.root = c.tree.root()
	c.forgotten()
}

// forgotten reports that nothing is known of the thread from before.
func (c *threadCode) forgotten() {
	if c.walk.forgets != nil {
		c.walk.forgets(c.thread)
	}
}

// advance adds the time up to a moment.
func (c *threadCode) advance(to tracefeed.Time) {
	p := piece{start: max(c.at, c.walk.from), end: min(to, c.walk.to), state: c.span.State, cause: c.span.Cause, object: c.span.Monitor}
	c.at = to
	if p.start >= p.end || p.state == tracefeed.NotAlive {
		return
	}
	if c.walk.objects != nil {
		c.spent.add(c, p)
	}
	switch {
	case c.wait.node >= 0:
		c.add(c.wait.node, p)
		c.report(c.wait.node, p)
	case len(c.calls.Calls) > 0:
		c.add(c.top(), p)
		c.report(c.top(), p)
	case c.last.node < 0:
		c.add(c.root, p)
	case len(c.between) == maxBetween:
		c.forget()
		c.add(c.root, p)
	default:
		c.between = append(c.between, p)
	}
}

// add adds a piece to a node.
func (c *threadCode) add(n int32, p piece) {
	if !c.walk.sums() {
		return
	}
	if c.walk.self != nil {
		c.walk.self(c, n, p)
		return
	}
	to := &c.tree.nodes[n]
	to.Self[p.state] += c.counted(p)
	if p.shared && (p.state == tracefeed.Running || p.state == tracefeed.Runnable || p.state == tracefeed.Blocking) {
		to.Between += c.counted(p)
	}
	to.In = addSets(to.In, c.sets, p.start, p.end)
}

// counts reports whether a call is counted: some of it is in the interval and in the only
// time that counts. A call without a length is where its moment is.
func (c *threadCode) counts(start, end tracefeed.Time) bool {
	w := c.walk
	return w.q.overlaps(w.tl, start, end) &&
		(c.within == nil || covers(c.within.list, max(start, w.from), min(end, w.to)))
}

// counted returns the part of a piece that counts.
func (c *threadCode) counted(p piece) tracefeed.Time {
	if c.within != nil {
		return c.within.time(p.start, p.end)
	}
	return p.end - p.start
}

// forget ends the calls of the last stack at that stack, and leaves the time since then
// without code.
func (c *threadCode) forget() {
	if c.last.node >= 0 {
		c.leave(c.root, c.last.at)
	}
	for _, p := range c.between {
		c.add(c.root, p)
	}
	c.between, c.last.node = c.between[:0], -1
}

// settle begins and ends waits as the state of the thread is now.
func (c *threadCode) settle(now tracefeed.Time) {
	w := codeWait{node: -1}
	if s := &c.span; c.waits() {
		w = codeWait{node: -1, in: c.top(), depth: len(c.path), stack: s.Stack, begun: s.Start, start: now}
		if o := &c.wait; o.node >= 0 && o.in == w.in && o.stack == w.stack && o.begun == w.begun {
			return
		}
		if n, ok := c.walk.stackNode(&c.tree, w.in, w.stack); ok {
			w.node = n
		}
	}
	c.endWait(now)
	c.wait = w
}

// waits reports whether the thread is in a wait with a stack.
func (c *threadCode) waits() bool {
	s := &c.span
	return (s.State == tracefeed.Blocking || s.State == tracefeed.Suspended || s.State == tracefeed.IO) &&
		len(c.walk.tl.Stacks[s.Stack]) > 0
}

// endWait ends the wait, if there is one.
func (c *threadCode) endWait(now tracefeed.Time) {
	w := c.wait
	c.wait.node = -1
	start, end := max(w.start, c.walk.from), min(now, c.walk.to)
	switch {
	case w.node < 0 || start >= end:
	case w.in != c.root:
		depth := w.depth + int(c.tree.depths[w.node]-c.tree.depths[w.in])
		for n := w.node; n != w.in; n = c.tree.nodes[n].Parent {
			depth--
			c.sampled(n, depth, start, end)
		}
	default:
		c.see(sighting{w.node, start, true})
		c.last.at = end
	}
}

// disconnect ends the sampled calls.
func (c *threadCode) disconnect(now tracefeed.Time) {
	c.endWait(now)
	c.forget()
}

// sample applies a sample.
func (c *threadCode) sample(ev *tracefeed.Event) {
	if len(c.calls.Calls) > 0 || c.wait.node >= 0 || len(c.walk.tl.Stacks[ev.Stack]) == 0 {
		return
	}
	n, _ := c.walk.stackNode(&c.tree, c.root, ev.Stack)
	c.report(n, piece{start: ev.Time, end: ev.Time, state: c.span.State})
	c.see(sighting{n, ev.Time, false})
}

// see connects the last stack with the next one.
func (c *threadCode) see(s sighting) {
	start := s.at
	if c.last.node >= 0 {
		shared := c.shared(&s)
		half := c.last.at + (s.at-c.last.at)/2
		before, after, end := c.last.node, s.node, half
		if c.last.isWait {
			before, end = shared, c.last.at
		}
		if s.isWait {
			after = shared
		} else {
			start = half
		}
		c.leave(shared, end)
		for _, p := range c.between {
			first, second := p, p
			if first.end = min(p.end, half); first.start < first.end {
				first.shared = c.last.isWait
				c.add(before, first)
			}
			if second.start = max(p.start, half); second.start < second.end {
				second.shared = s.isWait
				c.add(after, second)
			}
		}
	}
	for len(c.starts) < int(c.tree.depths[s.node]) {
		c.starts = append(c.starts, start)
	}
	c.between, c.last = c.between[:0], s
}

// leave ends the calls of the last stack from its innermost one up to a node, exclusive.
func (c *threadCode) leave(outer int32, end tracefeed.Time) {
	for n := c.last.node; n != outer; n = c.tree.nodes[n].Parent {
		depth := len(c.starts) - 1
		c.sampled(n, depth, c.starts[depth], end)
		c.starts = c.starts[:depth]
	}
}

// sampled counts and reports a sampled call.
func (c *threadCode) sampled(n int32, depth int, start, end tracefeed.Time) {
	if !c.counts(start, end) {
		return
	}
	f := c.tree.nodes[n].Function
	c.tree.nodes[n].Calls++
	c.walk.called(&TreeCall{c.thread, f, c.walk.functions.names[f], Sampled, depth, start, end, 0})
}

// shared returns the node that the last stack shares with the next one. The innermost call
// of a wait begins and ends with it.
func (c *threadCode) shared(next *sighting) int32 {
	n := c.tree.shared(c.last.node, next.node)
	if c.last.isWait && n == c.last.node || next.isWait && n == next.node {
		n = c.tree.nodes[n].Parent
	}
	return n
}
