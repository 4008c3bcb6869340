package measure

import (
	"slices"
	"testing"

	"tiv/task"
	"tiv/tracefeed"
)

// Each measure has its own number, name and help, and is found by its name.
func TestMeasures(t *testing.T) {
	x := &task.Task{Start: 100, End: 1100, Depth: 2, Threads: make([]tracefeed.ThreadID, 3)}
	x.Total = task.Bill{Calls: 4, Times: tracefeed.StateTimes{10, 20, 30, 40, 50, 60}, Allocs: 5, AllocBytes: 6, Unfreed: 7,
		UnfreedBytes: 8, Collections: 9, CollectionTime: 11, Queue: 12}
	want := []int64{1000, 210, 20, 30, 50, 40, 60, 10, 12, 4, 5, 6, 8, 9, 11, 3, 2}
	var got []int64
	for _, m := range Measures {
		got = append(got, m.Of(x))
		if found, ok := Parse(m.Name); found != m || !ok {
			t.Errorf("%q is not found by its name", m.Name)
		}
		if m.Title == "" || m.Help == "" {
			t.Errorf("%q has no title or no help", m.Name)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("measures are\n%v, want\n%v", got, want)
	}
	if _, ok := Parse("Duration"); ok {
		t.Error("a name in capitals is found")
	}
	if got := Duration.Of(&task.Task{Start: 5, End: 3}); got != 0 {
		t.Errorf("a task that ends before it starts takes %d", got)
	}
}

func TestFormat(t *testing.T) {
	calls, _ := Parse("calls")
	memory, _ := Parse("allocated")
	for _, c := range []struct {
		m    *Measure
		n    int64
		want string
	}{
		{Duration, 12_300_000, "12.3 ms"}, {calls, 12345, "12\u00a0345"}, {memory, 0, "0 B"}, {memory, 999, "999 B"},
		{memory, 1000, "1 kB"}, {memory, 1250, "1.25 kB"}, {memory, 999_500, "1 MB"}, {memory, 1 << 62, "4.61 EB"},
	} {
		if got := c.m.Format(c.n); got != c.want {
			t.Errorf("%s %d is %q, want %q", c.m.Name, c.n, got, c.want)
		}
	}
}
