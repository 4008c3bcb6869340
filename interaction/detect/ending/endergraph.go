package ending

import (
	"maps"
	"slices"

	"tiv/tracefeed"
)

// enderGraph is the wait-for graph at the end of the trace with the suspensions, besides the
// waits for locks:
//
//   - a suspended thread leads to the kind of its suspension;
//   - a kind leads to the functions that ended such suspensions, and needs one of them;
//   - a function leads to its threads that exist, and needs one of them;
//   - a holder of locks whose kind is not known leads to the threads that it started since.
//
// A kind of which less is known, or that a timer or a device has ended, leads nowhere: such
// waits can end.
type enderGraph struct {
	graph  *waitGraph
	s      *Ending
	enders *Enders
	hang   tracefeed.Time // the length of a hang
	living map[function][]tracefeed.ThreadID
	alive  int
	// kinds and functions are the nodes.
	kinds     map[waitKind]int32
	kindOf    map[int32]waitKind
	functions map[function]int32
	// sending are, by thread node, the threads that send, guessed those of which the enders
	// are the threads that they started.
	sending, guessed map[int32]bool
}

// newEnderGraph builds the graph.
func newEnderGraph(s *Ending, e *Enders) *enderGraph {
	g := &waitGraph{tl: s.tl, settled: s.graph.settled, nodes: slices.Clone(s.graph.nodes),
		threads: slices.Clone(s.graph.threads), monitors: s.graph.monitors}
	x := &enderGraph{graph: g, s: s, enders: e, hang: s.Hang,
		kinds: map[waitKind]int32{}, kindOf: map[int32]waitKind{}, functions: map[function]int32{},
		sending: map[int32]bool{}, guessed: map[int32]bool{}}
	x.living, x.alive = e.functions.living()
	for i := range s.Open {
		w := &s.Open[i]
		n := g.threads[w.Thread]
		if w.Span.State != tracefeed.Suspended || w.Span.Forever {
			continue
		}
		g.nodes[n].wait = w
		x.sending[n] = sends(s.tl, w.Span.Stack)
		g.nodes[n].next = x.lead(n, w)
	}
	g.link()
	return x
}

// lead returns the node that a suspended thread leads to, as a list.
func (x *enderGraph) lead(n int32, w *Wait) []int32 {
	holds := int(n) < len(x.s.graph.nodes) && len(x.s.graph.before[n]) > 0
	kind, known := x.enders.kindOf(&w.Span)
	if holds && selects(x.s.tl, w.Span.Stack) {
		return nil
	}
	var next []int32
	if known {
		next = x.kind(kind)
	}
	if known && next == nil && (holds || x.sending[n]) {
		next = x.kind(x.enders.placeOf(kind))
	}
	if next == nil && holds && !x.timed(w) {
		next = x.started(w)
		x.guessed[n] = true
	}
	return next
}

// kind returns the node of a kind as a list; nil if its enders are not known.
func (x *enderGraph) kind(kind waitKind) []int32 {
	of := x.enders.kinds[kind]
	if !x.known(kind, of) {
		return nil
	}
	n, ok := x.kinds[kind]
	if !ok {
		n = x.graph.add(graphNode{any: true})
		x.kinds[kind], x.kindOf[n] = n, kind
		var next []int32
		for _, t := range slices.Sorted(maps.Keys(of.users)) {
			next = append(next, x.graph.thread(t))
		}
		for _, f := range slices.Sorted(maps.Keys(of.by)) {
			if to := x.function(f, kind.object != tracefeed.NoMonitor); to != noNode {
				next = append(next, to)
			}
		}
		x.graph.nodes[n].next = next
	}
	if len(x.graph.nodes[n].next) == 0 {
		return nil
	}
	return []int32{n}
}

// timed reports whether a timer or a device ended such suspensions.
func (x *enderGraph) timed(w *Wait) bool {
	kind, ok := x.enders.kindOf(&w.Span)
	return ok && (x.enders.kinds[kind].alone > 0 || x.enders.kinds[x.enders.placeOf(kind)].alone > 0)
}

// started returns the node of the threads that a holder of locks started since it has one, as
// a list: it may wait for one of them. It is nil if there are none.
func (x *enderGraph) started(w *Wait) []int32 {
	var next []int32
	for _, t := range x.startedBy(w.Thread, w.Span.Cause == tracefeed.CauseJoin) {
		next = append(next, x.graph.thread(t))
	}
	if len(next) == 0 {
		return nil
	}
	return []int32{x.graph.add(graphNode{any: true, next: next})}
}

// startedBy returns the threads that a holder of locks started since it has one, as far as
// they exist. Of a holder that joins threads, they are all that it started if the trace does
// not have the acquisition.
func (x *enderGraph) startedBy(holder tracefeed.ThreadID, joins bool) (list []tracefeed.ThreadID) {
	since := x.s.tl.End
	for _, h := range x.s.tl.Lane(holder).Held(x.s.tl.End) {
		since = min(since, h.Since)
		if joins && (h.Earlier || h.Stack == tracefeed.NoStack) {
			since = 0
		}
	}
	for _, threads := range x.living {
		for _, t := range threads {
			lane := x.s.tl.Lane(t)
			if born, _ := lane.Life(); born < since {
				continue
			}
			if by, _ := lane.Origin(); by == holder {
				list = append(list, t)
			}
		}
	}
	slices.Sort(list)
	return list
}

// known reports whether the enders of a kind are known.
func (x *enderGraph) known(kind waitKind, of *endedWaits) bool {
	if kind.object != tracefeed.NoMonitor {
		return of.alone == 0 && len(of.users) > 0
	}
	return of.alone == 0 && of.count >= x.s.Wakers
}

// function returns the node of a function, noNode if none of its threads exists. Of those
// that end waits at an object, threads that used others only do not count.
func (x *enderGraph) function(f function, atObject bool) int32 {
	if atObject {
		f = -1 - f
	}
	if n, ok := x.functions[f]; ok {
		return n
	}
	n := noNode
	var next []int32
	for _, t := range x.living[max(f, -1-f)] {
		if !atObject || !x.enders.placed[t] {
			next = append(next, x.graph.thread(t))
		}
	}
	if len(next) > 0 {
		n = x.graph.add(graphNode{any: true, next: next})
	}
	x.functions[f] = n
	return n
}

// strong reports whether a thread waits for a lock, or sends: an idle thread does neither.
func (x *enderGraph) strong(n int32) bool {
	w := x.graph.nodes[n].wait
	return w != nil && (w.Span.State == tracefeed.Blocking || x.sending[n])
}
