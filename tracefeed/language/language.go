// Package language knows the libraries of languages: the functions of runtimes, of threads
// and locks, and of other libraries, and the functions that threads start with.
//
// A table for each language has a line for each function, or for all functions whose names
// begin alike. A function goes in, its line comes out. Reading traces, and conclusions from
// functions, are not part of it.
package language

import (
	"cmp"
	"slices"
	"strings"

	"tiv/tracefeed"
)

// Language is a programming language, or a family of languages with the same libraries.
type Language uint8

const (
	// Unknown is the language of functions that no table has.
	Unknown Language = iota
	Go
	Java
	Python
	// Native is C, C++ and Rust.
	Native
)

// Part is the part of a program that a function belongs to.
type Part uint8

const (
	// Users is the program's own code, and all that no table has.
	Users Part = iota
	// Runtime runs threads, memory and system calls for the program.
	Runtime
	// Threading is threads, locks and other objects that threads wait at.
	Threading
	// Files and Net are operations on files and networks.
	Files
	Net
	// Library is the rest of the language's library that tables have.
	Library
)

// Object is the kind of object that a function operates on, or that it is a method of.
type Object uint8

const (
	// NoObject is the object of functions whose line has none.
	NoObject Object = iota
	Mutex
	RWLock
	// ReadLock is the readers' side of a read-write lock.
	ReadLock
	Semaphore
	Once
	Condition
	WaitGroup
	Channel
	// Pool is a pool of threads: one of them waits for its next job.
	Pool
	// Descriptor is an open file with its lock.
	Descriptor
	// Collector is the garbage collector, and whatever else stops all threads.
	Collector
)

// Start is the thread that begins with a function as its outermost call.
type Start uint8

const (
	// NoStart is for threads that the program starts with the function.
	NoStart Start = iota
	// Main is the first thread of the program.
	Main
	// System is a thread of the runtime.
	System
)

// Function is the properties of a function, by the tables.
type Function struct {
	Language Language
	Part     Part
	Object   Object
	Start    Start
}

// System reports whether the function belongs to a runtime, to threads and locks, or to a
// library. Go's operations on files and networks do not: their names say more about a wait
// than the names of their callers.
func (f Function) System() bool {
	return f.Part == Runtime || f.Part == Threading || f.Part == Library
}

// line is the properties of all functions whose names begin with a text.
type line struct {
	begin string
	Part
	Object
	Start
}

// entry is a line with its language.
type entry struct {
	begin string
	Function
}

// tables has the lines of all languages by the first byte, the longest first.
var tables = func() (all [256][]entry) {
	for language, lines := range map[Language][]line{Go: golang, Java: java, Native: native} {
		for _, l := range lines {
			first := l.begin[0]
			all[first] = append(all[first], entry{l.begin, Function{language, l.Part, l.Object, l.Start}})
		}
	}
	for _, list := range all {
		slices.SortFunc(list, func(a, b entry) int {
			return cmp.Or(-cmp.Compare(len(a.begin), len(b.begin)), cmp.Compare(a.begin, b.begin))
		})
	}
	return all
}()

// Of returns the properties of the function of a frame, by its file or its name.
func Of(f tracefeed.Frame) Function {
	switch {
	case strings.Contains(f.File, "/lib/python"), strings.HasPrefix(f.File, "<frozen "):
		return Function{Language: Python, Part: Library}
	case strings.HasSuffix(f.File, "sync/oncefunc.go"):
		// Go inlines sync.OnceFunc: its closure has the caller's name.
		return Function{Language: Go, Part: Library}
	}
	return OfName(f.Func)
}

// OfName is Of for a function without a file. The longest matching line of a table counts.
func OfName(function string) Function {
	if function == "" {
		return Function{}
	}
	for _, e := range tables[function[0]] {
		if strings.HasPrefix(function, e.begin) {
			return e.Function
		}
	}
	return Function{}
}
