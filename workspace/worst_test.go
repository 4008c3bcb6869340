package workspace

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/interaction/detect"
	"tiv/internal/generate"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Of the selected threads, or of all, the one with the most lost time is selected.
func TestSelectWorst(t *testing.T) {
	feed, err := generate.Pool(30, 20_000)
	if err != nil {
		t.Fatal(err)
	}
	tl, err := reduced.Timeline(feed, timeline.Tuning{})
	if err != nil {
		t.Fatal(err)
	}
	w := New("pool")
	w.Update(tl, detect.Find(context.Background(), tl, nil))
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		var of []tracefeed.ThreadID
		for _, id := range w.Look.Threads {
			if rng.IntN(3) == 0 {
				of = append(of, id)
			}
		}
		w.Do(SelectMany{Threads: of})
		a, b := tracefeed.Time(rng.Int64N(int64(tl.End))), tracefeed.Time(rng.Int64N(int64(tl.End)))
		w.Do(ShowRange{From: min(a, b), To: max(a, b) + 1})
		if len(of) == 0 {
			of = w.Look.Threads
		}
		from, to := w.Look.Counted()
		lost := func(id tracefeed.ThreadID) tracefeed.Time {
			s := tl.Lane(id).Sum(from, to)
			return s[tracefeed.Runnable] + s[tracefeed.Blocking] + s[tracefeed.IO]
		}
		want := slices.MaxFunc(of, func(a, b tracefeed.ThreadID) int { return int(lost(a) - lost(b)) })
		w.Do(SelectWorst{})
		if got := w.Look.Selection; len(got) != 1 || lost(got[0]) != lost(want) || w.Look.Selected != got[0] {
			t.Errorf("of %v from %v to %v: %v with %v, want %d with %v", of, from, to, got, lost(got[0]), want, lost(want))
		}
	}
}
