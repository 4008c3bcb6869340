package ending

import (
	"maps"
	"strings"

	"tiv/block"
	"tiv/interaction/detect/place"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/language"
)

// Enders collects the threads that ended suspensions of the kinds that last to the end of
// the trace. It counts functions, not threads: a new thread does the work of one that has
// ended.
type Enders struct {
	tl    *timeline.Timeline
	kinds map[waitKind]*endedWaits
	// wakes are, by function, the functions of the threads whose suspensions it ended.
	wakes map[function]map[function]bool
	// placed are the threads that used any object.
	placed    map[tracefeed.ThreadID]bool
	functions *functions
	paths     *place.Paths
}

// waitKind is the kind of a suspension: its object if the trace has that, else its
// path, or, of more suspensions, its place. Senders and receivers of one object are two kinds.
type waitKind struct {
	object  tracefeed.MonitorID
	sending bool
	path    tracefeed.StackID
	cause   tracefeed.Cause
	// place is the innermost call of the program's own code, of a kind without a path.
	place tracefeed.FrameID
}

// endedWaits are the suspensions of one kind that ended.
type endedWaits struct {
	// count is the number of those that threads ended, alone that of the others: by a
	// timer or a device. last is the end of the last one.
	count, alone int
	last         tracefeed.Time
	by           map[function]bool
	// users are the threads that ended suspensions at the object, or were suspended there
	// in the other direction.
	users map[tracefeed.ThreadID]bool
}

// NewEnders prepares to collect enders.
func NewEnders(tl *timeline.Timeline) *Enders {
	return &Enders{tl: tl, kinds: map[waitKind]*endedWaits{}, wakes: map[function]map[function]bool{},
		placed: map[tracefeed.ThreadID]bool{}, functions: newFunctions(tl), paths: place.NewPaths(tl)}
}

// Extend continues in a later snapshot of the trace than before. It returns false if the
// names of threads have changed: the enders have then to be collected anew.
func (e *Enders) Extend(tl, before *timeline.Timeline) bool {
	e.tl, e.functions.tl = tl, tl
	e.paths.Extend(tl)
	return !e.functions.renamed(before)
}

// Again returns enders that collect about the same kinds, and have read nothing.
func (e *Enders) Again() *Enders {
	out := NewEnders(e.tl)
	out.paths = e.paths
	for k := range e.kinds {
		out.kinds[k] = newEndedWaits()
	}
	return out
}

// Clone returns a copy between two pages.
func (e *Enders) Clone() *Enders {
	if e == nil {
		return nil
	}
	out := *e
	out.kinds = make(map[waitKind]*endedWaits, len(e.kinds))
	for k, of := range e.kinds {
		x := *of
		x.by, x.users = maps.Clone(of.by), maps.Clone(of.users)
		out.kinds[k] = &x
	}
	out.wakes = make(map[function]map[function]bool, len(e.wakes))
	for f, woken := range e.wakes {
		out.wakes[f] = maps.Clone(woken)
	}
	out.placed, out.functions = maps.Clone(e.placed), e.functions.clone()
	return &out
}

// Want adds the kinds of the open suspensions. It returns false if suspensions of such a kind
// may have ended in a snapshot of the trace for which it was not added.
func (e *Enders) Want(open []Wait, before *timeline.Timeline) bool {
	all := true
	for i := range open {
		w := &open[i]
		if w.Span.State != tracefeed.Suspended || w.Span.Forever {
			continue
		}
		kind, ok := e.kindOf(&w.Span)
		if !ok {
			continue
		}
		for _, k := range []waitKind{kind, e.placeOf(kind)} {
			if e.kinds[k] == nil {
				e.kinds[k] = newEndedWaits()
				all = all && k.newerThan(before)
			}
		}
	}
	return all
}

// newerThan reports whether a snapshot of the trace has no suspensions of a kind.
func (k waitKind) newerThan(tl *timeline.Timeline) bool {
	return int(k.object) >= len(tl.Monitors) || int(k.path) >= len(tl.Stacks) || int(k.place) >= len(tl.Frames)
}

func newEndedWaits() *endedWaits {
	return &endedWaits{by: map[function]bool{}, users: map[tracefeed.ThreadID]bool{}}
}

// placeOf returns the kind with all suspensions at the place of a kind; for one with an
// object the same.
func (e *Enders) placeOf(kind waitKind) waitKind {
	if calls := e.tl.Stacks[kind.path]; len(calls) > 0 {
		return waitKind{place: calls[place.UserCall(e.tl, calls)], cause: kind.cause}
	}
	return kind
}

// kindOf returns the kind of a suspension; ok is false if the trace has neither its object
// nor its stack.
func (e *Enders) kindOf(span *timeline.Span) (kind waitKind, ok bool) {
	if span.Monitor != tracefeed.NoMonitor {
		return waitKind{object: span.Monitor, sending: sends(e.tl, span.Stack)}, true
	}
	return waitKind{path: e.paths.Of(span.Stack), cause: span.Cause}, span.Stack != tracefeed.NoStack
}

// sends reports whether a call stack is that of a send to a channel, outside of a select.
func sends(tl *timeline.Timeline, stack tracefeed.StackID) bool {
	return waitsIn(tl, stack, "runtime.chansend")
}

// selects reports whether a call stack is that of a select. One of its cases can be a timer.
func selects(tl *timeline.Timeline, stack tracefeed.StackID) bool {
	return waitsIn(tl, stack, "runtime.selectgo")
}

// waitsIn reports whether a function of Go's runtime with a name that begins so is among the
// innermost calls of a stack.
func waitsIn(tl *timeline.Timeline, stack tracefeed.StackID, function string) bool {
	for _, f := range tl.Stacks[stack] {
		name := tl.Frames[f].Func
		if strings.HasPrefix(name, function) {
			return true
		}
		if language.OfName(name).Part != language.Runtime {
			break
		}
	}
	return false
}

// Page processes the suspensions that end in a page. Its cost is linear in the events of
// threads with such.
func (e *Enders) Page(p *timeline.LockPage) {
	if e == nil {
		return
	}
	last := tracefeed.NoThread
	for i := range p.Waits {
		w := &p.Waits[i]
		if w.State != tracefeed.Suspended || w.Thread == last || e.tl.Threads[w.Thread].System {
			continue
		}
		last = w.Thread
		if g := p.Block.Group(w.Thread); g >= 0 {
			e.read(p.Block, g)
		}
	}
}

// read processes the events of a thread in a page.
func (e *Enders) read(b *block.Block, g int) {
	thread := b.Groups[g].Thread
	state, span := tracefeed.NotAlive, timeline.Span{}
	if s := b.OpenSpan(thread); s != nil {
		state, span = s.State, s.Span
	}
	var ev tracefeed.Event
	waker := span.Other
	events := b.Events(g)
	for next, ok := events.Next(&ev); ok; next, ok = events.Next(&ev) {
		if ev.Kind == tracefeed.Wake {
			waker = ev.Other
		}
		again := ev.Kind == tracefeed.SuspendStart && !ev.Forever
		if state == tracefeed.Suspended && (next != state || again) {
			e.ended(thread, &span, waker, ev.Time)
		}
		if next == tracefeed.Suspended && (state != next || again) {
			waker = tracefeed.NoThread
			span = timeline.Span{Stack: ev.Stack, Monitor: ev.Monitor, Cause: ev.Cause}
		}
		state = next
	}
}

// ended processes the end of a suspension.
func (e *Enders) ended(t tracefeed.ThreadID, span *timeline.Span, waker tracefeed.ThreadID, at tracefeed.Time) {
	kind, known := e.kindOf(span)
	if !known {
		return
	}
	if kind.object != tracefeed.NoMonitor {
		e.use(kind, t, waker)
	}
	of, atPlace := e.kinds[kind], e.kinds[e.placeOf(kind)]
	if waker == tracefeed.NoThread {
		of.add(noFunction, at)
		atPlace.add(noFunction, at)
		return
	}
	by := e.functions.of(waker)
	of.add(by, at)
	if of != atPlace {
		atPlace.add(by, at)
	}
	if e.wakes[by] == nil {
		e.wakes[by] = map[function]bool{}
	}
	e.wakes[by][e.functions.of(t)] = true
}

// add adds a suspension that a thread of a function ended; noFunction if none did.
func (of *endedWaits) add(by function, at tracefeed.Time) {
	if of == nil {
		return
	}
	of.last = at
	if by == noFunction {
		of.alone++
		return
	}
	of.count++
	of.by[by] = true
}

// use records the threads that use an object.
func (e *Enders) use(kind waitKind, t, waker tracefeed.ThreadID) {
	e.placed[t] = true
	if of := e.kinds[waitKind{object: kind.object, sending: !kind.sending}]; of != nil {
		of.users[t] = true
	}
	if waker != tracefeed.NoThread {
		e.placed[waker] = true
		if of := e.kinds[kind]; of != nil {
			of.users[waker] = true
		}
	}
}
