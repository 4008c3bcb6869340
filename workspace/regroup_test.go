package workspace

import (
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/tracefeed"
)

// A thread that joins a cluster goes to its place in the layout, or to the place where it was
// dropped if the user moved the cluster. One that leaves is where it was dropped. Undo reverts
// all of it in one step.
func TestRegroup(t *testing.T) {
	t.Parallel()
	one, two := []tracefeed.ThreadID{1}, []tracefeed.ThreadID{2}
	cluster := MakeCluster{Name: "c", Threads: one}
	where := []Command{cluster, Place{Places: at(1, 5, 6)}}
	both := MakeCluster{Name: "c", Threads: []tracefeed.ThreadID{1, 2}}
	for name, x := range map[string]struct {
		before  []Command
		do      Regroup
		members []tracefeed.ThreadID
		place   mgl32.Vec2
		placed  bool
	}{
		"join":          {[]Command{cluster, Place{Places: at(2, 5, 6)}}, Regroup{0, two, at(2, 3, 4)}, both.Threads, mgl32.Vec2{}, false},
		"join where":    {where, Regroup{0, two, at(2, 3, 4)}, both.Threads, mgl32.Vec2{3, 4}, true},
		"leave":         {[]Command{both}, Regroup{-1, two, at(2, 3, 4)}, one, mgl32.Vec2{3, 4}, true},
		"the selection": {[]Command{both, Select{2}}, Regroup{-1, nil, at(2, 3, 4)}, one, mgl32.Vec2{3, 4}, true},
		"no cluster":    {[]Command{both}, Regroup{7, two, at(2, 3, 4)}, both.Threads, mgl32.Vec2{}, false},
	} {
		w := opened(t, x.before...)
		before := w.Look
		w.Do(x.do)
		place, placed := w.Look.Places[2]
		if got := w.Look.Clusters[0].Threads; !slices.Equal(got, x.members) || place != x.place || placed != x.placed {
			t.Errorf("%s: members %v, place %v %v", name, got, place, placed)
		}
		if x.do.Cluster < 7 {
			w.Do(Undo{})
		}
		if got := &w.Look; !slices.Equal(got.Clusters[0].Threads, before.Clusters[0].Threads) || got.Places[2] != before.Places[2] {
			t.Errorf("%s, undone: %v at %v", name, got.Clusters, got.Places)
		}
	}
}
