package ui_test

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/view"
	"tiv/ui"
)

// A bar that is dropped on another is placed beside it. One that was put into
// the middle stays there in every layout, until places are reset.
func TestWindowPlacesStay(t *testing.T) {
	t.Parallel()
	const n = 12
	path, end := running(t, n)
	d := drive(t, path)
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == end })
	d.key("3")
	s := d.until("the interaction view",
		func(s ui.Snapshot) bool { return s.View == view.Interaction.Name && s.Resting && len(s.Bars) == n })
	d.dragThread(s.Bars[delta], s.Bars[alpha])
	s = d.until("Delta moved", func(s ui.Snapshot) bool { return len(s.Places) == 1 && s.Resting })
	if by := s.Bars[delta].Sub(s.Bars[alpha]); by.Len() < 50 {
		t.Errorf("Delta at %v covers Alpha at %v", s.Bars[delta], s.Bars[alpha])
	}
	d.dragThread(s.Bars[delta], middle(s.Area))
	near := func(s ui.Snapshot) bool {
		by := s.Bars[delta].Sub(middle(s.Area))
		return s.Resting && mgl32.Abs(by[0]) < 0.12*s.Area.Width() && mgl32.Abs(by[1]) < 0.12*s.Area.Height()
	}
	d.until("Delta in the middle", near)
	for _, layout := range []string{"ring", "grid", "rows"} {
		alphaAt := d.rest().Bars[alpha]
		d.command("Layout: " + layout)
		d.until("the layout "+layout, func(s ui.Snapshot) bool { return s.Resting && s.Bars[alpha] != alphaAt })
		if s := d.rest(); !near(s) {
			t.Errorf("as %s, Delta stands at %v, not about %v", layout, s.Bars[delta], middle(s.Area))
		}
	}
	d.command("Reset thread positions")
	d.until("Delta back", func(s ui.Snapshot) bool { return len(s.Places) == 0 && s.Resting && !near(s) })
	quit(t, d)
}
