package ring

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/internal/oracle"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// TestSavedSmall saves parts of small random traces, with all kinds of events, and compares what
// threads do and hold with the whole.
func TestSavedSmall(t *testing.T) {
	for seed := range oracle.Seeds(300) {
		rng := rand.New(rand.NewPCG(seed, 32))
		shape := oracle.Small(rng)
		shape.Odd = 0 // events that contradict those before are not the same without them
		trace := oracle.Random(rng, shape)
		ended := map[tracefeed.ThreadID]bool{}
		trace.Events = slices.DeleteFunc(trace.Events, func(ev tracefeed.Event) bool {
			was := ended[ev.Thread]
			ended[ev.Thread] = was || ev.Kind == tracefeed.ThreadEnd
			return was
		})
		feed := trace.Feed()
		var all []tracefeed.Event
		r := New(feed, Options{Dir: t.TempDir(), Keep: 1 + trace.Events[len(trace.Events)-1].Time})
		for ev, err := range tracefeed.All(feed) {
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, *ev)
			if err := r.Add(ev); err != nil {
				t.Fatal(err)
			}
		}
		end := all[len(all)-1].Time
		from := tracefeed.Time(rng.Int64N(int64(end) + 1))
		var out bytes.Buffer
		saved, err := r.Save(&out, from, end, binfeed.Header{})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		part := open(t, out.Bytes())
		for _, err := range tracefeed.All(part) {
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
		compareStates(t, rng, feed, slices.Clip(all), open(t, out.Bytes()), saved, matched(feed.Tables(), part.Tables()))
	}
}
