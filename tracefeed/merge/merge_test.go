package merge_test

import (
	"cmp"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tiv/tracefeed"
	"tiv/tracefeed/merge"
)

// feed is a feed of given events in random batches.
type feed struct {
	rng    *rand.Rand
	events []tracefeed.Event
	tables *tracefeed.Tables
	state  *state
}

// state is the number of feeds that are open.
type state struct{ open int }

func (f *feed) Header() tracefeed.Header  { return tracefeed.Header{} }
func (f *feed) Tables() *tracefeed.Tables { return f.tables }

func (f *feed) Close() error {
	f.state.open--
	return nil
}

func (f *feed) Batch([]tracefeed.Event) ([]tracefeed.Event, error) {
	if len(f.events) == 0 {
		return nil, io.EOF
	}
	n := 1 + f.rng.IntN(min(5, len(f.events)))
	batch := f.events[:n:n]
	f.events = f.events[n:]
	return batch, nil
}

// slow is a feed that grows more slowly than it is read.
type slow struct{ *feed }

func (s slow) BatchUntil(used []tracefeed.Event, timeout <-chan time.Time) ([]tracefeed.Event, error) {
	if timeout != nil && s.rng.IntN(2) == 0 {
		return nil, nil
	}
	return s.Batch(used)
}

// sink collects what a merge passes on.
type sink struct {
	got  []tracefeed.Event
	read map[int]bool
	ends map[int]merge.End
}

func (s *sink) Read(part int)                  { s.read[part] = true }
func (s *sink) Add(_ int, ev *tracefeed.Event) { s.got = append(s.got, *ev) }
func (s *sink) End(part int, why merge.End)    { s.ends[part] = why }
func newSink() *sink                           { return &sink{read: map[int]bool{}, ends: map[int]merge.End{}} }

// TestOrder merges random feeds, some of which grow, and compares the result with all events,
// shifted and stably sorted.
func TestOrder(t *testing.T) {
	t.Parallel()
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 7))
		n := 1 + rng.IntN(6)
		now := &state{}
		var parts []merge.Part
		var want []tracefeed.Event
		for i := range n {
			start := tracefeed.Time(rng.IntN(60))
			f := &feed{rng: rng, tables: tracefeed.NewTables(), state: now}
			at := tracefeed.Time(0)
			for k := range rng.IntN(30) {
				at += tracefeed.Time(rng.IntN(4))
				ev := tracefeed.Event{Time: at, Value: int64(i)<<32 | int64(k)}
				f.events = append(f.events, ev)
				ev.Time += start
				want = append(want, ev)
			}
			grows := rng.IntN(2) == 0
			begin := start - tracefeed.Time(rng.IntN(5))
			parts = append(parts, merge.Part{Clock: merge.Constant(start), Begin: begin, Open: func() (tracefeed.Feed, error) {
				now.open++
				if grows {
					return slow{f}, nil
				}
				return f, nil
			}})
		}
		slices.SortStableFunc(want, func(a, b tracefeed.Event) int { return cmp.Compare(a.Time, b.Time) })
		to := newSink()
		m := merge.New(parts, to)
		for wait := true; ; wait = rng.IntN(2) == 0 {
			if !m.Step(wait) && wait {
				break
			}
		}
		if !slices.Equal(to.got, want) {
			t.Fatalf("seed %d:\ngot  %v\nwant %v", seed, to.got, want)
		}
		if now.open != 0 || len(to.ends) != n {
			t.Fatalf("seed %d: %d parts are open, %d of %d have ended", seed, now.open, len(to.ends), n)
		}
		for i, end := range to.ends {
			if end.Err != io.EOF || end.Late != 0 {
				t.Fatalf("seed %d: part %d ends with %+v", seed, i, end)
			}
		}
	}
}

// A part holds the watermark at its last event until it has more.
func TestWatermark(t *testing.T) {
	t.Parallel()
	quiet := &pushed{feed: &feed{tables: tracefeed.NewTables()}}
	quiet.events = []tracefeed.Event{{Time: 10}}
	busy := &feed{rng: rand.New(rand.NewPCG(1, 1)), tables: tracefeed.NewTables(), state: &state{}}
	for at := range tracefeed.Time(30) {
		busy.events = append(busy.events, tracefeed.Event{Time: at})
	}
	to := newSink()
	m := merge.New([]merge.Part{
		{Open: func() (tracefeed.Feed, error) { return quiet, nil }},
		{Open: func() (tracefeed.Feed, error) { return busy, nil }},
	}, to)
	for m.Step(false) {
	}
	if last := to.got[len(to.got)-1].Time; last != 10 || len(to.got) != 11 {
		t.Errorf("%d events up to %d are passed on, want 11 up to 10", len(to.got), last)
	}
	quiet.events = []tracefeed.Event{{Time: 20}}
	for m.Step(false) {
	}
	if m.Step(true) { // the quiet part has the next event
		for m.Step(false) {
		}
	}
	if last := to.got[len(to.got)-1].Time; last != 20 {
		t.Errorf("events up to %d are passed on, want 20", last)
	}
}

// pushed is a feed that grows when a test adds events.
type pushed struct{ *feed }

func (p *pushed) BatchUntil([]tracefeed.Event, <-chan time.Time) ([]tracefeed.Event, error) {
	batch := p.events
	p.events = nil
	return batch, nil
}

// Events that go back in time are counted, and get the time of their predecessors.
func TestLate(t *testing.T) {
	t.Parallel()
	f := &feed{rng: rand.New(rand.NewPCG(1, 1)), tables: tracefeed.NewTables(), state: &state{}}
	f.events = []tracefeed.Event{{Time: 5}, {Time: 3}, {Time: 4}, {Time: 6}}
	to := newSink()
	m := merge.New([]merge.Part{{Clock: merge.Constant(100), Open: func() (tracefeed.Feed, error) { return f, nil }},
		{Begin: 50, Open: func() (tracefeed.Feed, error) { return nil, errors.New("gone") }}}, to)
	for m.Step(true) {
	}
	var times []tracefeed.Time
	for _, ev := range to.got {
		times = append(times, ev.Time)
	}
	if want := []tracefeed.Time{105, 105, 105, 106}; !slices.Equal(times, want) {
		t.Errorf("times %d, want %d", times, want)
	}
	if end := to.ends[0]; end.Late != 2 || end.LateAt != 105 {
		t.Errorf("the end says %+v", end)
	}
	if end := to.ends[1]; !end.Unopened || end.Err == nil {
		t.Errorf("the end of the part that cannot be opened says %+v", end)
	}
}
