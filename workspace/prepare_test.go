package workspace

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"tiv/interaction/detect"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// A prepared command has the same result as an unprepared one; it can be
// undone, and leaves other changes made meanwhile alone.
func TestPrepare(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("tiv-text 1\n")
	const n = maxSyncThreads + 50
	for i := range n {
		fmt.Fprintf(&b, "0s w%d start\n", i)
	}
	for i := range n {
		fmt.Fprintf(&b, "%dms w%d monitor-enter M%d\n", i+1, i, i%30)
	}
	for i := range n - 30 {
		fmt.Fprintf(&b, "%dms w%d monitor-exit M%d\n", n+i+1, i, i%30)
	}
	tl := load(t, b.String())
	open := func() *Workspace {
		w := New("many")
		w.Update(tl, detect.Find(context.Background(), tl, nil))
		return w
	}
	for _, c := range []Command{Arrange{view.Ring}, Arrange{view.Force}, Arrange{view.Grid}, Propose{SameName}, Propose{SameWaits}} {
		at, prepared := open(), open()
		at.Do(c)
		find := prepared.Prepare(c)
		if find == nil {
			t.Fatalf("%T: it is done at once", c)
		}
		found := find(context.Background())
		if found.Note != "" {
			t.Errorf("%+v: %s", c, found.Note)
		}
		prepared.Do(found)
		if !reflect.DeepEqual(at.State, prepared.State) {
			t.Errorf("%+v: prepared, the state is another", c)
		}
		if x, _ := at.UndoLabels(); x != "" {
			if y, _ := prepared.UndoLabels(); x != y {
				t.Errorf("%+v: Undo would take back %q, not %q", c, y, x)
			}
		}
		prepared.Do(Undo{})
		if want := open(); !prepared.State.same(&want.State) {
			t.Errorf("%+v: taken back, the state is not as before", c)
		}
	}
	w := open()
	found := w.Prepare(Propose{SameName})(context.Background())
	mine := []tracefeed.ThreadID{3, 5}
	w.Do(MakeCluster{Name: "mine", Threads: mine})
	w.Do(found)
	if c := w.Look.Clusters; len(c) != 2 || c[0].Name != "mine" || !reflect.DeepEqual(c[0].Threads, mine) || len(c[1].Threads) != n-2 {
		t.Errorf("what was done meanwhile is gone: %d clusters", len(c))
	}
	if small := New("few"); small.Prepare(Arrange{view.Force}) != nil || small.Prepare(FitAll{}) != nil {
		t.Error("a fast command is prepared")
	}
}
