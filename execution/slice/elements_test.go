package slice_test

import (
	"fmt"
	"strings"
	"testing"

	"tiv/execution/slice"
	"tiv/interaction/lockname"
	"tiv/internal/reduced"
	"tiv/tracefeed"
)

// The names are hostile to conditions.
const elements = `tiv-text 1
0ms "a\ start name=same
0ms b||true start name=same
0ms c start
1ms "a\ call-enter f"||"
2ms "a\ call-exit f"||"
3ms "a\ call-enter f"||"
3ms "a\ call-enter f
4ms "a\ call-exit f
4ms "a\ call-exit f"||"
5ms b||true monitor-enter M"
6ms c monitor-wait M"
7ms b||true monitor-exit M"
7ms c monitor-enter M"
10ms "a\ end
10ms b||true end
10ms c end
`

// covers writes down what a slice covers, in milliseconds.
func covers(t *testing.T, d slice.Definition, ok bool) string {
	t.Helper()
	if !ok {
		return "no slice"
	}
	tl := reduced.Story(t, elements)
	locks := lockname.New(tl.Monitors, lockname.Ranks{}, nil)
	s, err := slice.Compute(t.Context(), slice.Input{Timeline: tl, Locks: locks.Terms}, []slice.Definition{d}, nil)
	if err != nil || s.Errors[0] != nil {
		t.Fatal(err, s.Errors[0])
	}
	var list []string
	for id := range tl.Threads {
		for _, v := range s.Sets[0].Of(tracefeed.ThreadID(id)) {
			list = append(list, fmt.Sprintf("%c %d-%d", "-abc"[id], v.Start/tracefeed.Millisecond, v.End/tracefeed.Millisecond))
		}
	}
	return strings.Join(list, ", ")
}

// Slices of elements cover these, whatever their names are.
func TestElements(t *testing.T) {
	t.Parallel()
	tl := reduced.Story(t, elements)
	all := tl.Threads[1:]
	type made struct {
		d  slice.Definition
		ok bool
	}
	of := func(d slice.Definition, ok bool) made { return made{d, ok} }
	for name, x := range map[string]struct {
		made
		want string
	}{
		"a thread":        {of(slice.OfThreads(all[:1])), "a 0-10"},
		"two threads":     {of(slice.OfThreads(all[:2])), "a 0-10, b 0-10"},
		"no thread":       {of(slice.OfThreads(nil)), "no slice"},
		"the others":      {of(slice.ExceptThreads(all[:2])), "c 0-10"},
		"too many":        {of(slice.OfThreads(make([]tracefeed.Thread, 1000))), "no slice"},
		"a function":      {of(slice.OfFunction(`f"||"`)), "a 1-2, a 3-4"},
		"without a call":  {of(slice.OfFunctionExcept(`f"||"`, "same", 0, 3*tracefeed.Millisecond)), "a 1-2"},
		"a lock":          {of(slice.OfLock("any name", `M"`)), "b 6-7, c 6-7"},
		"an interval":     {of(slice.OfInterval(2*tracefeed.Millisecond, 4*tracefeed.Millisecond), true), "a 2-4, b 2-4, c 2-4"},
		"a long function": {of(slice.OfFunction(strings.Repeat("x", 2000))), "no slice"},
	} {
		if got := covers(t, x.d, x.ok); got != x.want {
			t.Errorf("%s: %q, want %q", name, got, x.want)
		}
	}
}
