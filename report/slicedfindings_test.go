package report

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/execution/slice"
	"tiv/interaction/detect"
	"tiv/internal/oracle"
	"tiv/internal/reduced"
	"tiv/report/table"
	"tiv/timeline"
	"tiv/tracefeed"
)

// slowTime counts the moments of a finding that a set covers.
func slowTime(tl *timeline.Timeline, f *detect.Finding, in *slice.Set) tracefeed.Time {
	waits, waited, all := tracefeed.Time(0), false, tracefeed.Time(0)
	for t := range tracefeed.ThreadID(len(tl.Threads)) {
		born, died := tl.Lane(t).Life()
		for at := max(born, 0); at < died; at++ {
			n := tracefeed.Time(0)
			for _, o := range f.Orders() {
				if o.Thread == t && o.Since <= at && (at < o.At || at == o.Since) {
					n++
				}
			}
			if len(f.Orders()) == 0 && slices.Contains(f.Threads, t) && f.Start <= at && (at < f.End || at == f.Start) {
				n = 1
			}
			s, _ := tl.Lane(t).At(at)
			if s.State == tracefeed.NotAlive || n == 0 {
				continue
			}
			locks := slices.ContainsFunc(f.Monitors, func(m tracefeed.MonitorID) bool { return m != tracefeed.NoMonitor })
			waiting := s.State != tracefeed.Running && s.State != tracefeed.Unknown
			if locks {
				waiting = (s.State == tracefeed.Blocking || s.State == tracefeed.Suspended) &&
					s.Monitor != tracefeed.NoMonitor && slices.Contains(f.Monitors, s.Monitor)
			}
			waiting = waiting && len(f.Orders()) == 0
			waited = waited || waiting
			if in.Contains(t, at) {
				if all += n; waiting {
					waits += n
				}
			}
		}
	}
	if waited {
		return waits
	}
	return all
}

// The time of findings in slices is that of their moments.
func TestSlicedFindingsRandom(t *testing.T) {
	t.Parallel()
	seen := map[string]int{}
	for seed := range oracle.Seeds(400) {
		rng := rand.New(rand.NewPCG(seed, 5))
		trace := oracle.Random(rng, oracle.Small(rng))
		tl, err := reduced.Timeline(trace.Feed(), timeline.Tuning{PageEvents: rng.IntN(30)})
		if err != nil || tl.End > 2000 {
			continue
		}
		late := slice.Definition{Name: "late", Of: slice.Threads, Extent: slice.Whole, From: tl.End / 2, To: tl.End + 1}
		waits := slice.Definition{Name: "waits", Of: slice.Spans, Where: `state == "blocking"`, Extent: slice.Whole}
		x := sliced(t, tl, []string{"", "late"}[seed%2], late, waits, slice.Definition{Name: "all", Of: slice.Threads, Extent: slice.Whole})
		found := detect.Find(t.Context(), tl, nil).Findings
		times := x.Findings(t.Context(), tl, found)
		list, ok := FindingList(t.Context(), tl, found, x.AsShares())
		row := 0
		for i := range found {
			touched := seed%2 == 0
			for also, f := range append([]detect.Finding{found[i]}, found[i].Also...) {
				seen[f.Kind]++
				var want []SliceTime
				for k, set := range x.sets {
					if n := slowTime(tl, &f, set); n > 0 {
						want = append(want, SliceTime{x.names[k], n})
						touched = touched || k == 0
					}
				}
				if got := times.Of(i, also); !slices.Equal(got, want) {
					t.Fatalf("seed %d, %+v\ngot  %v\nwant %v", seed, f, got, want)
				}
			}
			if times.Outside(i) == touched {
				t.Fatalf("seed %d, %+v: outside %t", seed, found[i], times.Outside(i))
			}
			if !touched {
				continue
			}
			at := slices.IndexFunc(list.Heads, func(h table.Head) bool { return h.Title == "waits" })
			in, whole := slowTime(tl, &found[i], x.sets[len(x.sets)-2]), slowTime(tl, &found[i], x.sets[len(x.sets)-1])
			if got := tracefeed.Time(list.Number(row, at)); list.Text(row, 0) != found[i].Kind || list.Spot(row).Finding != i ||
				got != in || list.Number(row, at+1) != int64(1e6*float64(in)/float64(max(whole, 1))) {
				t.Fatalf("seed %d, %+v: row %d is %s with %v and %d of %v in %v", seed, found[i], row, list.Text(row, 0), got,
					list.Number(row, at+1), in, whole)
			}
			row++
		}
		if row != list.Len || !ok {
			t.Fatalf("seed %d: %d rows, want %d", seed, list.Len, row)
		}
	}
	if len(seen) < 5 {
		t.Errorf("kinds of findings: %v", seen)
	}
}
