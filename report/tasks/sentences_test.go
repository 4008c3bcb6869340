package tasks

import (
	"fmt"
	"strings"
	"testing"

	"tiv/interaction/lockname"
	"tiv/internal/reduced"
	"tiv/task"
	"tiv/task/definition"
)

// server is the trace of 24 requests of 10 ms, one every 100 ms. slow is what a slow one, every
// fourth, does from the time %[1]d ms on for 10 ms more; %[2]d is its number.
func server(slow string) string {
	var b strings.Builder
	b.WriteString("tiv-text 1\n0ms A start name=server-1\n0ms B start name=helper\n")
	for i := range 24 {
		at := 100 * (i + 1)
		fmt.Fprintf(&b, "%dms A call-enter shop.serve\n", at)
		if i%4 == 1 {
			if at += 10; slow != "" {
				fmt.Fprintf(&b, slow, at-10, i, at)
			}
		}
		fmt.Fprintf(&b, "%dms A call-exit shop.serve\n", at+10)
	}
	return b.String()
}

// TestSentences says what makes requests slow, or that it is not known.
func TestSentences(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, slow, compare, want string }{
		{"a lock that a thread holds for no task", "%[1]dms B monitor-enter M\n%[1]dms A monitor-wait M\n" +
			"%[3]dms B monitor-exit M\n%[3]dms A monitor-enter M\n%[3]dms A monitor-exit M\n", "slow",
			"10 ms of it (100 %) are waiting for lock M, held by helper for no task (6 times)."},
		{"each at a lock of its own", "%[1]dms B monitor-enter M%[2]d\n%[1]dms A monitor-wait M%[2]d\n" +
			"%[3]dms B monitor-exit M%[2]d\n%[3]dms A monitor-enter M%[2]d\n%[3]dms A monitor-exit M%[2]d\n", "slow",
			"10 ms of it (100 %) are waiting for locks, with 6 causes, none of them half of that; the first: " +
				"held by helper for no task: lock M1."},
		{"a disk", "%[1]dms A call-enter db.read\n%[1]dms A io-start disk\n%[3]dms A io-end\n%[3]dms A call-exit db.read\n", "slow",
			"10 ms of it (100 %) are waiting for IO: disk, in db.read."},
		{"a channel", "%[1]dms A suspend-start channel monitor=C\n%[3]dms A suspend-end\n", "slow",
			"10 ms of it (100 %) are suspended: channel C, in shop.serve."},
		{"a collection that stops the thread", "%[1]dms - gc-start\n%[1]dms A suspend-start gc\n%[3]dms A suspend-end\n%[3]dms - gc-end\n",
			"slow", "10 ms of it (100 %) are waiting for the garbage collector."},
		{"a collection that the trace shows beside it", "%[1]dms - gc-start\n%[3]dms - gc-end\n", "slow",
			"10 ms of it (100 %) are running shop.serve, during collections."},
		{"a processor", "%[1]dms A ready\n%[3]dms A run\n", "slow", "10 ms of it (100 %) are waiting for a processor."},
		{"a state that is not known", "%[1]dms A unknown\n%[3]dms A suspend-start\n%[3]dms A suspend-end\n", "slow",
			"10 ms of it (100 %) are in an unknown state."},
		{"too few", "%[1]dms A ready\n%[3]dms A run\n", "task == 2",
			"1 and 23 tasks are too few to tell a cause from chance, among 2 factors."},
	} {
		tl := reduced.Story(t, server(test.slow))
		x, err := task.Build(t.Context(), tl, task.Options{Definitions: definition.List{{Name: "serve", Method: "serve"}}})
		if err != nil {
			t.Fatal(err)
		}
		choice := Choice{Compare: test.compare}
		c, err := choice.Comparisons(t.Context(), tl, x, lockname.New(tl.Monitors, lockname.Ranks{}, nil))
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		first, second, _ := strings.Cut(strings.TrimSpace(c.sentences(&c.list[0])), "\n")
		if second != test.want {
			t.Errorf("%s: got\n%s\n%s\nwant\n%s", test.name, first, second, test.want)
		}
	}
}

// TestNoComparison says why nothing can be compared.
func TestNoComparison(t *testing.T) {
	t.Parallel()
	tl := reduced.Story(t, server("")+"2600ms A call-enter shop.pay\n2700ms A end\n")
	x, err := task.Build(t.Context(), tl, task.Options{Definitions: definition.List{{Name: "serve", Method: "serve"},
		{Name: "pay", Method: "pay"}}})
	if err != nil {
		t.Fatal(err)
	}
	for condition, want := range map[Choice]string{
		{Compare: "duration > 1s"}:                               "no task fits",
		{Compare: "slow", Where: `type == "pay"`}:                "no task is slow",
		{Compare: `type == "serve"`}:                             "no other tasks of the type",
		{Compare: "duration > 1s", Against: "duration = 3"}:      "against: column 10",
		{Compare: "duration > 1s", Where: "slwo"}:                "no task fits",
		{Compare: "duration > 1s", Where: "slwo && task == 1"}:   "did you mean slow?",
		{Compare: "slow", Type: "pay"}:                           "no task is slow",
		{Compare: "slow", Against: `type == "pay" && !(1 == 1)`}: "no other tasks of the type",
	} {
		_, err := condition.Comparisons(t.Context(), tl, x, lockname.New(tl.Monitors, lockname.Ranks{}, nil))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %s", condition, err, want)
		}
	}
}
