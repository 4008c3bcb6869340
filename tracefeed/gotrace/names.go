package gotrace

import (
	"strconv"
	"strings"

	"tiv/tracefeed"
	"tiv/tracefeed/language"
)

// goroutineThread returns the initial name of a goroutine. The main one is the first of
// every program.
func goroutineThread(id int64) tracefeed.Thread {
	n := strconv.FormatInt(id, 10)
	if id == 1 {
		return tracefeed.Thread{ID: n, Name: "main.main " + n}
	}
	return tracefeed.Thread{ID: n, Name: n}
}

// starters are functions that start goroutines for others. Such a goroutine is
// named after the next function of its stack.
var starters = map[string]bool{
	"runtime/pprof.Do":                             true,
	"runtime.corostart":                            true,
	"sync.(*WaitGroup).Go.func1":                   true,
	"golang.org/x/sync/errgroup.(*Group).Go.func1": true,
}

// maxHelpers is the maximum number of helpers that are learned from a trace.
const maxHelpers = 64

// helpers are functions of the traced program that start goroutines for others, as
// starters do, learned from the stacks of the trace. A closure is a helper if it has
// called closures of two other functions: it can have these only as values.
type helpers struct {
	// called are the functions whose closure a closure has called first.
	called map[string]string
	known  map[string]bool
}

func newHelpers() helpers {
	return helpers{called: map[string]string{}, known: map[string]bool{}}
}

// learn reports whether a stack proves that its outermost function is a helper, which
// was not known.
func (h *helpers) learn(at *site) bool {
	starter, of := closureOf(at.root), closureOf(at.inner)
	if starter == "" || of == "" || of == starter || h.known[at.root] || len(h.known) == maxHelpers {
		return false
	}
	first, ok := h.called[at.root]
	if !ok {
		h.called[at.root] = of
		return false
	}
	h.known[at.root] = first != of
	return first != of
}

// closureOf returns the function in which a closure is defined; "" for other functions.
func closureOf(f string) string {
	i := strings.LastIndex(f, ".func")
	if i < 0 || strings.Trim(f[i+len(".func"):], "0123456789.") != "" {
		return ""
	}
	if outer := closureOf(f[:i]); outer != "" {
		return outer
	}
	return f[:i]
}

// foreign reports whether a function is of Go's library, and so says nothing about the
// purpose of a goroutine that is started with root. The paths of the library have no dot in
// their first element; those of root's own module may lack it, too.
func foreign(f, root string) bool {
	first := firstElement(f)
	return first != "main" && first != firstElement(root) && !strings.Contains(first, ".")
}

// firstElement returns the first element of the path of a function's package.
func firstElement(f string) string {
	path, _, slash := strings.Cut(f, "/")
	if !slash {
		path, _, _ = strings.Cut(f, ".")
	}
	return path
}

// entry returns the function that best describes the purpose of a goroutine,
// given one of its stacks, the innermost function first.
func entry(funcs []string) string {
	last := len(funcs) - 1
	if last > 0 && starters[funcs[last]] {
		last--
	}
	if mainRoot(funcs[last]) {
		return "main.main"
	}
	return funcs[last]
}

// renamed returns the thread with a name from its id and a function, and with the root
// of its stack.
func renamed(th tracefeed.Thread, entry, root string) tracefeed.Thread {
	th.Name = shortFunc(entry) + " " + th.ID
	th.System = systemRoot(root)
	return th
}

// systemRoot reports whether a goroutine started with this function belongs to
// the runtime. A goroutine that C code called into does not, nor does a
// coroutine, though their roots are functions of the runtime.
func systemRoot(root string) bool {
	return language.OfName(root).Start == language.System
}

// mainRoot reports whether the main goroutine is started with this function. Its stacks
// lack runtime.main, so packages that are initialized have the next function.
func mainRoot(root string) bool { return language.OfName(root).Start == language.Main }

// shortFunc removes the package's path except its last element. Slashes in type
// arguments, after the first bracket, are not part of the path.
func shortFunc(f string) string {
	path := f
	if i := strings.IndexAny(path, "[("); i >= 0 {
		path = path[:i]
	}
	return f[strings.LastIndexByte(path, '/')+1:]
}
