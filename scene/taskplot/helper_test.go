package taskplot

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/scene/view"
	"tiv/task"
	"tiv/task/measure"
	"tiv/timeline"
	"tiv/tracefeed"
)

// randomIndex returns an index of n random tasks in a trace of a length.
func randomIndex(rng *rand.Rand, n int, end tracefeed.Time) *task.Index {
	x := &task.Index{Tasks: make([]task.Task, n)}
	for i := range x.Tasks {
		t := &x.Tasks[i]
		t.Number, t.Type, t.Begun, t.Ended = int64(i+1), string(rune('a'+rng.IntN(12))), rng.IntN(9) > 0, rng.IntN(9) > 0
		t.Start = tracefeed.Time(rng.Int64N(int64(end) + 1))
		length := int64(end-t.Start)>>rng.IntN(20) + 1
		t.End = min(t.Start+tracefeed.Time(rng.Int64N(length)), end)
		t.Total.Calls = rng.Int64N(4) * rng.Int64N(1<<rng.IntN(20))
		t.Bill.Times[tracefeed.Running] = t.End - t.Start
	}
	slices.SortStableFunc(x.Tasks, func(a, b task.Task) int { return a.ID().Compare(b.ID()) })
	return x
}

// lookAt returns the look of an event plot of an index.
func lookAt(x *task.Index, end tracefeed.Time) *view.Look {
	l := view.LookAt(&timeline.Timeline{End: end})
	l.Kind, l.Tasks = view.EventPlot, x
	return &l
}

// columns returns the columns of a look.
func columns(l *view.Look) *Columns {
	var k Cache
	c, _ := k.Update(l, 0)
	return c
}

func named(t testing.TB, name string) *measure.Measure {
	m, ok := measure.Parse(name)
	if !ok {
		t.Fatalf("no measure %q", name)
	}
	return m
}
