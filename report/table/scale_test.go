package table

import (
	"slices"
	"testing"

	"tiv/tracefeed"
)

// The durations of a column have one unit and one number of decimals.
func TestScales(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		rows []int64
		want []string
	}{
		{[]int64{5_463_000_000, 20_900_000, 400_000, 0}, []string{"5.463 s", "0.021 s", "< 0.001 s", "0 s"}},
		{[]int64{257_000_000, 35_310_000, 40_000}, []string{"257.0 ms", "35.3 ms", "< 0.1 ms"}},
		{[]int64{999_999, 1}, []string{"1000.0 µs", "< 0.1 µs"}},
		{[]int64{7, 999}, []string{"7 ns", "999 ns"}},
		{[]int64{12_345_000_000_000, 1_000_000_000}, []string{"12345 s", "1 s"}},
	} {
		table := New(x.rows, []Column[int64]{{Head: Head{Name: "t", Kind: Duration}, Number: func(n *int64) int64 { return *n }}})
		scale := table.Scales()[0]
		var got []string
		for row := range x.rows {
			got = append(got, scale.Shown(table, row, 0))
		}
		if !slices.Equal(got, x.want) {
			t.Errorf("%v: %q, want %q", x.rows, got, x.want)
		}
	}
	text := New([]int64{3}, []Column[int64]{{Head: Head{Kind: Count}, Number: func(n *int64) int64 { return *n }}})
	if got := text.Scales()[0].Shown(text, 0, 0); got != "3" || ScaleOf(0).unit != tracefeed.Nanosecond {
		t.Errorf("a count is %q", got)
	}
}
