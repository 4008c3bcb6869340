package groups_test

import (
	"io"
	"os"
	"strings"
	"testing"

	"tiv/interaction/groups"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/gotrace"
	"tiv/tracefeed/textfeed"
)

// read reduces all of a feed.
func read(t *testing.T, feed tracefeed.Feed, err error) *timeline.Timeline {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	tl, err := reduced.Timeline(feed, timeline.Tuning{})
	if err != nil {
		t.Fatal(err)
	}
	return tl
}

// story reduces a text trace, written without its first line.
func groupTotals(t *testing.T, text string) (*timeline.Timeline, []tracefeed.ThreadID) {
	feed, err := textfeed.Format().Open(tracefeed.Input{Reader: strings.NewReader("tiv-text 1\n" + text)})
	tl := read(t, feed, err)
	return tl, all(tl)
}

func all(tl *timeline.Timeline) []tracefeed.ThreadID {
	var ids []tracefeed.ThreadID
	for id := 1; id < len(tl.Threads); id++ {
		ids = append(ids, tracefeed.ThreadID(id))
	}
	return ids
}

// withStacks is a feed with stacks in its events.
type withStacks struct {
	tables *tracefeed.Tables
	events []tracefeed.Event
}

func (f *withStacks) Header() tracefeed.Header  { return tracefeed.Header{Format: "test"} }
func (f *withStacks) Tables() *tracefeed.Tables { return f.tables }
func (f *withStacks) Close() error              { return nil }
func (f *withStacks) Batch([]tracefeed.Event) ([]tracefeed.Event, error) {
	if len(f.events) == 0 {
		return nil, io.EOF
	}
	batch := f.events
	f.events = nil
	return batch, nil
}

func TestByFunction(t *testing.T) {
	t.Parallel()
	tables := tracefeed.NewTables()
	tables.Frames = append(tables.Frames, tracefeed.Frame{Func: "lock"}, tracefeed.Frame{Func: "work"},
		tracefeed.Frame{Func: "serve"}, tracefeed.Frame{Func: "start_thread"}, tracefeed.Frame{Func: "clone3"},
		tracefeed.Frame{Func: "a.org/b/c.(*T[d/e]).run"})
	work := tables.AddStack([]tracefeed.FrameID{1, 2, 4, 5})
	deep := tables.AddStack([]tracefeed.FrameID{1, 3, 2, 4, 5})
	serve := tables.AddStack([]tracefeed.FrameID{1, 3, 4, 5})
	bare := tables.AddStack([]tracefeed.FrameID{4, 5})
	f := &withStacks{tables: tables}
	path := tables.AddStack([]tracefeed.FrameID{1, 6, 4, 5})
	for i, s := range []tracefeed.StackID{work, serve, tracefeed.NoStack, deep, bare, path} {
		id := tables.AddThread(tracefeed.Thread{ID: string(rune('1' + i)), Name: "thread"})
		f.events = append(f.events, tracefeed.Event{Time: 1, Thread: id, Kind: tracefeed.ThreadStart},
			tracefeed.Event{Time: 1, Thread: id, Kind: tracefeed.SuspendStart, Stack: s})
	}
	tables.AddThread(tracefeed.Thread{ID: "7", Name: "c.(*T[d/e]).run 7"})
	tables.AddThread(tracefeed.Thread{ID: "8", Name: "c.(*T[d/e]).run 9"})
	tables.AddThread(tracefeed.Thread{ID: "9", Name: "worker 9"})
	f.events = append(f.events, tracefeed.Event{Time: 3, Kind: tracefeed.GCStart})
	tl := read(t, f, nil)
	const want = "work: 1 4; serve: 2; start_thread: 5; c.(*T[d/e]).run: 6 7"
	if got := say(groups.ByFunction(tl, all(tl))); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// Goroutines are grouped by their function.
func TestByFunctionOfGo(t *testing.T) {
	t.Parallel()
	file, err := os.Open("../../tracefeed/gotrace/testdata/go-deadlock.trace")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	feed, err := gotrace.Format().Open(tracefeed.Input{Reader: file})
	tl := read(t, feed, err)
	found := groups.ByFunction(tl, all(tl))
	checkPartition(t, found, all(tl), false)
	known := 0
	for _, g := range found {
		for _, id := range g.Threads {
			if name := tl.Threads[id].Name; strings.HasPrefix(name, g.Name+" ") {
				known++
			} else {
				t.Logf("%s is in group %s", name, g.Name)
			}
		}
	}
	if known < len(all(tl))*2/3 {
		t.Errorf("of %d goroutines, %d are in the group of their function", len(all(tl)), known)
	}
}
