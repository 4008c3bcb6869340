package compare_test

import (
	"slices"
	"testing"

	"tiv/interaction/compare"
	"tiv/tracefeed"
)

// Each row leads to its threads and its moment on both sides.
func TestBehindRows(t *testing.T) {
	t.Parallel()
	changed := plain
	changed.hold, changed.audit, changed.extra, changed.stuck, changed.reverse = 120, 30, true, true, true
	d := diff(t, plain, changed)
	const keeper, a, b, c = 1, 2, 3, 4 // in order of appearance
	for _, x := range []struct {
		name   string
		row    *compare.Row
		before []tracefeed.ThreadID
		after  []tracefeed.ThreadID
		at     [2]tracefeed.Time // -1 for none
	}{
		{"lock", &d.Locks[0], []tracefeed.ThreadID{a, b}, []tracefeed.ThreadID{a, b, c}, [2]tracefeed.Time{50 * ms, 120 * ms}},
		{"state", &d.Groups[0], []tracefeed.ThreadID{a, b}, []tracefeed.ThreadID{a, b, c}, [2]tracefeed.Time{50 * ms, 120 * ms}},
		{"pair", &d.Pairs[0], []tracefeed.ThreadID{keeper, a, b}, []tracefeed.ThreadID{keeper, a, b, c},
			[2]tracefeed.Time{50 * ms, 120 * ms}},
		{"finding", &d.Findings[0], nil, []tracefeed.ThreadID{a, b}, [2]tracefeed.Time{-1, 970 * ms}},
	} {
		for side, want := range [][]tracefeed.ThreadID{x.before, x.after} {
			if got := d.Threads(side, x.row); !slices.Equal(got, want) {
				t.Errorf("%s, side %d: threads %v, want %v", x.name, side, got, want)
			}
			at, ok := d.Moment(side, x.row)
			if want := x.at[side]; ok != (want >= 0) || ok && at != want {
				t.Errorf("%s, side %d: moment %v, %v, want %v", x.name, side, at, ok, want)
			}
		}
	}
}

// A thread has the one with its name as partner, or else its group.
func TestPartners(t *testing.T) {
	t.Parallel()
	changed := plain
	changed.first, changed.extra = 2, true // worker-2 to worker-4; before worker-1, worker-2
	d := diff(t, plain, changed)
	for _, x := range []struct {
		side int
		of   tracefeed.ThreadID
		want []tracefeed.ThreadID
	}{
		{0, 1, []tracefeed.ThreadID{1}},       // the keeper
		{0, 2, []tracefeed.ThreadID{2, 3, 4}}, // worker-1: not after
		{0, 3, []tracefeed.ThreadID{2}},       // worker-2
		{1, 2, []tracefeed.ThreadID{3}},
		{1, 4, []tracefeed.ThreadID{2, 3}}, // worker-4: not before
		{0, tracefeed.NoThread, nil},
		{0, 99, nil},
	} {
		if got := d.Partners(x.side, x.of); !slices.Equal(got, x.want) {
			t.Errorf("partners of %d on side %d: %v, want %v", x.of, x.side, got, x.want)
		}
	}
}
