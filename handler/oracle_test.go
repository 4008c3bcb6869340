package handler_test

import (
	"maps"
	"slices"
	"strings"

	"tiv/handler"
)

// look is a thread at an instant: its stack, the outermost call first, and its state. number
// is that of equal looks.
type look struct {
	stack  []string
	class  handler.Class
	number int
}

// The oracle says by definition what handler finds in samples. Names of functions of the
// system begin with s., of those that start threads with t.; all others are the user's. It is
// slow, and shares nothing with the package but the words.
type oracle struct {
	looks    []look
	instants int
	// own and subtree are the numbers of samples for a label.
	own, subtree int
}

func isSystem(f string) bool { return strings.HasPrefix(f, "s.") || isStart(f) }
func isStart(f string) bool  { return strings.HasPrefix(f, "t.") }

// begun returns a stack without the functions that started the thread.
func begun(stack []string) []string {
	for len(stack) > 0 && isStart(stack[0]) {
		stack = stack[1:]
	}
	return stack
}

// edited returns a stack up to its innermost routine of the user.
func edited(stack []string) []string {
	stack = begun(stack)
	for len(stack) > 0 && isSystem(stack[len(stack)-1]) {
		stack = stack[:len(stack)-1]
	}
	return stack
}

func isPrefix(path, stack []string) bool {
	return len(path) <= len(stack) && slices.Equal(path, stack[:len(path)])
}

// amounts counts the looks that end in a path, or go through it.
func (o *oracle) amounts(path []string, through bool) (wait, io, run int) {
	for _, l := range o.looks {
		stack := edited(l.stack)
		if len(stack) == 0 || !isPrefix(path, stack) || !through && len(stack) > len(path) {
			continue
		}
		switch l.class {
		case handler.Wait:
			wait += l.number
		case handler.IO:
			io += l.number
		case handler.Run:
			run += l.number
		}
	}
	return wait, io, run
}

// label is the word of the paper for a path.
func (o *oracle) label(path []string) string {
	wait, io, run := o.amounts(path, false)
	if n := wait + io + run; n < o.own || n*10_000 < o.instants {
		wait, io, run = o.amounts(path, true)
		if n := wait + io + run; n < o.subtree || n*10_000 < o.instants {
			return "ANY"
		}
	}
	n := wait + io + run
	switch {
	case wait*100 > 99*n && wait*100 > o.instants:
		return "WAIT"
	case io*1000 > 999*n && io*20 > o.instants:
		return "IO"
	case (run+io)*10 > 9*n:
		return "RUN"
	}
	return "MIXED"
}

// children returns the functions that a path calls.
func (o *oracle) children(path []string) (all []string) {
	for _, l := range o.looks {
		if stack := edited(l.stack); l.class != handler.None && len(stack) > len(path) && isPrefix(path, stack) {
			all = append(all, stack[len(path)])
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// event names a function and its kind.
type event struct{ function, kind, typ string }

// find returns what is found, with the number of looks.
func (o *oracle) find() map[event]int {
	found := map[event]int{}
	for _, l := range o.looks {
		called := map[string]bool{}
		stack := begun(l.stack)
		for i := 1; i < len(stack); i++ {
			if !isSystem(stack[i]) && isSystem(stack[i-1]) {
				called[stack[i]] = true
			}
		}
		for f := range maps.Keys(called) {
			found[event{f, "callback", ""}] += l.number
		}
	}
	for _, f := range o.children(nil) {
		o.visit([]string{f}, found)
	}
	return found
}

// visit looks for a pattern of a path, and else for those of what it calls.
func (o *oracle) visit(path []string, found map[event]int) {
	of := map[string]int{}
	children := o.children(path)
	below := func(f string) []string { return append(slices.Clone(path), f) }
	for _, f := range children {
		of[o.label(below(f))]++
	}
	typ := ""
	switch label := o.label(path); {
	case label == "WAIT" && of["RUN"] >= 1 && of["WAIT"] == 0 && of["MIXED"] == 0,
		label != "MIXED" && of["WAIT"] == 1 && of["RUN"] >= 1 && of["MIXED"] == 0:
		typ = "NODE_WAIT"
	case label == "IO" && of["RUN"] >= 1 && of["WAIT"] == 0 && of["IO"] == 0 && of["MIXED"] == 0,
		label != "MIXED" && of["IO"] == 1 && of["RUN"] >= 1 && of["WAIT"] == 0 && of["MIXED"] == 0:
		typ = "NODE_IO"
	}
	for _, f := range children {
		if typ == "" {
			o.visit(below(f), found)
		} else if o.label(below(f)) == "RUN" && !isSystem(f) {
			wait, io, run := o.amounts(below(f), true)
			found[event{f, "handler", typ}] += wait + io + run
		}
	}
}
