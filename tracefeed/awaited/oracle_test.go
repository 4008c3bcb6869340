package awaited_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/tracefeed"
	"tiv/tracefeed/awaited"
)

// names are the streams of random traces: two connections, and a pipe.
var names = []string{"", "tcp c > s", "tcp c < s", "pipe 7", "pair 1 > 2", "pair 2 > 1", "no stream"}

// slow says for whom threads wait, from all events before, byte by byte.
type slow struct {
	events []tracefeed.Event // the trace, without wakes that follow from it
	// bytes are, by stream and position, the threads that put the bytes.
	bytes []map[int64]tracefeed.ThreadID
	put   []int64
	taken []int64
	// putKnown and takenKnown say whether these are known.
	putKnown, takenKnown []bool
	reads                map[tracefeed.ThreadID]tracefeed.NameID
	told                 map[tracefeed.ThreadID][2]int64 // the thread, and the position
	out                  []tracefeed.Event
}

func newSlow() *slow {
	x := &slow{bytes: make([]map[int64]tracefeed.ThreadID, len(names)), put: make([]int64, len(names)), taken: make([]int64, len(names)),
		putKnown: make([]bool, len(names)), takenKnown: make([]bool, len(names)),
		reads: map[tracefeed.ThreadID]tracefeed.NameID{}, told: map[tracefeed.ThreadID][2]int64{}}
	for i := range x.bytes {
		x.bytes[i] = map[int64]tracefeed.ThreadID{}
	}
	return x
}

// follow adds all events of a trace.
func (x *slow) follow(events []tracefeed.Event) []tracefeed.Event {
	for _, ev := range events {
		if reads := x.reads[ev.Thread]; reads != 0 && ends(ev.Kind) {
			by, there := x.bytes[reads][x.taken[reads]+1]
			lasts := ev.Kind == tracefeed.ThreadEnd || ev.Kind == tracefeed.Lost || ev.Kind == tracefeed.StateUnknown
			if there && x.takenKnown[reads] && !lasts {
				x.tell(ev.Time, ev.Thread, by, x.taken[reads]+1)
			}
			delete(x.reads, ev.Thread)
			delete(x.told, ev.Thread)
		}
		x.events, x.out = append(x.events, ev), append(x.out, ev)
		x.apply(&ev)
	}
	return x.out
}

func ends(k tracefeed.Kind) bool {
	switch k {
	case tracefeed.IOEnd, tracefeed.IOStart, tracefeed.SuspendStart, tracefeed.MonitorWait, tracefeed.Ready, tracefeed.Run,
		tracefeed.ThreadEnd, tracefeed.Lost, tracefeed.StateUnknown:
		return true
	}
	return false
}

func (x *slow) apply(ev *tracefeed.Event) {
	s := ev.Name
	isStream := s != 0 && int(s) < len(names)-1
	switch {
	case ev.Kind == tracefeed.Lost && ev.Thread == 0:
		for i := range x.bytes {
			clear(x.bytes[i])
			x.put[i], x.taken[i], x.putKnown[i], x.takenKnown[i] = 0, 0, false, false
		}
		clear(x.reads)
		clear(x.told)
	case ev.Kind == tracefeed.IOStart:
		if s = x.waitsFor(ev); s != 0 && x.alive(ev.Thread) {
			x.reads[ev.Thread] = s
			x.presume(ev.Time, s)
		}
	case ev.Kind == tracefeed.Put && isStream:
		x.addPut(ev)
	case ev.Kind == tracefeed.Take && isStream && ev.Value != 0:
		last := max(ev.Value, -ev.Value)
		if ev.Value > 0 && x.takenKnown[s] && last <= x.taken[s] {
			clear(x.bytes[s])
		}
		x.taken[s], x.takenKnown[s] = last, true
		if back := backOf(s); ev.Value > 0 && back != 0 && x.used(back) {
			x.presume(ev.Time, back)
		}
	}
}

// used reports whether a stream has any event so far.
func (x *slow) used(s tracefeed.NameID) bool {
	return slices.ContainsFunc(x.events, func(ev tracefeed.Event) bool { return ev.Name == s })
}

func (x *slow) addPut(ev *tracefeed.Event) {
	s := ev.Name
	cut := func(at int64) {
		for p := range x.bytes[s] {
			if p > at {
				delete(x.bytes[s], p)
			}
		}
	}
	switch {
	case ev.Value == 0:
		clear(x.bytes[s])
		x.put[s], x.taken[s], x.putKnown[s], x.takenKnown[s] = 0, 0, true, true
	case ev.Value < 0:
		cut(-ev.Value)
		x.put[s], x.putKnown[s] = -ev.Value, true
	default:
		after := ev.Value - 1
		if x.putKnown[s] && x.put[s] < ev.Value {
			after = max(x.put[s], x.taken[s])
		}
		cut(after)
		for p := after + 1; p <= ev.Value; p++ {
			x.bytes[s][p] = ev.Thread
		}
		x.put[s], x.putKnown[s] = ev.Value, true
		if !x.takenKnown[s] {
			x.eachReader(s, func(t tracefeed.ThreadID) { x.tell(ev.Time, t, ev.Thread, 0) })
		}
	}
}

// alive reports whether a thread has not ended, or has started again.
func (x *slow) alive(t tracefeed.ThreadID) bool {
	alive := true
	for _, ev := range x.events {
		if ev.Thread == t && (ev.Kind == tracefeed.ThreadStart || ev.Kind == tracefeed.ThreadEnd) {
			alive = ev.Kind == tracefeed.ThreadStart
		}
	}
	return alive && t != 0
}

// waitsFor returns the stream that a wait is to read: the one that it names, or the last in which the
// thread has found nothing.
func (x *slow) waitsFor(start *tracefeed.Event) tracefeed.NameID {
	if start.Name != 0 && int(start.Name) < len(names)-1 {
		return start.Name
	}
	if start.Name != 0 || start.Cause == tracefeed.CauseDisk {
		return 0
	}
	for i := len(x.events) - 2; i >= 0; i-- {
		ev := x.events[i]
		switch {
		case ev.Kind == tracefeed.Lost && ev.Thread == 0:
			return 0
		case ev.Thread != start.Thread:
		case ev.Kind == tracefeed.Take && ev.Value == 0 && ev.Name != 0 && int(ev.Name) < len(names)-1:
			before := newSlow()
			before.follow(x.events[:i])
			if before.put[ev.Name] > before.taken[ev.Name] {
				return 0
			}
			return ev.Name
		case ev.Kind != tracefeed.IOStart && ev.Kind != tracefeed.IOEnd && ev.Kind != tracefeed.Run && ev.Kind != tracefeed.Ready:
			return 0
		}
	}
	return 0
}

func backOf(s tracefeed.NameID) tracefeed.NameID {
	return tracefeed.NameID(max(0, slices.Index(names, tracefeed.StreamOf(names[s]).Back)))
}

// presume tells the readers of a stream who is expected to put the next bytes.
func (x *slow) presume(now tracefeed.Time, s tracefeed.NameID) {
	if x.put[s] > x.taken[s] {
		return
	}
	by := x.expected(s)
	if by == 0 || !x.alive(by) {
		return
	}
	x.eachReader(s, func(t tracefeed.ThreadID) { x.tell(now, t, by, 0) })
}

// expected states the rules of the package again.
func (x *slow) expected(s tracefeed.NameID) tracefeed.ThreadID {
	back := backOf(s)
	var putters []tracefeed.ThreadID
	taker, lastPut, lastTake, lost := tracefeed.NoThread, -1, -1, false
	for i, ev := range x.events {
		switch {
		case ev.Kind == tracefeed.Lost && ev.Thread == 0:
			putters, taker, lost = nil, 0, true
		case ev.Kind == tracefeed.Put && ev.Name == s && ev.Value == 0:
			putters, lastPut, lost = nil, -1, false
		case ev.Kind == tracefeed.Put && ev.Name == s:
			if lastPut = i; ev.Value > 0 && !slices.Contains(putters, ev.Thread) {
				putters = append(putters, ev.Thread)
			}
		case ev.Kind == tracefeed.Put && ev.Name == back && back != 0 && ev.Value == 0:
			taker, lastTake = 0, -1
		case ev.Kind == tracefeed.Take && ev.Name == back && back != 0 && ev.Value != 0:
			if lastTake, taker = i, ev.Thread; ev.Value < 0 {
				taker = 0
			}
		}
	}
	switch {
	case len(putters) == 1 && !lost:
		return putters[0]
	case back == 0 || lastTake < lastPut || x.put[back] > x.taken[back]:
		return 0
	case len(putters) > 0 && !slices.Contains(putters, taker):
		return 0
	}
	return taker
}

// eachReader calls f for the threads that wait to read a stream, in the order in which they began.
func (x *slow) eachReader(s tracefeed.NameID, f func(tracefeed.ThreadID)) {
	var readers []tracefeed.ThreadID
	for i := len(x.events) - 1; i >= 0; i-- {
		if t := x.events[i].Thread; x.events[i].Kind == tracefeed.IOStart && x.reads[t] == s && !slices.Contains(readers, t) {
			readers = append(readers, t)
		}
	}
	for _, t := range slices.Backward(readers) {
		f(t)
	}
}

func (x *slow) tell(now tracefeed.Time, reader, by tracefeed.ThreadID, at int64) {
	told := [2]int64{int64(by), at}
	if by == 0 || by == reader || x.told[reader] == told {
		return
	}
	x.told[reader] = told
	x.out = append(x.out, tracefeed.Event{Kind: tracefeed.Wake, Time: now, Thread: reader, Other: by, Name: x.reads[reader], Value: at})
}

// random returns a random trace of threads that talk.
func random(rng *rand.Rand) (events []tracefeed.Event) {
	put, taken := make([]int64, len(names)), make([]int64, len(names))
	threads := 2 + rng.IntN(4)
	for at := range 5 + rng.IntN(60) {
		ev := tracefeed.Event{Time: tracefeed.Time(at), Thread: tracefeed.ThreadID(1 + rng.IntN(threads))}
		s := 1 + rng.IntN(len(names)-1)
		switch rng.IntN(24) {
		case 0:
			kinds := []tracefeed.Kind{tracefeed.ThreadEnd, tracefeed.ThreadStart, tracefeed.StateUnknown, tracefeed.SuspendStart}
			ev.Kind = kinds[rng.IntN(4)]
		case 1:
			if ev.Kind = tracefeed.Lost; rng.IntN(2) == 0 {
				ev.Thread = 0
			}
		case 2:
			ev.Kind = tracefeed.Run
		case 3:
			ev.Kind, ev.Name, put[s], taken[s] = tracefeed.Put, tracefeed.NameID(s), 0, 0
		case 4:
			put[s] = max(1, put[s]+2-rng.Int64N(4))
			ev.Kind, ev.Name, ev.Value = tracefeed.Put, tracefeed.NameID(s), -put[s]
		case 5, 6, 7, 8, 9:
			put[s] += 1 + rng.Int64N(3)
			ev.Kind, ev.Name, ev.Value = tracefeed.Put, tracefeed.NameID(s), put[s]
		case 10:
			ev.Kind, ev.Name, ev.Value = tracefeed.Take, tracefeed.NameID(s), -taken[s]
		case 11, 12, 13, 14:
			taken[s] = max(1, min(put[s], taken[s]+1+rng.Int64N(4)))
			ev.Kind, ev.Name, ev.Value = tracefeed.Take, tracefeed.NameID(s), taken[s]
		case 15:
			ev.Kind, ev.Name = tracefeed.Take, tracefeed.NameID(s)
		case 16:
			ev.Kind, ev.Cause = tracefeed.IOStart, []tracefeed.Cause{tracefeed.CauseNet, tracefeed.CauseDisk}[rng.IntN(2)]
		case 17, 18, 19, 20:
			ev.Kind, ev.Name, ev.Cause = tracefeed.IOStart, tracefeed.NameID(s), tracefeed.CauseNet
		default:
			ev.Kind = tracefeed.IOEnd
		}
		events = append(events, ev)
	}
	return events
}

// The wakes of random traces are those of a slow, obvious computation, however the events are divided
// into calls. A trace that has them gets none again.
func TestOracle(t *testing.T) {
	t.Parallel()
	seen, presumed := 0, 0
	for seed := range uint64(20_000) {
		rng := rand.New(rand.NewPCG(seed, 1))
		events := random(rng)
		want := newSlow().follow(events)
		var got []tracefeed.Event
		fast := awaited.New()
		for left := events; len(left) > 0; {
			n := 1 + rng.IntN(len(left))
			got = append(got, fast.Follow(left[:n], names)...)
			left = left[n:]
		}
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d:\ngot  %s\nwant %s", seed, text(got), text(want))
		}
		if again := awaited.New().Follow(want, names); !slices.Equal(again, want) {
			t.Fatalf("seed %d: again\ngot  %s\nwant %s", seed, text(again), text(want))
		}
		for _, ev := range got {
			if ev.Kind == tracefeed.Wake && ev.Value > 0 {
				seen++
			} else if ev.Kind == tracefeed.Wake {
				presumed++
			}
		}
	}
	if seen < 1000 || presumed < 1000 {
		t.Errorf("%d wakes by bytes, %d presumed: too few to mean anything", seen, presumed)
	}
}

func text(events []tracefeed.Event) (s string) {
	for _, ev := range events {
		s += fmt.Sprintf("\n%d T%d %v %s by T%d %d", ev.Time, ev.Thread, ev.Kind, names[ev.Name], ev.Other, ev.Value)
	}
	return s
}
