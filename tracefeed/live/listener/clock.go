package listener

import (
	"fmt"
	"sync"
	"time"

	"tiv/tracefeed"
	"tiv/tracefeed/clock"
	"tiv/tracefeed/live/wire"
)

// Probes go together, so that one of them may not have to wait behind pieces.
const (
	probesAtOnce = 4
	probeEvery   = time.Second
	probesOpen   = 64 // without an echo
)

// How the clock of a feed is compared with that of the listener, for people.
const (
	byMachine = "same machine"
	byProbes  = "probes"
	byWall    = "wall clock"
)

// Clock is how the clock of a feed compares with that of the listener.
type Clock struct {
	// How says for people what it is known by.
	How string
	// Offset is how far the wall clock of the listener was ahead of that of the feed, as its hello gives it, at
	// the last echo; in nanoseconds.
	Offset tracefeed.Time
	// Bound is the greatest error of Offset in nanoseconds; clock.Unknown if there is none.
	Bound tracefeed.Time
}

// Text says for people how far the wall clock is off; "" if no probe has told.
func (c Clock) Text() string {
	if c.How != byProbes {
		return ""
	}
	return fmt.Sprintf("%s, off by %v ± %v", byWall, time.Duration(c.Offset).Round(time.Microsecond),
		time.Duration(c.Bound).Round(time.Microsecond))
}

// clocks compares the clock of a feed with that of the listener by probes. Its methods are safe for
// concurrent use.
type clocks struct {
	mu     sync.Mutex
	start  time.Time // time 0 of the listener for this feed
	prior  tracefeed.Time
	link   *clock.Link // nil if there is nothing to compare
	number uint64      // of the last probe
	sent   map[uint64]tracefeed.Time
	now    Clock
}

// newClocks returns the comparison with the clock of a hello.
func newClocks(h *wire.Hello) *clocks {
	c := &clocks{start: time.Now(), sent: map[uint64]tracefeed.Time{}, now: Clock{How: byWall, Bound: clock.Unknown}}
	if h.Clock != "" && h.Clock == wire.MachineClock() {
		c.now = Clock{How: byMachine}
		return c
	}
	// Without a wall clock in the hello there is nothing that an offset could be added to.
	c.prior = tracefeed.Time(h.Wall - c.start.UnixNano())
	c.link, _ = clock.NewLink(clock.Model{}, c.prior) // nil for an impossible wall clock
	return c
}

// Clock returns how the clock of the feed compares with that of the listener, so far.
func (f *Feed) Clock() Clock {
	f.clocks.mu.Lock()
	defer f.clocks.mu.Unlock()
	return f.clocks.now
}

// ask returns the frames of the next probes; none if there is nothing to compare. Old probes without
// an echo are given up.
func (c *clocks) ask() (out []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.link == nil {
		return nil
	}
	for range probesAtOnce {
		c.number++
		delete(c.sent, c.number-probesOpen)
		out = wire.Header{Type: wire.Probe, Number: c.number}.Append(out)
		c.sent[c.number] = tracefeed.Time(time.Since(c.start))
	}
	return out
}

// echoed takes an echo. One that nobody asked for, or that goes before it came, says nothing.
func (c *clocks) echoed(number uint64, data []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	times, ok := wire.TimesOf(data)
	sent, asked := c.sent[number]
	if !ok || !asked || times.Goes < times.Came {
		return
	}
	delete(c.sent, number)
	at, came := tracefeed.Time(times.Goes), tracefeed.Time(time.Since(c.start))
	if c.link.Add(false, sent, tracefeed.Time(times.Came)) != nil || c.link.Add(true, at, came) != nil {
		return
	}
	e := c.link.At(at)
	if e.Bound != clock.Unknown {
		c.now = Clock{How: byProbes, Offset: e.Time - at - c.prior, Bound: e.Bound}
	}
}

// probe sends probes until the connection ends.
func (s *session) probe(ended <-chan struct{}) {
	tick := time.NewTicker(probeEvery)
	defer tick.Stop()
	for {
		frames := s.feed.clocks.ask()
		if frames == nil || s.write(frames) != nil {
			return
		}
		select {
		case <-tick.C:
		case <-ended:
			return
		}
	}
}
