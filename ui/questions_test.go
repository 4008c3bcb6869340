package ui_test

import (
	"flag"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/shape"
	"tiv/ui"
)

// picturesIn makes the tests of questions save the picture with each answer.
var picturesIn = flag.String("pictures", "", "folder for the pictures of docs/questions.md and of dialogs")

// question is a window on a trace of docs/questions.md, with a count of what its user
// has done.
type question struct {
	*driver
	actions int
}

// asking opens a trace of docs/questions.md and waits for its first picture.
func asking(t *testing.T, trace string, env ...string) *question {
	t.Helper()
	d := drive(t, "../testdata/questions/traces/"+trace+".bin", env...)
	d.rest()
	d.move(mgl32.Vec2{1279, 799})
	d.rest()
	return &question{driver: d}
}

// press, point and sweep are one action each: a key, a click, a drag with Shift.
func (q *question) press(key string) {
	q.Helper()
	q.actions++
	q.key(key)
}

func (q *question) point(widget string) {
	q.Helper()
	q.actions++
	q.click(middle(q.widget(widget)))
}

func (q *question) sweep(from, to mgl32.Vec2) {
	q.Helper()
	q.actions++
	q.held("shift", func() { q.drag(from, to) })
}

// answer waits until the text of a widget contains the answer, saves the picture if
// it has a name, and closes the window. Three actions are allowed.
func (q *question) answer(picture string, parts ...string) {
	q.Helper()
	q.says(parts...)
	if q.actions > 3 {
		q.Errorf("%d actions", q.actions)
	}
	if *picturesIn != "" && picture != "" {
		q.move(mgl32.Vec2{1279, 799})
		q.rest()
		q.save("question-" + picture)
	}
	quit(q.TB, q.driver)
}

// says waits until widgets have texts: a name and a part of the text in turn. No text is cut
// at an edge of the window, nor of the menu of a lock.
func (q *question) says(parts ...string) {
	q.Helper()
	s := q.until(strings.Join(parts, " "), func(s ui.Snapshot) bool {
		for i := 0; i < len(parts); i += 2 {
			if !strings.Contains(s.Words[parts[i]], parts[i+1]) {
				return false
			}
		}
		return s.Resting
	})
	window := shape.Rect{X1: 1280, Y1: 800}
	if menu, ok := s.Marks["lock menu Copy id"]; ok {
		window.X0, window.X1 = menu.X0, menu.X1
	}
	for i := 0; i < len(parts); i += 2 {
		if r, ok := s.Marks[parts[i]]; ok && (r.X0 < window.X0 || r.X1 > window.X1 || r.Y0 < 0 || r.Y1 > window.Y1) {
			q.Errorf("%s is cut: %v is outside of %v", parts[i], r, window)
		}
	}
}

// save saves what is on the screen.
func (d *driver) save(picture string) {
	d.Helper()
	f, err := os.Create(filepath.Join(*picturesIn, picture+".png"))
	if err == nil {
		err = png.Encode(f, d.screen.look(d.TB))
	}
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		d.Fatal(err)
	}
}

func TestQuestionWhichLock(t *testing.T) {
	t.Parallel()
	asking(t, "server").answer("lock", "verdict", "most at rwlock server.(*client).writeLoop:1428 · A", "lock group0", "· A")
	asking(t, "server-nolocks").answer("", "verdict", "does not name the holders of locks")
}

func TestQuestionHolder(t *testing.T) {
	t.Parallel()
	q := asking(t, "server") // at an instant between two of its holders
	q.point("lock group0")
	q.answer("holder", "free", "No thread holds it", "waiting", "11 threads waiting for it")
	q = asking(t, "hang-nolocks")
	q.point("thread 18")
	q.answer("holder-unknown", "no holder", "tiv record")
}

// Of a Go program that tiv attach has looked at, the lock is known of a wait from before, and not its
// holder: seven goroutines of testdata/attached.trace wait for a lock that main never releases.
func TestQuestionAttached(t *testing.T) {
	t.Parallel()
	q := &question{driver: drive(t, "testdata/attached.trace")}
	q.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.Resting })
	q.point("thread 12")
	q.says("selected state", "since before the recording", "lock waits for", "main.second:42", "no holder", "tiv record")
	quit(t, q.driver)
}

func TestQuestionTaken(t *testing.T) {
	t.Parallel()
	q := asking(t, "hang")
	q.point("lock group0")
	q.answer("taken", "holder 0", "TestManyVisitors.func1", "taken 0", "lru.go:42", "waiting", "6 threads waiting for it")
}

func TestQuestionLastToRun(t *testing.T) {
	t.Parallel()
	asking(t, "hang").answer("last", "last to run", "TestManyVisitors.func1", "presence", "7 blocking")
}

func TestQuestionIdleOrStuck(t *testing.T) {
	t.Parallel()
	q := asking(t, "hang")
	q.answer("", "accused", "7 of 9 deadlocked or stuck")
	q = asking(t, "crowd")
	q.actions++
	q.click(mgl32.Vec2{400, 150}) // the front of the first group
	q.answer("idle", "presence", "4990 IO", "selected group", "5000 threads")
}

// interval asks about a thread of the server in an interval.
func interval(t *testing.T) *question {
	q := asking(t, "server")
	q.point("thread 39")
	bar := q.widget("scrub")
	at := func(part float32) mgl32.Vec2 { return mgl32.Vec2{bar.X0 + part*bar.Width(), (bar.Y0 + bar.Y1) / 2} }
	q.sweep(at(0.4), at(0.6))
	return q
}

func TestQuestionBetween(t *testing.T) {
	t.Parallel()
	interval(t).answer("between", "sums of", "This thread · selected ", "legend of", "65 threads · selected ",
		"sum running", "ms", "sum IO", "ms", "blocks group 0", "createClientEx")
}

func TestQuestionHowLong(t *testing.T) {
	t.Parallel()
	q := interval(t)
	q.press("v")
	q.answer("how-long", "sum blocking", "ms")
}

func TestQuestionStarves(t *testing.T) {
	t.Parallel()
	q := asking(t, "crowd")
	q.actions++
	q.click(mgl32.Vec2{690, 370}) // the front of the second group
	q.answer("starves", "sum runnable", "min", "selected group", "5000 threads")
}

func TestQuestionLine(t *testing.T) {
	t.Parallel()
	q := asking(t, "hang")
	q.point("lock group0")
	q.point("holder 0")
	q.actions++
	q.scrollTo("selected state", "frame 1")
	q.click(middle(q.widget("frame 1")))
	q.until("the place copied", func(s ui.Snapshot) bool {
		return slices.ContainsFunc(s.Messages, func(m string) bool { return strings.HasPrefix(m, "Copied: ") })
	})
	q.answer("line", "frame 1", "questions/sessions/sessions.go:32")
}

func TestQuestionChanged(t *testing.T) {
	t.Parallel()
	q := asking(t, "server", besideIn+"=../testdata/questions/traces/server-traced.bin")
	q.answer("changed", "summary", "now wait for mutex log.(*Logger).output:242", "confidence", "One run of each")
}
