package record

import (
	"fmt"
	"io/fs"
	"strings"
)

// A feature is one thing the overlay adds to a program. It is taken whole or
// left out, when the toolchain's text is not what it was written for.
type feature struct {
	name    string // what a recording lacks without it, for people
	patches []patch
	adds    []addition
	without []addition // in its place
}

// allFeatures in the order of their notes.
var allFeatures = []feature{lockIdentity, ownSubscriber, tidyEnd, fewEvents, leakProof}

// attempts are the features to try until the result compiles. What uses the
// inside of the runtime goes first.
var attempts = [][]feature{allFeatures, {lockIdentity, ownSubscriber}, {}}

// A patch replaces text in one file below GOROOT/src.
type patch struct {
	file    string
	changes []change
}

// A change turns old, which must be there exactly count times, into new.
type change struct {
	count    int
	old, new string
}

// An addition puts an embedded file into a package below GOROOT/src.
type addition struct {
	dir, inject string
}

// apply returns the patched text of p's file, "" if that is the same: a change
// that replaces a text by itself only asks for it. The error says which text
// the file lacks.
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
	return text, nil
}

// firstLine is enough of a text to find it by.
func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}

// ownSubscriber lets the program start traces of its own meanwhile. The
// goroutine that reads the trace belongs to the runtime, where leak checkers
// do not count it.
var ownSubscriber = feature{
	name: "traces that the program starts itself",
	patches: []patch{{"runtime/trace/subscribe.go", []change{
		{1, "	go func() {\n", "	tivGo(func() {\n"},
		{1, "	}()\n	t.enabled.Store(true)\n", "	})\n	t.enabled.Store(true)\n"},
		{2, ":= runtime.ReadTrace()\n", ":= tivRead()\n"},
	}}},
	adds:    []addition{{"runtime/trace", "tee.go.txt"}},
	without: []addition{{"runtime/trace", "notee.go.txt"}},
}

// tidyEnd ends the trace before an unhandled signal kills the program, and
// makes generations short.
var tidyEnd = feature{
	name: "the last moments before a signal",
	patches: []patch{
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
	},
	adds:    []addition{{"runtime", "runtime.go.txt"}, {"runtime/trace", "setup.go.txt"}},
	without: []addition{{"runtime/trace", "nosetup.go.txt"}},
}

// leakProof has the collector prove which goroutines wait for ever, from time
// to time and at the end. The runtime has the detector whether or not the
// experiment goroutineleakprofile, which shows it in package pprof, is on.
//
// A leaked goroutine keeps its state. The runtime lets none go on in the state
// that it has for them, and the program has not asked for the proof.
var leakProof = feature{
	name: "the proof of leaked goroutines",
	patches: []patch{
		{"runtime/mgc.go", []change{
			{1, "	for work.goroutineLeak.pending.Load() {\n", "	for work.goroutineLeak.pending.Load() {\n"},
			{1, "	gcStart(gcTrigger{kind: gcTriggerCycle, n: n + 1})\n", "	gcStart(gcTrigger{kind: gcTriggerCycle, n: n + 1})\n"},
			{1, "func (gp *g) isMaybeRunnable() bool {\n", "func (gp *g) isMaybeRunnable() bool {\n	if tivMainRests(gp) {\n		return true\n	}\n"},
			{1, "		casgstatus(gp, _Gwaiting, _Gleaked)\n", `		if !tivLeaked(gp) {
			casgstatus(gp, _Gwaiting, _Gleaked)
		}
`},
		}},
	},
	adds:    []addition{{"runtime", "leak.go.txt"}, {"runtime/trace", "prove.go.txt"}},
	without: []addition{{"runtime/trace", "noprove.go.txt"}},
}
