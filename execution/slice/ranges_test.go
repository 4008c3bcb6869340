package slice_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/execution/slice"
	"tiv/internal/oracle"
	"tiv/internal/reduced"
	"tiv/tracefeed"
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
			if i, found := slices.BinarySearch(breaks, v); v >= low &&
				(low == math.MinInt64 && i == 0 && !found || i > 0 && breaks[i-1] == low && !found || found && breaks[i] == low) {
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
	for seed := range oracle.Seeds(200) {
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
	for seed := range oracle.Seeds(500) {
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
		"1ms, µs": `column 6: invalid time "µs": want a number with ns, us, ms, s, m, h or d`,
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

// TestRangesOfObjects divides objects and tasks: those without an allocation are in no range.
func TestRangesOfObjects(t *testing.T) {
	tl := reduced.Story(t, `tiv-text 1
0s A start
1ms A alloc object=1 value=64
2ms A alloc object=2 value=4096
10ms A call-enter f object=1
12ms A call-exit f
20ms A call-enter f object=2
60ms A call-exit f
60ms A call-enter f object=3
61ms A call-exit f
70ms A task-start request object=1
71ms A task-start query object=2 value=1
72ms A region-start query object=2
75ms A region-end query object=2
76ms A task-end query object=2
80ms A task-end request object=1
100ms A end
`)
	in := slice.Input{Timeline: tl}
	for _, c := range []struct {
		d           slice.Definition
		by          slice.Attribute
		values      []int64
		low, higher tracefeed.Time
	}{
		{slice.Definition{Name: "x", Of: slice.Objects}, slice.Size, []int64{64, 4096}, 2e6, 40e6},
		{slice.Definition{Name: "x", Of: slice.Objects}, slice.Birth, []int64{1e6, 2e6}, 2e6, 40e6},
		{slice.Definition{Name: "x", Of: slice.Objects}, slice.Age, []int64{98e6, 99e6}, 40e6, 2e6},
		{slice.Definition{Name: "x", Of: slice.Tasks, Extent: slice.OwnWork}, slice.Depth, []int64{0, 1}, 5e6, 5e6},
		{slice.Definition{Name: "x", Of: slice.Tasks, Extent: slice.Work}, slice.Duration, []int64{5e6, 10e6}, 5e6, 10e6},
		{slice.Definition{Name: "x", Of: slice.Tasks, Extent: slice.Life}, slice.Start, []int64{70e6, 71e6}, 10e6, 5e6},
	} {
		values, err := slice.Measure(t.Context(), in, nil, c.d, c.by)
		if err != nil || !slices.Equal(values.List, c.values) {
			t.Errorf("%v by %s: %v, %v; want %v", c.d.Of, c.by, values.List, err, c.values)
		}
		s, err := slice.Compute(t.Context(), in, slice.Ranges(c.d, c.by, []int64{c.values[1]}), nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []tracefeed.Time{c.low, c.higher} {
			if got := s.Sets[i].Time(1, 0, tl.End); s.Errors[i] != nil || got != want {
				t.Errorf("%+v covers %v, %v; want %v", s.Definitions[i], got, s.Errors[i], want)
			}
		}
	}
}

// Tasks can be parts of each other, or of many.
func TestTasksAroundEachOther(t *testing.T) {
	var text strings.Builder
	text.WriteString("tiv-text 1\n0s A start\n1ms A task-start a object=1 value=2\n1ms A task-start b object=2 " +
		"value=1\n1ms A task-start c object=3 value=3\n")
	for i := 4; i < 1000; i++ {
		fmt.Fprintf(&text, "2ms A task-start d object=%d value=%d\n", i, i+1)
	}
	text.WriteString("3ms A region-start r object=1\n5ms A region-end r object=1\n9ms A end\n")
	tl := reduced.Story(t, text.String())
	s, err := slice.Compute(t.Context(), slice.Input{Timeline: tl},
		[]slice.Definition{{Name: "b", Of: slice.Tasks, Where: `type == "b" || within == "b"`, Extent: slice.Work}}, nil)
	if got := s.Sets[0].Time(1, 0, tl.End); err != nil || s.Errors[0] != nil || got != 2e6 {
		t.Errorf("it covers %v, %v, %v", got, err, s.Errors[0])
	}
}
