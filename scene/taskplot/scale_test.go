package taskplot

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/task/measure"
)

// Places grow with numbers, zero is at the lower end, and the ways there and back agree.
func TestScale(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 1))
	for range 2000 {
		least := 1 + rng.Int64N(1<<rng.IntN(40))
		s := newScale(measure.Duration, rng.IntN(2) == 0, least, least+rng.Int64N(1<<rng.IntN(60)))
		if s.At(0) != 0 || s.At(s.most) != 1 || s.At(math.MaxInt64) != 1 {
			t.Fatalf("%+v: the ends are at %v and %v", s, s.At(0), s.At(s.most))
		}
		a, b := rng.Int64N(s.most+1), rng.Int64N(s.most+1)
		if a < b && s.At(a) > s.At(b) {
			t.Fatalf("%+v: %d is at %v, %d at %v", s, a, s.At(a), b, s.At(b))
		}
		if s.most < 1<<22 { // all numbers have places of their own
			u := rng.Float32()
			from, to := s.From(u), s.To(u)
			if s.At(from) < u && from < s.most || from > 0 && s.At(from-1) >= u {
				t.Fatalf("%+v: from %v on there are numbers from %d", s, u, from)
			}
			if to >= 0 && to <= s.most && s.At(to) > u || to < s.most && s.At(to+1) <= u {
				t.Fatalf("%+v: up to %v there are numbers to %d", s, u, to)
			}
		}
		for n := range 12 {
			ticks := s.Ticks(0, 1, n)
			if !slices.IsSorted(ticks) || len(slices.Compact(slices.Clone(ticks))) != len(ticks) || len(ticks) > n+2 {
				t.Fatalf("%+v: ticks for %d are %v", s, n, ticks)
			}
		}
	}
}

// An axis of durations has round times.
func TestTicks(t *testing.T) {
	t.Parallel()
	s := newScale(measure.Duration, false, 150_000, 3_000_000_000)
	var names []string
	for _, n := range s.Ticks(0, 1, 6) {
		names = append(names, measure.Duration.Format(n))
	}
	if want := []string{"0", "1 ms", "10 ms", "100 ms", "1 s"}; !slices.Equal(names, want) {
		t.Errorf("ticks are %q, want %q", names, want)
	}
	s.linear = true
	names = nil
	for _, n := range s.Ticks(0, 1, 4) {
		names = append(names, measure.Duration.Format(n))
	}
	if want := []string{"0", "1 s", "2 s", "3 s"}; !slices.Equal(names, want) {
		t.Errorf("ticks are %q, want %q", names, want)
	}
}

// An axis of numbers that are near each other has ticks, too, and bins are about equally wide.
func TestNarrow(t *testing.T) {
	t.Parallel()
	s := newScale(measure.Duration, false, 1_047_000, 2_484_000)
	var names []string
	for _, n := range s.Ticks(0, 1, 14) {
		names = append(names, measure.Duration.Format(n))
	}
	if want := []string{"0", "1.2 ms", "1.4 ms", "1.6 ms", "1.8 ms", "2 ms", "2.2 ms", "2.4 ms"}; !slices.Equal(names, want) {
		t.Errorf("ticks are %q, want %q", names, want)
	}
	for _, factors := range series[:3] {
		for k, f := range factors {
			next := 10.0
			if k+1 < len(factors) {
				next = factors[k+1]
			}
			if wide := math.Log10(next/f) * float64(len(factors)); wide < 0.88 || wide > 1.21 {
				t.Errorf("the bin from %v to %v has %v times the mean width", f, next, wide)
			}
		}
	}
}
