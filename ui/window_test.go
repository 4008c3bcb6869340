package ui_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/tracefeed"
	"tiv/ui"
)

const (
	ms    = tracefeed.Millisecond
	alpha = tracefeed.ThreadID(1)
	beta  = tracefeed.ThreadID(2)
	gamma = tracefeed.ThreadID(3)
	delta = tracefeed.ThreadID(4)
)

// TestWindow acts like a user, with real input on a real screen.
func TestWindow(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/deadlock.tiv")
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == 100*ms })
	for _, step := range []struct {
		name string
		do   func(*testing.T, *driver)
	}{
		{"keys play and pause", playWithKeys},
		{"buttons play and pause", playWithButtons},
		{"dragging in the overview scrubs", scrub},
		{"a finding is shown by a click", clickFinding},
		{"keys and buttons switch views", switchViews},
		{"a bar can be moved by its name", dragBar},
		{"the wheel zooms at the pointer", wheel},
		{"the right button moves the picture", pan},
		{"dragging beside bars and on them turns the scene", turn},
		{"brackets follow waits", follow},
		{"Shift and a drag in the overview repeat a part", loop},
		{"Alt and a drag in the timeline select an interval", dragTimeline},
		{"the window can be resized", resize},
		{"the list selects", selectInList},
		{"an idle window draws nothing", idle},
		{"Ctrl+Q closes", func(t *testing.T, d *driver) { quit(t, d) }},
	} {
		if !t.Run(step.name, func(t *testing.T) {
			d.TB = t
			step.do(t, d)
		}) {
			return
		}
	}
}

func playWithKeys(t *testing.T, d *driver) {
	d.key("Home")
	d.until("the start", func(s ui.Snapshot) bool { return s.Moment == 0 && !s.Playing })
	d.key("space")
	s := d.until("playing", func(s ui.Snapshot) bool { return s.Playing && s.Moment > 0 })
	d.until("the moment to move on", func(n ui.Snapshot) bool { return n.Moment > s.Moment })
	d.key("space")
	d.until("a pause", func(s ui.Snapshot) bool { return !s.Playing })
}

func playWithButtons(t *testing.T, d *driver) {
	d.click(middle(d.widget("start")))
	d.until("the start", func(s ui.Snapshot) bool { return s.Moment == 0 })
	d.click(middle(d.widget("play")))
	d.until("playing", func(s ui.Snapshot) bool { return s.Playing && s.Moment > 0 })
	d.click(middle(d.widget("stop")))
	d.until("a stop at the start", func(s ui.Snapshot) bool { return !s.Playing && s.Moment == 0 })
	d.click(middle(d.widget("step on")))
	d.until("one step", func(s ui.Snapshot) bool { return s.Moment == s.Step })
}

func scrub(t *testing.T, d *driver) {
	bar := d.widget("scrub")
	place := func(share float32) mgl32.Vec2 {
		return mgl32.Vec2{bar.X0 + share*bar.Width(), (bar.Y0 + bar.Y1) / 2}
	}
	d.drag(place(0.8), place(0.2))
	d.until("20 ms", func(s ui.Snapshot) bool { return s.Moment > 19*ms && s.Moment < 21*ms })
	d.until("the button to be let go", func(s ui.Snapshot) bool { return !s.Playing })
}

func clickFinding(t *testing.T, d *driver) {
	ring := paint.Dark().Ring
	s, _ := d.now()
	if n := count(d.screen.look(t), s.Area, ring); n > 0 {
		t.Fatalf("before the deadlock, %d pixels of the scene have its colour", n)
	}
	d.click(middle(d.widget("finding 0")))
	s = d.until("the deadlock", func(s ui.Snapshot) bool { return s.Moment >= 40*ms && s.Selected == alpha })
	d.untilScreen("the ring", func() bool { return count(d.screen.look(t), s.Area, ring) > 300 })
}

func switchViews(t *testing.T, d *driver) {
	for i, kind := range []*view.Kind{view.Timeline, view.Interaction, view.Split, view.Free} {
		s, _ := d.now()
		before := d.screen.look(t)
		if i%2 == 0 {
			d.key(fmt.Sprint((i+1)%4 + 1))
		} else {
			d.click(middle(d.widget("view " + kind.String())))
		}
		d.until(kind.String()+" view", func(s ui.Snapshot) bool { return s.View == kind.Name && s.Loaded })
		d.untilScreen(kind.String()+" view", func() bool { return changed(before, d.screen.look(t), s.Area) > 20000 })
		d.untilScreen("the ring in the "+kind.String()+" view", func() bool {
			return count(d.screen.look(t), s.Area, paint.Dark().Ring) > 300
		})
	}
}

func dragBar(t *testing.T, d *driver) {
	d.key("3")
	s := d.until("the interaction view",
		func(s ui.Snapshot) bool {
			return s.View == view.Interaction.Name && s.Loaded && s.Resting && len(s.Bars) == 4
		})
	from := s.Bars[delta]
	to := middle(s.Area)
	name := middle(d.widget("name of Delta"))
	d.drag(name, name.Add(to.Sub(from)))
	d.until("Delta at its place", func(s ui.Snapshot) bool {
		_, moved := s.Places[delta]
		return moved && s.Loaded && s.Bars[delta] != from
	})
	s, _ = d.now()
	if got := s.Bars[delta]; got.Sub(from).Dot(to.Sub(from)) <= 0 {
		t.Errorf("Delta was dragged from %v towards %v and is at %v", from, to, got)
	}
	box := around(s.Bars[delta].Add(mgl32.Vec2{0, 40}), 12) // below its name
	d.untilScreen("Delta's bar at its new place", func() bool {
		img := d.screen.look(t)
		running, asleep := paint.Dark().Layers["running"].Color, paint.Dark().Layers["suspended"].Color
		return count(img, box, dimmed(running))+count(img, box, dimmed(asleep)) > 300
	})
	d.key("1")
	d.until("the place to hold in the 3D view",
		func(s ui.Snapshot) bool { _, ok := s.Places[delta]; return s.View == view.Free.Name && ok })
}

// wheel turns the wheel over a bar, which stays where it is while others move
// away from it.
func wheel(t *testing.T, d *driver) {
	for _, view := range []string{"3", "1"} {
		d.key(view)
		d.key("0")
		before := d.rest()
		d.move(before.Bars[alpha])
		d.input("click", "4", "click", "4")
		d.until("a larger picture", func(s ui.Snapshot) bool {
			return spread(s) > 1.1*spread(before)
		})
		after := d.rest()
		// In the free view things also come nearer, and grow more than by the factor.
		most := map[string]float32{"3": 3, "1": 60}[view]
		if away := after.Bars[alpha].Sub(before.Bars[alpha]).Len(); away > most {
			t.Errorf("view %s: Alpha was at %v and went to %v", view, before.Bars[alpha], after.Bars[alpha])
		}
	}
}

// spread is how far apart two bars are on the screen.
func spread(s ui.Snapshot) float32 { return s.Bars[alpha].Sub(s.Bars[delta]).Len() }

func pan(t *testing.T, d *driver) {
	for _, view := range []string{"3", "1"} {
		d.key(view)
		d.key("0")
		before := d.rest()
		at := middle(before.Area)
		d.move(at)
		d.input("mousedown", "3")
		d.move(at.Add(mgl32.Vec2{-20, 10}))
		d.move(at.Add(mgl32.Vec2{-60, 40}))
		d.input("mouseup", "3")
		d.until("view "+view+" moved with the mouse", func(s ui.Snapshot) bool {
			by := s.Bars[alpha].Sub(before.Bars[alpha])
			return s.Resting && by.Sub(mgl32.Vec2{-60, 40}).Len() <= 15
		})
	}
}

func turn(t *testing.T, d *driver) {
	d.key("1")
	d.key("0")
	before := d.rest()
	for _, at := range []mgl32.Vec2{{before.Area.X0 + 30, before.Area.Y1 - 30}, before.Bars[alpha]} {
		d.drag(at, at.Add(mgl32.Vec2{80, 0}))
		after := d.rest()
		if spread(after) == spread(before) {
			t.Errorf("nothing turned by a drag at %v", at)
		}
		if len(after.Places) != len(before.Places) {
			t.Errorf("a thread was moved by a drag at %v", at)
		}
		before = after
	}
	d.key("0")
}

func follow(t *testing.T, d *driver) {
	d.key("End")
	d.rest() // until then the list is sorted by blocked time
	d.click(middle(d.widget("thread C")))
	d.until("Gamma selected", func(s ui.Snapshot) bool { return s.Selected == gamma && s.Moment == s.End })
	d.key("bracketright")
	d.until("Alpha, for which Gamma waits", func(s ui.Snapshot) bool { return s.Selected == alpha })
	d.key("bracketright")
	d.until("Beta, for which Alpha waits", func(s ui.Snapshot) bool { return s.Selected == beta })
	d.key("bracketleft")
	d.until("Alpha, which waits for Beta", func(s ui.Snapshot) bool { return s.Selected == alpha })
	d.key("alt+Left")
	d.until("Beta, where one came from", func(s ui.Snapshot) bool { return s.Selected == beta })
	d.key("alt+Right")
	d.until("Alpha again", func(s ui.Snapshot) bool { return s.Selected == alpha })
	d.key("comma")
	d.until("the moment Alpha began to wait", func(s ui.Snapshot) bool { return s.Moment == 30*ms })
}

func dragTimeline(t *testing.T, d *driver) {
	d.key("2")
	before := d.rest()
	row := before.Bars[alpha]
	left, right := row.Add(mgl32.Vec2{-60, 0}), row.Add(mgl32.Vec2{60, 0})
	d.held("alt", func() { d.drag(left, right) })
	selected := d.until("an interval", func(s ui.Snapshot) bool { return s.Interval.Start > 0 && s.Interval.End < s.End }).Interval
	d.held("alt", func() { d.drag(right, row) }) // backwards, half as long
	d.until("half of it", func(s ui.Snapshot) bool {
		return s.Interval.End >= selected.End-ms && s.Interval.Start > selected.Start+ms
	})
	d.key("Escape") // the selected thread
	d.key("Escape")
	d.until("no interval", func(s ui.Snapshot) bool { return s.Interval.End == 0 })
	d.key("1")
	d.rest()
}

func loop(t *testing.T, d *driver) {
	bar := d.widget("scrub")
	y := (bar.Y0 + bar.Y1) / 2
	d.input("keydown", "shift")
	d.drag(mgl32.Vec2{bar.X0 + 0.4*bar.Width(), y}, mgl32.Vec2{bar.X0 + 0.3*bar.Width(), y})
	d.input("keyup", "shift")
	d.click(middle(d.widget("loop")))
	inside := func(s ui.Snapshot) bool { return s.Moment >= 29*ms && s.Moment <= 41*ms }
	d.key("space")
	first := d.until("playing in the part", func(s ui.Snapshot) bool { return s.Playing && inside(s) })
	d.until("the moment to go on", func(s ui.Snapshot) bool { return inside(s) && s.Moment > first.Moment })
	for last := first.Moment; ; { // round it goes
		s := d.until("the moment to move", func(s ui.Snapshot) bool { return s.Moment != last })
		if !inside(s) {
			t.Fatalf("it left the part for %v", s.Moment)
		}
		if s.Moment < last {
			break
		}
		last = s.Moment
	}
	d.key("space")
	d.click(middle(d.widget("loop")))
	d.rest()
}

func resize(t *testing.T, d *driver) {
	before := d.rest()
	d.input("search", "--name", "TIV", "windowsize", "1000", "700")
	d.until("a smaller scene", func(s ui.Snapshot) bool {
		return s.Area.Width() < before.Area.Width()-100 && s.Area.Height() < before.Area.Height()-50 && s.Loaded
	})
	d.input("search", "--name", "TIV", "windowsize", "640", "400")
	d.until("panels that leave room in a small window", func(s ui.Snapshot) bool {
		return s.Area.X1 < 640 && s.Area.Y1 < 400 && s.Area.Width() > 0.35*640 && s.Area.Height() > 0.35*400 && s.Loaded
	})
	d.input("search", "--name", "TIV", "windowsize", "1280", "800")
	d.until("the scene as large as it was", func(s ui.Snapshot) bool { return s.Area == before.Area && s.Resting })
}

// dimmed is a colour of threads outside the selection.
func dimmed(c paint.Color) paint.Color {
	g := paint.Dark().Ground
	mix := func(a, b uint8) uint8 { return uint8(float32(a) + 0.55*(float32(b)-float32(a))) }
	return paint.Color{R: mix(g.R, c.R), G: mix(g.G, c.G), B: mix(g.B, c.B), A: 255}
}

func around(p mgl32.Vec2, reach float32) shape.Rect {
	return shape.Rect{X0: p[0] - reach, Y0: p[1] - reach, X1: p[0] + reach, Y1: p[1] + reach}
}

func selectInList(t *testing.T, d *driver) {
	d.click(middle(d.widget("thread D")))
	d.until("Delta selected", func(s ui.Snapshot) bool { return s.Selected == delta })
	d.key("Escape")
	d.until("nothing selected", func(s ui.Snapshot) bool { return s.Selected == tracefeed.NoThread })
	d.click(middle(d.widget("search")))
	d.input("type", "alp")
	d.until("only Alpha listed", func(s ui.Snapshot) bool {
		_, a := s.Marks["thread A"]
		_, b := s.Marks["thread B"]
		return a && !b && s.View == view.Free.Name
	})
	d.input("key", "BackSpace", "BackSpace", "BackSpace", "Tab")
	d.until("all threads listed", func(s ui.Snapshot) bool { _, ok := s.Marks["thread B"]; return ok })
	d.click(middle(d.widget("thread A")))
	d.until("Alpha selected", func(s ui.Snapshot) bool { return s.Selected == alpha })
}

// idle waits for a second without drawing, after the work in progress has
// ended.
func idle(t *testing.T, d *driver) {
	for range 10 {
		before, _ := d.now()
		time.Sleep(time.Second)
		if after, _ := d.now(); after.Drawn == before.Drawn {
			return
		}
	}
	t.Error("for ten seconds without input, the window drew frames in every second")
}

func quit(t testing.TB, d *driver) {
	d.screen.input(t, "key", "ctrl+q")
	select {
	case err := <-d.done:
		if err != nil {
			t.Errorf("the window ended with %v\n%s", err, d.errors)
		}
	case <-time.After(patience):
		t.Error("the window is still open")
	}
}

// TestWindowWhileLoading feeds a trace bit by bit, and checks the view before
// the rest is read.
func TestWindowWhileLoading(t *testing.T) {
	t.Parallel()
	d := drive(t, "-")
	fmt.Fprint(d.stdin, "tiv-text 1\n0us A start name=Alpha\n")
	n := 0
	some := func() {
		for range 5000 {
			n++
			fmt.Fprintf(d.stdin, "%dus A suspend-%s\n", n, []string{"end", "start sleep"}[n%2])
		}
	}
	part := func(s ui.Snapshot) bool { return s.End > 0 && !s.Loaded && len(s.Bars) == 1 }
	for limit := time.Now().Add(patience); ; some() {
		if s, _ := d.now(); part(s) || time.Now().After(limit) {
			break
		}
	}
	s := d.until("a part of the trace", part)
	grey := paint.Dark().Layers["suspended"].Color
	d.untilScreen("what has arrived", func() bool { return count(d.screen.look(t), s.Area, grey) > 300 })
	end := tracefeed.Time(n+1) * tracefeed.Microsecond
	fmt.Fprintf(d.stdin, "%dus B start\n", n+1)
	d.stdin.Close()
	d.until("all of the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == end && len(s.Bars) == 2 })
}

func TestWindowOfDamagedTrace(t *testing.T) {
	t.Parallel()
	good, err := os.ReadFile("testdata/deadlock.tiv")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "cut.tiv")
	if err := os.WriteFile(path, append(good, "110ms A nonsense\n"...), 0o600); err != nil {
		t.Fatal(err)
	}
	d := drive(t, path)
	s := d.until("the good part, and a note", func(s ui.Snapshot) bool { return s.Loaded && s.End == 100*ms && s.Marks["banner"].X1 > 0 })
	p := paint.Dark()
	d.untilScreen("the note", func() bool {
		return count(d.screen.look(t), s.Marks["banner"], p.Alarm()) > 2000
	})
}

// TestWindowOfCutTrace checks that a trace without its end is no reason for alarm.
func TestWindowOfCutTrace(t *testing.T) {
	t.Parallel()
	whole, err := os.ReadFile("../testdata/questions/traces/server-traced.bin")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "cut.bin")
	if err := os.WriteFile(path, whole[:len(whole)-1], 0o600); err != nil {
		t.Fatal(err)
	}
	d := drive(t, path)
	s := d.until("the trace, and a note", func(s ui.Snapshot) bool { return s.Loaded && s.Marks["banner"].X1 > 0 })
	p := paint.Dark()
	d.untilScreen("the note", func() bool {
		return count(d.screen.look(t), s.Marks["banner"], p.Shade(paint.PanelShade)) > 2000
	})
}

func TestWindowWithoutDisplay(t *testing.T) {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), windowOf+"=testdata/deadlock.tiv", "DISPLAY=:nowhere")
	out, err := c.CombinedOutput()
	if err == nil || !strings.HasPrefix(string(out), "open window: there is no display: ") || strings.Contains(string(out), "panic") {
		t.Errorf("want one line that says what is missing; got %v: %s", err, out)
	}
}

func TestWindowOfNoTrace(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "no.tiv")
	if err := os.WriteFile(path, []byte("nothing of a trace"), 0o600); err != nil {
		t.Fatal(err)
	}
	d := drive(t, path)
	select {
	case err := <-d.done:
		if err == nil || !strings.Contains(d.errors.String(), "no.tiv") || !strings.Contains(d.errors.String(), "not a trace") {
			t.Errorf("want an error that names the file; got %v: %s", err, d.errors)
		}
	case <-time.After(patience):
		t.Error("a window opened on what is no trace")
	}
}
