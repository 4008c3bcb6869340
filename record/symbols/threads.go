package symbols

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"tiv/tracefeed"
)

// threads names the threads that have no names of their own after the functions in which
// they begin. Threads of one function have numbers.
func (n *namer) threads(stacks map[tracefeed.ThreadID][]tracefeed.StackID) {
	starts := map[tracefeed.ThreadID]start{}
	groups := map[code][]tracefeed.ThreadID{}
	for id := 1; id < len(n.tables.Threads); id++ {
		if s, ok := parseStart(n.tables.Threads[id].Name); ok {
			th := tracefeed.ThreadID(id)
			starts[th] = s
			groups[s.function] = append(groups[s.function], th)
		}
	}
	names := map[tracefeed.ThreadID]string{}
	number := map[string]int{}
	for function, list := range groups {
		called := n.called(function, list, stacks)
		for _, th := range list {
			names[th] = n.startName(starts[th], called[th])
			number[names[th]]++
		}
	}
	next := map[string]int{}
	for id := range n.tables.Threads {
		name, ok := names[tracefeed.ThreadID(id)]
		if !ok {
			continue
		}
		if number[name] > 1 {
			next[name]++
			name = fmt.Sprintf("%s #%d", name, next[name])
		}
		th := n.tables.Threads[id]
		th.Name = name
		n.tables.NameThread(tracefeed.ThreadID(id), th)
	}
}

var python = regexp.MustCompile(`^(lib)?python[0-9.]*d?(\.so[0-9.]*)?$`)

// isPython reports whether a module is the interpreter of Python.
func isPython(path string) bool { return python.MatchString(filepath.Base(path)) }

// startName returns the name of a thread: the callable of a thread of C++, the function
// that another one only calls (called), or the one in which the thread begins.
func (n *namer) startName(s start, called string) string {
	base := filepath.Base(s.function.path)
	function := n.module(s.function.path, base).entry(s.function.address).Name
	switch {
	case isPython(base):
		return "Python thread"
	case s.class != "":
		if name := n.callable(s, called); name != "" {
			return name
		}
	}
	switch {
	case called != "":
		return called
	case s.class != "" || isGlue(function):
		return "std::thread"
	case function == "":
		n.unnamed[s.function.path] = true
		return fmt.Sprintf("%s+0x%x", base, s.function.address)
	}
	return strings.TrimSuffix(withoutArguments(function), "::_FUN") // of a lambda expression as a pointer
}
