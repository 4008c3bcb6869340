package gotrace

import (
	"strconv"
	"strings"

	"tiv/tracefeed"
)

// goroutineThread returns the initial name of a goroutine.
func goroutineThread(id int64) tracefeed.Thread {
	n := strconv.FormatInt(id, 10)
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

// entry returns the function that best describes the purpose of a goroutine,
// given one of its stacks, the innermost function first.
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

// renamed returns the thread with a name from its function and id.
func renamed(th tracefeed.Thread, at *site) tracefeed.Thread {
	th.Name = shortFunc(at.entry) + " " + th.ID
	th.System = systemRoot(at.root)
	return th
}

// systemRoot reports whether a goroutine started with this function belongs to
// the runtime. A goroutine that C code called into does not, nor does a
// coroutine, though their roots are functions of the runtime.
func systemRoot(root string) bool {
	if root == "runtime.main" || root == "runtime.corostart" || strings.HasPrefix(root, "runtime.cgocallback") {
		return false
	}
	return strings.HasPrefix(root, "runtime.") || strings.HasPrefix(root, "runtime/trace.") ||
		root == "runtime/pprof.profileWriter"
}

// shortFunc removes the package's path except its last element. Slashes in type
// arguments, after the first bracket, are not part of the path.
func shortFunc(f string) string {
	path := f
	if i := strings.IndexAny(path, "[("); i >= 0 {
		path = path[:i]
	}
	return f[strings.LastIndexByte(path, '/')+1:]
}
