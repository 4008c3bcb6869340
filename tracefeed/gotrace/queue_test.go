package gotrace

import (
	"testing"

	"tiv/tracefeed"
)

// TestQueue pushes more than fits into blocks, first while they have to wait.
func TestQueue(t *testing.T) {
	var q events
	q.packing = true
	event := func(i int) tracefeed.Event {
		return tracefeed.Event{
			Time: tracefeed.Time(i), Thread: 1, Other: 2, Monitor: 3, Stack: 4, CPU: 5,
			Kind: tracefeed.Wake, Cause: tracefeed.CauseNet, Shared: true, Forever: true,
		}
	}
	const packed, all = 3*blockLen + 7, 6*blockLen + 9
	for i := 1; i < all; i++ {
		if i == packed {
			q.packing = false
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
