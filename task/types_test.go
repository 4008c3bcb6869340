package task

import (
	"slices"
	"testing"

	"tiv/tracefeed"
)

func TestTypes(t *testing.T) {
	t.Parallel()
	bill := func(d tracefeed.Time) Bill { return Bill{Times: tracefeed.StateTimes{tracefeed.Running: d}} }
	x := &Index{Tasks: []Task{{Type: "b", Bill: bill(2)}, {Type: "a", Bill: bill(1)}, {}, {Type: "c", Bill: bill(5)},
		{Type: "a", Bill: bill(1)}}}
	if got := x.Types(); !slices.Equal(got, []string{"c", "a", "b", ""}) {
		t.Errorf("types %q", got)
	}
	if types, of := x.TypesOf(); !slices.Equal(types, x.Types()) || !slices.Equal(of, []int32{2, 1, 3, 0, 1}) {
		t.Errorf("types %q of tasks %v", types, of)
	}
	if got := (*Index)(nil).Types(); got != nil {
		t.Errorf("without an index: %q", got)
	}
}
