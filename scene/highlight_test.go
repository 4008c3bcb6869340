package scene

import (
	"testing"

	"tiv/lod"
	"tiv/scene/view"
)

// One highlighted state keeps its look, and the others become faint; a name that
// the bars do not have changes nothing. The legend keeps all colours.
func TestHighlightedState(t *testing.T) {
	t.Parallel()
	tl := threads(t, 3)
	look := view.LookAt(tl)
	for _, c := range []struct {
		level lod.Level
		name  string
		faint bool
	}{{lod.Near, "blocking", true}, {lod.Near, "", false}, {lod.Far, "blocking", false}, {lod.Far, "non-runnable", true}} {
		look.Level, look.Highlighted = c.level, ""
		_, want := pictureOf(tl, &look)
		look.Highlighted = c.name
		_, f := pictureOf(tl, &look)
		for i, l := range c.level.Layers() {
			if same := f.Layers[i] == want.Layers[i]; same != (!c.faint || l.Name == c.name) {
				t.Errorf("level %v, highlighted %q: %s looks as before: %t", c.level, c.name, l.Name, same)
			}
			if f.Totals[i].Style != want.Totals[i].Style {
				t.Errorf("level %v, highlighted %q: the legend has another %s", c.level, c.name, l.Name)
			}
		}
	}
}
