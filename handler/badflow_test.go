package handler

import (
	"fmt"
	"testing"

	"tiv/tracefeed"
)

// Stacks that are very deep, recursion, very many functions, empty stacks and idle threads are no problem.
func TestBadFlows(t *testing.T) {
	t.Parallel()
	split := NewSplit(nil, Patterns{System: []string{"s"}})
	for name, test := range map[string]struct {
		play func(see func(thread int, state tracefeed.State, stack ...string))
		want string
	}{
		"deep recursion": {func(see func(int, tracefeed.State, ...string)) {
			var deep []string
			for range 20_000 {
				deep = append(deep, "u.f", "s.f")
			}
			for i := range 8 {
				see(0, tracefeed.Suspended, append(deep[:len(deep):len(deep)], "s.wait")...)
				see(0, tracefeed.Running, append(deep[:len(deep)-i%2*2:len(deep)-i%2*2], "u.g")...)
				see(1, tracefeed.Running, deep[:10_000+i]...)
			}
		}, "u.g callback"},
		"many functions": {func(see func(int, tracefeed.State, ...string)) {
			for i := range 50_000 {
				see(0, tracefeed.Suspended, "u.loop", "s.wait")
				see(0, tracefeed.Running, "u.loop", fmt.Sprint("u.f", i))
			}
		}, ""},
		"idle threads": {func(see func(int, tracefeed.State, ...string)) {
			for i := range 1000 {
				see(i%2, tracefeed.Suspended, "u.loop", "s.wait")
			}
		}, ""},
		"no states": {func(see func(int, tracefeed.State, ...string)) {
			for range 10 {
				see(0, tracefeed.Unknown, "s.loop", "s.wait")
				see(0, tracefeed.Unknown, "s.loop", "u.f")
			}
		}, "u.f callback"},
		"starts of threads alone": {func(see func(int, tracefeed.State, ...string)) { see(0, tracefeed.Running, "start_thread") }, ""},
		"nothing":                 {func(func(int, tracefeed.State, ...string)) {}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := NewBuilder(1)
			f := newFlowBuilder(b, split)
			f.follow(split, 2)
			test.play(func(thread int, state tracefeed.State, stack ...string) {
				n := int32(-1)
				for _, call := range stack {
					n = f.node(n, b.Function(call, split))
				}
				if n >= 0 {
					f.sees(tracefeed.ThreadID(thread), f.spot(n, state, tracefeed.NoCause), 0, 0, 1)
				}
			})
			f.addPairs()
			got := ""
			for _, x := range (&Trace{Trie: b.Trie(), flow: f.flow}).Find(DefaultThresholds()) {
				got += x.Function + " " + x.Kind()
			}
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
