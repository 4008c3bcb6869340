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

// Comparison compares the clock of a feed with that of the listener by probes. Its methods are safe for
// concurrent use. Feeds of one machine have one correction, so that their events stay in order.
type Comparison struct {
	machine *machine // nil if there is nothing to compare
	// base is time 0 of the feed in the time of the machine, and wall the wall clock of its hello, from the
	// start of the link.
	base, wall tracefeed.Time
	mu         sync.Mutex
	number     uint64 // of the last probe
	sent       map[uint64]tracefeed.Time
	now        Clock
}

// machine is the clock of another machine: of its feeds with the same clock, from the start of the first.
type machine struct {
	begun time.Time // time 0 of the listener
	start int64     // of the first feed, by its clock
	prior tracefeed.Time
	known chan struct{} // closed once a probe has told

	mu      sync.Mutex
	link    *clock.Link
	settled tracefeed.Time
	told    bool
}

// settleStep is the time for which the correction is settled at once.
const settleStep = 100 * tracefeed.Millisecond

// compare returns the comparison with the clock of a hello. machines are those with clocks that have names.
func compare(h *wire.Hello, machines map[string]*machine) *Comparison {
	c := &Comparison{sent: map[uint64]tracefeed.Time{}, now: Clock{How: byWall, Bound: clock.Unknown}}
	if h.Clock != "" && h.Clock == wire.MachineClock() {
		c.now = Clock{How: byMachine}
		return c
	}
	named := h.Clock != "" && h.Clock != "wall" && h.Start != 0
	m := machines[h.Clock]
	if m == nil || !named {
		m = &machine{begun: time.Now(), start: h.Start, known: make(chan struct{}), settled: -1 << 62}
		// Without a wall clock in the hello there is nothing that an offset could be added to.
		m.prior = tracefeed.Time(h.Wall - m.begun.UnixNano())
		var err error
		if m.link, err = clock.NewLink(clock.Model{}, m.prior); err != nil {
			return c // an impossible wall clock
		}
		if named {
			machines[h.Clock] = m
		}
	}
	if named {
		c.base = tracefeed.Time(h.Start - m.start)
	}
	c.machine, c.wall = m, tracefeed.Time(h.Wall-m.begun.UnixNano())
	return c
}

// Clock returns how the clock of the feed compares with that of the listener, so far.
func (f *Feed) Clock() Clock {
	f.clocks.mu.Lock()
	defer f.clocks.mu.Unlock()
	return f.clocks.now
}

// Comparison returns how times of the feed are corrected; nil if they need none, or cannot be.
func (f *Feed) Comparison() *Comparison {
	if f.clocks.machine == nil {
		return nil
	}
	return f.clocks
}

// Known is closed once a probe has told how the clocks differ.
func (c *Comparison) Known() <-chan struct{} { return c.machine.known }

// At returns a time of the trace as it is by the wall clock of the listener, from that of the hello on. What
// was returned for a time stays: what probes tell later changes only times that were not asked for.
func (c *Comparison) At(t tracefeed.Time) tracefeed.Time {
	m := c.machine
	at := t + c.base
	m.mu.Lock()
	defer m.mu.Unlock()
	if at > m.settled {
		m.settled = at - at%settleStep + settleStep
		m.link.Settle(m.settled)
	}
	return m.link.At(at).Time - c.wall
}

// ask returns the frames of the next probes; none if there is nothing to compare. Old probes without
// an echo are given up.
func (c *Comparison) ask() (out []byte) {
	if c.machine == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for range probesAtOnce {
		c.number++
		delete(c.sent, c.number-probesOpen)
		out = wire.Header{Type: wire.Probe, Number: c.number}.Append(out)
		c.sent[c.number] = tracefeed.Time(time.Since(c.machine.begun))
	}
	return out
}

// echoed takes an echo. One that nobody asked for, or that goes before it came, says nothing.
func (c *Comparison) echoed(number uint64, data []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	times, ok := wire.TimesOf(data)
	sent, asked := c.sent[number]
	if !ok || !asked || times.Goes < times.Came {
		return
	}
	delete(c.sent, number)
	m := c.machine
	m.mu.Lock()
	defer m.mu.Unlock()
	at, came := tracefeed.Time(times.Goes)+c.base, tracefeed.Time(time.Since(m.begun))
	if m.link.Add(false, sent, tracefeed.Time(times.Came)+c.base) != nil || m.link.Add(true, at, came) != nil {
		return
	}
	e := m.link.At(at)
	if e.Bound == clock.Unknown {
		return
	}
	c.now = Clock{How: byProbes, Offset: e.Time - at - m.prior, Bound: e.Bound}
	if !m.told {
		m.told = true
		close(m.known)
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
