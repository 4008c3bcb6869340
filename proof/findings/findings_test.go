package main

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"tiv/interaction/detect"
	"tiv/internal/recorded"
	"tiv/proof/corpus"
)

// TestSome runs one variant of each shape of the kinds that accuse.
func TestSome(t *testing.T) {
	t.Parallel()
	b := bench{folder: t.TempDir(), jobs: 8, length: time.Second}
	var err error
	if b.program, err = recorded.Build(t.Context(), "../programs", b.folder); err != nil {
		t.Fatal(err)
	}
	var some []corpus.Program
	for n, p := range corpus.All() {
		if n%5 == 0 && !p.Alone {
			some = append(some, p)
		}
	}
	results := b.all(t.Context(), append(some, corpus.Random(1000, 30)...))
	if err := complaint(results); err != nil {
		t.Error(err)
	}
	found := 0
	for _, r := range results {
		if !r.missed() {
			found++
		}
	}
	if found < len(results)/2 {
		t.Errorf("%d of %d programs without a miss\n%s", found, len(results), tableOf(results))
	}
}

func TestTenOfEachKind(t *testing.T) {
	t.Parallel()
	type count struct{ present, healthy int }
	counts := map[string]count{}
	names := map[string]bool{}
	for _, p := range corpus.All() {
		if names[p.Name] {
			t.Errorf("two programs are called %s", p.Name)
		}
		names[p.Name] = true
		c := counts[p.Kind]
		switch {
		case p.Beyond != "":
		case p.Present:
			c.present++
		default:
			c.healthy++
		}
		counts[p.Kind] = c
	}
	for kind, c := range counts {
		if c.present < 10 || c.healthy < 10 {
			t.Errorf("%s: %d programs that have it and %d healthy ones, want 10 of each", kind, c.present, c.healthy)
		}
	}
	ofTasks := []string{detect.TaskInterference, detect.Queueing, detect.SlowTasks} // package task/findings tests these
	for _, kind := range detect.Kinds() {
		if slices.Contains(ofTasks, kind) || kind == detect.AnswerWait { // needs two processes: package record tests it
			continue
		}
		if _, ok := counts[kind]; !ok {
			t.Errorf("no programs of kind %s, only of %v", kind, slices.Sorted(maps.Keys(counts)))
		}
	}
}

func TestJudge(t *testing.T) {
	t.Parallel()
	present := corpus.Program{Kind: "leak", Present: true}
	hangs := corpus.Program{Kind: corpus.Hang, Present: true}
	hung := map[string][]int64{corpus.Hang: {3, 4, 5}, "deadlock": {3, 4}, "root": {3}, "perhaps": {6}}
	for _, c := range []struct {
		name    string
		program corpus.Program
		truth   map[string][]int64
		claims  []claim
		found   bool
		wrong   int
	}{
		{"all leaks in two findings", present, map[string][]int64{"leak": {3, 4}},
			[]claim{{kind: "leak", threads: []int64{3}}, {kind: "leak", threads: []int64{4}}}, true, 0},
		{"one leak missing", present, map[string][]int64{"leak": {3, 4}}, []claim{{kind: "leak", threads: []int64{3}}}, false, 0},
		{"stuck instead of leaked is no accusation too much", present, map[string][]int64{"leak": {3}},
			[]claim{{kind: "stuck", threads: []int64{3}}}, false, 0},
		{"an innocent thread", present, map[string][]int64{"leak": {3}}, []claim{{kind: "leak", threads: []int64{3, 9}}}, false, 1},
		{"another kind that accuses", present, map[string][]int64{"leak": {3}},
			[]claim{{kind: "leak", threads: []int64{3}}, {kind: "deadlock", threads: []int64{3}}}, true, 1},
		{"an accusation of no thread", present, nil, []claim{{kind: "deadlock"}}, false, 1},
		{"a cost beside it", present, map[string][]int64{"leak": {3}},
			[]claim{{kind: "leak", threads: []int64{3}}, {kind: "convoy", threads: []int64{7}}}, true, 0},
		{"a cost where it only looks like it", corpus.Program{Kind: "convoy"}, nil,
			[]claim{{kind: "convoy", threads: []int64{7}}, {kind: "contention", threads: []int64{7}}}, false, 1},
		{"a cost by its root", corpus.Program{Kind: "convoy", Present: true}, map[string][]int64{"convoy": {3}},
			[]claim{{kind: "convoy", threads: []int64{7}, root: 3}}, true, 0},
		{"a cost elsewhere", corpus.Program{Kind: "convoy", Present: true}, map[string][]int64{"convoy": {3}},
			[]claim{{kind: "convoy", threads: []int64{7}}}, false, 0},
		{"a hang", hangs, hung, []claim{{kind: corpus.Hang, threads: []int64{3, 4, 5}, root: 3}}, true, 0},
		{"a hang with one that may hang", hangs, hung, []claim{{kind: corpus.Hang, threads: []int64{3, 4, 5, 6}}}, true, 0},
		{"a hang as a deadlock with a thread behind it", hangs, hung,
			[]claim{{kind: "deadlock", threads: []int64{3, 4}}, {kind: "stuck", threads: []int64{5}, root: 3}}, true, 0},
		{"a hang behind the wrong root", hangs, hung, []claim{{kind: corpus.Hang, threads: []int64{3, 4, 5}, root: 4}}, false, 1},
		{"the root of a hang", hangs, hung, []claim{{kind: corpus.Hang, threads: []int64{4}, root: 3}}, true, 0},
		{"a hang without its root", hangs, hung, []claim{{kind: corpus.Hang, threads: []int64{4, 5}}}, false, 0},
		{"a part of a hang without root", hangs, map[string][]int64{corpus.Hang: {3, 4, 5, 6}},
			[]claim{{kind: corpus.Hang, threads: []int64{3, 4}}}, false, 0},
		{"most of a hang without root", hangs, map[string][]int64{corpus.Hang: {3, 4, 5, 6}},
			[]claim{{kind: corpus.Hang, threads: []int64{3, 4, 5}}}, true, 0},
		{"a hang of an innocent", hangs, hung, []claim{{kind: corpus.Hang, threads: []int64{3, 4, 5, 9}, root: 3}}, false, 1},
		{"a hang where it only looks like it", corpus.Program{Kind: corpus.Hang}, nil,
			[]claim{{kind: corpus.Hang, threads: []int64{7}}}, false, 1},
	} {
		r := result{program: c.program}
		r.judge(corpus.Truth{Threads: c.truth}, c.claims)
		if found := r.cases[0].found; found != c.found || len(r.wrong) != c.wrong {
			t.Errorf("%s: found %v, %d wrong, want %v, %d", c.name, found, len(r.wrong), c.found, c.wrong)
		}
	}
}

func TestTable(t *testing.T) {
	t.Parallel()
	leak := func(present, found bool, wrong ...claim) result {
		return result{program: corpus.Program{Name: "leak/x-1", Kind: "leak", Present: present},
			cases: []decision{{"leak", present, found}}, wrong: wrong}
	}
	excluded := leak(true, false)
	excluded.program.Beyond = "it is too far away"
	got := tableOf([]result{leak(true, true), leak(true, true), leak(true, false),
		leak(false, false, claim{kind: "leak", text: "leak: wrong"}), leak(false, false), excluded})
	for _, want := range []string{"| leak | 3 | 2 | 2 | 1 | 0.66 | 0.66 | 1 of 1 |\n", "- Missed: `leak/x-1`\n",
		"- False: `leak/x-1`: leak: wrong\n",
		"- Missed by definition: `leak/x`: it is too far away.\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
}
