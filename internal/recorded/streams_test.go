package recorded_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"tiv/internal/reduced"
	"tiv/record"
	"tiv/task"
	"tiv/task/definition"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/parts"
	"tiv/workspace/loader"
)

// request is the definition of the tasks of front.c.
var request = definition.List{{Name: "request", Type: "X", Method: "request"}}

// recordFront records front.c, and its back apart, and reads both traces together.
func recordFront(t *testing.T) *timeline.Timeline {
	t.Helper()
	dir := t.TempDir()
	program, port := filepath.Join(dir, "front"), filepath.Join(dir, "at")
	source := filepath.Join("..", "..", "record", "testdata", "native", "front.c")
	out, err := exec.Command("gcc", "-O2", "-g", "-pthread", "-finstrument-functions", "-o", program, source).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	traces := [2]string{filepath.Join(t.TempDir(), "front.bin"), filepath.Join(t.TempDir(), "back.bin")}
	errs := make(chan error)
	for i, role := range []string{"front", "back"} {
		go func() {
			result, err := record.Run(context.Background(), record.Options{Command: []string{program, role, port}, Dir: dir, Out: traces[i],
				Tasks: request, Calls: []string{"digit*", "done"}, Stdout: io.Discard, Stderr: os.Stderr})
			if err == nil && result.ExitCode != 0 {
				err = fmt.Errorf("%s: exit code %d", role, result.ExitCode)
			}
			errs <- err
		}()
	}
	for range traces {
		if err := <-errs; err != nil {
			t.Fatal(err)
		}
	}
	feed, err := parts.Open([]parts.Part{{Path: traces[0]}, {Path: traces[1]}}, parts.Options{Formats: loader.Formats()})
	if err != nil {
		t.Fatal(err)
	}
	defer feed.Close()
	r := timeline.NewReducer(feed, timeline.Tuning{})
	if err := reduced.AddAll(r, feed); err != nil {
		t.Fatal(err)
	}
	return r.Snapshot(true, nil)
}

// told is what a thread of front.c says by its calls: that it works for a request, from one time to
// another.
type told struct {
	number     int
	thread     tracefeed.ThreadID
	from, to   tracefeed.Time
	asks, back bool
}

// tell reads what threads say: three digits, and done or the end of request.
func tell(tl *timeline.Timeline) (list []told) {
	digits, open := map[tracefeed.ThreadID]string{}, map[tracefeed.ThreadID]told{}
	add := func(ev *tracefeed.Event) {
		name := tl.Names[ev.Name]
		switch {
		case ev.Kind == tracefeed.CallEnter && name == "request":
			open[ev.Thread] = told{thread: ev.Thread, from: ev.Time, asks: true, number: -1}
		case ev.Kind == tracefeed.CallEnter && strings.HasPrefix(name, "digit"):
			if digits[ev.Thread] += name[5:]; len(digits[ev.Thread]) < 3 {
				break
			}
			x, within := open[ev.Thread]
			if !within {
				x = told{thread: ev.Thread, from: ev.Time, back: strings.Contains(tl.Threads[ev.Thread].Name, "serve")}
			}
			x.number, _ = strconv.Atoi(digits[ev.Thread])
			open[ev.Thread], digits[ev.Thread] = x, ""
		case name == "done" && ev.Kind == tracefeed.CallEnter, name == "request" && ev.Kind == tracefeed.CallExit:
			x := open[ev.Thread]
			delete(open, ev.Thread)
			x.to = ev.Time
			list = append(list, x)
		}
	}
	tl.EachPage(context.Background(), 0, tl.End, func(p *timeline.Page) {
		for g := range p.Groups {
			var ev tracefeed.Event
			events := p.Events(g)
			for _, ok := events.Next(&ev); ok; _, ok = events.Next(&ev) {
				add(&ev)
			}
		}
	})
	return list
}

// Of two processes that talk over connections which they keep, with several requests on each at
// once, the back works for the requests of the front, and its answers go back to them.
func TestFrontAndBack(t *testing.T) {
	if testing.Short() {
		t.Skip("it records two programs")
	}
	t.Parallel()
	tl := recordFront(t)
	index, err := task.Build(context.Background(), tl, task.Options{Definitions: request})
	if err != nil {
		t.Fatal(err)
	}
	list, of := tell(tl), map[int]int{}
	for _, x := range list {
		if !x.asks {
			continue
		}
		for i := range index.Tasks {
			if index.Tasks[i].Start == x.from {
				of[x.number] = i
			}
		}
	}
	if len(of) != 400 || len(index.Tasks) != 400 {
		t.Fatalf("%d requests, %d tasks, want 400", len(of), len(index.Tasks))
	}
	for i := range index.Tasks {
		if index.Tasks[i].Parent != 0 {
			t.Errorf("request %d is part of %d", index.Tasks[i].Number, index.Tasks[i].Parent)
		}
	}
	for _, back := range []bool{true, false} {
		var right, wrong, all tracefeed.Time
		n := 0
		for _, x := range list {
			if x.asks || x.back != back {
				continue
			}
			n++
			all += x.to - x.from
			for _, w := range index.Work(x.thread) {
				d := min(w.End, x.to) - max(w.Start, x.from)
				if d <= 0 {
					continue
				}
				if int(w.Task) == of[x.number] {
					right += d
				} else {
					wrong += d
					t.Logf("request %d, %v to %v: %v to %v for task %d", x.number, x.from, x.to, w.Start, w.End, w.Task)
				}
			}
		}
		t.Logf("back %v: %d requests, %v of %v right, %v wrong", back, n, right, all, wrong)
		if n != 400 || right < all*99/100 || wrong > 0 {
			t.Errorf("back %v: %d requests, %v of %v right, %v wrong", back, n, right, all, wrong)
		}
	}
	if c := index.Counts; c.Conflicts > 0 || c.Early > 0 {
		t.Errorf("doubts %+v", c)
	}
}
