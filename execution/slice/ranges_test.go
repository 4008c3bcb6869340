package slice_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/execution/slice"
	"tiv/internal/reduced"
)

func TestBreaks(t *testing.T) {
	values := []int64{1, 2, 3, 4, 100, 110, 120, 1000}
	for _, c := range []struct {
		by   slice.Division
		n    int
		want []int64
	}{
		{slice.EqualWidth, 4, []int64{250, 500, 750}},
		{slice.EqualNumber, 4, []int64{3, 100, 120}},
		{slice.Logarithmic, 3, []int64{10, 100}},
		{slice.Natural, 3, []int64{100, 1000}},
		{slice.Natural, 1, nil},
	} {
		if got := slice.Breaks(values, c.by, c.n); !slices.Equal(got, c.want) {
			t.Errorf("%v in %d: %v; want %v", c.by, c.n, got, c.want)
		}
	}
	for _, by := range slice.Divisions() {
		if got := slice.Breaks([]int64{7, 7, 7}, by, 3); len(got) > 0 {
			t.Errorf("%v of equal values: %v", by, got)
		}
		if got := slice.Breaks(nil, by, 3); got != nil {
			t.Errorf("%v of nothing: %v", by, got)
		}
	}
}

// deviations is the sum that natural breaks make small.
func deviations(values, breaks []int64) (sum float64) {
	for _, low := range append([]int64{math.MinInt64}, breaks...) {
		var part []float64
		for _, v := range values {
			if i, found := slices.BinarySearch(breaks, v); v >= low && (low == math.MinInt64 && i == 0 && !found || i > 0 && breaks[i-1] == low && !found || found && breaks[i] == low) {
				part = append(part, float64(v))
			}
		}
		mean := 0.0
		for _, v := range part {
			mean += v / float64(len(part))
		}
		for _, v := range part {
			sum += (v - mean) * (v - mean)
		}
	}
	return sum
}

// TestNaturalBreaks compares with all other choices of two breaks.
func TestNaturalBreaks(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var values []int64
		for range 3 + rng.IntN(12) {
			values = append(values, int64(rng.IntN(30)))
		}
		slices.Sort(values)
		got := deviations(values, slice.Breaks(values, slice.Natural, 3))
		for _, a := range values {
			for _, b := range values {
				if least := deviations(values, []int64{a, b}); a < b && least < got-1e-9 {
					t.Fatalf("%v: %v is %f; %d and %d are %f", values, slice.Breaks(values, slice.Natural, 3), got, a, b, least)
				}
			}
		}
	}
}

// TestRanges divides spans: each is in the slice of its range, and in no other.
func TestRanges(t *testing.T) {
	tl := reduced.Story(t, `tiv-text 1
0s A start
10ms A call-enter f
12ms A call-exit f
20ms A call-enter f
60ms A call-exit f
60ms A call-enter g
61ms A call-exit g
100ms A end
`)
	in := slice.Input{Timeline: tl}
	calls := slice.Definition{Name: "f", Where: "f"}
	values, err := slice.Measure(t.Context(), in, nil, calls, slice.Duration)
	if want := []int64{2e6, 40e6}; err != nil || !slices.Equal(values.List, want) {
		t.Fatalf("durations %v, %v; want %v", values, err, want)
	}
	ranges := slice.Ranges(calls, slice.Duration, []int64{5e6})
	s, err := slice.Compute(t.Context(), in, ranges, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int64{2e6, 40e6} {
		if got := s.Sets[i].Time(1, 0, tl.End); s.Errors[i] != nil || int64(got) != want {
			t.Errorf("%+v covers %v, %v; want %v", ranges[i], got, s.Errors[i], want)
		}
	}
	if got, want := ranges[0].Name, "f: duration < 5 ms"; got != want {
		t.Errorf("the name is %q, want %q", got, want)
	}
}

// Breaks are read as they are spelled, and a wrong one is an error at its place.
func TestParseBreaks(t *testing.T) {
	t.Parallel()
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(seed, 16))
		v := rng.Int64N(1 << (1 + rng.IntN(62)))
		for _, a := range []slice.Attribute{slice.Duration, slice.Depth} {
			if a == slice.Depth {
				v %= 1 << 31
			}
			if got, err := slice.ParseBreaks(a.Spell(v), a); err != nil || !slices.Equal(got, []int64{v}) {
				t.Errorf("%s %d is spelled %s, and read as %v, %v", a, v, a.Spell(v), got, err)
			}
		}
	}
	for text, want := range map[string]string{
		"1ms, µs": `column 6: invalid time "µs": want a number with ns, us, ms, s, m or h`,
		"1ms 2":   `column 5: invalid time "2" (try 2s)`,
	} {
		if _, err := slice.ParseBreaks(text, slice.Duration); err == nil || err.Error() != want {
			t.Errorf("%q: %v; want %s", text, err, want)
		}
	}
	if got, err := slice.ParseBreaks(" 10ms,1ms  10ms", slice.Duration); err != nil || !slices.Equal(got, []int64{1e6, 10e6}) {
		t.Errorf("read %v, %v", got, err)
	}
}
