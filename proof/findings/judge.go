package main

import (
	"slices"
	"strconv"

	"tiv/interaction/detect"
	"tiv/proof/corpus"
	"tiv/timeline"
)

// claim is a finding, with the numbers of its threads in the program.
type claim struct {
	kind, text string
	threads    []int64
	root       int64 // 0 if there is none
	monitors   []string
}

// claims returns all findings, also those below others.
func claims(tl *timeline.Timeline, findings []detect.Finding) (all []claim) {
	number := func(text string) int64 {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return -1 // a thread that is no goroutine
		}
		return n
	}
	for _, f := range findings {
		c := claim{kind: f.Kind, text: f.Kind + ": " + f.Text}
		for _, t := range f.Threads {
			c.threads = append(c.threads, number(tl.Threads[t].ID))
		}
		for _, m := range f.Monitors {
			c.monitors = append(c.monitors, tl.Monitors[m].ID)
		}
		if f.Root != nil {
			c.root = number(tl.Threads[f.Root.Thread].ID)
		}
		all = append(append(all, c), claims(tl, f.Also)...)
	}
	return all
}

// result is the measurement of one program.
type result struct {
	program corpus.Program
	failed  error
	cases   []decision
	// wrong are the false findings.
	wrong []claim
}

// decision is whether a program has a problem of some kind, and whether a finding
// says so.
type decision struct {
	kind           string
	present, found bool
}

// missed reports whether a finding is missing.
func (r *result) missed() bool {
	return slices.ContainsFunc(r.cases, func(d decision) bool { return d.present && !d.found })
}

// excuses are, for the kinds with findings that name exactly the threads concerned,
// the problems of a thread that justify a finding.
var excuses = map[string][]string{
	"deadlock":             {"deadlock"},
	"stuck":                endless,
	"leak":                 endless,
	corpus.Hang:            append([]string{"deadlock"}, endless...),
	"lock-order-inversion": {"lock-order-inversion"},
	"cycle":                {"cycle", "deadlock"},
}

// endless are the problems of threads that wait without end, or "perhaps" do.
var endless = []string{"stuck", "leak", corpus.Hang, lostWakeup, "perhaps"}

// lostWakeup is the kind of programs whose threads wait for a signal that came before.
// The trace does not have that signal, so they are found as stuck, and as a leak.
const lostWakeup = "lost-wakeup"

// names reports whether a finding of a kind names the problem of programs of another, or
// the same, kind.
func names(kind, of string) bool {
	return slices.Contains(namings[of], kind) || kind == of
}

// namings are further kinds of findings that name the problem of programs: with a
// stronger reason, or with the only one.
var namings = map[string][]string{
	lostWakeup:  {"stuck", "leak"},
	corpus.Hang: {"stuck", "leak", "deadlock"},
}

// accuses reports whether no finding of a kind may be false.
func accuses(kind string) bool { return excuses[kind] != nil }

// judge compares claims with the truth. A claim that accuses must be true in any
// program; a cost or a note is false only in a program that just looks like it.
func (r *result) judge(truth corpus.Truth, all []claim) {
	named := map[int64]bool{} // by claims of the program's kind
	kind, any := r.program.Kind, false
	for _, c := range all {
		justified := func(t int64) bool {
			return slices.ContainsFunc(excuses[c.kind], func(k string) bool { return slices.Contains(truth.Threads[k], t) })
		}
		switch roots := truth.Threads["root"]; {
		case c.kind == corpus.Hang && c.root != 0 && len(roots) > 0 && !slices.Contains(roots, c.root):
			c.text = "the root is another thread: " + c.text
			r.wrong = append(r.wrong, c)
		case accuses(c.kind) && !allOf(c.threads, justified), names(c.kind, kind) && !r.program.Present:
			r.wrong = append(r.wrong, c)
		case names(c.kind, kind):
			any = true
			named[c.root] = true
			for _, t := range c.threads {
				named[t] = true
			}
		}
	}
	d := decision{kind: kind, present: r.program.Present}
	have := truth.Threads[kind]
	switch isNamed := func(t int64) bool { return named[t] }; {
	case !d.present:
	case len(have) == 0:
		d.found = any
	case slices.Contains([]string{"deadlock", "stuck", "leak", lostWakeup}, kind):
		d.found = allOf(have, isNamed)
	case kind == corpus.Hang && len(truth.Threads["root"]) == 0:
		d.found = 2*count(have, isNamed) > len(have)
	case kind == corpus.Hang:
		d.found = slices.ContainsFunc(truth.Threads["root"], isNamed)
	default:
		d.found = slices.ContainsFunc(have, isNamed)
	}
	r.cases = []decision{d}
}

// allOf reports whether a condition holds for all threads, of which there is at
// least one.
func allOf(threads []int64, holds func(int64) bool) bool {
	return len(threads) > 0 && !slices.ContainsFunc(threads, func(t int64) bool { return !holds(t) })
}

// count returns the number of threads for which a condition holds.
func count(threads []int64, holds func(int64) bool) (n int) {
	for _, t := range threads {
		if holds(t) {
			n++
		}
	}
	return n
}
