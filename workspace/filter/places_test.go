package filter_test

import (
	"testing"

	"tiv/internal/reduced"
	"tiv/tracefeed"
	"tiv/workspace/filter"
)

// The word processor is about the runs in the window, also those that began before it.
func TestProcessor(t *testing.T) {
	t.Parallel()
	tl := reduced.Story(t, `tiv-text 1 sched
0ms A start
0ms B start
0ms C start
10ms A run cpu=0
20ms A ready
20ms A run cpu=12
20ms B run cpu=0
30ms C run
40ms B suspend-start sleep
40ms A end
`)
	var known filter.Memory
	for _, c := range []struct {
		text     string
		from, to tracefeed.Time
		want     string
	}{
		{`processor == "0"`, 0, 40 * ms, "A B"},
		{`processor == "12"`, 0, 40 * ms, "A"},
		{`cpu == "12"`, 0, 40 * ms, "A"},
		{`processor == "0"`, 0, 20 * ms, "A"},
		{`processor == "0"`, 0, 20*ms + 1, "A B"},
		{`processor == "0"`, 20 * ms, 40 * ms, "B"},
		{`processor == "0" || processor == "12"`, 30 * ms, 35 * ms, "A B"},
		{`processor == ""`, 30 * ms, 35 * ms, "C"},
		{`processor ~ "1"`, 30 * ms, 35 * ms, "A"},
		{`processor != "0" && running > 0%`, 30 * ms, 35 * ms, "A C"},
	} {
		v := filter.View{Timeline: tl, From: c.from, To: c.to, Moment: c.from, Memory: &known}
		if got := match(t, v, c.text); got != c.want {
			t.Errorf("%s from %v to %v: %q, want %q", c.text, c.from, c.to, got, c.want)
		}
	}
}

// Places that are known already cost nothing.
func TestProcessorCost(t *testing.T) {
	t.Parallel()
	tl := reduced.Story(t, "tiv-text 1\n0ms A start\n1ms A run cpu=0\n2ms A end\n")
	v := filter.View{Timeline: tl, To: tl.End, Memory: &filter.Memory{}}
	f, err := filter.Parse(`processor == "0"`)
	if err != nil || f.Quick(v, 0) {
		t.Errorf("%v, or the first use is free", err)
	}
	match(t, v, `processor == "0"`)
	if !f.Quick(v, 0) {
		t.Error("known processors are read again")
	}
}
