package tracefeed_test

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"tiv/tracefeed"
)

// growing is a feed whose names are added and changed along with its events.
type growing struct {
	rng    *rand.Rand
	tables *tracefeed.Tables
	left   int
	named  int64 // how often a name changed
	end    error
}

func (g *growing) Header() tracefeed.Header {
	return tracefeed.Header{Format: "growing", Sched: g.left%2 == 0}
}
func (g *growing) Tables() *tracefeed.Tables { return g.tables }
func (g *growing) Close() error              { return nil }
func (g *growing) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	if g.left == 0 {
		last := tracefeed.ThreadID(len(g.tables.Threads) - 1)
		g.tables.NameThread(last, tracefeed.Thread{ID: g.tables.Threads[last].ID, Name: "last"}) // a rename without an event
		return nil, g.end
	}
	g.left--
	buf := used[:0]
	for range 1 + g.rng.IntN(50) {
		if g.rng.IntN(4) == 0 || len(g.tables.Threads) == 1 {
			g.tables.AddThread(tracefeed.Thread{ID: fmt.Sprint(g.rng.Int())})
			g.tables.AddMonitor(tracefeed.Monitor{ID: fmt.Sprint(g.rng.Int())})
			g.tables.AddStack([]tracefeed.FrameID{0})
			g.tables.AddName("x")
			g.tables.AddType(tracefeed.Type{Name: tracefeed.NameID(len(g.tables.Names) - 1)})
		}
		t := tracefeed.ThreadID(1 + g.rng.IntN(len(g.tables.Threads)-1))
		m := tracefeed.MonitorID(1 + g.rng.IntN(len(g.tables.Monitors)-1))
		g.named++
		g.tables.NameThread(t, tracefeed.Thread{ID: g.tables.Threads[t].ID, Name: fmt.Sprint(g.named)})
		g.tables.NameMonitor(m, tracefeed.Monitor{ID: g.tables.Monitors[m].ID, Name: fmt.Sprint(g.named)})
		buf = append(buf, tracefeed.Event{Time: tracefeed.Time(g.rng.Int()), Thread: t, Monitor: m, Value: g.named})
	}
	return buf, nil
}

func newGrowing(seed uint64, end error) *growing {
	return &growing{rng: rand.New(rand.NewPCG(seed, 1)), tables: tracefeed.NewTables(), left: int(seed % 40), end: end}
}

// A prefetched feed has the same events, and at the end the same names. Run it
// with -race.
func TestPrefetcher(t *testing.T) {
	for seed := uint64(1); seed < 60; seed++ {
		end := []error{io.EOF, errors.New("damage")}[seed%2]
		plain := newGrowing(seed, end)
		var want []tracefeed.Event
		for {
			events, err := plain.Batch(nil)
			if err != nil {
				break
			}
			want = append(want, events...)
		}
		a := tracefeed.Prefetch(newGrowing(seed, end))
		var got, events []tracefeed.Event
		var err error
		for err == nil {
			events, err = a.Batch(events)
			got = append(got, events...)
			for i := range events {
				checkNamed(t, a.Tables(), &events[i])
			}
		}
		if err != end || !reflect.DeepEqual(got, want) ||
			!reflect.DeepEqual(tracefeed.FullDelta(a.Tables()), tracefeed.FullDelta(plain.Tables())) {
			t.Fatalf("seed %d: %d events, %v; want %d, %v; or other names", seed, len(got), err, len(want), end)
		}
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}
}

// checkNamed checks that the names of a growing feed are those of an event's
// time, or later ones.
func checkNamed(t *testing.T, tables *tracefeed.Tables, ev *tracefeed.Event) {
	t.Helper()
	if int(ev.Thread) >= len(tables.Threads) || int(ev.Monitor) >= len(tables.Monitors) {
		t.Fatalf("thread %d or monitor %d has no name yet", ev.Thread, ev.Monitor)
	}
	thread, err := strconv.ParseInt(tables.Threads[ev.Thread].Name, 10, 64)
	monitor, err2 := strconv.ParseInt(tables.Monitors[ev.Monitor].Name, 10, 64)
	if err != nil || err2 != nil || thread < ev.Value || monitor < ev.Value {
		t.Fatalf("thread %d and monitor %d have the names of %d and %d, not %d", ev.Thread, ev.Monitor, thread, monitor, ev.Value)
	}
}

// The names of an earlier reader are known at once.
func TestPrefetchRest(t *testing.T) {
	feed := newGrowing(39, io.EOF)
	events, err := feed.Batch(nil)
	if err != nil {
		t.Fatal(err)
	}
	a := tracefeed.Prefetch(feed)
	defer a.Close()
	for i := range events {
		checkNamed(t, a.Tables(), &events[i])
	}
}

// A feed that is closed early leaves no goroutine behind: synctest waits for all.
func TestPrefetcherClosedEarly(t *testing.T) {
	synctest.Test(t, func(*testing.T) {
		for seed := uint64(30); seed < 60; seed++ {
			p := tracefeed.Prefetch(newGrowing(seed, io.EOF))
			if seed%2 == 0 {
				p.Batch(nil)
			}
			p.Close()
		}
	})
}

// blocked is a feed that has an event once it is let on.
type blocked struct {
	growing
	proceed chan bool
}

func (b *blocked) Batch([]tracefeed.Event) ([]tracefeed.Event, error) {
	if !<-b.proceed {
		return nil, io.EOF
	}
	return make([]tracefeed.Event, 1), nil
}

// A timeout ends the wait for events, and loses none.
func TestPrefetcherTimeout(t *testing.T) {
	b := &blocked{growing{tables: tracefeed.NewTables()}, make(chan bool)}
	a := tracefeed.Prefetch(b)
	timeout := make(chan time.Time)
	for range 3 {
		go func() { timeout <- time.Time{} }()
		if events, err := a.BatchUntil(nil, timeout); len(events) > 0 || err != nil {
			t.Errorf("%d events, %v at the timeout", len(events), err)
		}
		b.proceed <- true
		if events, err := a.BatchUntil(nil, timeout); len(events) != 1 || err != nil {
			t.Errorf("%d events, %v without a timeout", len(events), err)
		}
	}
	close(b.proceed)
	if _, err := a.BatchUntil(nil, timeout); err != io.EOF {
		t.Errorf("in the end: %v", err)
	}
	a.Close()
}
