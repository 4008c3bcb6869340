package groups

import (
	"strings"

	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/language"
)

// ByFunction groups threads that run the same function, in the order of the first
// of each, and names the groups for it. A function run by one thread is a group
// too. Threads with an unknown function are in no group.
//
// If the source names threads for their functions, as for goroutines, that is used;
// otherwise the outermost call of the first stack seen in the thread.
func ByFunction(tl *timeline.Timeline, threads []tracefeed.ThreadID) []Group {
	known := make(map[string]bool, len(tl.Frames))
	for _, f := range tl.Frames {
		known[ShortFunction(f.Func)] = true
	}
	names, lists := gather(threads, func(_ int, t tracefeed.ThreadID) (string, bool) {
		th := &tl.Threads[t]
		if f, ok := strings.CutSuffix(th.Name, " "+th.ID); ok && known[f] {
			return f, true
		}
		f := ShortFunction(outermost(tl, t))
		return f, f != ""
	})
	groups := make([]Group, len(names))
	for i := range names {
		groups[i] = Group{names[i], lists[i]}
	}
	return groups
}

// outermost returns the outermost call of a thread's first stack, without the functions that start it.
func outermost(tl *timeline.Timeline, t tracefeed.ThreadID) (name string) {
	tl.Lane(t).Spans(0, tl.End, func(s *timeline.Span, _ tracefeed.Time) bool {
		if s.Stack == tracefeed.NoStack || int(s.Stack) >= len(tl.Stacks) {
			return true
		}
		calls := tl.Stacks[s.Stack]
		for i := len(calls) - 1; i >= 0 && (name == "" || language.StartsThread(name)); i-- {
			name = tl.Frames[calls[i]].Func
		}
		return false
	})
	return name
}

// ShortFunction removes all elements of a function's path but the last. A slash after the
// first bracket, in a type argument, is not part of the path.
func ShortFunction(f string) string {
	path := f
	if i := strings.IndexAny(path, "[("); i >= 0 {
		path = path[:i]
	}
	return f[strings.LastIndexByte(path, '/')+1:]
}
