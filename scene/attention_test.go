package scene

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/interaction"
	"tiv/interaction/subject"
	"tiv/internal/looks"
	"tiv/internal/reduced"
	"tiv/scene/shape"
	"tiv/scene/stage"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// In each view, the threads that the picture is about are the brightest, and calm ones the
// darkest: those that lost no time in the history, and that nobody waited for.
func TestAttention(t *testing.T) {
	t.Parallel()
	told := 0
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 3))
		tl := reduced.Busy(t, 3+rng.IntN(9), 900, seed)
		for range 8 {
			look := lookAt(tl)
			look.Kind, look.AllEqual, look.Threads = kinds[rng.IntN(len(kinds))], false, view.AllThreads(tl)
			look.Moment = 1 + tracefeed.Time(rng.Int64N(int64(tl.End)))
			look.Story = subject.Story{Threads: looks.Threads(rng, tl)}
			if len(look.Story.Threads) == 0 {
				continue
			}
			told++
			_, f := pictureOf(tl, &look)
			for i := range f.Views {
				checkAttention(t, tl, &look, f.Views[i].Bars)
			}
			look.AllEqual = true
			_, f = pictureOf(tl, &look)
			if slices.ContainsFunc(f.Views[0].Bars, func(b shape.Bar) bool { return b.Emphasis != 1 }) {
				t.Errorf("seed %d: bars are not equal", seed)
			}
		}
	}
	if told < 40 {
		t.Errorf("only %d pictures are about something", told)
	}
}

func checkAttention(t *testing.T, tl *timeline.Timeline, look *view.Look, bars []shape.Bar) {
	t.Helper()
	from, to := look.Past()
	waited := map[tracefeed.ThreadID]bool{}
	for id := 1; id < len(tl.Threads); id++ {
		interaction.EachEdge(tl, tracefeed.ThreadID(id), from, to, func(e interaction.Edge) {
			waited[e.Blocker] = waited[e.Blocker] || e.Kind == interaction.Lock && e.Charge() > 0
		})
	}
	for _, b := range bars {
		thread := tracefeed.ThreadID(b.Pick.Index)
		sum := tl.Lane(thread).Sum(from, to)
		want := float32(stage.Bystander)
		switch {
		case view.Has(look.Story.Threads, thread):
			want = 1
		case look.Kind != view.Execution && !waited[thread] && sum[tracefeed.Runnable]+sum[tracefeed.Blocking]+sum[tracefeed.IO] == 0:
			want = calmness
		}
		if b.Pick.Kind == shape.PickThread && b.Emphasis != want {
			t.Errorf("%s at %v: thread %d has the emphasis %v, want %v", look.Kind.Name, look.Moment, thread, b.Emphasis, want)
		}
	}
}
