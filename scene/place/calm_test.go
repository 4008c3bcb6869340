package place

import (
	"testing"

	"tiv/scene/view"
)

// A group that waits for processors is not calm, though others wait for devices much
// longer.
func TestCrowdKeepsStarving(t *testing.T) {
	t.Parallel()
	m := &slotLister{look: &view.Look{}}
	groups := []group{{lost: 1000, stalled: 1}, {lost: 21, stalled: 20}, {lost: 20, stalled: 1}}
	for range fewGroups {
		groups = append(groups, group{lost: 20})
	}
	if got := m.foldCalm(groups); len(got) != 3 || got[1].stalled != 20 {
		t.Errorf("%d groups: %+v", len(got), got)
	}
}
