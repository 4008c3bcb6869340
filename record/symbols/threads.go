package symbols

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"tiv/tracefeed"
)

// A start is the function in which a thread without a name of its own begins, as
// record/preload/start.c writes it.
type start struct {
	function code
	class    string // of the object of a thread of C++, as compilers write it, or ""
	pointers []code // that the object has
}

// A code is an address in a module.
type code struct {
	path    string
	address uint64
}

// startPrefix begins the name of such a thread. It is longer than names of threads can be.
const startPrefix = "start function "

// parseStart parses the name of a thread. Paths may have blanks.
func parseStart(name string) (s start, ok bool) {
	rest, ok := strings.CutPrefix(name, startPrefix)
	if !ok {
		return s, false
	}
	for i := 0; rest != ""; i++ {
		text := ""
		if class, after, _ := strings.Cut(rest, " "); i == 1 && !strings.HasPrefix(class, "/") {
			s.class, rest = class, after
			continue
		}
		if text, rest = cutCode(rest); text == "" {
			return s, false
		}
		at := strings.LastIndex(text, "+0x")
		address, err := strconv.ParseUint(text[at+len("+0x"):], 16, 64)
		if err != nil {
			return s, false
		}
		if c := (code{text[:at], address}); i == 0 {
			s.function = c
		} else {
			s.pointers = append(s.pointers, c)
		}
	}
	return s, s.function.path != ""
}

var codeEnd = regexp.MustCompile(`\+0x[0-9a-f]+( |$)`)

// cutCode cuts a text after the first path and address.
func cutCode(text string) (first, rest string) {
	at := codeEnd.FindStringIndex(text)
	if at == nil {
		return "", ""
	}
	return strings.TrimSuffix(text[:at[1]], " "), text[at[1]:]
}

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
		return fmt.Sprintf("%s+0x%x", base, s.function.address)
	}
	return strings.TrimSuffix(withoutArguments(function), "::_FUN") // of a lambda expression as a pointer
}

// isGlue reports whether a function belongs to a library that starts threads.
func isGlue(function string) bool {
	for _, prefix := range []string{"core::", "<core::", "alloc::", "<alloc::", "__pthread_"} {
		if strings.HasPrefix(function, prefix) {
			return true
		}
	}
	return tracefeed.IsThreading(function)
}

// called returns the function that each thread calls in its start function, where that only
// calls another one: it is of a library that starts threads, or all stacks of its threads
// have one place in it, which calls different functions in different threads and the same
// in each.
func (n *namer) called(function code, threads []tracefeed.ThreadID, stacks map[tracefeed.ThreadID][]tracefeed.StackID) map[tracefeed.ThreadID]string {
	m := n.module(function.path, filepath.Base(function.path))
	name := m.entry(function.address).Name
	called := map[tracefeed.ThreadID]string{}
	places, different := map[tracefeed.FrameID]bool{}, map[string]bool{}
	only := true
	for _, th := range threads {
		for _, s := range stacks[th] {
			place, callee, ok := n.callee(function, name, n.tables.Stacks[s])
			if !ok {
				continue
			}
			places[place] = true
			if callee == "" { // it has ended with a jump into a library
				continue
			}
			different[callee] = true
			only = only && (called[th] == "" || called[th] == callee)
			called[th] = callee
		}
	}
	if isGlue(name) || name == "" && only || only && len(places) == 1 && len(different) > 1 {
		return called
	}
	return nil
}

// callee returns the place in a start function from which a stack goes on, and the function
// outside of libraries that is called there.
func (n *namer) callee(function code, name string, stack []tracefeed.FrameID) (place tracefeed.FrameID, callee string, ok bool) {
	at := len(stack) - 1
	for ; at >= 0; at-- {
		if f := n.raw[stack[at]]; f.path != "" && filepath.Base(f.path) != n.recorder && (!isLibrary(f.path) || f.path == function.path) {
			break
		}
	}
	if at < 0 || n.raw[stack[at]].path != function.path {
		return 0, "", false
	}
	if name != "" && n.module(function.path, filepath.Base(function.path)).function(n.raw[stack[at]].address) != name {
		return 0, "", false
	}
	var calls []string // the outermost first
	for i := at; i >= 0; i-- {
		list := n.calls[stack[i]]
		for j := len(list) - 1; j >= 0; j-- {
			calls = append(calls, n.tables.Frames[list[j]].Func)
		}
	}
	for _, call := range calls[min(1, len(calls)):] {
		if !isGlue(call) && !strings.Contains(call, "+0x") {
			return stack[at], strings.TrimSuffix(call, "::"+operator), true
		}
	}
	return stack[at], "", true
}
