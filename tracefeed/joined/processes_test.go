package joined_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/internal/oracle"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/joined"
)

// spans returns the spans of a thread while it is alive, moved by a time; neighbours that
// only an odd event divides are one. The last one ends where the trace does.
func spans(tl *timeline.Timeline, t tracefeed.ThreadID, by tracefeed.Time) (out []string) {
	tl.Lane(t).Spans(0, tl.End, func(s *timeline.Span, end tracefeed.Time) bool {
		if s.State != tracefeed.NotAlive && s.Start < end {
			out = append(out, fmt.Sprintf("%d-%d %v %v", s.Start+by, end+by, s.State, s.Cause))
		}
		return true
	})
	return out
}

// timelineOf reduces a feed.
func timelineOf(t *testing.T, f tracefeed.Feed) *timeline.Timeline {
	t.Helper()
	r := timeline.NewReducer(f, timeline.Tuning{})
	if err := reduced.AddAll(r, f); err != nil {
		t.Fatal(err)
	}
	return r.Snapshot(true, nil)
}

// TestStates merges random traces of processes that begin at random times. Each thread has
// the same states as in the trace of its process alone, to the nanosecond, and none after it.
func TestStates(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 1))
		processes, parts := make([]tracefeed.Process, 1), []joined.Part{}
		var alone []*timeline.Timeline
		for i := range 1 + rng.IntN(5) {
			trace := oracle.Random(rng, oracle.Small(rng))
			trace.Header = tracefeed.Header{Format: "trace"}
			if len(trace.Events) == 0 {
				continue
			}
			read := trace.Feed()
			early, err := joined.Early(read)
			if err != nil {
				t.Fatal(err)
			}
			start := tracefeed.Time(rng.IntN(200))
			processes = append(processes, tracefeed.Process{ID: fmt.Sprint(40 + i), Name: fmt.Sprint("p", i)})
			parts = append(parts, joined.Part{Process: tracefeed.ProcessID(len(processes) - 1), Start: start, Begin: start, Several: true,
				Open: func() (joined.Source, error) {
					return joined.Source{Feed: trace.Feed(), Tables: read.Tables(), Early: early}, nil
				}})
			alone = append(alone, timelineOf(t, trace.Feed()))
		}
		if len(parts) == 0 {
			continue
		}
		all := timelineOf(t, joined.OpenProcesses(processes, parts))
		for i, tl := range alone {
			for id := 1; id < len(tl.Threads); id++ {
				p := parts[i].Process
				joint := slices.IndexFunc(all.Threads, func(th tracefeed.Thread) bool {
					return th.Process == p && th.ID == processes[p].ID+"/"+tl.Threads[id].ID
				})
				want, got := spans(tl, tracefeed.ThreadID(id), parts[i].Start), []string(nil)
				if joint > 0 {
					got = spans(all, tracefeed.ThreadID(joint), 0)
				}
				if !slices.Equal(got, want) {
					t.Fatalf("seed %d, process %d, thread %d:\ngot  %s\nwant %s", seed, i, id, strings.Join(got, ", "),
						strings.Join(want, ", "))
				}
			}
		}
	}
}
