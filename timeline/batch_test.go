package timeline_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"tiv/internal/oracle"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// sayInBatches returns the contents and the pages of a timeline if a number of
// events is added at once. In between it tries to add an event of the past.
func sayInBatches(trace oracle.Trace, pageLen int, size func() int) (string, error) {
	feed, out := trace.Feed(), &memoryFile{}
	r := timeline.NewReducer(feed, tuned(pageLen))
	s := r.SaveTo(out, binfeed.Header{}, nil, timeline.NewMemory(1<<30))
	var batch, one []tracefeed.Event
	for more := true; more; {
		batch = batch[:0]
		for n := size(); len(batch) < n; batch = append(batch, one...) {
			var err error
			if one, err = feed.Batch(one); err != nil {
				more = false
				break
			}
		}
		n := len(batch)
		if n > 0 && batch[n-1].Time > 0 {
			batch = append(batch, tracefeed.Event{Time: batch[n-1].Time - 1, Thread: 1, Kind: tracefeed.ThreadEnd})
		}
		if err := r.Add(batch); (err != nil) != (len(batch) > n) {
			return "", fmt.Errorf("after %v: %v", batch, err)
		}
	}
	if err := s.Finish(nil, nil); err != nil {
		return "", err
	}
	f, err := binfeed.Open(out, int64(len(out.data)))
	if err != nil {
		return "", err
	}
	said := say(r.Snapshot(true, nil))
	for _, e := range f.Entries() {
		said += fmt.Sprintln("page", e.Start, e.End, e.Count, e.Weight, e.Restart)
	}
	return said, nil
}

// The number of events added at once changes neither the contents nor the pages.
func TestBatches(t *testing.T) {
	t.Parallel()
	for seed := range oracle.Seeds(60) {
		rng := rand.New(rand.NewPCG(seed, 11))
		trace := oracle.Random(rng, oracle.Small(rng))
		if seed < 2 {
			trace = busy(rng)
		}
		pageLen := rng.IntN(3) * rng.IntN(60)
		want, err := sayInBatches(trace, pageLen, func() int { return 1 })
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for _, most := range []int{5, 300, 1 << 20} {
			got, err := sayInBatches(trace, pageLen, func() int { return 1 + rng.IntN(most) })
			if err != nil || got != want {
				t.Fatalf("seed %d, pages of %d, up to %d at once: %v\n%s\nwant\n%s", seed, pageLen, most, err, got, want)
			}
		}
	}
}
