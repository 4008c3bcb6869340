package scene

import (
	"fmt"
	"strings"
	"testing"

	"tiv/internal/reduced"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/task"
	tasks "tiv/task/course"
	"tiv/timeline"
)

// passed is a trace with a task that passes between two threads n times.
func passed(t *testing.T, n int) (*timeline.Timeline, *view.Look) {
	t.Helper()
	var b strings.Builder
	b.WriteString("tiv-text 1\n0ns - task-start load object=1\n0ns A start\n0ns B start\n0ns C start\n")
	for i := range n {
		name := []string{"A", "B"}[i%2]
		fmt.Fprintf(&b, "%dns %s region-start r object=1\n%dns %s region-end r object=1\n", 1000*i, name, 1000*i+700, name)
	}
	tl := reduced.Story(t, b.String()+fmt.Sprintf("%dns C end\n", 1000*n))
	look := view.LookAt(tl)
	x, err := task.Build(t.Context(), tl, task.Options{})
	if err != nil {
		t.Fatal(err)
	}
	look.Tasks, look.Course = x, tasks.Of(x, x.Tasks[0].ID(), nil)
	return tl, &look
}

// The line of a task costs no more with a hundred times as many stretches, in any view of
// threads; without a task there is none.
func TestLineOfTaskIsBounded(t *testing.T) {
	t.Parallel()
	canvas := shape.Canvas{Width: 800, Height: 500, Scale: 1}
	for _, kind := range kinds {
		size := func(n int, with bool) (triangles int) {
			tl, look := passed(t, n)
			look.Kind = kind
			if !with {
				look.Course = nil
			}
			var b Builder
			f := b.Frame(tl, look, canvas)
			for i := range f.Views {
				triangles += len(f.Views[i].Above) / 3
			}
			return triangles
		}
		none, few, many := size(500, false), size(500, true), size(50_000, true)
		moment := kind.ShowsFronts() // the last stretch has ended
		if few <= none != moment || many-none > 60_000 {
			t.Errorf("%v: %d triangles of 500 stretches, %d of 50 000, %d without", kind, few, many, none)
		}
	}
}
