package ui_test

import (
	"fmt"
	"image"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/ui"
)

// servicePrograms are threads with what each of their samples shows: the stack, and its state. Each thread waits
// or reads for nine of ten samples, and handles something in the last.
var servicePrograms = []struct{ thread, waits, how, cause, handles string }{
	{"worker-1", "w", "suspend", "wait", "h"}, {"worker-2", "w", "suspend", "wait", "h"}, {"worker-3", "w", "suspend", "wait", "i"},
	{"worker-4", "w", "suspend", "wait", "h"},
	{"http-1", "r", "io", "net", "d"}, {"http-2", "r", "io", "net", "d"}, {"timer", "t", "suspend", "wait", "c"},
}

// serviceStacks are the frames and stacks of these samples.
const serviceStacks = `frame loop acme.Worker.loop /src/acme/Worker.java:20
frame wait java.lang.Object.wait
frame handle acme.Job.handle /src/acme/Job.java:30
frame index acme.Job.index /src/acme/Job.java:52
frame price acme.Prices.of /src/acme/Prices.java:11
frame serve fastweb.Server.serve /src/fastweb/Server.java:71
frame read fastweb.Net.read /src/fastweb/Net.java:5
frame recv java.net.SocketInputStream.read
frame dispatch fastweb.Server.dispatch /src/fastweb/Server.java:90
frame order shop.Orders.create /src/shop/Orders.java:14
frame pool java.util.concurrent.ThreadPoolExecutor.runWorker
frame take java.util.concurrent.LinkedBlockingQueue.take
frame clean shop.Cache.clean /src/shop/Cache.java:40
stack w wait loop
stack h price handle loop
stack i index loop
stack r recv read serve
stack d order dispatch serve
stack t take pool
stack c clean pool
`

// service writes a trace of samples of a service, of a number of instants, one in 10 ms.
func service(t testing.TB, instants int) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "service.tiv")
	if err := os.WriteFile(path, []byte(serviceStart()+serviceSamples(0, instants)), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// serviceStart returns the start of the trace.
func serviceStart() string {
	var b strings.Builder
	b.WriteString("tiv-text 1 kind=sampled period=10000000\n" + serviceStacks)
	for i, p := range servicePrograms {
		fmt.Fprintf(&b, "0ms T%d start name=%s\n0ms T%d %s-start %s\n", i, p.thread, i, p.how, p.cause)
	}
	return b.String()
}

// serviceSamples returns the samples of instants.
func serviceSamples(from, to int) string {
	var b strings.Builder
	for n := from; n < to; n++ {
		for i, p := range servicePrograms {
			stack := p.waits
			switch (n + 3*i) % 10 {
			case 9:
				stack = p.handles
				fmt.Fprintf(&b, "%dms T%d %s-end\n", 10*n+1, i, p.how)
			case 0:
				if n > 0 {
					fmt.Fprintf(&b, "%dms T%d %s-start %s\n", 10*n+1, i, p.how, p.cause)
				}
			}
			fmt.Fprintf(&b, "%dms T%d sample value=1 stack=%s\n", 10*n+1, i, stack)
		}
	}
	return b.String()
}

// handles waits until rows of handlers have texts; "" is no row.
func (d *driver) handles(rows ...string) {
	d.Helper()
	d.until("the handlers "+strings.Join(rows, ", "), func(s ui.Snapshot) bool {
		for i := 0; i < len(rows); i += 2 {
			if s.Words["handler row "+rows[i]] != rows[i+1] {
				return false
			}
		}
		return s.Resting
	})
}

// Handlers are listed; a click goes to the calls of one, other limits and another side of a package find others,
// and undo takes that back.
func TestHandlers(t *testing.T) {
	t.Parallel()
	d := drive(t, service(t, 400))
	d.rest()
	d.key("shift+a")
	d.click(middle(d.widget("handlers paper")))
	d.until("the rules of the paper", func(s ui.Snapshot) bool { return s.Undo == "rules of the paper" && s.Resting })
	const job, clean = "handler NODE_WAIT of acme.Worker.loop, 3", "callback  of java.util.concurrent.ThreadPoolExecutor.runWorker, 1"
	d.handles("acme.Job.handle", job, "acme.Job.index", "handler NODE_WAIT of acme.Worker.loop, 1",
		"fastweb.Server.dispatch", "handler NODE_IO of fastweb.Server.serve, 2", "shop.Cache.clean", clean, "shop.Orders.create", "")

	d.click(middle(d.widget("handler acme.Job.handle")))
	s := d.until("its threads and its call", func(s ui.Snapshot) bool {
		return len(s.Selection) == 3 && s.Call.Function == "acme.Job.handle" && s.Resting && s.Words["stack row acme.Job.handle"] != ""
	})
	row, reason := s.Words["stack row acme.Job.handle"], s.Words["handlers reason"]
	if s.Moment < s.Call.Start || s.Moment >= s.Call.End || s.Undo != "rules of the paper" || row != "RUN 0 120" ||
		!strings.Contains(reason, "acme.Worker.loop waits in 100.0 %") {
		t.Errorf("at %v of %+v, undo %q, %q, %q", s.Moment, s.Call, s.Undo, row, reason)
	}
	d.click(middle(d.widget("handlers fold")))
	d.until("no calls", func(s ui.Snapshot) bool {
		return s.Words["stack row acme.Job.handle"] == "" && s.Resting && s.Words["stack row acme.Worker.loop"] == "WAIT 1440 1600"
	})
	arrow := middle(d.widget("stack arrow acme.Worker.loop"))
	d.click(arrow)
	d.until("the calls of the loop", func(s ui.Snapshot) bool { return s.Words["stack row acme.Job.index"] == "RUN 40 40" && s.Resting })

	slider := d.widget("slider ##subtree")
	from := mgl32.Vec2{slider.X0 + slider.Width()/4, middle(slider)[1]}
	d.drag(from, mgl32.Vec2{slider.X1 + 50, from[1]})
	const index = "handler NODE_WAIT of acme.Worker.loop, 1"
	d.handles("acme.Job.handle", "", "acme.Job.index", index, "shop.Cache.clean", clean)
	d.until("a change that can be undone", func(s ui.Snapshot) bool { return s.Undo == "set limit of handlers" })
	d.key("ctrl+z")
	d.handles("acme.Job.handle", job, "acme.Job.index", index)

	d.move(middle(d.widget("handler fastweb.Server.dispatch")))
	d.input("click", "3")
	d.click(middle(d.widget("function Count fastweb as the system's")))
	d.handles("fastweb.Server.dispatch", "", "shop.Orders.create", "callback  of fastweb.Server.dispatch, 2")
	d.until("the package", func(s ui.Snapshot) bool {
		return s.Words["handlers code fastweb"] == "fastweb is the system's" && s.Undo == "fastweb is the system's"
	})
	d.click(middle(d.widget("handlers reset")))
	d.until("a reset", func(s ui.Snapshot) bool {
		return s.Undo == "reset the search for handlers" && s.Words["handlers code fastweb"] == "" && s.Resting
	})
	quit(t, d)
}

// exactly returns how many pixels of a part of a picture have a colour.
func exactly(img *image.NRGBA, r shape.Rect, c paint.Color) (n int) {
	for y := int(r.Y0); y < int(r.Y1); y++ {
		for x := int(r.X0); x < int(r.X1); x++ {
			if paint.Color(img.NRGBAAt(x, y)) == c {
				n++
			}
		}
	}
	return n
}

// Calls of handlers are marked in flame graphs and in the execution view while the panel is open.
func TestHandlerMarks(t *testing.T) {
	t.Parallel()
	d := drive(t, service(t, 150))
	d.rest()
	d.key("5")
	d.move(mgl32.Vec2{1279, 799}) // its pointer is white
	line := paint.Dark().Select
	inScene := func() int { // without names, notices and the line of the moment
		r := d.rest().Area
		r.X0, r.X1, r.Y0, r.Y1 = r.X0+80, r.X1-20, middle(r)[1], r.Y1-40
		return exactly(d.screen.look(t), r, line)
	}
	d.untilScreen("no marks yet", func() bool { return inScene() == 0 })
	d.key("shift+a")
	d.handles("acme.Job.index", "handler NODE_WAIT of acme.Worker.loop, 1")
	d.untilScreen("marked calls", func() bool { return inScene() > 40 })
	d.key("shift+f")
	d.click(middle(d.widget("flame all")))
	marked := func(function string) func() bool {
		return func() bool {
			box := d.widget("flame call " + function)
			box.Y1 = box.Y0 + 3
			return float32(exactly(d.screen.look(t), box, line)) > box.Width()
		}
	}
	d.untilScreen("a marked box", marked("acme.Job.handle"))
	if marked("acme.Worker.loop")() {
		t.Error("the loop is marked, too")
	}
	d.command("Handlers")
	d.until("no panel", func(s ui.Snapshot) bool { return s.Words["handlers foot"] == "" && s.Resting })
	d.untilScreen("no marks", func() bool { return inScene() == 0 && !marked("acme.Job.handle")() })
	quit(t, d)
}

// The panel follows a trace that grows, and says when the set has settled.
func TestHandlersLive(t *testing.T) {
	t.Parallel()
	d := drive(t, "-")
	write := func(text string) {
		t.Helper()
		if _, err := io.WriteString(d.stdin, text); err != nil {
			t.Fatal(err)
		}
	}
	write(serviceStart() + serviceSamples(0, 60))
	d.until("the start of the trace", func(s ui.Snapshot) bool { return s.End > 0 })
	d.key("shift+a")
	settled := func(text string) {
		t.Helper()
		d.until(text, func(s ui.Snapshot) bool { return strings.HasPrefix(s.Words["handlers settled"], text) })
	}
	settled("still changing")
	write(serviceSamples(60, 400))
	d.until("a handler", func(s ui.Snapshot) bool {
		return strings.HasPrefix(s.Words["handler row acme.Job.handle"], "handler NODE_WAIT")
	})
	settled("still changing")
	write(serviceSamples(400, 2400))
	settled("settled for ")
	if err := d.stdin.Close(); err != nil {
		t.Fatal(err)
	}
	d.until("the end", func(s ui.Snapshot) bool { return s.Loaded && s.Words["handlers settled"] == "" && s.Resting })
	quit(t, d)
}

// The picture of docs/handlers.md: the handlers of a server of net/http, one of which is chosen.
func TestHandlersPicture(t *testing.T) {
	t.Parallel()
	d := drive(t, demoTrace(t, "shop"))
	d.rest()
	d.key("5")
	d.key("shift+a")
	d.until("a handler", func(s ui.Snapshot) bool { return s.Words["handler row main.(*shop).order"] != "" && s.Resting })
	d.click(middle(d.widget("handler main.(*shop).order")))
	d.until("its calls", func(s ui.Snapshot) bool {
		return s.Call.Function == "main.(*shop).order" && len(s.Selection) == 26 && s.Resting
	})
	d.picture("handlers")
	quit(t, d)
}
