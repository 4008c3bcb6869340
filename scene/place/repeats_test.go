package place

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"tiv/internal/reduced"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// What is kept from the last picture is what the next one would compute.
func TestRepeats(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("tiv-text 1\n")
	for i := range 90 {
		fmt.Fprintf(&b, "%dms %s-%d start\n", i, []string{"worker", "reader", "timer"}[i%3], i)
	}
	b.WriteString("100ms - none\n")
	tl := reduced.Story(t, b.String())
	rng := rand.New(rand.NewPCG(3, 4))
	look := &view.Look{}
	kept := new(Repeats)
	for step := range 200 {
		if rng.IntN(2) == 0 { // else nothing has changed
			look.Threads, look.Clusters, look.Detailed = nil, nil, nil
			keep := 1 + rng.IntN(4)
			for id := range tracefeed.ThreadID(len(tl.Threads)) {
				if rng.IntN(keep) == 0 {
					look.Threads = append(look.Threads, id)
				}
			}
			if rng.IntN(2) == 0 {
				look.Clusters = []view.Cluster{{Name: "own", Threads: []tracefeed.ThreadID{1, 4, 5, 30}}}
				look.Detailed = []tracefeed.ThreadID{2, 5}
			}
		}
		lost := new(LostTimes).of(tl)
		if rng.IntN(4) == 0 {
			lost = nil
		}
		slots, clusters := listSlots(tl, look, lost, new(Absentees), kept)
		fresh, want := listSlots(tl, look, lost, new(Absentees), new(Repeats))
		if !reflect.DeepEqual(slots, fresh) || !reflect.DeepEqual(clusters, want) {
			t.Fatalf("step %d: %v and %v, want %v and %v", step, slots, clusters, fresh, want)
		}
		if got, want := kept.index(slots), new(Repeats).index(slots); !maps.Equal(got, want) {
			t.Fatalf("step %d: %v, want %v", step, got, want)
		}
	}
}
