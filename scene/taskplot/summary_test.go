package taskplot

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/tracefeed"
)

// A summary is what its words mean: tasks that begin in an interval, percentiles of those with both
// ends, and in each bin the tasks between its edges.
func TestSummary(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(2, 28))
	for range 300 {
		const end = 100_000
		l := lookAt(randomIndex(rng, rng.IntN(80), end), end)
		l.TaskHeight, l.TaskLinear = []string{"", "calls"}[rng.IntN(2)], rng.IntN(2) == 0
		c := columns(l)
		from := tracefeed.Time(rng.IntN(end))
		to := from + tracefeed.Time(rng.IntN(end-int(from)+1))
		edges := binEdges(&c.scale, 0.01+0.2*rng.Float32())
		var s summary
		s.update(c, from, to, end, edges)

		var whole, all []int64
		bins := make([][mostTypes + 1]int32, len(edges)-1)
		for i := range c.index.Tasks {
			k := &c.index.Tasks[i]
			if k.Start < from || k.Start > to || k.Start == to && to < end {
				continue
			}
			h := c.scale.Measure.Of(k)
			if all = append(all, h); k.Begun && k.Ended {
				whole = append(whole, h)
			}
			found := 0
			for b := range bins {
				if edges[b] <= h && h < edges[b+1] {
					bins[b][slices.Index(append(slices.Clone(c.types), k.Type), k.Type)]++
					found++
				}
			}
			if found != 1 {
				t.Fatalf("%d is in %d bins of %v", h, found, edges)
			}
		}
		slices.Sort(whole)
		if s.count != len(all) || s.whole != len(whole) || !slices.Equal(s.bins, bins) {
			t.Fatalf("%d tasks, %d whole, bins %v; want %d, %d, %v", s.count, s.whole, s.bins, len(all), len(whole), bins)
		}
		if len(all) > 0 && c.heights[s.highest] != slices.Max(all) {
			t.Fatalf("the highest is %d of %v", c.heights[s.highest], all)
		}
		for k, p := range percents {
			if n := len(whole); n > 0 {
				if want := whole[int(math.Ceil(float64(p)*float64(n)/100))-1]; s.percentiles[k] != want {
					t.Fatalf("p%d is %d, want %d of %v", p, s.percentiles[k], want, whole)
				}
			}
		}
	}
}

// Bins are as high as asked for, where powers of ten are far enough apart, and hold every number.
func TestBinEdges(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 28))
	for range 1000 {
		least := 1 + rng.Int64N(1<<rng.IntN(40))
		s := newScale(named(t, "calls"), rng.IntN(2) == 0, least, least+rng.Int64N(1<<rng.IntN(62)))
		edges := binEdges(&s, 0.02)
		if edges[0] != 0 || edges[len(edges)-1] <= s.most && edges[len(edges)-1] != math.MaxInt64 ||
			!slices.IsSorted(edges) || len(slices.Compact(slices.Clone(edges))) != len(edges) {
			t.Fatalf("%+v: the edges are %v", s, edges)
		}
		if len(edges) > 60 {
			t.Fatalf("%+v: %d edges", s, len(edges))
		}
	}
}
