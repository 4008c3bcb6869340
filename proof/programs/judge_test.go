package main

import (
	"fmt"
	"go/version"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// An accusation is a finding of severity warning or error. Its threads are
// names with numbers.
type accusation struct {
	kind, text string
	threads    []string
}

// judge returns the false and the missing accusations as complaints.
func (e *expectation) judge(found []accusation) (complaints []string) {
	seen := make([]map[string]bool, len(e.Must))
	for _, a := range found {
		if len(a.threads) == 0 {
			complaints = append(complaints, "accuses no thread: "+a.text)
		}
		for _, thread := range a.threads {
			n := slices.IndexFunc(e.Must, func(m accused) bool { return m.fits(a.kind, thread) })
			if n < 0 {
				complaints = append(complaints, "false accusation of "+thread+": "+a.text)
				continue
			}
			if seen[n] == nil {
				seen[n] = map[string]bool{}
			}
			seen[n][thread] = true
		}
	}
	for n, m := range e.Must {
		if got := len(seen[n]); got > m.Threads || got < m.Threads && (m.Needs != "proof" || proves()) {
			complaints = append(complaints, fmt.Sprintf("%d threads of %s accused of %s, want %d",
				got, m.Function, strings.Join(m.Kinds, " or "), m.Threads))
		}
	}
	return complaints
}

// fits reports whether a kind of finding is expected of a thread.
func (m *accused) fits(kind, thread string) bool {
	function, _, _ := strings.Cut(thread, " ")
	return function == m.Function && slices.Contains(m.Kinds, kind)
}

// proves reports whether the runtime of this toolchain can prove leaks.
func proves() bool { return version.Compare(runtime.Version(), "go1.26") >= 0 }

func TestJudge(t *testing.T) {
	e := expectation{Must: []accused{{Kinds: []string{"stuck", "leak"}, Function: "main.query", Threads: 2}}}
	for _, c := range []struct {
		found []accusation
		want  string
	}{
		{[]accusation{{"leak", "", []string{"main.query 3", "main.query 4"}}}, ""},
		{[]accusation{{"stuck", "", []string{"main.query 3"}}, {"leak", "", []string{"main.query 4"}}}, ""},
		{[]accusation{{"stuck", "", []string{"main.query 3"}}}, "1 threads of main.query accused of stuck or leak, want 2"},
		{nil, "0 threads of main.query accused of stuck or leak, want 2"},
		{[]accusation{{"leak", "", []string{"main.query 3", "main.query 4", "main.query 5"}}},
			"3 threads of main.query accused of stuck or leak, want 2"},
		{[]accusation{{"leak", "", []string{"main.query 3", "main.query 4"}}, {"stuck", "it waits", []string{"main.ask 5"}}},
			"false accusation of main.ask 5: it waits"},
		{[]accusation{{"leak", "", []string{"main.query 3", "main.query 4"}}, {"deadlock", "a ring", []string{"main.query 3"}}},
			"false accusation of main.query 3: a ring"},
		{[]accusation{{"leak", "", []string{"main.query 3", "main.query 4"}}, {"convoy", "a lock", nil}}, "accuses no thread: a lock"},
	} {
		if got := strings.Join(e.judge(c.found), "; "); got != c.want {
			t.Errorf("%v: %q, want %q", c.found, got, c.want)
		}
	}
}
