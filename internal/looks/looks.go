// Package looks invents parts of looks for tests of pictures.
package looks

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"tiv/execution/slice"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Sliced computes slices of a trace.
func Sliced(tl *timeline.Timeline, definitions ...slice.Definition) *slice.Slices {
	locks := func(tracefeed.MonitorID) []string { return nil }
	s, err := slice.Compute(context.Background(), slice.Input{Timeline: tl, Locks: locks}, definitions, nil)
	if err != nil {
		panic(err)
	}
	for _, err := range s.Errors {
		if err != nil {
			panic(err)
		}
	}
	return s
}

// Slices returns slices that overlap: of threads, of spans, of stretches of time.
func Slices(rng *rand.Rand, tl *timeline.Timeline, n int) *slice.Slices {
	var list []slice.Definition
	for i := range n {
		d := slice.Definition{Name: fmt.Sprintf("s%d", i) + strings.Repeat(" of a long name", i%17/16),
			Colour: uint32(rng.IntN(1 << 24)), Of: slice.Spans, Extent: slice.Whole}
		switch rng.IntN(3) {
		case 0:
			d.Of = slice.Threads
		case 1:
			d.Where = fmt.Sprintf("state == %q", []string{"running", "blocking", "suspended", "IO"}[rng.IntN(4)])
		case 2:
			d.Where = fmt.Sprintf("duration > %dns", rng.IntN(20_000))
		}
		if rng.IntN(2) == 0 {
			d.From = tracefeed.Time(rng.Int64N(int64(tl.End) - 1))
			d.To = d.From + 1 + tracefeed.Time(rng.Int64N(int64(tl.End-d.From)))
		}
		list = append(list, d)
	}
	return Sliced(tl, list...)
}

// Threads returns some of a trace's threads, sorted.
func Threads(rng *rand.Rand, tl *timeline.Timeline) (ids []tracefeed.ThreadID) {
	for id := 1; id < len(tl.Threads); id++ {
		if rng.IntN(3) == 0 {
			ids = append(ids, tracefeed.ThreadID(id))
		}
	}
	return ids
}
