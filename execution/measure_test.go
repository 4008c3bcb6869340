package execution_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/execution"
	"tiv/execution/slice"
	"tiv/internal/oracle"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
)

// measured is an element, by definition.
type measured struct {
	thread     tracefeed.ThreadID
	start, end tracefeed.Time
	depth      int
}

// elementsOf returns all elements of a kind.
func elementsOf(t *testing.T, tl *timeline.Timeline, k slice.Kind) (list []measured) {
	all := execution.All(tl)
	switch k {
	case slice.Calls:
		execution.EachTreeCall(t.Context(), tl, all, func(c *execution.TreeCall) {
			list = append(list, measured{c.Thread, c.Start, c.End, c.Depth})
		})
	case slice.Regions:
		execution.EachRegion(t.Context(), tl, all, func(r execution.Region) {
			list = append(list, measured{r.Thread, r.Start, r.End, 0})
		})
	default:
		for i := 1; i < len(tl.Threads); i++ {
			id := tracefeed.ThreadID(i)
			if start, end := tl.Lane(id).Life(); k == slice.Threads {
				list = append(list, measured{id, start, end, 0})
				continue
			}
			tl.Lane(id).Spans(0, tl.End, func(s *timeline.Span, end tracefeed.Time) bool {
				if s.State != tracefeed.NotAlive && s.Start < tl.End {
					list = append(list, measured{id, s.Start, end, 0})
				}
				return true
			})
		}
	}
	return list
}

// value is the definition of an attribute.
func (m *measured) value(tl *timeline.Timeline, a slice.Attribute) (v int64) {
	switch a {
	case slice.Duration:
		return int64(m.end - m.start)
	case slice.Start:
		return int64(m.start)
	case slice.Depth:
		return int64(m.depth)
	}
	tl.Lane(m.thread).Spans(0, tl.End, func(s *timeline.Span, end tracefeed.Time) bool {
		if s.State.String() == string(a) {
			v += max(0, int64(min(end, m.end)-max(s.Start, m.start)))
		}
		return true
	})
	return v
}

// TestMeasure compares the values of all attributes of the elements of random traces, and
// the elements of their ranges, with their definition.
func TestMeasure(t *testing.T) {
	t.Parallel()
	seen := map[slice.Attribute]int{}
	for seed := range oracle.Seeds(300) {
		rng := rand.New(rand.NewPCG(seed, 15))
		tl, err := reduced.Timeline(feed(random(rng)), timeline.Tuning{PageEvents: 1 + rng.IntN(20)})
		if err != nil {
			t.Fatal(err)
		}
		in := slice.Input{Timeline: tl, Locks: func(tracefeed.MonitorID) []string { return nil }}
		for _, k := range slice.Kinds() {
			if k == slice.Objects || k == slice.Tasks {
				continue // TestRangesOfObjects
			}
			elements := elementsOf(t, tl, k)
			for _, a := range k.Attributes() {
				d := slice.Definition{Name: "x", Of: k, Extent: k.Extents()[0]}
				if rng.IntN(2) == 0 {
					d.From = tracefeed.Time(rng.Int64N(int64(tl.End) + 1))
					d.To = d.From + 1 + tracefeed.Time(rng.Int64N(int64(tl.End)+1))
				}
				var want []int64
				for _, e := range elements {
					if (e.end > d.From || e.start >= d.From) && (d.To == 0 || e.start < d.To) {
						want = append(want, e.value(tl, a))
					}
				}
				slices.Sort(want)
				got, err := slice.Measure(t.Context(), in, nil, d, a)
				if err != nil || !slices.Equal(got.List, want) || got.Elements != len(want) {
					t.Fatalf("seed %d, %s of %v: %v, %v; want %v", seed, a, k, got, err, want)
				}
				if len(want) == 0 {
					continue
				}
				if want[len(want)-1] > want[0] {
					seen[a]++
				}
				breaks := slice.Breaks(want, slice.Division(rng.IntN(4)), 2+rng.IntN(4))
				counts := got.Counts(breaks)
				for i, x := range slice.Ranges(d, a, breaks) {
					part, err := slice.Measure(t.Context(), in, nil, x, a)
					if err != nil || part.Elements != counts[i] {
						t.Fatalf("seed %d, %+v: %d elements, %v; want %d", seed, x, part.Elements, err, counts[i])
					}
				}
			}
		}
	}
	for _, a := range slice.AllAttributes() {
		if seen[a] < 20 && !slices.Contains(slice.Objects.Attributes(), a) {
			t.Errorf("%d tests of different values of %s", seen[a], a)
		}
	}
}
