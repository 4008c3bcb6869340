package block

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/tracefeed"
)

// randomEvents returns events in order of time, with all sorts of fields.
func randomEvents(rng *rand.Rand, n int) []tracefeed.Event {
	some := func(most int) int32 { return int32(rng.IntN(2) * rng.IntN(most+1)) }
	events := make([]tracefeed.Event, n)
	now := tracefeed.Time(0)
	for i := range events {
		now += tracefeed.Time(rng.IntN(3) * rng.IntN(1<<(1+rng.IntN(40))))
		ev := tracefeed.Event{Time: now, Thread: tracefeed.ThreadID(rng.IntN(9)), Other: tracefeed.ThreadID(some(9)),
			Kind: tracefeed.Kind(rng.IntN(4)), Monitor: tracefeed.MonitorID(some(3)), Stack: tracefeed.StackID(some(300))}
		if rng.IntN(10) == 0 {
			ev.CPU, ev.Name = tracefeed.CPU(some(4)), tracefeed.NameID(some(1<<20))
			ev.Object, ev.Value = rng.Int64N(1<<60)-1<<59, int64(some(5))-2
			ev.Shared, ev.Forever, ev.Cause = rng.IntN(2) == 0, rng.IntN(2) == 0, tracefeed.Cause(rng.IntN(5))
		}
		events[i] = ev
	}
	return events
}

func TestBuilder(t *testing.T) {
	t.Parallel()
	var b Builder
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 1))
		events := randomEvents(rng, rng.IntN(300))
		b.Reset()
		var took []tracefeed.Event
		for i := range events {
			if b.Overfull() {
				break
			}
			b.Add(&events[i], tracefeed.State(i%3))
			took = append(took, events[i])
		}
		got := eventsOf(b.Block())
		slices.SortStableFunc(took, func(x, y tracefeed.Event) int { return cmp.Compare(x.Thread, y.Thread) })
		if !slices.Equal(got, took) {
			t.Fatalf("seed %d: the block gives\n%v\nwant\n%v", seed, got, took)
		}
	}
}

// eventsOf returns the events of a block, thread by thread.
func eventsOf(b *Block) []tracefeed.Event {
	var list []tracefeed.Event
	for g := range b.Groups {
		c := b.Events(g)
		for ev := new(tracefeed.Event); ; {
			if _, ok := c.Next(ev); !ok {
				break
			}
			list = append(list, *ev)
		}
	}
	return list
}

func BenchmarkBuilder(b *testing.B) {
	events := randomEvents(rand.New(rand.NewPCG(1, 2)), 1<<14)
	var builder Builder
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if builder.Room(1) <= 0 || i%(1<<14) == 0 {
			builder.Block()
			builder.Reset()
		}
		builder.Add(&events[i%len(events)], 1)
	}
}

// Room is the number of events that can come for certain, if each is the last
// of its thread, before it is time for a new block.
func TestRoom(t *testing.T) {
	t.Parallel()
	full := func(events, live, codes int) bool {
		return codes >= manyCodes || events >= minLen && events >= min(eventsPerThread*live, MaxEvents/2)
	}
	log, table := make([]logged, MaxEvents), make([]Code, MaxCodes)
	rng := rand.New(rand.NewPCG(5, 5))
	for range 2000 {
		live, codes := rng.IntN(1+rng.IntN(20_000)), rng.IntN(MaxCodes)
		events := max(0, min(MaxEvents, eventsPerThread*live+rng.IntN(300)-200))
		b := Builder{log: log[:events], table: table[:codes]}
		room := b.Room(live)
		if (room <= 0) != full(events, live, codes) {
			t.Fatalf("%d events, %d threads, %d codes: room for %d", events, live, codes, room)
		}
		for n := range room {
			if full(events+n, live-n, codes+n) {
				t.Fatalf("%d events, %d threads, %d codes: room for %d, but full after %d", events, live, codes, room, n)
			}
		}
	}
}
