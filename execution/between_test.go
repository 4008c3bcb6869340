package execution_test

import (
	"context"
	"testing"

	"tiv/execution"
	"tiv/internal/reduced"
	"tiv/tracefeed"
)

// Between a wait and the next stack only the callers are known, whatever the thread runs.
func TestBetween(t *testing.T) {
	t.Parallel()
	tl := reduced.Story(t, `
		tiv-text 1 sched
		frame loop loop
		frame next next
		frame handle handle
		stack w next loop
		stack h handle loop
		0s A start
		0s A run
		0s A suspend-start wait stack=w
		10ms A suspend-end
		12ms A run
		14ms A sample value=1 stack=h
		18ms A sample value=1 stack=h
		20ms A suspend-start wait stack=w
		30ms A none
	`)
	tree := execution.NewTree(context.Background(), tl, execution.All(tl))
	got := map[string][2]tracefeed.Time{}
	for _, n := range tree.Nodes {
		got[tree.Functions[n.Function]] = [2]tracefeed.Time{n.Between, n.Self.Alive()}
	}
	// The samples have the time from 12 to 19 ms: half of the way to the waits.
	for function, want := range map[string][2]tracefeed.Time{"loop": {3, 3}, "handle": {0, 7}, "next": {0, 20}} {
		if w := [2]tracefeed.Time{want[0] * tracefeed.Millisecond, want[1] * tracefeed.Millisecond}; got[function] != w {
			t.Errorf("%s: %v between stacks, of %v itself, want %v", function, got[function][0], got[function][1], w)
		}
	}
}
