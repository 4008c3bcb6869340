package ui_test

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/execution/slice"
	"tiv/scene/paint"
	"tiv/tracefeed"
	"tiv/ui"
)

// callsOf writes a trace with calls of a function, of some lengths in ms.
func callsOf(t *testing.T, lengths ...int) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("tiv-text 1\n0ms A start name=Alpha\n")
	at := 0
	for _, length := range lengths {
		fmt.Fprintf(&b, "%dms A call-enter f\n%dms A call-exit f\n", at, at+length)
		at += length + 1
	}
	fmt.Fprintf(&b, "%dms A end\n", at)
	path := filepath.Join(t.TempDir(), "calls.tiv")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestWindowDivide divides calls by their duration: it types and drags limits, makes slices of
// the ranges, divides one of these, and takes all back.
func TestWindowDivide(t *testing.T) {
	t.Parallel()
	d := driveAs(t, callsOf(t, 1, 1, 2, 2, 3, 10, 11, 12, 100, 110), t.TempDir())
	d.rest()
	d.command("Divide into slices…")
	d.says("divide limits", "10ms 100ms") // natural breaks
	d.says("divide range 0", "5 calls · 50.0 %")
	d.says("divide range 2", "2 calls · 20.0 %")
	d.click(middle(d.widget("divide where")))
	d.input("type", "x ==")
	d.says("divide error", `unknown word "x"`)
	d.input("key", "BackSpace", "BackSpace", "BackSpace", "BackSpace")
	d.input("type", "f")
	d.click(middle(d.widget("divide limits")))
	d.key("ctrl+a")
	d.input("type", "2ms 5")
	d.says("divide limits error", `invalid time "5"`)
	d.input("type", "ms")
	d.says("divide range 0", "2 calls")
	d.says("divide range 1", "3 calls")

	line := middle(d.widget("divide limit 1"))
	d.drag(line, line.Add(mgl32.Vec2{70, 0}))
	d.until("a limit that was dragged", func(s ui.Snapshot) bool { return s.Words["divide limits"] != "2ms 5ms" })
	dragged := strings.Fields(d.rest().Words["divide limits"])[1]
	v, err := tracefeed.ParseTime(dragged)
	if err != nil || v < 6*tracefeed.Millisecond || v > 100*tracefeed.Millisecond {
		t.Errorf("dragged to %s, %v", dragged, err)
	}
	d.click(middle(d.widget("divide create")))
	v2 := v.String()
	d.slicesAre("f: duration < 2 ms", "f: duration 2 ms to "+v2, "f: duration ≥ "+v2)
	made := d.rest().Slices
	for i, where := range []string{`"f" && duration < 2ms`, `"f" && duration >= 2ms && duration < ` + dragged,
		`"f" && duration >= ` + dragged} {
		if made[i].Where != where || made[i].Of != slice.Calls || made[i].Colour != paint.SliceColors[i] {
			t.Errorf("made %+v, want %s", made[i], where)
		}
	}
	d.rightClick("slice " + made[1].Name)
	d.click(middle(d.widget("slice menu Divide…")))
	d.widget("divide chart")
	d.click(middle(d.widget("divide by")))
	d.click(middle(d.widget("divide by running")))
	d.click(middle(d.widget("divide ranges")))
	d.click(middle(d.widget("divide ranges equal number")))
	d.widget("divide limit 0")
	d.key("Escape")
	d.until("the dialog closed", func(s ui.Snapshot) bool { return s.Marks["divide chart"].X1 == 0 })
	d.rest()
	d.key("ctrl+z")
	d.slicesAre()
	quit(t, d)
}

// TestDividePicture divides the calls of docs/slices.md into the ranges that stand there, and
// draws its picture.
func TestDividePicture(t *testing.T) {
	t.Parallel()
	d := driveAs(t, transactions(t), t.TempDir())
	d.rest()
	d.command("Divide into slices…")
	d.click(middle(d.widget("divide where")))
	d.input("type", `function == "main.NewOrder.Process"`)
	d.click(middle(d.widget("divide name")))
	d.input("type", "NewOrder")
	d.says("divide limits", "2.833024ms 6.55552ms")
	d.says("divide range 0", "120 calls · 83.3 %")
	d.picture("slices-divide")
	quit(t, d)
}

// picture saves what is on the screen, if pictures are wanted.
func (d *driver) picture(name string) {
	d.Helper()
	if *picturesIn != "" {
		d.move(mgl32.Vec2{1279, 799})
		d.rest()
		d.save(name)
	}
}

// transactions writes the trace of the demo of that name to a file.
func transactions(t *testing.T) string { return demoTrace(t, "transactions") }

// demoTrace writes the trace of a demo to a file.
func demoTrace(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name+".trace")
	f, err := os.Open("../demo/traces/" + name + ".trace.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	plain, err := gzip.NewReader(f)
	var data []byte
	if err == nil {
		data, err = io.ReadAll(plain)
	}
	if err == nil {
		err = os.WriteFile(path, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}
