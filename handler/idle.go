package handler

import (
	"context"
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// Idle tells the waits of a trace for the next event of a loop that calls handlers. It does not
// change.
//
// A wait is idle if its stack, without the system's routines at the innermost end, ends in the
// loop, or in the function that waits or reads for the loop or below it, and no handler is
// around. A handler can have several loops. Of a callback that is known to follow waits of the system, the loop is
// among the routines at the innermost end.
type Idle struct {
	// loops are, by class and stack, 1 + the number of the loop, 0 for none.
	loops [numClasses][]int32
	names []string
	of    *timeline.Timeline
}

// NewIdle returns the idle waits of a trace in whose stacks, added up in trie, functions were found. The cost grows
// with the distinct stacks of the trace.
func NewIdle(tl *timeline.Timeline, p Patterns, trie *Trie, found []Found) *Idle {
	x, loops := &Idle{of: tl}, newIdleLoops(trie, found)
	if loops == nil {
		return x
	}
	names := make([]string, len(tl.Frames))
	for i := range tl.Frames {
		names[i] = tl.Frames[i].Func
	}
	parts, numbers := partsOf[tracefeed.FrameID](names, NewSplit(tl.Frames, p)), map[string]int32{}
	for _, class := range waits {
		x.loops[class] = make([]int32, len(tl.Stacks))
	}
	var stack []string
	for i := range tl.Stacks {
		user, system := parts.program(stack[:0], tl.Stacks[i])
		stack = user
		for _, class := range waits {
			loop := loops.waiting(user, system, class)
			if loop == "" {
				continue
			}
			if numbers[loop] == 0 {
				x.names = append(x.names, loop)
				numbers[loop] = int32(len(x.names))
			}
			x.loops[class][i] = numbers[loop]
		}
	}
	return x
}

// FindIdle finds the handlers of a trace by the rules that hold by default, and returns the idle
// waits. Its cost is that of New. Once ctx is done, it returns nil early.
func FindIdle(ctx context.Context, tl *timeline.Timeline) *Idle {
	x := New(ctx, tl, Options{})
	if x == nil {
		return nil
	}
	return NewIdle(tl, Patterns{}, x.Trie, x.Find(DefaultThresholds()))
}

// waits are the classes of threads that wait for an event.
var waits = [...]Class{Wait, IO}

// idleLoops are the found loops, and the handlers that they call.
type idleLoops struct {
	handlers map[string]bool
	// itself are the loops that wait themselves; next has each other loop with the function that
	// waits for it, and library has loops of the system. All are by class.
	itself, library [numClasses]map[string]bool
	next            [numClasses]map[[2]string]bool
}

// newIdleLoops returns the loops of functions that were found; nil if there are none.
func newIdleLoops(trie *Trie, found []Found) *idleLoops {
	l, any := idleLoops{handlers: map[string]bool{}}, false
	for _, class := range waits {
		l.itself[class], l.library[class], l.next[class] = map[string]bool{}, map[string]bool{}, map[[2]string]bool{}
	}
	for i := range found {
		f := &found[i]
		for _, class := range waits {
			switch {
			case f.IsCallback() && f.Waits[class] > 0 && f.Loop != "":
				l.library[class][f.Loop], any = true, true
			case f.IsCallback() || f.class() != class:
			default:
				l.handlers[f.Function], any = true, true
				l.add(class, f.Loop, f.Next)
				for _, at := range f.Loops {
					if at.Node >= 0 {
						l.add(class, trie.name(at.Node), trie.name(at.Next))
					}
				}
			}
		}
	}
	if !any {
		return nil
	}
	return &l
}

// add adds a loop; next is the function that waits for it, empty if the loop does so itself.
func (l *idleLoops) add(class Class, loop, next string) {
	if next == "" {
		l.itself[class][loop] = true
	} else {
		l.next[class][[2]string{loop, next}] = true
	}
}

// waiting returns the innermost loop for whose next event a stack of the program waits, with the
// routines of the system inside, the innermost first; "" for none.
func (l *idleLoops) waiting(stack, system []string, class Class) string {
	if slices.ContainsFunc(stack, func(f string) bool { return l.handlers[f] }) {
		return ""
	}
	if i := slices.IndexFunc(system, func(f string) bool { return l.library[class][f] }); i >= 0 {
		return system[i]
	}
	if n := len(stack); n > 0 && l.itself[class][stack[n-1]] {
		return stack[n-1]
	}
	for i := len(stack) - 2; i >= 0; i-- {
		if l.next[class][[2]string{stack[i], stack[i+1]}] {
			return stack[i]
		}
	}
	return ""
}

// class returns the class of the waits for the events of a handler.
func (f *Found) class() Class {
	if f.Type == NodeIO {
		return IO
	}
	return Wait
}

// parts are names of functions, with what is known of them. An index is a number of type I.
type parts[I ~int32] struct {
	names          []string
	system, starts []bool
}

func partsOf[I ~int32](names []string, split *Split) parts[I] {
	p := parts[I]{names, make([]bool, len(names)), make([]bool, len(names))}
	for i, name := range names {
		p.system[i], p.starts[i] = split.System(name), split.startsThreads(name)
	}
	return p
}

// program appends the names of a stack, whose innermost function is the first, without functions
// that start the thread. It returns the names without the system's at the innermost end, the
// outermost first, and those, the innermost first.
func (p *parts[I]) program(out []string, stack []I) (user, system []string) {
	for len(stack) > 0 && p.starts[stack[len(stack)-1]] {
		stack = stack[:len(stack)-1]
	}
	inner := 0
	for inner < len(stack) && p.system[stack[inner]] {
		inner++
	}
	for _, f := range slices.Backward(stack[inner:]) {
		out = append(out, p.names[f])
	}
	n := len(out)
	for _, f := range stack[:inner] {
		out = append(out, p.names[f])
	}
	return out[:n:n], out[n:]
}

// Of reports whether these are the idle waits of a trace.
func (x *Idle) Of(tl *timeline.Timeline) bool { return x != nil && x.of == tl }

// Any reports whether a stack of the trace is that of an idle wait.
func (x *Idle) Any() bool { return x != nil && len(x.names) > 0 }

// Loop returns the function of the loop for whose next event a thread waits; "" if the thread is
// not idle, or its stack is not known. A nil Idle knows no loops.
func (x *Idle) Loop(state tracefeed.State, stack tracefeed.StackID) string {
	class := ClassOf(state)
	if x == nil || class != Wait && class != IO || int(stack) >= len(x.loops[class]) || x.loops[class][stack] == 0 {
		return ""
	}
	return x.names[x.loops[class][stack]-1]
}
