package symbols

import (
	"path/filepath"
	"slices"
	"strings"

	"tiv/tracefeed"
)

// isGlue reports whether a function belongs to a library that starts threads.
func isGlue(function string) bool {
	for _, prefix := range []string{"core::", "<core::", "alloc::", "<alloc::", "__rust_", "__pthread_"} {
		if strings.HasPrefix(function, prefix) {
			return true
		}
	}
	return isThreading(function)
}

// called returns the function that each thread calls in its start function, where that only
// calls another one: it is of a library that starts threads, or has no name, or all stacks
// of its threads have one place in it, which calls different functions in different threads
// and the same in each.
func (n *namer) called(function code, threads []tracefeed.ThreadID,
	stacks map[tracefeed.ThreadID][]tracefeed.StackID) map[tracefeed.ThreadID]string {
	name := n.module(function.path, filepath.Base(function.path)).entry(function.address).Name
	called := map[tracefeed.ThreadID]string{}
	places, different := map[tracefeed.FrameID]bool{}, map[string]bool{}
	only := true
	for _, th := range threads {
		var common []string // the calls that all stacks of the thread have
		for _, s := range stacks[th] {
			at := n.begin(function, name, n.tables.Stacks[s])
			if at < 0 {
				continue
			}
			places[n.tables.Stacks[s][at]] = true
			calls := n.userCalls(n.tables.Stacks[s][:at+1])
			switch {
			case len(calls) == 0: // the function has ended with a jump into a library
			case common == nil:
				common = calls
			default:
				common = commonPrefix(common, calls)
				only = only && len(common) > 0
			}
		}
		if len(common) > 0 {
			called[th] = outermost(common)
			different[common[0]] = true
		}
	}
	if isGlue(name) || name == "" && only || only && len(places) == 1 && len(different) > 1 {
		return called
	}
	return nil
}

func commonPrefix(a, b []string) []string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	return a[:i]
}

// outermost returns the first of some calls, or the second if the first is a closure of
// Rust, which has no name of its own.
func outermost(calls []string) string {
	if len(calls) > 1 && strings.HasSuffix(calls[0], "{{closure}}") {
		return calls[1]
	}
	return strings.TrimSuffix(calls[0], "::"+operator)
}

// begin returns the index of a start function in a stack, or -1. Only functions of the C
// library and of the recorder are around it.
func (n *namer) begin(function code, name string, stack []tracefeed.FrameID) int {
	at := len(stack) - 1
	for ; at >= 0; at-- {
		if f := n.raw[stack[at]]; f.path == function.path || f.path != "" && !n.isAround(f.path) {
			break
		}
	}
	if at < 0 || n.raw[stack[at]].path != function.path {
		return -1
	}
	if name != "" && n.module(function.path, filepath.Base(function.path)).function(n.raw[stack[at]].address) != name {
		return -1
	}
	return at
}

func (n *namer) isAround(path string) bool {
	return filepath.Base(path) == n.recorder || isLibrary(path)
}

// userCalls returns the calls of a stack within its outermost one, outside of libraries,
// the outermost first.
func (n *namer) userCalls(stack []tracefeed.FrameID) (calls []string) {
	for i, f := range slices.Backward(stack) {
		list := n.calls[f]
		if i == len(stack)-1 {
			list = list[:max(0, len(list)-1)]
		} else if n.isAround(n.raw[f].path) {
			continue
		}
		for _, call := range slices.Backward(list) {
			if name := n.tables.Frames[call].Func; !isGlue(name) && !strings.Contains(name, "+0x") {
				calls = append(calls, name)
			}
		}
	}
	return calls
}
