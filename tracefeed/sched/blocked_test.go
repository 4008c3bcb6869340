package sched

import (
	"testing"

	"tiv/tracefeed"
)

// TestLateReason checks waits whose reason comes after many other events.
func TestLateReason(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		between int // events
		io      int64
		want    tracefeed.Kind // of the begin of the wait
		later   tracefeed.Kind // at the time of the reason
		wakes   int
	}{
		"a device":       {10_000, 1, tracefeed.IOStart, tracefeed.NoKind, 0},
		"a lock":         {10_000, 0, tracefeed.MonitorWait, tracefeed.NoKind, 1},
		"a lock, late":   {3 * maxHeld, 0, tracefeed.IOStart, tracefeed.MonitorWait, 1},
		"a device, late": {3 * maxHeld, 1, tracefeed.IOStart, tracefeed.IOStart, 0},
	} {
		m := NewMapper(Filter{})
		m.SetWide()
		var events []tracefeed.Event
		now := uint64(1000)
		add := func(ev Event) {
			now += 1000
			ev.Time = now
			if m.Add(&ev); m.Len() > 4000 {
				events = append(events, m.Take(nil)...)
			}
		}
		// A first reason shows that the recording has some.
		add(swtch(2, 'D', 1))
		add(Event{Kind: Blocked, Current: thread(1), Target: thread(2), Value: 1})
		add(swtch(1, 'D', 2))
		for range x.between / 2 {
			add(swtch(2, 'R', 3))
			add(swtch(3, 'R', 2))
		}
		add(Event{Kind: Blocked, Current: thread(2), Target: thread(1), Value: x.io, Why: lock})
		at := m.Now()
		add(wake(2, 1))
		m.End()
		events = append(events, m.Take(nil)...)
		begin, later, wakes := tracefeed.NoKind, tracefeed.NoKind, 0
		for _, ev := range events {
			switch {
			case m.Tables().Threads[ev.Thread].ID != "1":
			case ev.Kind == tracefeed.Wake:
				wakes++
			case ev.Time == 2000:
				begin = ev.Kind
			case ev.Time == at:
				later = ev.Kind
			}
		}
		if begin != x.want || later != x.later || wakes != x.wakes {
			t.Errorf("%s: begins with %v, then %v, %d wake-ups, want %v, %v, %d", name, begin, later, wakes, x.want, x.later, x.wakes)
		}
	}
}
