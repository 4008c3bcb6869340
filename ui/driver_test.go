package ui_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/demo"
	"tiv/execution/slice"
	"tiv/internal/portal"
	"tiv/scene/shape"
	"tiv/session"
	"tiv/tracefeed"
	"tiv/tracefeed/live/roster"
	"tiv/ui"
	"tiv/workspace/loader"
	"tiv/workspace/prefs"
)

// A window belongs to its program's first thread, which tests do not run on. So
// the test binary starts itself again as the program with the window.
const (
	windowOf   = "TIV_TEST_WINDOW"  // path of the trace; - is standard input
	configIn   = "TIV_TEST_CONFIG"  // folder of the user's files; "" keeps nothing
	endless    = "TIV_TEST_ENDLESS" // jobs go on until they are cancelled
	chooses    = "TIV_TEST_CHOOSES" // path that the desktop's dialog returns, or one of the words below
	sent       = "TIV_TEST_SENT"    // the trace is one that programs send
	besideIn   = "TIV_TEST_BESIDE"  // path of a trace to compare with; "" for none
	screenSize = "TIV_TEST_SCREEN"  // as 1280x800, which it is at first
	eventsIn   = "TIV_TEST_EVENTS"  // how many events may be read between two frames; "" for as many as usual
)

// Words for a dialog of the desktop: there is none, it never ends, it is cancelled.
const noDialog, slowDialog, cancelledDialog = "none", "slow", "cancelled"

// startPage is the path of no trace, demoPath that of a demo, which is
// testdata/deadlock.tiv.
const startPage, demoPath = "start page", "demo:deadlock"

// transactionsPath is the demo of that name with its own trace and slices.
const transactionsPath = "demo:transactions"

func init() { runtime.LockOSThread() }

func TestMain(m *testing.M) {
	if path := os.Getenv(pasteTo); path != "" {
		if err := paste(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		return
	}
	if path := os.Getenv(windowOf); path != "" {
		if err := runWindow(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		return
	}
	os.Exit(m.Run())
}

// runWindow is the program with the window. It writes a line about each frame.
func runWindow(path string) error {
	config := os.Getenv(configIn)
	var delay func(context.Context)
	if os.Getenv(endless) != "" {
		delay = func(ctx context.Context) { <-ctx.Done() }
	}
	demos, err := demosOf()
	if err != nil {
		return err
	}
	if path == startPage {
		path = ""
	}
	events, _ := strconv.Atoi(os.Getenv(eventsIn))
	var senders roster.Programs
	if os.Getenv(sent) != "" {
		senders = newSenders()
	}
	return ui.Run(ui.Options{Options: session.Options{
		Senders: senders, Sent: path,
		MostEvents: events, Delay: delay, Attach: attachTo, Record: recordTo, Demos: demos, Keep: config != "", Config: config,
		Open: func(path string, notify func()) (*loader.Loader, error) {
			if path == "-" {
				source, err := tracefeed.OpenInput(tracefeed.Input{Name: "standard input", Reader: os.Stdin, Size: 1 << 20},
					loader.Formats())
				if err != nil {
					return nil, err
				}
				return loader.Start(source, loader.Options{Findings: true, Notify: notify}), nil
			}
			if feed, ok := generated(path); ok {
				return loader.Start(feed, loader.Options{Findings: true, Notify: notify}), nil
			}
			switch path {
			case demoPath:
				path = "testdata/deadlock.tiv"
			case transactionsPath:
				source, err := openTransactions()
				if err != nil {
					return nil, err
				}
				return loader.Start(source, loader.Options{Findings: true, Notify: notify}), nil
			}
			return loader.Open(path, loader.Options{Findings: true, Follow: true, Notify: notify})
		},
	}, Choose: choose, Processes: processes, Path: path, Beside: os.Getenv(besideIn),
		Observe: observer(json.NewEncoder(os.Stdout)),
	})
}

// demosOf returns the demos of the window.
func demosOf() ([]session.Demo, error) {
	file, err := demo.Slices("transactions")
	if err != nil {
		return nil, err
	}
	definitions, err := slice.Read(bytes.NewReader(file))
	return []session.Demo{{Path: demoPath, Name: "a deadlock"},
		{Path: transactionsPath, Name: "transactions", Story: "Five terminals wait in turn for one lock.", Slices: definitions}}, err
}

// openTransactions opens the trace of the demo.
func openTransactions() (*tracefeed.Source, error) {
	r, err := demo.Open("transactions")
	if err != nil {
		return nil, err
	}
	return tracefeed.OpenInput(tracefeed.Input{Name: transactionsPath, Reader: r, Size: r.Size()}, loader.Formats())
}

// choose is the dialog of the desktop.
func choose(ctx context.Context, r portal.Request) ([]string, error) {
	switch path := os.Getenv(chooses); {
	case !strings.HasPrefix(r.Parent, "x11:"):
		return nil, fmt.Errorf("a dialog of the window %q", r.Parent)
	case path == "" || path == noDialog:
		return nil, fmt.Errorf("%w: test", portal.ErrUnavailable)
	case path == cancelledDialog:
		return nil, nil
	case path == slowDialog:
		<-ctx.Done()
		return nil, ctx.Err()
	case r.Save && (r.Folder != filepath.Dir(path) || !strings.HasSuffix(r.Name, filepath.Ext(path))):
		return nil, fmt.Errorf("a dialog for %s in %s", r.Name, r.Folder)
	default:
		return []string{path}, nil
	}
}

// driver is a window in another process, with the input of its user.
type driver struct {
	testing.TB
	screen *screen
	stdin  io.WriteCloser
	errors *strings.Builder
	done   chan error

	frames chan playedFrame // of playback

	mu   sync.Mutex
	seen ui.Snapshot
	// With looksForCuts, cut is what is cut then, arranged the number of arrangements before, and
	// sent that of those sent.
	cut      []string
	arranged int
	sent     int
	fresh    chan struct{} // closed when there is a newer snapshot
}

// patience is how long a test waits before it calls something missing.
const patience = time.Minute

// drive opens a window on a trace, with variables in its environment. Its changes are not kept.
func drive(t testing.TB, path string, env ...string) *driver { return driveAs(t, path, "", env...) }

// driveAs opens a window on a trace, for the user with files in a folder. The
// user has seen the tour.
func driveAs(t testing.TB, path, config string, env ...string) *driver {
	t.Helper()
	if config != "" {
		p, err := prefs.Load(config)
		p.TourDone, p.NoKeyHints = true, true
		if err == nil {
			err = p.Save(config)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return driveFirst(t, path, config, env...)
}

// driveFirst opens a window for a user who may be new to the program.
func driveFirst(t testing.TB, path, config string, env ...string) *driver {
	t.Helper()
	d := &driver{TB: t, screen: newScreen(t, screenOf(env)), frames: make(chan playedFrame, 1<<16), errors: &strings.Builder{},
		done: make(chan error, 1), fresh: make(chan struct{})}
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), windowOf+"="+path, configIn+"="+config, "DISPLAY="+d.screen.display)
	c.Env = append(c.Env, env...)
	c.Stderr = d.errors
	var err error
	if d.stdin, err = c.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Process.Kill() })
	go func() {
		d.watch(out)
		d.done <- c.Wait()
	}()
	return d
}

// screenOf returns the size of the screen for a window with variables in its environment.
func screenOf(env []string) string {
	for _, v := range env {
		if size, ok := strings.CutPrefix(v, screenSize+"="); ok {
			return size
		}
	}
	return "1280x800"
}

// watch reads the window's reports about its frames.
func (d *driver) watch(out io.Reader) {
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var r frameReport
		if json.Unmarshal(line, &r) != nil {
			continue
		}
		if r.Snapshot == nil {
			d.frames <- r.playedFrame
			continue
		}
		d.mu.Lock()
		d.seen, d.cut, d.arranged = *r.Snapshot, r.Cut, r.Arranged
		close(d.fresh)
		d.fresh = make(chan struct{})
		d.mu.Unlock()
	}
}

func (d *driver) now() (ui.Snapshot, chan struct{}) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.seen, d.fresh
}

// until waits for the window to be as it should be.
func (d *driver) until(what string, ok func(ui.Snapshot) bool) ui.Snapshot {
	d.Helper()
	limit := time.After(patience)
	for {
		s, fresh := d.now()
		if s.Drawn > 0 && ok(s) {
			return s
		}
		select {
		case <-fresh:
		case err := <-d.done:
			d.Fatalf("waiting for %s: the window closed: %v\n%s", what, err, d.errors)
		case <-limit:
			s.Marks, s.Bars = nil, nil
			d.Fatalf("waited in vain for %s; the window is at %+v\n%s", what, s, d.errors)
		}
	}
}

// rest waits until nothing moves by itself any more, such as the camera.
func (d *driver) rest() ui.Snapshot {
	d.Helper()
	return d.until("rest", func(s ui.Snapshot) bool { return s.Loaded && s.Resting })
}

// untilScreen waits for the screen to look as it should: it shows a frame some
// time after the window says that it drew it.
func (d *driver) untilScreen(what string, ok func() bool) {
	d.Helper()
	for limit := time.Now().Add(patience); !ok(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(limit) {
			d.Fatalf("waited in vain for the screen to show %s", what)
		}
	}
}

// toEnd waits for the whole trace, which opens at its most telling moment, and goes to its
// end.
func (d *driver) toEnd() {
	d.Helper()
	d.rest()
	d.key("End")
	d.until("the end", func(s ui.Snapshot) bool { return s.Loaded && s.Moment == s.End })
}

// input sends input and waits until the window has noticed: it has when it has
// noticed the key Pause, which comes after it, and has drawn two more frames.
func (d *driver) input(words ...string) {
	d.Helper()
	d.screen.input(d.TB, words...)
	d.sync("an answer to " + strings.Join(words, " "))
}

// sync waits until the window has noticed everything so far.
func (d *driver) sync(what string) {
	d.Helper()
	before, _ := d.now()
	d.screen.input(d.TB, "key", "Pause")
	s := d.until(what, func(s ui.Snapshot) bool { return s.Synced > before.Synced })
	d.until("frames after "+what, func(n ui.Snapshot) bool { return n.Drawn > s.Drawn+1 })
}

// key presses a key, in xdotool's words.
func (d *driver) key(name string) {
	d.Helper()
	d.input("key", name)
}

func at(p mgl32.Vec2) []string {
	return []string{"mousemove", strconv.Itoa(int(p[0] + 0.5)), strconv.Itoa(int(p[1] + 0.5))}
}

// move moves the mouse.
func (d *driver) move(p mgl32.Vec2) {
	d.Helper()
	d.input(at(p)...)
}

// click clicks somewhere.
func (d *driver) click(p mgl32.Vec2) {
	d.Helper()
	d.move(p)
	d.input("click", "1")
}

// scrollTo turns the wheel at a place where a widget is until another one has come near to it from
// below.
func (d *driver) scrollTo(place, name string) {
	d.Helper()
	at := middle(d.widget(place))
	d.move(at)
	for range 50 {
		if y := middle(d.widget(name))[1]; y < at[1]+80 {
			return
		}
		d.input("click", "5")
	}
	d.Fatalf("%s does not come near to %s", name, place)
}

// drag moves the mouse with its left button held, not in a straight line, and
// not at once.
func (d *driver) drag(from, to mgl32.Vec2) {
	d.Helper()
	d.move(from)
	d.input("mousedown", "1")
	for i := 1; i <= 4; i++ {
		d.move(from.Add(to.Sub(from).Mul(float32(i) / 4)).Add(mgl32.Vec2{0, float32(i % 2)}))
	}
	d.input("mouseup", "1")
}

// dragThread moves a thread by its bar.
func (d *driver) dragThread(from, to mgl32.Vec2) {
	d.Helper()
	d.held("alt", func() { d.drag(from, to) })
}

// widget returns where a widget is.
func (d *driver) widget(name string) shape.Rect {
	d.Helper()
	return d.until("widget "+name, func(s ui.Snapshot) bool { _, ok := s.Marks[name]; return ok }).Marks[name]
}

func middle(r shape.Rect) mgl32.Vec2 { return mgl32.Vec2{(r.X0 + r.X1) / 2, (r.Y0 + r.Y1) / 2} }

// held does something while a key is held.
func (d *driver) held(key string, do func()) {
	d.Helper()
	d.input("keydown", key)
	do()
	d.input("keyup", key)
}
