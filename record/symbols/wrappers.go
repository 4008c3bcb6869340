package symbols

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"tiv/tracefeed"
	"tiv/tracefeed/language"
)

// A lockNamer finds the places that name locks. A lock is named after the innermost call
// that is neither of a library's locks nor of a wrapper, which takes locks for others.
//
// A call is that of a wrapper if the name of its function says that it takes a lock
// (wrapperName), or if the calls around it tell its locks apart: the same place waits for
// locks of several groups, and no caller of the place is in two of these, though there are
// several waits for each lock. Removing one wrapper can expose the next, so that is
// repeated.
type lockNamer struct {
	*namer
	chains   map[tracefeed.MonitorID][][]tracefeed.FrameID // of each monitor: the calls outside of libraries, the innermost first
	pythons  map[tracefeed.MonitorID]bool                  // locks of the interpreter, of which no caller is known
	counts   map[tracefeed.MonitorID]int                   // of waits
	wrappers map[place]bool
}

// A place is a line of a function or, where lines are not known, a frame.
type place struct {
	line  tracefeed.Frame
	frame tracefeed.FrameID
}

// maxRounds is the number of wrappers within each other, and leastWaits that of waits for a
// lock: after fewer, callers can differ by chance.
const maxRounds, leastWaits = 8, 4

// locks returns the places that name monitors, by the waits for them.
func (n *namer) locks(waits *waits) *lockNamer {
	l := &lockNamer{namer: n, chains: map[tracefeed.MonitorID][][]tracefeed.FrameID{}, pythons: map[tracefeed.MonitorID]bool{},
		counts: waits.counts, wrappers: map[place]bool{}}
	for m, stacks := range waits.monitors {
		for _, s := range stacks {
			chain := l.chain(n.tables.Stacks[s])
			if len(chain) > 0 && isPython(n.raw[chain[0]].path) {
				l.pythons[m] = true
				continue
			}
			l.chains[m] = append(l.chains[m], chain)
		}
	}
	for range maxRounds {
		if !l.addWrappers() {
			break
		}
	}
	return l
}

// chain returns the calls of a stack outside of libraries and of functions that are
// wrappers by their names. It keeps the outermost call if there is no other.
func (l *lockNamer) chain(stack []tracefeed.FrameID) []tracefeed.FrameID {
	var users []tracefeed.FrameID
	for _, f := range stack {
		if !isThreading(l.tables.Frames[f].Func) && !isLibrary(l.raw[f].path) {
			users = append(users, f)
		}
	}
	first := slices.IndexFunc(users, func(f tracefeed.FrameID) bool { return !wrapperName(l.tables.Frames[f].Func) })
	if first < 0 {
		return users[max(0, len(users)-1):]
	}
	return users[first:]
}

// isThreading reports whether a function belongs to the threads and locks of the libraries
// of C, C++ and Rust, so that its caller is of more interest.
func isThreading(function string) bool {
	f := language.OfName(function)
	return f.Language == language.Native && f.Part == language.Threading
}

// isLibrary reports whether a module is a library of threads and locks.
func isLibrary(path string) bool {
	base := filepath.Base(path)
	return slices.ContainsFunc([]string{"libc.so", "libc-", "libpthread", "libstdc++.so", "libc++.so"},
		func(p string) bool { return strings.HasPrefix(base, p) })
}

func (l *lockNamer) place(f tracefeed.FrameID) place {
	if line := l.tables.Frames[f]; line.Line > 0 {
		return place{line: line}
	}
	return place{frame: f}
}

// outside returns a chain without the wrappers at its begin. Its last call stays.
func (l *lockNamer) outside(chain []tracefeed.FrameID) []tracefeed.FrameID {
	for len(chain) > 1 && l.wrappers[l.place(chain[0])] {
		chain = chain[1:]
	}
	return chain
}

// addWrappers finds wrappers outside of those that are known, and returns whether there
// are any.
func (l *lockNamer) addWrappers() bool {
	callers := map[place]map[tracefeed.MonitorID][]place{}
	unknown := map[place]bool{} // a caller is not known
	for m, chains := range l.chains {
		for _, chain := range chains {
			if chain = l.outside(chain); len(chain) == 0 {
				continue
			}
			at := l.place(chain[0])
			switch {
			case len(chain) == 1:
				unknown[at] = true
				continue
			case l.counts[m] < leastWaits:
				continue
			}
			if callers[at] == nil {
				callers[at] = map[tracefeed.MonitorID][]place{}
			}
			callers[at][m] = append(callers[at][m], l.place(chain[1]))
		}
	}
	found := false
	for at, of := range callers {
		if !unknown[at] && len(of) > 1 && apart(of) {
			l.wrappers[at], found = true, true
		}
	}
	return found
}

// apart reports whether callers tell monitors apart: not all are connected by common
// callers.
func apart(callers map[tracefeed.MonitorID][]place) bool {
	monitors := map[place][]tracefeed.MonitorID{}
	var first tracefeed.MonitorID
	for m, list := range callers {
		first = m
		for _, p := range list {
			monitors[p] = append(monitors[p], m)
		}
	}
	reached, next := map[tracefeed.MonitorID]bool{first: true}, []tracefeed.MonitorID{first}
	for len(next) > 0 {
		m := next[0]
		next = next[1:]
		for _, p := range callers[m] {
			for _, other := range monitors[p] {
				if !reached[other] {
					reached[other] = true
					next = append(next, other)
				}
			}
		}
	}
	return len(reached) < len(callers)
}

// name returns the place that names a monitor, after the first wait for it: "" if it is
// not known.
func (l *lockNamer) name(m tracefeed.MonitorID) string {
	if l.pythons[m] {
		return "of Python"
	}
	first := slices.IndexFunc(l.chains[m], func(chain []tracefeed.FrameID) bool { return len(chain) > 0 })
	if first < 0 {
		return ""
	}
	id := l.outside(l.chains[m][first])[0]
	f := l.tables.Frames[id]
	if path := l.raw[id].path; strings.HasPrefix(f.Func, filepath.Base(path)+"+0x") {
		l.unnamed[path] = true
	}
	function, _, isLambda := strings.Cut(f.Func, "::{lambda")
	if isLambda { // the function around it
		function = withoutArguments(function)
	}
	if f.Line > 0 {
		return fmt.Sprintf("%s:%d", function, f.Line)
	}
	return function
}
