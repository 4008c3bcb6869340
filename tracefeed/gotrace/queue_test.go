package gotrace

import (
	"testing"

	"tiv/tracefeed"
)

// TestQueue pushes more than fits into blocks, first while they have to wait.
func TestQueue(t *testing.T) {
	t.Parallel()
	var q events
	q.holding = true
	event := func(i int) tracefeed.Event {
		const gap = 5_000_000_000 // longer than a block can last
		ev := tracefeed.Event{Time: tracefeed.Time(i + i/1000*gap), Kind: tracefeed.Kind(i % int(tracefeed.NumKinds)),
			Cause: tracefeed.Cause(i % int(tracefeed.NumCauses)), Shared: i%3 == 1, Forever: i%5 == 1}
		if i%2 == 1 {
			ev.Thread, ev.Stack = 1<<31-1, -1
		}
		if i%4 > 1 {
			ev.Other, ev.CPU = tracefeed.ThreadID(i), 7
		}
		if i%7 > 3 {
			ev.Monitor = 3
		}
		switch i % 11 {
		case 0:
			ev.Name, ev.Value = 1<<31-1, -1<<63
		case 5:
			ev.Object = -1
		}
		return ev
	}
	const packed, all = 3*blockLen + 7, 6*blockLen + 9
	for i := 1; i < all; i++ {
		if i == packed {
			q.holding = false
			q.start = []tracefeed.Event{event(0)}
		}
		*q.push() = event(i)
	}
	next := 0
	for b := q.take(nil); len(b) > 0; b = q.take(b) {
		for _, ev := range b {
			if ev != event(next) {
				t.Fatalf("event %d is %+v", next, ev)
			}
			next++
		}
	}
	if next != all {
		t.Errorf("%d events, want %d", next, all)
	}
}
