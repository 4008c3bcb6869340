package ui_test

import (
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/ui"
)

// TestMouseHint shows the hint about the mouse until the first drag in the scene,
// and never again.
func TestMouseHint(t *testing.T) {
	t.Parallel()
	path, config := copied(t, "a.tiv"), t.TempDir()
	d := driveAs(t, path, config)
	hinted := func(s ui.Snapshot) bool { return s.Marks["mouse hint"].Width() > 0 }
	s := d.until("the hint", func(s ui.Snapshot) bool { return s.Loaded && hinted(s) })
	d.key("2")
	n := d.until("the hint in the timeline", func(n ui.Snapshot) bool {
		return n.Resting && hinted(n) && n.View == "timeline" && n.Marks["mouse hint"].Width() != s.Marks["mouse hint"].Width()
	})
	if beside := middle(n.Marks["mouse hint"])[0] - middle(n.Area)[0]; beside < 5 {
		t.Errorf("in the timeline the hint is %g pixels off the middle: over the names of rows", beside)
	}
	for _, key := range []string{"7", "8", "9"} {
		d.key(key)
		d.until("the hint above the tasks", func(s ui.Snapshot) bool {
			return s.Resting && hinted(s) && s.Marks["mouse hint"].Y1 <= s.Area.Y0
		})
	}
	d.key("1")
	at := middle(s.Area)
	d.drag(at, at.Add(mgl32.Vec2{40, 10}))
	d.until("no hint", func(s ui.Snapshot) bool { return !hinted(s) })
	quit(t, d)
	d = driveAs(t, path, config)
	if s := d.rest(); hinted(s) {
		t.Error("the hint is there again")
	}
}

// TestBareHint says at the start of the trace why the 3D view is nearly empty, until
// the user shows the time after the moment.
func TestBareHint(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/deadlock.tiv")
	hinted := func(s ui.Snapshot) bool { return s.Marks["bare hint"].Width() > 0 }
	if s := d.rest(); hinted(s) {
		t.Fatal("the hint is there at the moment that the trace opens with")
	}
	d.key("Home")
	d.until("the hint", func(s ui.Snapshot) bool { return s.Moment == 0 && hinted(s) })
	d.key("shift+e")
	d.until("no hint", func(s ui.Snapshot) bool { return s.Undo == "time after the moment" && !hinted(s) })
}

// TestMessagesCoverNoTitle shows messages and the hint about the mouse at once: they are below the
// sentence of the picture, and cover no name of a thread, nor each other.
func TestMessagesCoverNoTitle(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/deadlock.tiv")
	d.toEnd()
	d.key("ctrl+shift+p")
	d.widget("finder")
	d.input("type", "divide-slices calls by=nothing") // an error stays until it is closed
	d.rest()
	d.key("Return")
	for _, key := range []string{"1", "2", "3"} {
		d.key(key)
		s := d.until("a message and a hint", func(s ui.Snapshot) bool {
			return s.Resting && s.Marks["messages"].Width() > 0 && s.Marks["mouse hint"].Width() > 0
		})
		names := 0
		for name, at := range s.Marks {
			isName := strings.HasPrefix(name, "name of ")
			if isName {
				names++
			}
			if (isName || name == "sentence" || name == "mouse hint") && overlap(s.Marks["messages"], at) {
				t.Errorf("view %s: the message at %v covers the %s at %v", s.View, s.Marks["messages"], name, at)
			}
		}
		if names == 0 && s.View != "timeline" || s.Marks["sentence"].Height() <= 0 {
			t.Errorf("view %s: %d names, the sentence at %v", s.View, names, s.Marks["sentence"])
		}
	}
	quit(t, d)
}

// TestKeyHint shows useful keys after the first drag; a key that was used leaves the line, and its button
// ends it for good.
func TestKeyHint(t *testing.T) {
	t.Parallel()
	path, config := copied(t, "a.tiv"), t.TempDir()
	d := driveFirst(t, path, config)
	d.until("the tour", func(s ui.Snapshot) bool { _, on := s.Marks["tour"]; return on && s.Loaded })
	d.key("Escape")
	hint := func(s ui.Snapshot) float32 { return s.Marks["key hint"].Width() }
	s := d.until("the mouse's hint alone", func(s ui.Snapshot) bool { return s.Marks["mouse hint"].Width() > 0 && s.Resting })
	if hint(s) > 0 {
		t.Error("both hints are there at once")
	}
	at := middle(s.Area)
	d.drag(at, at.Add(mgl32.Vec2{40, 10}))
	s = d.until("the keys", func(s ui.Snapshot) bool { return hint(s) > 0 && s.Resting })
	if overlap(s.Marks["key hint"], s.Marks["sentence"]) {
		t.Error("the keys cover the sentence")
	}
	wide := hint(s)
	d.key("bracketright")
	d.until("other keys", func(s ui.Snapshot) bool { return hint(s) > 0 && hint(s) != wide })
	d.click(middle(d.widget("hide key hint")))
	d.until("no keys", func(s ui.Snapshot) bool { return hint(s) == 0 && s.Resting })
	quit(t, d)
	d = driveFirst(t, path, config)
	if s := d.rest(); hint(s) > 0 {
		t.Error("the keys are there again")
	}
}
