package filter_test

import (
	"slices"
	"testing"

	"tiv/execution/slice"
	"tiv/internal/reduced"
	"tiv/tracefeed"
	"tiv/workspace/filter"
)

const ms = tracefeed.Millisecond

// The word slice is about the part of a slice in the window.
func TestSlices(t *testing.T) {
	t.Parallel()
	tl := reduced.Story(t, "tiv-text 1\n0ms A start\n0ms B start\n0ms C start\n20ms A end\n20ms B end\n20ms C end\n")
	computed, err := slice.Compute(t.Context(), slice.Input{Timeline: tl}, []slice.Definition{
		{Name: "early", Of: slice.Threads, Where: `name == "A"`, Extent: slice.Whole, To: 5 * ms},
		{Name: "late", Of: slice.Threads, Where: `name == "A" || name == "B"`, Extent: slice.Whole, From: 10 * ms},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		text     string
		from, to tracefeed.Time
		want     []tracefeed.ThreadID
	}{
		{`slice == "early"`, 0, 20 * ms, []tracefeed.ThreadID{1}},
		{`slice == "early"`, 5 * ms, 20 * ms, nil},
		{`slice ~ "e"`, 0, 20 * ms, []tracefeed.ThreadID{1, 2}},
		{`slice == "late"`, 0, 10 * ms, nil},
		{`slice == "late"`, 0, 10*ms + 1, []tracefeed.ThreadID{1, 2}},
		{`slice == ""`, 5 * ms, 10 * ms, []tracefeed.ThreadID{1, 2, 3}},
		{`slice == "" && name != "x"`, 0, 20 * ms, []tracefeed.ThreadID{3}},
		{`slice == "no such"`, 0, 20 * ms, nil},
	} {
		f, err := filter.Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		got, err := f.Match(t.Context(), filter.View{Timeline: tl, From: c.from, To: c.to, Slices: computed}, []tracefeed.ThreadID{1, 2, 3})
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s from %v to %v: %v, %v; want %v", c.text, c.from, c.to, got, err, c.want)
		}
	}
	f, _ := filter.Parse(`slice == ""`)
	if got, err := f.Match(t.Context(), filter.View{Timeline: tl, To: 20 * ms}, []tracefeed.ThreadID{1}); err != nil || len(got) != 1 {
		t.Errorf("without slices: %v, %v", got, err)
	}
}
