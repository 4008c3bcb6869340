package gotrace

import (
	"strconv"
	"strings"

	"tiv/tracefeed"
)

// goroutineThread returns how a goroutine is called before more is known.
func goroutineThread(id int64) tracefeed.Thread {
	n := strconv.FormatInt(id, 10)
	return tracefeed.Thread{ID: n, Name: n}
}

// starters are functions that start goroutines for others: what those run is
// the next function of their stacks.
var starters = map[string]bool{
	"runtime/pprof.Do":                             true,
	"runtime.corostart":                            true,
	"sync.(*WaitGroup).Go.func1":                   true,
	"golang.org/x/sync/errgroup.(*Group).Go.func1": true,
}

// entry returns the function that tells most about what a goroutine is for,
// given a stack of its own, the innermost first.
func entry(funcs []string) string {
	last := len(funcs) - 1
	if last > 0 && starters[funcs[last]] {
		last--
	}
	if funcs[last] == "runtime.main" {
		return "main.main"
	}
	return funcs[last]
}

// renamed returns the thread with its name: what it runs, and its id.
func renamed(th tracefeed.Thread, at *site) tracefeed.Thread {
	th.Name = shortFunc(at.entry) + " " + th.ID
	th.System = systemRoot(at.root)
	return th
}

// systemRoot reports whether a goroutine that was started with this function
// is the runtime's own. One that C code called into is not, nor is a coroutine,
// though their roots are.
func systemRoot(root string) bool {
	if root == "runtime.main" || root == "runtime.corostart" || strings.HasPrefix(root, "runtime.cgocallback") {
		return false
	}
	return strings.HasPrefix(root, "runtime.") || strings.HasPrefix(root, "runtime/trace.") ||
		root == "runtime/pprof.profileWriter"
}

// shortFunc leaves out all of the package's path but its last element, also
// from the type arguments' point of view: a slash after the first bracket is
// no part of the path.
func shortFunc(f string) string {
	path := f
	if i := strings.IndexAny(path, "[("); i >= 0 {
		path = path[:i]
	}
	return f[strings.LastIndexByte(path, '/')+1:]
}
