package binfeed

import (
	"tiv/block"
	"tiv/tracefeed"
)

// resume makes the events that restore the state after a gap.
type resume struct {
	// alive is, by thread, whether it was alive at the end of the last block;
	// known is whether there was one.
	alive []bool
	known bool
}

// follow notes which threads are alive when a block ends.
func (r *resume) follow(b *block.Block) {
	r.known = true
	set := func(t tracefeed.ThreadID, alive bool) {
		for int(t) >= len(r.alive) {
			r.alive = append(r.alive, false)
		}
		r.alive[t] = alive
	}
	for i := range b.OpenSpans {
		set(b.OpenSpans[i].Thread, true)
	}
	for _, g := range b.Groups {
		if g.Thread != tracefeed.NoThread {
			set(g.Thread, b.Table[b.Codes[g.First+g.Len-1]].State != tracefeed.NotAlive)
		}
	}
}

// append appends a Lost event, and the events that lead from there to the state
// at the start of a block.
func (r *resume) append(out []tracefeed.Event, b *block.Block, lost tracefeed.Event) []tracefeed.Event {
	out = append(out, lost)
	for t, alive := range r.alive {
		if alive && b.OpenSpan(tracefeed.ThreadID(t)) == nil {
			r.alive[t] = false
			out = append(out, tracefeed.Event{Time: b.Start, Thread: tracefeed.ThreadID(t), Kind: tracefeed.ThreadEnd})
		}
	}
	for i := range b.OpenSpans {
		t := b.OpenSpans[i].Thread
		if r.known && t != tracefeed.NoThread && (int(t) >= len(r.alive) || !r.alive[t]) {
			out = append(out, tracefeed.Event{Time: b.Start, Thread: t, Kind: tracefeed.ThreadStart})
		}
	}
	out = appendEnters(out, b)
	for i := range b.OpenSpans {
		if c := &b.OpenSpans[i]; c.Thread != tracefeed.NoThread {
			out = append(out, spanEvent(c, b.Start))
		}
	}
	return out
}

// appendEnters appends the enters for the held monitors, as often as their
// counts say, up to a limit: a few bytes can claim any count.
func appendEnters(out []tracefeed.Event, b *block.Block) []tracefeed.Event {
	for i, room := 0, 1000+4*len(b.Holds); i < len(b.Holds) && room > 0; i++ {
		h := b.Holds[i]
		n := min(int(h.Count), room)
		room -= n
		for range n {
			out = append(out, tracefeed.Event{Time: b.Start, Thread: h.Thread, Monitor: h.Monitor, Shared: h.Shared,
				Kind: tracefeed.MonitorEnter})
		}
	}
	return out
}

// spanEvent returns an event that puts a thread into the state of its open span.
// For an unknown state that is Lost, after which the thread holds no monitor,
// either.
func spanEvent(c *block.OpenSpan, at tracefeed.Time) tracefeed.Event {
	ev := c.Event(at)
	if ev.Kind == tracefeed.StateUnknown {
		ev.Kind = tracefeed.Lost
	}
	return ev
}
