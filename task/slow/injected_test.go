package slow

import (
	"slices"
	"testing"

	"tiv/internal/reduced"
	"tiv/task"
	"tiv/task/definition"
	"tiv/task/where"
	"tiv/timeline"
	"tiv/tracefeed"
)

// definitions are those of a shop.
var definitions = definition.List{{Name: "order", Method: "Serve"}, {Name: "Report", Method: "Report"}}

// compareText compares the tasks of a trace that a condition chooses with others.
func compareText(t testing.TB, text, condition string) ([]Comparison, *timeline.Timeline) {
	t.Helper()
	tl := reduced.Story(t, text)
	x, err := task.Build(t.Context(), tl, task.Options{Definitions: definitions})
	if err != nil {
		t.Fatal(err)
	}
	c, err := where.Parse(condition)
	if err != nil {
		t.Fatal(err)
	}
	against, err := where.Parse(Against(c))
	if err != nil {
		t.Fatal(err)
	}
	tasks := where.New(x, tl)
	slow, err := tasks.Fitting(c)
	if err != nil {
		t.Fatal(err)
	}
	fast, err := tasks.Fitting(against)
	if err != nil {
		t.Fatal(err)
	}
	list, err := Compare(t.Context(), tl, x, Choose(x, slow, fast))
	if err != nil {
		t.Fatal(err)
	}
	return list, tl
}

// TestInjected injects causes into a program in which everything takes random times. The cause
// has to come first, with certainty, in 19 of 20 runs of each.
func TestInjected(t *testing.T) {
	t.Parallel()
	is := func(k Kind, function string) func(*Factor, *timeline.Timeline) bool {
		return func(f *Factor, _ *timeline.Timeline) bool { return f.Kind == k && f.Function == function }
	}
	for _, test := range []struct {
		name   string
		causes injected
		first  func(*Factor, *timeline.Timeline) bool
	}{
		{"a report that holds a lock", injected{lock: 30 * milli}, func(f *Factor, tl *timeline.Timeline) bool {
			return f.Kind == Blocking && tl.Monitors[f.Object].ID == "A" && f.Holding == ByTask && f.Holder == "Report"
		}},
		{"the collector", injected{collector: 30 * milli}, is(Collector, "")},
		{"too few workers", injected{workers: 3, burst: 12}, is(Queue, "")},
		{"a slow disk", injected{device: 20 * milli}, func(f *Factor, _ *timeline.Timeline) bool {
			return f.Kind == IO && f.Cause == tracefeed.CauseDisk && f.Function == "db.read"
		}},
		{"a slow peer", injected{peer: 20 * milli}, is(IO, "ask.peerB")},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			right := 0
			for seed := range uint64(20) {
				list, tl := compareText(t, shopTrace(seed, 300, test.causes), "slow")
				i := slices.IndexFunc(list, func(c Comparison) bool { return c.Type == "order" })
				if i < 0 {
					t.Fatalf("seed %d: orders are not compared", seed)
				}
				if f := &list[i].Factors[0]; test.first(&f.Factor, tl) && f.Certain() {
					right++
				} else {
					t.Logf("seed %d: %+v", seed, *f)
				}
			}
			if right < 19 {
				t.Errorf("the cause comes first in %d of 20 runs", right)
			}
		})
	}
}
