package handler_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"tiv/handler"
	"tiv/internal/reduced"
)

// Traces that are bad for a trie are read in whole and in snapshots: very many functions, very deep stacks, recursion,
// empty stacks, idle threads, no states.
func TestBadGrowing(t *testing.T) {
	t.Parallel()
	deep := strings.TrimSuffix(strings.Repeat("f ", 3000), " ")
	var functions strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&functions, "frame f%d u.f%[1]d\nstack s%[1]d f%[1]d\n", i)
	}
	for i := range 20_000 {
		fmt.Fprintf(&functions, "%dms A sample value=1 stack=s%d\n", i+1, i)
	}
	idle := ""
	for i := range 200 {
		idle += fmt.Sprintf("%dms A suspend-start wait stack=w\n%dms A suspend-end\n", 2*i, 2*i+1)
	}
	for name, test := range map[string]struct {
		text  string
		nodes int
	}{
		"many functions": {"tiv-text 1\n0s A start\n" + functions.String(), 20_000},
		"deep recursion": {"tiv-text 1\nframe f u.f\nstack s " + deep + "\n0s A start\n1ms A sample value=1 stack=s\n" +
			"2ms A sample value=1 stack=s\n", 3000},
		"deep waits":   {"tiv-text 1\nframe f u.f\nstack s " + deep + "\n1ms A suspend-start wait stack=s\n9ms A suspend-end\n", 3000},
		"empty stacks": {"tiv-text 1\n1ms A sample value=1\n2ms A sample value=1\n", 0},
		"idle threads": {"tiv-text 1 sched\nframe u u.loop\nframe w s.wait\nstack w w u\n0ms A start\n0ms A run\n" + idle, 1},
		"no states":    {"tiv-text 1\nframe f u.f\nstack s f\n1ms A sample value=1 stack=s\n", 0},
	} {
		tl := reduced.Story(t, test.text)
		o := handler.Options{Patterns: patterns}
		g := handler.NewGrowing(o)
		growing := *tl
		growing.Complete = false
		for range 2 {
			x := g.Add(context.Background(), &growing)
			if len(x.Nodes) != test.nodes && (name != "no states" || x.Aside != 1) || len(x.Find(handler.DefaultThresholds())) > 0 {
				t.Errorf("%s: %d nodes, found %+v", name, len(x.Nodes), x.Find(handler.DefaultThresholds()))
			}
		}
		if got, want := said(g.Add(context.Background(), tl), tl, o), said(handler.New(context.Background(), tl, o), tl, o); got != want {
			t.Errorf("%s: got\n%.300s\nwant\n%.300s", name, got, want)
		}
	}
}
