package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestJudge compares functions with a truth, and adds up what is judged.
func TestJudge(t *testing.T) {
	r := result{program: program{truth: with("a", "b").or("c", "d")}}
	r.verdict = r.judge([]string{"x", "c", "a"})
	if got := fmt.Sprint(r.right, r.optional, r.missed, r.wrong); got != "[a] [c] [b] [x]" {
		t.Error(got)
	}
	beyond := result{program: program{truth: with("a"), beyond: "no names"}}
	beyond.verdict = beyond.judge([]string{"x"})
	if got := count([]result{r, beyond}, ours); got != (counts{handlers: 2, right: 1, optional: 1, wrong: 1}) {
		t.Errorf("%+v", got)
	}
}

// TestComplaint: a missed handler and more than a twentieth of wrong ones are problems, but not of
// programs that are beyond the rules.
func TestComplaint(t *testing.T) {
	good := func(n int) (r result) {
		for i := range n {
			r.Handlers = append(r.Handlers, fmt.Sprint(i))
		}
		r.verdict = r.judge(r.Handlers)
		return r
	}
	wrong := result{verdict: verdict{wrong: []string{"x"}}}
	missed := result{program: program{truth: with("a")}, verdict: verdict{missed: []string{"a"}}}
	beyond := result{program: program{truth: with("a"), beyond: "no names"}, verdict: verdict{missed: []string{"a"}, wrong: []string{"x"}}}
	for _, c := range []struct {
		results []result
		want    string
	}{
		{[]result{good(1)}, ""},
		{[]result{good(19), wrong}, ""},
		{[]result{good(18), wrong}, "1 problems:\n1 of 19 functions are no handlers"},
		{[]result{good(19), missed}, "1 problems:\n1 of 20 handlers are missed"},
		{[]result{good(19), beyond}, ""},
	} {
		got := ""
		if err := complaint(c.results); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestSettled: from the last change on, the functions are the same.
func TestSettled(t *testing.T) {
	var r result
	for i, found := range []string{"", "a", "a b", "b a", "b"} {
		r.moments = append(r.moments, moment{time.Duration(i+1) * time.Second, strings.Fields(found)})
	}
	if at := r.settled(); at != 5*time.Second {
		t.Error(at)
	}
	if got := fmt.Sprint(r.everFound(), r.stretches("a"), r.stretches("b")); got != "[a b] [{2 5}] [{3 6}]" {
		t.Error(got)
	}
	if r.moments = r.moments[:4]; r.settled() != 3*time.Second {
		t.Error(r.settled())
	}
}

// TestTruths: the functions of all truths are in the sources of the programs, or in modules.
func TestTruths(t *testing.T) {
	var text strings.Builder
	for _, pattern := range []string{"go/*.go", "apps/*.go", "java/*.java", "c/*", "python/*.py", "node/*.js"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		for _, f := range files {
			source, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			text.Write(source)
		}
	}
	words := regexp.MustCompile(`\w+`)
	have := words.FindAllString(text.String(), -1)
	for _, p := range programs { // modules of Python are files
		if p.kind == ofPython {
			have = append(have, p.args[0])
		}
	}
	for _, p := range programs {
		if p.beyond != "" || len(p.User) > 0 { // of other sources
			continue
		}
		for _, f := range slices.Concat(p.Handlers, p.Optional) {
			for _, word := range words.FindAllString(regexp.MustCompile(`\.func\d+|lambda\$|\$\d`).ReplaceAllString(f, "."), -1) {
				if !slices.Contains(have, word) {
					t.Errorf("%s: no %s", p.name, f)
				}
			}
		}
	}
}

// TestOutput: the line with the address of a server may come in pieces, among others.
func TestOutput(t *testing.T) {
	c := &clients{started: make(chan struct{})}
	for _, piece := range []string{"starts\nlis", "tens 127.0.0.1:1", "\nmore\n"} {
		if n, err := c.Write([]byte(piece)); n != len(piece) || err != nil {
			t.Fatal(n, err)
		}
	}
	select {
	case <-c.started:
	default:
		t.Error("the clients have not started")
	}
}
