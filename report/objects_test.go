package report

import (
	"fmt"
	"slices"
	"testing"

	"tiv/interaction/totals"
	"tiv/internal/reduced"
	"tiv/tracefeed"
)

const objectsStory = `tiv-text 1
0s A start
5ms A call-enter make
10ms A alloc object=0x10 value=64 what=node
20ms A call-exit make
20ms A call-enter node.grow object=0x10
30ms A call-exit node.grow
40ms A free object=0x10
50ms A alloc object=0x10 value=32 what=leaf
60ms A alloc value=4096 what=leaf
70ms A call-enter other.use object=0x20
80ms A call-exit other.use
100ms A end
`

func TestObjects(t *testing.T) {
	tl := reduced.Story(t, objectsStory)
	warned := ""
	win := everything
	win.Warn = func(sentence string) { warned += sentence + "\n" }
	got := ""
	for _, row := range rows(t, tl, "objects", win)[1:] {
		got += fmt.Sprintln(append(slices.Clone(row[:4]), row[len(row)-8:]...))
	}
	const want = `[0x10 node 1 10000000 true 64 10000000 40000000 30000000 freed A make]
[0x20  1 10000000 false 0 0 100000000 100000000 open  ]
[0x10 leaf 0 0 true 32 50000000 100000000 50000000 open A ]
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	const warning = "the object of 1 of 3 measured calls is not known; 1 allocations are samples, which name no object\n"
	if warned != warning {
		t.Errorf("warned of %s, want %s", warned, warning)
	}
	got = fmt.Sprint(rows(t, tl, "allocations", everything))
	if want := "[[type function evidence allocations bytes live live_bytes] [leaf  sampled 1 4096 0 0] [node make " +
		"measured 1 64 0 0] [leaf  measured 1 32 1 32]]"; got != want {
		t.Errorf("allocations: got %s, want %s", got, want)
	}
}

// A click on an object without calls goes to its allocation.
func TestSpotOfAnObject(t *testing.T) {
	tl := reduced.Story(t, objectsStory)
	q := totals.Query{To: tl.End, Of: func(tracefeed.ThreadID) bool { return true }}
	l, ok := FunctionList(t.Context(), tl, byObject, q, Slicing{})
	if s := l.Spot(2); !ok || s.Thread != 1 || s.Moment != 50e6 {
		t.Errorf("the spot is %+v", s)
	}
	l, ok = AllocationList(t.Context(), tl, q, Slicing{})
	if s := l.Spot(2); !ok || l.Len != 3 || s.Thread != 1 || s.Moment != 50e6 || l.Shown(2, 0)+l.Shown(2, 4) != "leaf32" {
		t.Errorf("the spot of the third of %d allocations is %+v", l.Len, s)
	}
}
