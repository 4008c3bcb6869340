package ui_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/view"
	"tiv/ui"
)

// The execution view: pointing at a call, choosing it, its neighbours, its time, colours.
func TestExecutionView(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "calls.tiv")
	const trace = "tiv-text 1\n0ms A start\n0ms A call-enter main.f\n10ms A call-enter main.g\n20ms A call-exit " +
		"main.g\n30ms A call-exit main.f\n50ms A call-enter main.f\n100ms A end\n"
	if err := os.WriteFile(path, []byte(trace), 0o600); err != nil {
		t.Fatal(err)
	}
	d := drive(t, path)
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded })
	d.key("5")
	s := d.until("the execution view", func(s ui.Snapshot) bool { return s.View == view.Execution.Name && s.Resting && len(s.Bars) == 1 })
	d.toEnd()
	s = d.until("the end", func(s ui.Snapshot) bool { return s.Moment == s.End && s.Resting })

	call := s.Bars[alpha].Add(mgl32.Vec2{-40, 16}) // below the strip of states
	d.move(call)
	d.until("a tooltip", func(s ui.Snapshot) bool { return s.Marks["tip"].Width() > 0 })
	d.click(call)
	selected := func(start int64) func(ui.Snapshot) bool {
		return func(s ui.Snapshot) bool {
			return s.Call.Function == "main.f" && int64(s.Call.Start) == start && s.Selected == alpha && s.Resting
		}
	}
	d.until("the call", selected(int64(50*ms)))
	d.until("the call in the panel", func(s ui.Snapshot) bool { return s.Words["selected call"] != "" })
	d.input("click", "3") // the menu of the call has that of its thread below it
	d.until("the menu of the call", func(s ui.Snapshot) bool {
		return s.Marks["item zoom call"].Width() > 0 && s.Marks["item focus"].Width() == 0 && s.Resting
	})
	d.click(middle(d.widget("menu Thread A")))
	d.widget("item focus")
	d.click(middle(d.widget("context Copy name")))
	d.until("no menu", func(s ui.Snapshot) bool { return s.Marks["item zoom call"].Width() == 0 && s.Resting })

	d.key("shift+j")
	d.until("the previous call", func(s ui.Snapshot) bool { return selected(0)(s) && s.Moment == 0 })
	d.key("j")
	d.until("the next call", func(s ui.Snapshot) bool { return selected(int64(50*ms))(s) && s.Moment == 50*ms })
	d.key("j")
	d.until("the note that there is none", func(s ui.Snapshot) bool {
		return slices.Contains(s.Messages, "There is no later call of main.f in this thread.")
	})

	before, _ := d.now()
	d.key("shift+z")
	d.until("the time of the call", func(s ui.Snapshot) bool {
		return s.Shown.Start >= 40*ms && s.Shown.End-s.Shown.Start < before.Shown.End-before.Shown.Start && s.Undo == "zoom to call"
	})
	d.key("ctrl+z")
	d.until("the whole trace again", func(s ui.Snapshot) bool { return s.Shown == before.Shown })
	d.key("q")
	d.until("other colours", func(s ui.Snapshot) bool {
		return s.Undo == "colours of calls" && slices.Contains(s.Messages, "Colours of calls: package")
	})
	d.command("Slowest calls of the function")
	s = d.until("the calls of the function", func(s ui.Snapshot) bool { return s.Rows == 2 && s.Resting })
	if !strings.HasPrefix(s.Listed[0], "main.f A 0.050000000 s 50.00 ms 0 measured") {
		t.Errorf("the first call is %q", s.Listed[0])
	}
	d.click(middle(d.widget("row 1")))
	d.until("the shorter call", selected(0))
	d.key("Escape")
	d.until("no call", func(s ui.Snapshot) bool { return s.Call == (view.Call{}) && s.Selected == 0 })
}

// Calls on bars in the 3D view: the switch, pointing at a call, choosing it.
func TestCallsOnBars(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "calls.tiv")
	const trace = "tiv-text 1\n0ms A start\n0ms A call-enter main.f\n10ms A call-enter main.g\n100ms A end\n"
	if err := os.WriteFile(path, []byte(trace), 0o600); err != nil {
		t.Fatal(err)
	}
	d := drive(t, path)
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.Resting })
	d.key("shift+q")
	d.until("calls on bars", func(s ui.Snapshot) bool {
		return s.Undo == "calls on bars" && slices.Contains(s.Messages, "Calls on bars: on")
	})
	s := d.rest() // on a busy machine, the message has gone by then
	bar := s.Bars[alpha]
	for right := float32(30); s.Call.Function == "" && right < 500; right += 30 {
		d.click(bar.Add(mgl32.Vec2{right, -0.2 * right}))
		s = d.until("the click", func(s ui.Snapshot) bool { return s.Resting })
	}
	if s.Call.Function != "main.f" && s.Call.Function != "main.g" || s.Selected != alpha {
		t.Errorf("the call %+v of thread %d is selected", s.Call, s.Selected)
	}
	d.until("a tooltip", func(s ui.Snapshot) bool { return s.Marks["tip"].Width() > 0 })
	d.key("Escape")
	d.until("no call", func(s ui.Snapshot) bool { return s.Call == (view.Call{}) })
	d.key("ctrl+z")
	d.until("no calls on bars", func(s ui.Snapshot) bool { return s.Undo != "calls on bars" })
}
