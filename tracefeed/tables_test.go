package tracefeed_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"tiv/tracefeed"
)

// Snapshots of tables keep the names of their time, and share what they can.
func TestTablesSnapshot(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	now := tracefeed.NewTables()
	var snapshots, want []tracefeed.Tables
	for i := range 1000 {
		name := fmt.Sprint(i)
		switch rng.IntN(5) {
		case 0, 1:
			now.AddThread(tracefeed.Thread{ID: name, Name: name})
			now.AddMonitor(tracefeed.Monitor{ID: name, Name: name})
			now.AddName(name)
			now.AddType(tracefeed.Type{Name: tracefeed.NameID(len(now.Names) - 1), Supertypes: []tracefeed.NameID{0}})
		case 2:
			now.NameThread(tracefeed.ThreadID(rng.IntN(len(now.Threads))), tracefeed.Thread{Name: name})
		case 3:
			now.NameMonitor(tracefeed.MonitorID(rng.IntN(len(now.Monitors))), tracefeed.Monitor{Name: name})
		case 4:
			snapshots = append(snapshots, now.Snapshot())
			want = append(want, tracefeed.Tables{Threads: slices.Clone(now.Threads), Monitors: slices.Clone(now.Monitors),
				Frames: slices.Clone(now.Frames), Stacks: slices.Clone(now.Stacks), Names: slices.Clone(now.Names),
				Types: slices.Clone(now.Types)})
		}
	}
	for i := range snapshots {
		if !reflect.DeepEqual(snapshots[i], want[i]) {
			t.Fatalf("snapshot %d has changed", i)
		}
	}
	a, b := now.Snapshot(), now.Snapshot()
	if &a.Threads[0] != &b.Threads[0] || &a.Monitors[0] != &b.Monitors[0] {
		t.Error("two snapshots share nothing")
	}
}
