package block

import (
	"testing"

	"tiv/tracefeed"
)

// Each combination of kind, state, cause, flags and fields has its own code.
func TestCodesDiffer(t *testing.T) {
	t.Parallel()
	states := []tracefeed.State{0, 1, 2, 3, 4, 5, tracefeed.NotAlive, tracefeed.Unspecified}
	for n := range 1 << 9 {
		var b Builder
		seen := map[Code]bool{}
		for i, state := range states {
			ev := tracefeed.Event{Kind: tracefeed.Kind(n) % tracefeed.NumKinds, Cause: tracefeed.Cause(n) % tracefeed.NumCauses,
				Shared: n&1 != 0, Forever: n&2 != 0, Other: tracefeed.ThreadID(n >> 2 & 1), Stack: tracefeed.StackID(n >> 3 & 1),
				CPU: tracefeed.CPU(n >> 4 & 1), Name: tracefeed.NameID(n >> 5 & 1), Object: int64(n >> 6 & 1), Value: int64(n >> 7 & 1)}
			if n>>8&1 != 0 {
				ev.Monitor = tracefeed.MonitorID(i + 1)
			}
			b.Add(&ev, state)
		}
		made := b.Block()
		for _, c := range made.Table {
			seen[c] = true
			if want := tracefeed.Kind(n) % tracefeed.NumKinds; c.Kind != want || c.Fields&^AllFields != 0 {
				t.Fatalf("%d: %+v", n, c)
			}
		}
		if len(seen) != len(states) || len(made.Table) != len(states) {
			t.Fatalf("%d: %d codes for %d states: %+v", n, len(made.Table), len(states), made.Table)
		}
	}
}
