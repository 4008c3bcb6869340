package binfeed

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/iotest"

	"tiv/block"
	"tiv/internal/oracle"
	"tiv/tracefeed"
)

// readFeed returns all events of a file, and the error at its end.
func readFeed(t testing.TB, r io.Reader) ([]tracefeed.Event, tracefeed.Feed, error) {
	t.Helper()
	feed, err := Format().Open(tracefeed.Input{Reader: r})
	if err != nil {
		t.Fatal(err)
	}
	var events []tracefeed.Event
	for {
		batch, err := feed.Batch(nil)
		if err != nil {
			return events, feed, err
		}
		for _, ev := range batch {
			if len(events) > 0 && ev.Time < events[len(events)-1].Time {
				t.Fatalf("time goes back to %s", ev.Time.Exact())
			}
			events = append(events, ev)
		}
	}
}

// blockEvents returns the events of a block in order of time and thread.
func blockEvents(b *block.Block) []tracefeed.Event {
	var events []tracefeed.Event
	for g := range b.Groups {
		var ev tracefeed.Event
		for c := b.Events(g); ; {
			if _, ok := c.Next(&ev); !ok {
				break
			}
			events = append(events, ev)
		}
	}
	sortEvents(events)
	return events
}

// sortEvents puts events in the order that a file keeps: that of time, and
// within a thread.
func sortEvents(events []tracefeed.Event) {
	slices.SortStableFunc(events, func(a, b tracefeed.Event) int {
		return tracefeed.Compare(&a, &b)
	})
}

func TestFeedReadsWhatIsWritten(t *testing.T) {
	t.Parallel()
	for seed := range oracle.Seeds(200) {
		rng := rand.New(rand.NewPCG(seed, 2))
		s := randomSample(t, rng, 1+rng.IntN(5), 50)
		var want []tracefeed.Event
		for _, b := range s.blocks {
			want = append(want, blockEvents(b)...)
		}
		if !s.header.Reduced {
			sortEvents(want)
		}
		got, feed, err := readFeed(t, iotest.OneByteReader(bytes.NewReader(s.data)))
		if err != io.EOF {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if h := feed.Header(); h != (tracefeed.Header{Format: "test", Sched: s.header.Sched}) {
			t.Errorf("header is %v", h)
		}
		if err := sameTables(feed.Tables(), s.tables); err != nil {
			t.Error(err)
		}
		if slices.ContainsFunc(s.blocks, func(b *block.Block) bool { return b.Restart }) {
			continue // TestFeedAfterGap
		}
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: events are\n%v, want\n%v", seed, got, want)
		}
	}
}

// writeTrace writes a trace of events in blocks of some events each.
func writeTrace(t testing.TB, h Header, feed tracefeed.Feed, each int) []byte {
	t.Helper()
	var file bytes.Buffer
	w, err := NewWriter(&file, h)
	if err != nil {
		t.Fatal(err)
	}
	var builder block.Builder
	start, end := tracefeed.Time(0), tracefeed.Time(0)
	flush := func() {
		b := builder.Block()
		b.Start, b.End = start, end
		if err := w.Block(b, feed.Tables(), 0); err != nil {
			t.Fatal(err)
		}
		builder.Reset()
		start = end
	}
	for ev := range tracefeed.All(feed) {
		builder.Add(ev, tracefeed.Unspecified)
		if end = ev.Time; builder.Len() >= each || builder.Room(0) <= 0 {
			flush()
		}
	}
	flush()
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func TestFeedOfTrace(t *testing.T) {
	t.Parallel()
	for seed := range oracle.Seeds(300) {
		rng := rand.New(rand.NewPCG(seed, 3))
		trace := oracle.Random(rng, oracle.Small(rng))
		oracle.Check(t, seed, trace, func(tr oracle.Trace) error {
			data := writeTrace(t, Header{Sched: tr.Header.Sched, Slack: 1}, tr.Feed(), 1+int(seed%7))
			got, _, err := readFeed(t, bytes.NewReader(data))
			if err != io.EOF {
				return err
			}
			want := slices.Clone(tr.Events)
			sortEvents(want)
			if !slices.Equal(got, want) {
				return fmt.Errorf("events are\n%v, want\n%v", got, want)
			}
			return nil
		})
	}
}

// untold writes a trace that is not reduced, of blocks with events of thread 1
// at these times.
func untold(t *testing.T, slack tracefeed.Time, blocks ...[]tracefeed.Time) []byte {
	t.Helper()
	var file bytes.Buffer
	w, err := NewWriter(&file, Header{Slack: slack})
	if err != nil {
		t.Fatal(err)
	}
	tables := tracefeed.NewTables()
	tables.AddThread(tracefeed.Thread{ID: "A"})
	for i, times := range blocks {
		var builder block.Builder
		for _, at := range times {
			builder.Add(&tracefeed.Event{Time: at, Thread: 1, Kind: tracefeed.Sample, Value: int64(i + 1)}, tracefeed.Unspecified)
		}
		b := builder.Block()
		b.Start, b.End = times[0], times[len(times)-1]
		if err := w.Block(b, tables, 0); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func times(events []tracefeed.Event) (times []tracefeed.Time) {
	for _, ev := range events {
		times = append(times, ev.Time)
	}
	return times
}

func TestFeedSortsWithinSlack(t *testing.T) {
	t.Parallel()
	data := untold(t, 10, []tracefeed.Time{5, 15, 20}, []tracefeed.Time{10, 30}, []tracefeed.Time{25, 26, 27})
	got, _, err := readFeed(t, bytes.NewReader(data))
	if err != io.EOF {
		t.Fatal(err)
	}
	if want := []tracefeed.Time{5, 10, 15, 20, 25, 26, 27, 30}; !slices.Equal(times(got), want) {
		t.Errorf("times are %v, want %v", times(got), want)
	}
}

func TestFeedTellsOfLateEvents(t *testing.T) {
	t.Parallel()
	data := untold(t, 5, []tracefeed.Time{5, 20}, []tracefeed.Time{25, 30}, []tracefeed.Time{10, 12, 40})
	got, _, err := readFeed(t, bytes.NewReader(data))
	if want := []tracefeed.Time{5, 20, 20, 20, 25, 30, 40}; !slices.Equal(times(got), want) {
		t.Errorf("times are %v, want %v", times(got), want)
	}
	var damage *tracefeed.Damage
	if !errors.As(err, &damage) || damage.Offset == 0 {
		t.Errorf("late events are told as %v", err)
	}
}
