// Package clock relates the clocks of several machines.
//
// Messages between machines go in, each with the time of its sending by one clock and of its
// receipt by the other. For each machine a Correction comes out: its time on the clock of a
// reference machine, with a bound of the error. The package knows no traces.
//
// # Decisions
//
//   - A message says one thing only: it was received after it was sent. So it limits the
//     offset of two clocks at one instant from one side. A message that waited in a queue is a
//     weak limit, never a wrong one.
//   - Between two messages the offset changes by MaxDrift at most. Nothing else is assumed
//     about drift, so steps and ramps of it leave every bound true. A straight line
//     through the limits of many messages has a smaller bound, which is wrong once drift changes.
//     The limits that count form an envelope: those that no other one implies. It is what a
//     convex hull is for lines.
//   - Both directions are symmetric only by assumption. Messages alone leave half the
//     shortest round trip as the bound, however many there are. Model.MinDelay and
//     Model.Symmetry are smaller bounds for a stated price.
//   - A correction lies within the envelope: no effect precedes its cause. It runs in
//     straight pieces, each with an offset and a drift, near the middle, where the bound is least.
//   - Limits that contradict each other show a step of a clock. The newest ones count from
//     there on, and the contradiction is counted.
//   - A time that was settled never changes. More messages make its bound less, unless they
//     contradict others or the model.
package clock

import (
	"errors"
	"fmt"
	"math"
	"math/bits"

	"tiv/tracefeed"
)

// Time is a time of any clock, or a difference, in nanoseconds. A time since 1970 is too great: subtract
// any start first, a different one of each machine if need be.
type Time = tracefeed.Time

// Machine is the index of a machine.
type Machine int

// Message is a message between two machines. A probe is two of them: a question and its answer.
type Message struct {
	From, To Machine
	// Sent is a time of the clock of From, at which the message had not left yet.
	Sent Time
	// Received is a time of the clock of To, at which the message was there.
	Received Time
}

// Model is what is assumed about clocks and ways. The zero value assumes the DefaultDrift, and
// nothing about delays.
type Model struct {
	// MaxDrift is the greatest difference between the rates of two clocks, in parts
	// per billion; 0 is DefaultDrift.
	MaxDrift int64
	// MinDelay is a time that every message takes at least, such as that of light in the cable.
	MinDelay Time
	// Symmetry is the share of half the shortest round trip that every message between two
	// machines takes at least, in percent. 0 assumes nothing, and 100 that the
	// fastest messages of both directions take the same time. In a Link, the shortest round trip
	// is the one so far: a shorter one makes bounds greater, those of settled times, too.
	Symmetry int
}

// DefaultDrift is the default of Model.MaxDrift: 500 parts per million. Quartz clocks
// drift by less than 100, and that is also as fast as Linux adjusts a clock to that of a server.
const DefaultDrift = 500_000

// maxDrift is the greatest Model.MaxDrift: one in a hundred.
const maxDrift = 10_000_000

// far is the greatest time that is accepted, 36 years: sums of times do not overflow.
const far Time = 1 << 60

// Unknown is the bound of a time without evidence.
const Unknown Time = math.MaxInt64

// none is the limit of an offset that has none, or its negation.
const none Time = 1 << 62

// Check returns an error if the model is impossible.
func (m Model) Check() error {
	switch {
	case m.MaxDrift < 0 || m.MaxDrift > maxDrift:
		return fmt.Errorf("a drift of %d parts per billion: want at most %d", m.MaxDrift, maxDrift)
	case m.MinDelay < 0 || m.MinDelay > far:
		return fmt.Errorf("a delay of %v is impossible", m.MinDelay)
	case m.Symmetry < 0 || m.Symmetry > 100:
		return fmt.Errorf("a symmetry of %d %%: want at most 100", m.Symmetry)
	}
	return nil
}

// drift returns the greatest drift.
func (m Model) drift() rate {
	if m.MaxDrift == 0 {
		return DefaultDrift
	}
	return rate(m.MaxDrift)
}

// errFar is the error of evidence with an impossible time.
var errFar = errors.New("a time of the message is impossible")

// check returns an error if a time of the message is too great.
func (m Message) check() error {
	if m.Sent > far || m.Sent < -far || m.Received > far || m.Received < -far {
		return errFar
	}
	return nil
}

// rate is a drift in parts per billion.
type rate int64

// over returns the change of an offset in a time, rounded up.
func (r rate) over(d Time) Time {
	if d < 0 {
		d = -d
	}
	high, low := bits.Mul64(uint64(d), uint64(r))
	change, rest := bits.Div64(high, low, 1e9)
	if rest > 0 {
		change++
	}
	return Time(change)
}

// Estimate is a time on the clock of the reference.
type Estimate struct {
	Time Time
	// Bound is the greatest error of Time; Unknown if there is none.
	Bound Time
}
