package groups

import (
	"strings"

	"tiv/timeline"
	"tiv/tracefeed"
)

// ByFunction puts threads together that run the same function, in the order of
// the first of each, and names them for it. Threads of which the trace does not
// tell are in none; a function that one thread runs is a group too.
//
// Where the source names threads for what they run, as with goroutines, that is
// their function. Else it is the outermost call of the first stack that a
// thread was seen with.
func ByFunction(tl *timeline.Timeline, threads []tracefeed.ThreadID) []Group {
	known := make(map[string]bool, len(tl.Frames))
	for _, f := range tl.Frames {
		known[short(f.Func)] = true
	}
	names, lists := gather(threads, func(_ int, t tracefeed.ThreadID) (string, bool) {
		th := &tl.Threads[t]
		if f, ok := strings.CutSuffix(th.Name, " "+th.ID); ok && known[f] {
			return f, true
		}
		f := short(outermost(tl, t))
		return f, f != ""
	})
	groups := make([]Group, len(names))
	for i := range names {
		groups[i] = Group{names[i], lists[i]}
	}
	return groups
}

// starters are functions that only call what a thread was started for.
var starters = map[string]bool{
	"clone": true, "clone3": true, "__clone": true, "__clone3": true, "start_thread": true, "thread_start": true,
	"_start": true, "__libc_start_main": true, "__libc_start_call_main": true, "runtime.goexit": true,
	"java.lang.Thread.run": true, "java.lang.Thread.runWith": true,
}

// outermost returns the outermost call of a thread's first stack, but for those
// that every thread begins with.
func outermost(tl *timeline.Timeline, t tracefeed.ThreadID) (name string) {
	tl.Lane(t).Spans(0, tl.End, func(s *timeline.Span, _ tracefeed.Time) bool {
		if s.Stack == tracefeed.NoStack || int(s.Stack) >= len(tl.Stacks) {
			return true
		}
		calls := tl.Stacks[s.Stack]
		for i := len(calls) - 1; i >= 0 && (name == "" || starters[name]); i-- {
			name = tl.Frames[calls[i]].Func
		}
		return false
	})
	return name
}

// short leaves out all of a function's path but its last element. A slash after
// the first bracket, in a type argument, is no part of the path.
func short(f string) string {
	path := f
	if i := strings.IndexAny(path, "[("); i >= 0 {
		path = path[:i]
	}
	return f[strings.LastIndexByte(path, '/')+1:]
}
