package timeline_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"tiv/internal/oracle"
	"tiv/timeline"
	"tiv/tracefeed"
)

// TestReducerRandom compares the reducer with the oracle on random traces.
func TestReducerRandom(t *testing.T) {
	t.Parallel()
	for seed := range oracle.Seeds(2000) {
		rng := rand.New(rand.NewPCG(seed, 1))
		trace := oracle.Random(rng, oracle.Small(rng))
		oracle.Check(t, seed, trace, func(tr oracle.Trace) error {
			return differ(tr, rand.New(rand.NewPCG(seed, 2)))
		})
	}
}

// long is the shape of traces whose lanes and holds are long enough for all the
// shortcuts that the model takes.
func long(rng *rand.Rand) oracle.Shape {
	return oracle.Shape{Threads: 1 + rng.IntN(4), Monitors: 1 + rng.IntN(2), Events: 2000, Odd: 0.2 * rng.Float64()}
}

func TestReducerRandomLong(t *testing.T) {
	t.Parallel()
	for seed := range oracle.Seeds(12) {
		rng := rand.New(rand.NewPCG(seed, 3))
		trace := oracle.Random(rng, long(rng))
		if err := differ(trace, rng); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

// busy returns a trace in which threads acquire and release one monitor all the
// time, often several at once.
func busy(rng *rand.Rand) oracle.Trace {
	trace := oracle.Random(rng, oracle.Shape{Threads: 10 + rng.IntN(70), Monitors: 1, Events: 12_000, Odd: 1})
	trace.Events = slices.DeleteFunc(trace.Events, func(ev tracefeed.Event) bool {
		return ev.Kind != tracefeed.MonitorEnter && ev.Kind != tracefeed.MonitorExit
	})
	return trace
}

func TestHoldsRandomLong(t *testing.T) {
	t.Parallel()
	changes := 0
	for seed := range oracle.Seeds(6) {
		rng := rand.New(rand.NewPCG(seed, 9))
		trace := busy(rng)
		tl, err := reduce(trace, 0)
		if err != nil {
			t.Fatal(err)
		}
		tl.Visit(0, timeline.Visitor{Hold: func(timeline.HoldChange) { changes++ }})
		if err := differHolds(tl, oracle.Replay(trace), 1, rng); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
	if changes < oracle.Least(1000) {
		t.Errorf("only %d changes", changes)
	}
}

// TestHoldsOfMany has a thousand threads hold a monitor at once: thread n from
// time n on, and half of them, those with an even number, until time 1000 + n.
func TestHoldsOfMany(t *testing.T) {
	t.Parallel()
	const n = 1000
	trace := oracle.Trace{}
	for kind, time := range map[tracefeed.Kind]tracefeed.Time{tracefeed.MonitorEnter: 0, tracefeed.MonitorExit: n} {
		for id := tracefeed.ThreadID(1); id <= n; id++ {
			if kind == tracefeed.MonitorEnter || id%2 == 0 {
				trace.Events = append(trace.Events,
					tracefeed.Event{Time: time + tracefeed.Time(id), Kind: kind, Thread: id, Monitor: 1})
			}
		}
	}
	slices.SortFunc(trace.Events, func(a, b tracefeed.Event) int { return int(a.Time - b.Time) })
	tl, err := reduce(trace, 0)
	if err != nil {
		t.Fatal(err)
	}
	for at := tracefeed.Time(0); at <= 2*n; at += 7 {
		var want []tracefeed.ThreadID
		for id := tracefeed.ThreadID(1); id <= n && tracefeed.Time(id) <= at; id++ {
			if id%2 == 1 || at < n+tracefeed.Time(id) {
				want = append(want, id)
			}
		}
		if got := tl.Holds(1).At(at); !slices.Equal(got, want) {
			t.Fatalf("at %d: got %v, want %v", at, got, want)
		}
	}
}

// TestReducerFixtures compares the two on the traces of textfeed's tests.
func TestReducerFixtures(t *testing.T) {
	t.Parallel()
	oracle.CheckFixtures(t, func(tr oracle.Trace) error { return differ(tr, rand.New(rand.NewPCG(4, 4))) })
}

// snapshot is a timeline published while a trace was read, and its contents then.
type snapshot struct {
	tl     *timeline.Timeline
	events int
	said   string
}

// say writes the contents of a timeline as text.
func say(tl *timeline.Timeline) string {
	var out bytes.Buffer
	fmt.Fprintln(&out, tl.Header, tl.Threads, tl.Monitors, tl.Frames, tl.Stacks, tl.End, tl.GC, tl.Counts,
		tl.Complete, tl.Damage, tl.Totals())
	for id := range tl.Threads {
		lane := tl.Lane(tracefeed.ThreadID(id))
		lane.Spans(0, tl.End, func(s *timeline.Span, end tracefeed.Time) bool {
			fmt.Fprintln(&out, *s, end, lane.Sum(s.Start/2, end))
			return true
		})
	}
	for id := range tl.Monitors {
		var held []stretch // pages after a gap cut stretches
		tl.Holding(tracefeed.MonitorID(id)).Each(0, tl.End, func(start, end tracefeed.Time, holders []tracefeed.ThreadID) {
			held = appendStretch(held, stretch{start, end, slices.Clone(holders)})
		})
		fmt.Fprintln(&out, held, tl.HandedOver(tracefeed.MonitorID(id)))
	}
	return out.String()
}

// publish reads a trace and takes a snapshot every so many events. Between
// events it tries to add one of the past, which must change nothing.
func publish(trace oracle.Trace, every int, tuning timeline.Tuning, take func(*timeline.Timeline, int)) error {
	feed := trace.Feed()
	r := timeline.NewReducer(feed, tuning)
	n := 0
	for ev := range tracefeed.All(feed) {
		n++
		if err := r.Add([]tracefeed.Event{*ev}); err != nil {
			return err
		}
		past := tracefeed.Event{Time: ev.Time - 1, Thread: ev.Thread, Kind: tracefeed.ThreadEnd}
		if err := r.Add([]tracefeed.Event{past}); err == nil {
			return fmt.Errorf("event %d: took one of the past", n)
		}
		if n%every == 0 {
			take(r.Snapshot(false, nil), n)
		}
	}
	take(r.Snapshot(true, nil), len(trace.Events))
	return nil
}

// differSnapshots compares all snapshots with the oracle's view of what had
// been read, and with themselves once all has been read. Their last pages are in
// one part or in two.
func differSnapshots(trace oracle.Trace, every int, rng *rand.Rand) error {
	for _, tuning := range []timeline.Tuning{tuned(every / 2), {TailEvents: 1},
		{PageEvents: 5 * every, TailEvents: 1 + rng.IntN(2*every)}} {
		if err := differSnapshotsOf(trace, every, tuning, rng); err != nil {
			return fmt.Errorf("%+v: %w", tuning, err)
		}
	}
	return nil
}

func differSnapshotsOf(trace oracle.Trace, every int, tuning timeline.Tuning, rng *rand.Rand) error {
	var taken []snapshot
	err := publish(trace, every, tuning, func(tl *timeline.Timeline, n int) {
		taken = append(taken, snapshot{tl, n, say(tl)})
	})
	if err != nil {
		return err
	}
	for _, s := range taken {
		if now := say(s.tl); now != s.said {
			return fmt.Errorf("the snapshot after event %d said\n%s\nand says\n%s", s.events, s.said, now)
		}
		if s.tl.Complete != (s.events == len(trace.Events) && s.tl == taken[len(taken)-1].tl) {
			return fmt.Errorf("the snapshot after event %d: complete %t", s.events, s.tl.Complete)
		}
		if err := differFrom(s.tl, trace.Prefix(s.events), rng); err != nil {
			return fmt.Errorf("the snapshot after event %d: %w", s.events, err)
		}
	}
	return nil
}

func TestSnapshotRandom(t *testing.T) {
	t.Parallel()
	for seed := range oracle.Seeds(150) {
		rng := rand.New(rand.NewPCG(seed, 5))
		trace := oracle.Random(rng, oracle.Small(rng))
		every := 1 + rng.IntN(20)
		oracle.Check(t, seed, trace, func(tr oracle.Trace) error {
			return differSnapshots(tr, every, rand.New(rand.NewPCG(seed, 6)))
		})
	}
}

func TestSnapshotRandomLong(t *testing.T) {
	t.Parallel()
	for seed := range oracle.Seeds(2) {
		rng := rand.New(rand.NewPCG(seed, 7))
		trace := oracle.Random(rng, long(rng))
		for _, tr := range []oracle.Trace{trace, busy(rng)} {
			if err := differSnapshots(tr, 310, rng); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
	}
}

// TestSnapshotWhileAdding reads snapshots in one goroutine while another goes
// on adding events. Run it with -race.
func TestSnapshotWhileAdding(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(8, 8))
	trace := oracle.Random(rng, long(rng))
	snapshots := make(chan snapshot, 1)
	var reading sync.WaitGroup
	reading.Go(func() {
		for s := range snapshots {
			for range 3 {
				if now := say(s.tl); s.said != "" && now != s.said {
					t.Errorf("the snapshot after event %d changed", s.events)
				} else {
					s.said = now
				}
			}
		}
	})
	err := publish(trace, 50, timeline.Tuning{PageEvents: 400, TailEvents: 60},
		func(tl *timeline.Timeline, n int) { snapshots <- snapshot{tl: tl, events: n} })
	close(snapshots)
	reading.Wait()
	if err != nil {
		t.Error(err)
	}
}

// TestTimesAtTheLimit has events at the smallest and the largest times.
func TestTimesAtTheLimit(t *testing.T) {
	t.Parallel()
	const last = tracefeed.Time(1<<63 - 1)
	trace := oracle.Trace{Events: []tracefeed.Event{
		{Kind: tracefeed.ThreadStart, Thread: 1},
		{Kind: tracefeed.SuspendStart, Thread: 1, Time: last - 5},
		{Kind: tracefeed.ThreadEnd, Thread: 1, Time: last},
	}}
	tl, err := reduce(trace, 0)
	if err != nil {
		t.Fatal(err)
	}
	out := buckets(tl, 1, last-7, 3, 3)
	var want [3]tracefeed.StateTimes
	want[0][tracefeed.Running], want[0][tracefeed.Suspended] = 2, 1
	want[1][tracefeed.Suspended] = 3
	want[2][tracefeed.Suspended] = 1
	if !slices.Equal(out, want[:]) {
		t.Errorf("got %v, want %v", out, want)
	}
}
