package anonymous

import (
	_ "embed"
	"regexp"
	"strings"

	"tiv/tracefeed"
)

// goPackages are the packages of Go's standard library, one a line. Newer ones are
// replaced like packages of a program.
//
//go:embed go.txt
var goPackages string

var library = words(goPackages)

func words(s string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Split(strings.TrimSpace(s), "\n") {
		set[w] = true
	}
	return set
}

// common are names, without numbers, that all programs of a language have.
var common = words(`main
main.main
main.init
MainThread
Thread
<module>
<lambda>
Object
Class
ReentrantLock
ReentrantReadWriteLock
class
monitor
Reference Handler
Finalizer
Signal Dispatcher
Service Thread
Monitor Deflation Thread
C1 CompilerThread
C2 CompilerThread
Sweeper thread
Notification Thread
Common-Cleaner
VM Thread
VM Periodic Task Thread
GC Thread
Attach Listener
DestroyJavaVM`)

// special are the names of the counters of TIV's recorders.
var special = map[string]bool{tracefeed.OmittedLocks: true, tracefeed.OmittedCalls: true, tracefeed.RecordingFull: true,
	tracefeed.DumpedThreads: true, tracefeed.SamplingPeriod: true}

// formats are the names of TIV's sources of traces.
var formats = map[string]bool{"go": true, "text": true, "tiv": true, "jfr": true, "chrome": true, "tracy-csv": true,
	"perfetto": true, "perf": true, "perf-script": true, "ftrace": true, "otlp": true, "pprof": true, "go-dump": true,
	"java-dump": true, "python-dump": true}

// extensions are those that say no more than the language.
var extensions = words(".go\n.java\n.kt\n.scala\n.py\n.c\n.cc\n.cpp\n.h\n.hpp\n.rs\n.s\n.cs\n.js\n.ts\n.rb\n.swift")

// python matches the start of a file of Python's library within its path.
var python = regexp.MustCompile(`/lib/python[0-9.]+/(?:[a-z_]+/)?[a-z_]+\.py$`)

var (
	// typeArguments matches the type arguments of a generic function: they can be types of the program.
	typeArguments = regexp.MustCompile(`\[.*\]`)
	javaFunction  = regexp.MustCompile(`^(?:java\.base/)?(?:java|javax|jdk|sun)\.[\w.$<>/]+$`)
	goFunction    = regexp.MustCompile(`^[\w./-]+\.[\w.()*-]+(\[\.\.\.\][\w.()*-]*)?$`)
)

// Standard returns the name of a function of the standard library or runtime of a language,
// without type arguments; ok is false for other functions. In Go those are the packages of
// Go itself, in Java the packages below java, javax, jdk and sun. The files of Python's
// library are known by their path.
func Standard(function string) (name string, ok bool) {
	name = typeArguments.ReplaceAllString(function, "[...]")
	return name, standard(name)
}

func standard(name string) bool {
	return javaFunction.MatchString(name) || library[packageOf(name)] && goFunction.MatchString(name)
}

// packageOf returns the package of a Go function; "" if it has none.
func packageOf(function string) string {
	slash := strings.LastIndexByte(function[:strings.IndexAny(function+"[(", "[(")], '/')
	dot := strings.IndexByte(function[slash+1:], '.')
	if dot < 0 {
		return ""
	}
	return function[:slash+1+dot]
}
