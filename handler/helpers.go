package handler

// helpers are the beginnings of names of routines of the system that call functions of the user at once,
// for their own work, and not because something has arrived: they sort, search, visit, convert or print.
var helpers = []string{
	"sort.", "slices.", "maps.", "strings.", "bytes.", "iter.", "container/", "regexp.", "fmt.", "log.",
	"log/slog.", "encoding/", "text/", "html/",
	"go/", "path/filepath.Walk", "io/fs.", "io.Copy", "io.ReadAll", "io.copyBuffer", "bufio.", "sync.(*Once)",
	"sync.(*Pool)", "sync.(*Map)", "runtime.doInit",
	"runtime.map", "internal/runtime/maps.", "testing.",
	"java.util.stream.", "java.util.Arrays", "java.util.Collections", "java.util.TimSort",
	"java.util.ComparableTimSort", "java.util.DualPivot",
	"java.util.Comparator", "java.util.HashMap", "java.util.TreeMap", "java.util.HashSet", "java.util.TreeSet",
	"java.util.LinkedHash",
	"java.util.PriorityQueue", "java.util.AbstractCollection", "java.util.AbstractList", "java.util.AbstractMap",
	"java.util.Objects", "java.util.Formatter", "java.util.logging.", "java.util.regex.",
	"java.util.concurrent.ConcurrentHashMap", "java.util.concurrent.ConcurrentSkipList", "java.lang.String",
	"java.lang.Class.",
	"java.lang.ClassLoader", "java.lang.ClassValue", "java.lang.ThreadLocal",
	"java.lang.invoke.BootstrapMethodInvoker", "java.io.",
	"java.text.", "org.slf4j.", "ch.qos.logback.", "org.apache.logging.",
	"qsort", "bsearch", "std::sort", "std::__sort", "std::__introsort", "std::__insertion_sort",
	"std::__unguarded", "std::__adjust_heap", "std::stable_sort",
	"std::for_each", "std::transform", "std::map", "std::set", "std::_Rb_tree", "std::_Hashtable", "core::slice::",
	"alloc::slice::", "core::iter::",
	"functools.", "json.", "re.", "logging.", "importlib.", "<frozen importlib",
}

// forks are the beginnings of names of routines that call the function of a thread which the user has just started.
var forks = []string{"sync.(*WaitGroup).Go", "golang.org/x/sync/errgroup."}

// helps reports whether a routine that helps its caller is between a call and another one within it.
func (f *flow) helps(around, n int32) bool {
	for n = f.nodes[n].from; n >= 0 && n != around; n = f.nodes[n].from {
		if startsWithAny(f.name(n), helpers) {
			return true
		}
	}
	return false
}
