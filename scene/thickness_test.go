package scene

import (
	"fmt"
	"testing"

	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// Equal waits are equally thick on the picture, in each direction and in windows of each form.
func TestThicknessCanBeCompared(t *testing.T) {
	t.Parallel()
	trace := ""
	for i := range 10 {
		trace += fmt.Sprintf("0ms T%d start\n", i)
	}
	trace += "1ms T0 monitor-enter M\n"
	for i := 1; i < 10; i++ {
		trace += fmt.Sprintf("500ms T%d monitor-wait M\n", i)
	}
	tl := story(t, trace+"1000ms T0 monitor-exit M\n")
	for _, kind := range []*view.Kind{view.Interaction, view.Split} {
		for _, canvas := range []shape.Canvas{{Width: 1280, Height: 800, Scale: 1}, {Width: 2560, Height: 600, Scale: 1},
			{Width: 700, Height: 1400, Scale: 1}} {
			look := lookAt(tl)
			look.Kind, look.Moment, look.Step, look.History = kind, tracefeed.Second, tracefeed.Second, 1
			var b Builder
			f := b.Frame(tl, &look, canvas)
			v := &f.Views[len(f.Views)-1]
			var least, most float32
			edges := 0
			for _, h := range v.Hits {
				if h.Pick.Kind != shape.PickEdge {
					continue
				}
				n := len(h.Outline)
				thick := h.Outline[n/2-1].Sub(h.Outline[n/2]).Len()
				if edges++; edges == 1 {
					least, most = thick, thick
				}
				least, most = min(least, thick), max(most, thick)
			}
			if edges != 9 || most > 1.05*least {
				t.Errorf("%s, %v: %d edges, %v to %v pixels thick", kind.Name, canvas, edges, least, most)
			}
		}
	}
}
