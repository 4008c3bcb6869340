package ui_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/tracefeed"
	"tiv/ui"
	"tiv/workspace/prefs"
)

// A key is changed and taken from another command. It works immediately and
// after a restart, and can be reset.
func TestWindowChangesKeys(t *testing.T) {
	t.Parallel()
	path, config := copied(t, "a.tiv"), t.TempDir()
	begin := func() *driver {
		d := driveAs(t, path, config)
		d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == 100*ms })
		d.key("Home")
		d.rest()
		return d
	}
	playing := func(s ui.Snapshot) bool { return s.Playing }
	d := begin()
	d.key("question")
	d.click(middle(d.widget("change keys")))
	d.widget("find command")
	d.rest()
	give := func(command, find, key string) {
		t.Helper()
		d.click(middle(d.widget("find command")))
		d.rest()
		d.input("type", find)
		only(d, command)
		d.click(middle(d.widget("key of " + command)))
		d.widget("new key of " + command)
		d.key(key)
		d.until("the key of "+command, func(s ui.Snapshot) bool { _, own := s.Marks["usual key of "+command]; return own })
	}
	give("play", "play, pa", "F7")
	give("stop", "stop and", "ctrl+shift+k")
	give("view interaction", "view: interaction", "2") // was the timeline view
	give("fit", "fit all", "BackSpace")
	shut(d)
	d.key("F7")
	d.until("playing", playing)
	d.key("ctrl+shift+k")
	d.until("a stop at the start", func(s ui.Snapshot) bool { return !s.Playing && s.Moment == 0 })
	d.key("2")
	d.until("the interaction view", func(s ui.Snapshot) bool { return s.View == view.Interaction.Name })
	quit(t, d)
	p, err := prefs.Load(config)
	want := map[string]string{"play": "F7", "stop": "Ctrl+Shift+K", "view interaction": "2", "fit": ""}
	if err != nil || fmt.Sprint(p.Keys) != fmt.Sprint(want) {
		t.Fatalf("saved keys: %v, %v", p.Keys, err)
	}

	d = begin()
	d.key("space")
	d.key("F7")
	d.until("playing with the new key only", playing)
	d.key("ctrl+shift+k")
	d.key("ctrl+shift+p")
	d.widget("finder")
	d.input("type", "change keys")
	d.widget("hit Change keys…")
	d.key("Return")
	d.widget("find command")
	d.input("type", "play, pa")
	only(d, "play")
	d.click(middle(d.widget("usual key of play")))
	shut(d)
	d.key("space")
	d.until("playing as ever", playing)
	quit(t, d)
	if p, err := prefs.Load(config); err != nil || p.Keys["play"] != "" || len(p.Keys) != 3 {
		t.Fatalf("saved keys: %v, %v", p.Keys, err)
	}
}

// Keys of another preset work immediately and after a restart, with the user's
// own on top, and everything is restored with the first preset.
func TestWindowKeyPresets(t *testing.T) {
	t.Parallel()
	path, config := copied(t, "a.tiv"), t.TempDir()
	begin := func() *driver {
		d := driveAs(t, path, config)
		d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == 100*ms && s.Resting })
		return d
	}
	choose := func(d *driver, preset string) {
		t.Helper()
		d.command("Change keys…")
		d.click(middle(d.widget("key preset")))
		d.rest()
		d.click(middle(d.widget("keys " + preset)))
		d.until("the list to close", func(s ui.Snapshot) bool { _, open := s.Marks["keys TIV"]; return !open })
		shut(d)
	}
	stepped := func(d *driver, key string, by tracefeed.Time) {
		t.Helper()
		s := d.rest()
		d.key(key)
		d.until(key+" to step", func(n ui.Snapshot) bool { return n.Resting && n.Moment == s.Moment+by*s.Step })
	}
	hides := func(d *driver, key string) {
		t.Helper()
		d.click(middle(d.widget("thread B")))
		d.key(key)
		d.until(key+" to hide", func(s ui.Snapshot) bool { return len(s.Hidden) == 1 && s.Hidden[0] == beta })
		d.key("ctrl+z")
		d.until("all again", func(s ui.Snapshot) bool { return len(s.Hidden) == 0 })
	}
	d := begin()
	hides(d, "h")
	choose(d, "Vim")
	stepped(d, "h", -1)
	stepped(d, "shift+h", -10)
	stepped(d, "l", 1)
	hides(d, "Delete")
	d.command("Change keys…")
	d.widget("find command")
	d.rest()
	d.input("type", "play, pa")
	only(d, "play")
	d.click(middle(d.widget("key of play")))
	d.widget("new key of play")
	d.key("h") // is that of a step back in this preset
	d.widget("usual key of play")
	shut(d)
	quit(t, d)
	p, err := prefs.Load(config)
	if want := map[string]string{"play": "H"}; err != nil || p.KeyPreset != "Vim" || !maps.Equal(p.Keys, want) {
		t.Fatalf("saved: %q, %v, %v", p.KeyPreset, p.Keys, err)
	}

	d = begin()
	stepped(d, "shift+l", 10)
	stepped(d, "shift+h", -10)
	d.key("h")
	d.until("playing", func(s ui.Snapshot) bool { return s.Playing })
	d.key("h")
	d.until("a pause", func(s ui.Snapshot) bool { return !s.Playing })
	choose(d, "TIV")
	d.click(middle(d.widget("thread B")))
	d.key("shift+h")
	d.until("the others hidden", func(s ui.Snapshot) bool { return len(s.Hidden) == 3 })
	d.command("Keys: AZERTY")
	step := d.rest().Step
	d.key("z")
	d.until("shorter steps", func(s ui.Snapshot) bool { return s.Step < step })
	quit(t, d)
}

// The tour points at things without covering them, and is not shown again after
// Esc unless its box says so. Its buttons stay at their place.
func TestWindowTour(t *testing.T) {
	t.Parallel()
	path, config := copied(t, "a.tiv"), t.TempDir()
	begin := func() *driver {
		d := driveFirst(t, path, config)
		d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == 100*ms })
		return d
	}
	none := func(s ui.Snapshot) bool { _, on := s.Marks["tour"]; return !on && s.Resting }
	step := func(d *driver, n int) {
		t.Helper()
		name := fmt.Sprint("tour target ", n)
		s := d.until(name, func(s ui.Snapshot) bool {
			r, ok := s.Marks[name]
			return ok && s.Resting && !overlap(r, s.Marks["tour"])
		})
		if r := s.Marks[name]; r.Width() < 20 || r.Height() < 10 {
			t.Errorf("step %d is about nothing: %v", n, r)
		}
		if overlap(s.Marks["threads summary"], s.Marks["tour"]) {
			t.Errorf("step %d covers the summary of the threads", n)
		}
	}
	d := begin()
	step(d, 0)
	d.click(middle(d.widget("tour never"))) // it is ticked at first
	d.key("Escape")
	d.until("no tour now", none)
	quit(t, d)

	d = begin()
	step(d, 0)
	next := middle(d.widget("tour next"))
	s := d.rest()
	corner := mgl32.Vec2{s.Area.X1 - 20, s.Area.Y1 - 40}
	do := map[int]func(){ // what steps ask for
		0: func() { d.drag(corner, corner.Sub(mgl32.Vec2{60, 5})) },
		1: func() { d.key("2") },
		3: func() { d.click(middle(d.widget("thread C"))); d.rest(); d.key("bracketright") },
	}
	for n := range 4 {
		step(d, n)
		if act, ok := do[n]; ok {
			d.says("tour task", "to do")
			act()
			d.says("tour task", "done")
		}
		d.click(next) // at the same place in every step
	}
	step(d, 4)
	d.key("Right")
	step(d, 5)
	d.key("Left")
	step(d, 4)
	d.key("Escape")
	d.until("no tour any more", none)
	quit(t, d)

	d = begin()
	d.until("no tour at the start", none)
	d.key("ctrl+shift+p")
	d.widget("finder")
	d.input("type", "tour of")
	d.key("Return")
	step(d, 0)
	quit(t, d)
}

// only waits until the dialog of keys lists a command and no other.
func only(d *driver, command string) {
	d.Helper()
	d.until("only "+command, func(s ui.Snapshot) bool {
		n := 0
		for name := range s.Marks {
			if strings.HasPrefix(name, "key of ") {
				n++
			}
		}
		_, ok := s.Marks["key of "+command]
		return ok && n == 1
	})
}

// shut closes the dialog of keys.
func shut(d *driver) {
	d.Helper()
	d.click(middle(d.widget("close keys")))
	d.until("the dialog to close", func(s ui.Snapshot) bool { _, open := s.Marks["close keys"]; return !open })
}

func overlap(a, b shape.Rect) bool {
	return a.X0 < b.X1 && b.X0 < a.X1 && a.Y0 < b.Y1 && b.Y0 < a.Y1
}

// The keyboard focus goes from panel to panel, has the effects of the mouse
// there, and returns to the scene.
func TestWindowPanelsByKeyboard(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/deadlock.tiv")
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == 100*ms })
	in := func(panel string) {
		t.Helper()
		d.until("the keyboard in "+panel, func(s ui.Snapshot) bool { _, ok := s.Marks["keyboard in "+panel]; return ok })
	}
	all := []string{"Threads", "Clusters", "Selection", "###Findings", "###Notes", "Legend", "Settings", "Playback"}
	for _, panel := range all {
		d.key("F6")
		in(panel)
	}
	for _, panel := range slices.Backward(all) {
		in(panel)
		d.key("shift+F6")
	}
	d.rest()
	d.key("r")
	for range 4 {
		d.key("F6")
	}
	in("###Findings")
	for range 3 { // the legend is a strip now
		d.key("F6")
	}
	in("Tables")
	d.key("r")
	d.until("the keyboard in no panel", func(s ui.Snapshot) bool { _, ok := s.Marks["keyboard in Tables"]; return !ok })

	d.key("Home")
	d.until("the start", func(s ui.Snapshot) bool { return s.Moment == 0 && s.Resting })
	for range 4 {
		d.key("F6")
	}
	in("###Findings")
	d.key("Down") // on the only finding
	d.key("Return")
	d.until("the deadlock", func(s ui.Snapshot) bool { return s.Moment > 0 && s.Selected == alpha })
	at := d.rest().Moment
	d.key("Right") // belongs to the panel
	d.key("Escape")
	d.until("the keyboard in the scene", func(s ui.Snapshot) bool { _, ok := s.Marks["keyboard in ###Findings"]; return !ok })
	if s := d.rest(); s.Moment != at || s.Selected != alpha {
		t.Errorf("a key of the panel did something: moment %v, thread %v", s.Moment, s.Selected)
	}
	d.key("Right")
	d.until("a step on", func(s ui.Snapshot) bool { return s.Moment > at })
	first := d.rest().Selected
	d.key("Down")
	d.until("the next thread of the list", func(s ui.Snapshot) bool { return s.Selected != first })
	d.key("shift+F10")
	d.widget("context Copy name")
	d.key("Escape")
	d.key("F10")
	d.widget("item open")
	d.key("Right")
	d.key("Right")
	d.key("Down") // opens the menu View
	d.widget("item view 3d")
	d.key("Down")
	d.key("Return")
	d.until("the timeline view", func(s ui.Snapshot) bool { return s.View == view.Timeline.Name })
	quit(t, d)
}

// crowded writes a trace of a number of threads for which layouts are computed
// in the background.
func crowded(t *testing.T) (path string, end tracefeed.Time) { return running(t, 320) }

// running writes a trace of some threads that take locks.
func running(t *testing.T, n int) (path string, end tracefeed.Time) {
	t.Helper()
	var b strings.Builder
	b.WriteString("tiv-text 1\n")
	for i := range n {
		fmt.Fprintf(&b, "0s w%d start\n", i)
	}
	for i := range n {
		fmt.Fprintf(&b, "%dms w%d monitor-enter M%d\n", i+1, i, i%20)
	}
	path = filepath.Join(t.TempDir(), "many.tiv")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path, tracefeed.Time(n) * ms
}

// A layout of many threads is computed in the background, is applied as one
// command, and is undone as one.
func TestWindowLayoutAside(t *testing.T) {
	t.Parallel()
	path, end := crowded(t)
	d := drive(t, path)
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == end })
	d.command("Layout: force")
	d.until("the layout", func(s ui.Snapshot) bool { return s.Undo == "arrange" && s.Job == "" && s.Resting })
	d.key("ctrl+z")
	d.until("no layout", func(s ui.Snapshot) bool { return s.Undo == "" && s.Resting })
	quit(t, d)
}

// A slow layout can be cancelled, and then everything stays as it is. It can be
// requested again, and does not keep the window from closing.
func TestWindowCancelsLayout(t *testing.T) {
	t.Parallel()
	path, end := crowded(t)
	d := drive(t, path, endless+"=1")
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == end })
	before := d.rest().Bars
	d.command("Layout: force")
	d.click(middle(d.widget("cancel job")))
	if d.told("The layout was cancelled"); d.rest().Undo != "" || !maps.Equal(d.rest().Bars, before) {
		t.Error("there is another layout")
	}
	d.command("Layout: force")
	d.widget("cancel job")
	d.command("Propose clusters by name")
	d.until("a word of the layout", func(s ui.Snapshot) bool { return slices.Contains(s.Messages, "The layout is not finished yet.") })
	quit(t, d)
}

// While the mouse rests on an entry of a menu or on a field of a dialog, a
// tooltip explains it, even if it is disabled.
func TestWindowTips(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/deadlock.tiv")
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == 100*ms })
	none := func() {
		t.Helper()
		s, _ := d.now()
		d.move(mgl32.Vec2{s.Area.X0 + 4, s.Area.Y1 - 4})
		d.until("no tip", func(s ui.Snapshot) bool { _, on := s.Marks["tip"]; return !on })
	}
	told := func(widget string) {
		t.Helper()
		none()
		r := d.widget(widget)
		d.move(middle(r))
		d.until("a tip of "+widget, func(s ui.Snapshot) bool {
			at, on := s.Marks["tip"]
			return on && at.Width() > 50 && !overlap(at,
				shape.Rect{X0: middle(r)[0], Y0: middle(r)[1], X1: middle(r)[0] + 1, Y1: middle(r)[1] + 1})
		})
	}
	d.click(middle(d.widget("menu File")))
	told("item open")
	told("item quit")
	d.move(middle(d.widget("menu Threads")))
	d.move(middle(d.widget("menu Show and hide")))
	told("item hide") // nothing is selected
	d.key("Escape")
	d.key("ctrl+shift+r")
	told("animation rate")
	quit(t, d)
}

// A slow filter is evaluated in the background, and its result is shown in the
// end; a moment later it is evaluated again.
func TestWindowFilterAside(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/deadlock.tiv", eventsIn+"=1")
	all := d.rest()
	d.click(middle(d.widget("filter")))
	d.input("type", "state == \"blocking\"")
	some := d.until("some threads", func(s ui.Snapshot) bool {
		return s.Filter.Text == "state == \"blocking\"" && !s.FilterPending && len(s.Dimmed) > 0
	})
	if len(some.Dimmed) == len(all.Bars) {
		t.Error("no thread is blocking")
	}
	d.click(middle(d.widget("filter mode")))
	d.until("no others", func(s ui.Snapshot) bool { return s.Filter.Hide && len(s.Bars) == len(all.Bars)-len(some.Dimmed) })
	d.key("Escape")
	d.click(middle(all.Area))
	d.key("Home")
	d.until("no thread is blocking yet", func(s ui.Snapshot) bool {
		return s.Moment == 0 && !s.FilterPending && len(s.Bars) < len(all.Bars)-len(some.Dimmed)
	})
	quit(t, d)
}
