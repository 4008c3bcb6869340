package emit_test

import (
	"io"
	"os"
	"slices"
	"testing"

	"tiv/block"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// trace is the content of a file, for tests.
type trace struct {
	header binfeed.Header
	tables *tracefeed.Tables
	damage []error
	events []tracefeed.Event
	tl     *timeline.Timeline
}

// load reads a trace, and checks that the reducer finds nothing to object to.
func load(t *testing.T, path string, complete bool) *trace {
	t.Helper()
	tr := read(t, path, complete)
	tr.reduce(t, path, complete)
	return tr
}

// read reads a trace and checks that blocks come in order of time. It returns
// nil if the trace is not complete and does not even have a header.
func read(t *testing.T, path string, complete bool) *trace {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	file, err := binfeed.Open(f, st.Size())
	if err != nil && !complete {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	if file.Complete() != complete || complete && len(file.Damage()) > 0 {
		t.Fatalf("complete: %v, damage: %v", file.Complete(), file.Damage())
	}
	tr := &trace{header: file.Header(), tables: file.Tables(), damage: file.Damage()}
	end := tracefeed.Time(0)
	for i := range file.Entries() {
		b, err := file.Block(i, block.All, nil)
		if err != nil {
			t.Fatal(err)
		}
		if b.Start < end {
			t.Fatalf("block %d begins at %s, before %s, the end of the one before", i, b.Start.Exact(), end.Exact())
		}
		end = b.End
		tr.events = append(tr.events, sorted(b)...)
	}
	return tr
}

// sorted returns the events of a block in order of time.
func sorted(b *block.Block) (events []tracefeed.Event) {
	for g := range b.Groups {
		c := b.Events(g)
		for ev := (tracefeed.Event{}); ; {
			if _, ok := c.Next(&ev); !ok {
				break
			}
			events = append(events, ev)
		}
	}
	slices.SortStableFunc(events, func(a, b tracefeed.Event) int { return int(a.Time - b.Time) })
	return events
}

// reduce reads the trace as TIV does when it opens it.
func (tr *trace) reduce(t *testing.T, path string, complete bool) {
	t.Helper()
	feed, err := tracefeed.Open(path, []tracefeed.Format{binfeed.Format()})
	if err != nil {
		t.Fatal(err)
	}
	defer feed.Close()
	r := timeline.NewReducer(feed, timeline.Tuning{})
	batch, err := feed.Batch(nil)
	for ; err == nil; batch, err = feed.Batch(batch) {
		if err := r.Add(batch); err != nil {
			t.Fatal(err)
		}
	}
	if complete && err != io.EOF {
		t.Errorf("the feed ends with %v", err)
	}
	tr.tl = r.Snapshot(true, nil)
	if c := tr.tl.Counts; c.Dropped != 0 || c.Invented != 0 || c.Events != int64(len(tr.events)) {
		t.Errorf("of %d events the reducer got %d, dropped %d and invented %d", len(tr.events), c.Events, c.Dropped, c.Invented)
	}
}

// thread finds a thread by its name.
func (tr *trace) thread(t *testing.T, name string) tracefeed.ThreadID {
	t.Helper()
	i := slices.IndexFunc(tr.tables.Threads, func(th tracefeed.Thread) bool { return th.Name == name })
	if i < 1 {
		t.Fatalf("no thread is called %q: %v", name, tr.tables.Threads)
	}
	return tracefeed.ThreadID(i)
}

// count returns how many events of a kind there are.
func (tr *trace) count(kind tracefeed.Kind) (n int) {
	for i := range tr.events {
		if tr.events[i].Kind == kind {
			n++
		}
	}
	return n
}

// lost returns how many events the trace says were lost.
func (tr *trace) lost() (n int64) {
	for i := range tr.events {
		if tr.events[i].Kind == tracefeed.Lost {
			n += tr.events[i].Value
		}
	}
	return n
}
