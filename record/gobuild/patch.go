package gobuild

import (
	"fmt"
	"io/fs"
	"strings"
)

// A feature is one addition of the overlay to a program. It is applied as a
// whole, or left out if the toolchain's text does not match.
type feature struct {
	name    string // for users: the part that a recording lacks without it
	patches []patch
	adds    []addition
	without []addition // added if the feature is left out
	// older is the feature for an older release of Go, tried if the toolchain's text does
	// not match; nil if there is none.
	older *feature
}

// allFeatures in the order of their notes. The last is only for tasks.
var allFeatures = []feature{lockIdentity, ownSubscriber, tidyEnd, fewEvents, leakProof, streams}

// attempts returns the sets of features to try until the result compiles. Features
// that use internals of the runtime are dropped first.
func attempts(tasks bool) [][]feature {
	usual := allFeatures[:len(allFeatures)-1]
	sets := [][]feature{usual, {lockIdentity, ownSubscriber}, {}}
	if tasks {
		sets = append([][]feature{allFeatures}, sets...)
	}
	return sets
}

// A patch replaces text in one file below GOROOT/src.
type patch struct {
	file    string
	changes []change
}

// A change replaces old, which must occur exactly count times, by new.
type change struct {
	count    int
	old, new string
}

// An addition puts an embedded file into a package below GOROOT/src.
type addition struct {
	dir, inject string
}

// apply returns the patched text of p's file with the original's line numbers, or
// "" if it is unchanged: a
// change of a text to itself only asserts the text. The error names the first
// text that the file lacks.
func (p patch) apply(src fs.FS) (string, error) {
	raw, err := fs.ReadFile(src, p.file)
	if err != nil {
		return "", fmt.Errorf("%s: not there", p.file)
	}
	text := string(raw)
	for _, c := range p.changes {
		if n := strings.Count(text, c.old); n != c.count {
			return "", fmt.Errorf("%s: %q found %d times, not %d", p.file, firstLine(c.old), n, c.count)
		}
		text = strings.ReplaceAll(text, c.old, c.new)
	}
	if text == string(raw) {
		return "", nil
	}
	return keepLines(string(raw), text), nil
}

// firstLine returns a part of a text that identifies it.
func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}

// ownSubscriber lets the program start its own traces during the recording. The
// goroutine that reads the trace belongs to the runtime, so leak checkers do
// not count it.
var ownSubscriber = feature{
	name: "traces that the program starts itself, and --keep",
	patches: []patch{{"runtime/trace/subscribe.go", []change{
		{1, "	go func() {\n", "	tivGo(func() {\n"},
		{1, "	}()\n	t.enabled.Store(true)\n", "	})\n	t.enabled.Store(true)\n"},
		{2, ":= runtime.ReadTrace()\n", ":= tivRead()\n"},
	}}},
	adds:    []addition{{"runtime/trace", "tee.go.txt"}, {"runtime/trace", "teeread.go.txt"}},
	without: []addition{{"runtime/trace", "notee.go.txt"}},
	older: &feature{ // Go 1.25
		patches: []patch{{"runtime/trace/subscribe.go", []change{
			{1, "	go func() {\n", "	tivGo(func() {\n"},
			{1, "	}()\n	t.enabled.Store(true)\n", "	})\n	t.enabled.Store(true)\n"},
			{2, ":= runtime_readTrace()\n", ":= tivRead()\n"},
		}}},
		adds: []addition{{"runtime/trace", "tee.go.txt"}, {"runtime/trace", "teeread125.go.txt"}},
	},
}

// tidyEnd ends the trace before an unhandled signal kills the program, and
// shortens generations.
var tidyEnd = feature{
	name: "the last moments before a signal",
	patches: append(tidyEndPatches, patch{"runtime/traceback.go", []change{
		{1, "	_Gdeadextra: ", "	_Gdeadextra: "}}}),
	adds:    []addition{{"runtime", "runtime.go.txt"}, {"runtime", "dead.go.txt"}, {"runtime/trace", "setup.go.txt"}},
	without: []addition{{"runtime/trace", "nosetup.go.txt"}},
	older: &feature{ // Go 1.25
		patches: append(tidyEndPatches, patch{"runtime/traceback.go", []change{
			{1, "	_Gpreempted: \"preempted\",\n}\n", "	_Gpreempted: \"preempted\",\n}\n"}}}),
		adds: []addition{{"runtime", "runtime.go.txt"}, {"runtime", "dead125.go.txt"}, {"runtime/trace", "setup.go.txt"}},
	},
}

var tidyEndPatches = []patch{
	{"runtime/signal_unix.go", []change{{1, `	if flags&_SigKill != 0 {
		dieFromSignal(sig)
	}
`, `	if (flags&_SigKill != 0 || sig == _SIGQUIT) && tivHold(sig) {
		return
	}
	if flags&_SigKill != 0 {
		dieFromSignal(sig)
	}
`}}},
	{"runtime/runtime1.go", []change{{1,
		"	traceadvanceperiod       int32\n",
		"	traceadvanceperiod       int32\n"}}},
}

// leakProof makes the collector prove which goroutines wait forever,
// periodically and at the end, and logs the proofs that the program requests. The runtime
// includes the detector even without the experiment goroutineleakprofile, which only exposes
// it in package pprof.
//
// In a check of the recorder a leaked goroutine keeps its state. The runtime's own state for
// leaked goroutines is final, and the program has not requested the proof.
var leakProof = feature{
	name: "the proof of leaked goroutines",
	patches: []patch{
		{"runtime/mgc.go", []change{
			{1, "	work.goroutineLeak.pending.Store(true)\n", "	asks := tivAsk(); work.goroutineLeak.pending.Store(true)\n"},
			{1, "	for work.goroutineLeak.pending.Load() {\n		GC()\n	}\n",
				"	for work.goroutineLeak.pending.Load() {\n		GC()\n	}; if asks { tivAsked() }\n"},
			{1, "	gcStart(gcTrigger{kind: gcTriggerCycle, n: n + 1})\n", "	gcStart(gcTrigger{kind: gcTriggerCycle, n: n + 1})\n"},
			{1, "func (gp *g) isMaybeRunnable() bool {\n",
				"func (gp *g) isMaybeRunnable() bool {\n	if tivMainRests(gp) {\n		return true\n	}\n"},
			{1, "		casgstatus(gp, _Gwaiting, _Gleaked)\n", "		if !tivLeaked(gp) { casgstatus(gp, _Gwaiting, _Gleaked) }\n"},
		}},
		{"runtime/panic.go", []change{{1, "	if traceEnabled() {\n		traceAdvance(false)\n	}\n",
			"	tivPanics(); if traceEnabled() {\n		traceAdvance(false)\n	}\n"}}},
		{"runtime/mgcmark.go", []change{{1, "	if state.conservative || isAsyncPreempt || isDebugCall {\n",
			"	if state.conservative || isAsyncPreempt || isDebugCall || tivKeeps(state) {\n"}}},
	},
	adds: []addition{{"runtime", "leak.go.txt"}, {"runtime", "leakwatch.go.txt"}, {"runtime", "leaklast.go.txt"},
		{"runtime/trace", "prove.go.txt"}, {"runtime/trace", "cpu_unix.go.txt"}, {"runtime/trace", "cpu_other.go.txt"}},
	without: []addition{{"runtime/trace", "noprove.go.txt"}},
}
