package timeline_test

import (
	"math"
	"testing"

	"tiv/internal/oracle"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

func TestLostCounts(t *testing.T) {
	t.Parallel()
	const start, lost, run, end = tracefeed.ThreadStart, tracefeed.Lost, tracefeed.Run, tracefeed.ThreadEnd
	for name, c := range map[string]struct {
		events []tracefeed.Event
		want   timeline.Counts
	}{
		"a number": {[]tracefeed.Event{{Thread: 1, Kind: start}, {Thread: 1, Kind: lost, Value: 12}, {Thread: 1, Kind: run}},
			timeline.Counts{Lost: 12, Gaps: 1}},
		"numbers again and again": {[]tracefeed.Event{{Thread: 1, Kind: lost, Value: 12}, {Thread: 1, Kind: lost, Value: 3},
			{Thread: 2, Kind: lost, Value: 1}},
			timeline.Counts{Lost: 16, Gaps: 3}},
		"no number": {[]tracefeed.Event{{Thread: 1, Kind: lost}, {Thread: 1, Kind: run}, {Thread: 1, Kind: lost}},
			timeline.Counts{Gaps: 2, Uncounted: 2}},
		"no number where the state is lost": {[]tracefeed.Event{{Thread: 1, Kind: start}, {Thread: 1, Kind: lost, Value: 4},
			{Thread: 1, Kind: lost}},
			timeline.Counts{Lost: 4, Gaps: 1}},
		"all threads": {[]tracefeed.Event{{Thread: 1, Kind: start}, {Kind: lost}, {Thread: 1, Kind: lost}, {Kind: lost, Value: 5}},
			timeline.Counts{Lost: 5, Gaps: 2, Uncounted: 1}},
		"after the end": {[]tracefeed.Event{{Thread: 1, Kind: start}, {Thread: 1, Kind: end}, {Thread: 1, Kind: lost, Value: 2}},
			timeline.Counts{Lost: 2, Gaps: 1}},
		"absurd numbers": {[]tracefeed.Event{{Thread: 1, Kind: lost, Value: math.MaxInt64}, {Thread: 1, Kind: lost, Value: 7},
			{Thread: 2, Kind: lost, Value: -7}},
			timeline.Counts{Lost: math.MaxInt64, Gaps: 3, Uncounted: 1}},
	} {
		for i := range c.events {
			c.events[i].Time = tracefeed.Time(i)
		}
		c.want.Events = int64(len(c.events))
		trace := oracle.Trace{Events: c.events}
		for pages := range 3 {
			var file memoryFile
			tl, err := save(trace, pages, &file, 1)
			if err != nil {
				t.Fatal(err)
			}
			opened := opened(t, &file)
			for what, got := range map[string]timeline.Counts{"reduced": tl.Counts, "opened": opened.Counts,
				"fingerprint": fingerprint(trace).Counts} {
				if got != c.want {
					t.Errorf("%s, %s: got %+v, want %+v", name, what, got, c.want)
				}
			}
		}
	}
}

// opened opens a saved trace.
func opened(t *testing.T, file *memoryFile) *timeline.Timeline {
	t.Helper()
	f, err := binfeed.Open(file, int64(len(file.data)))
	if err != nil {
		t.Fatal(err)
	}
	tl, _, err := timeline.Open(f, timeline.NewMemory(1), tuned(1))
	if err != nil {
		t.Fatal(err)
	}
	return tl
}
