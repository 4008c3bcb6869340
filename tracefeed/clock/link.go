package clock

import "slices"

// Link is the relation of the clock of a machine to that of the reference, while messages between
// both arrive. Only Settle fixes the correction, which then never changes.
//
// Messages should arrive in the order of their times at the machine; then each takes constant
// time on average.
type Link struct {
	model    Model
	offsets  envelope
	fastest  fastest
	prior    Time
	curve    *curve // what was settled; nil for nothing
	messages int
}

// NewLink returns the link of a machine. Without evidence, its clock differs from that of the
// reference by the offset prior: that of wall clocks, for example.
func NewLink(m Model, prior Time) (*Link, error) {
	if err := m.Check(); err != nil {
		return nil, err
	}
	if prior > far || prior < -far {
		return nil, errFar
	}
	return newLink(m, prior), nil
}

func newLink(m Model, prior Time) *Link {
	return &Link{model: m, prior: prior, offsets: envelope{drift: m.drift()}, fastest: fastest{drift: m.drift()}}
}

// Add adds a message, by the clocks of its sender and its receiver: one from the machine to
// the reference or, if not from, in the other direction. An error says that it is no evidence.
func (l *Link) Add(from bool, sent, received Time) error {
	if err := (Message{Sent: sent, Received: received}).check(); err != nil {
		return err
	}
	if from {
		l.limit(limit{sent, received - sent}, true)
	} else {
		l.limit(limit{received, sent - received}, false)
	}
	return nil
}

// limit adds the limit of a message.
func (l *Link) limit(x limit, upper bool) {
	l.messages++
	l.fastest.add(x, upper)
	l.offsets.add(x, upper)
}

// delay returns the time that every message of two machines takes at least, by the model. Where
// the fastest messages refute the model, nothing is assumed.
func (m Model) delay(f *fastest) (least Time, refuted bool) {
	least = m.MinDelay
	if m.Symmetry > 0 && f.known {
		least = max(least, f.round/200*Time(m.Symmetry))
	}
	if f.known && 2*least > f.least {
		return 0, true
	}
	return max(0, least-m.drift().over(least)), false
}

// span returns the range of the offset at a time.
func (l *Link) span(t Time) span {
	least, _ := l.model.delay(&l.fastest)
	s := l.offsets.at(t)
	if s.closed() && s.high-s.low < 2*least {
		return s
	}
	return s.shrink(least)
}

// aim returns the range in which the correction should be at a time: near the middle.
func (l *Link) aim(t Time) span {
	s := l.span(t)
	if s.closed() {
		s = s.shrink((s.high - s.low) / 16 * 7)
	}
	return s
}

// Settle fixes the correction up to a time of the machine. Times before the last one that was
// settled stay as they are. Who settles a time without a bound shows the prior offset: once there is
// evidence, times run slower or faster until the correction is right, for twice the error of the prior
// offset.
func (l *Link) Settle(until Time) {
	until = min(max(until, -far), far)
	if l.curve == nil {
		start := until
		if first, _, ok := l.offsets.ends(); ok {
			start = min(start, first)
		}
		l.curve = newCurve(start, l.startAt(start), l.offsets.drift)
	}
	c := l.curve
	if until <= c.end {
		return
	}
	times := l.offsets.knots(c.end, until)
	times = append(times, until)
	if back := l.returns(); back > c.end && back < until {
		times = append(times, back)
	}
	slices.Sort(times)
	goals := make([]goal, 0, len(times))
	for _, t := range slices.Compact(times) {
		goals = append(goals, goal{t, l.aim(t)})
	}
	c.extend(goals)
}

// startAt returns the offset at the first settled time.
func (l *Link) startAt(t Time) Time {
	s := l.aim(t)
	if s.closed() {
		return s.middle()
	}
	return min(max(l.prior, s.low), s.high)
}

// returns returns a time at which the curve can be back in its range.
func (l *Link) returns() Time {
	at, s := l.curve.at(l.curve.end), l.aim(l.curve.end)
	away := max(s.low-at, at-s.high)
	if away <= 0 || away > far {
		return l.curve.end
	}
	return l.curve.end + 3*away
}

// At returns the time of the reference at a time of the machine. Times after the last
// settled one are provisional: they can become others, and before the first Settle they can go back.
func (l *Link) At(t Time) Estimate {
	t = min(max(t, -far), far)
	var offset Time
	if l.curve != nil {
		offset = l.curve.at(t)
	} else {
		offset = l.startAt(t)
	}
	return Estimate{t + offset, l.span(t).bound(offset)}
}

// bound returns the greatest distance of an offset from the ends of the range.
func (s span) bound(offset Time) Time {
	if !s.closed() {
		return Unknown
	}
	return max(s.high-offset, offset-s.low, 0)
}

// Evidence is what is known about a correction as a whole.
type Evidence struct {
	// Messages is the number of messages.
	Messages int
	// Contradictions is the number of messages that contradicted earlier ones: a clock
	// made a step, or drifts more than the model allows.
	Contradictions int
	// MinDelay is the time that every message took at least, by the assumptions of the model; 0 if
	// it has none.
	MinDelay Time
	// Refuted: the fastest messages were faster than the model assumes. Then it assumes nothing.
	Refuted bool
}

// Evidence returns the evidence so far.
func (l *Link) Evidence() Evidence {
	least, refuted := l.model.delay(&l.fastest)
	return Evidence{l.messages, l.offsets.contradictions, least, refuted}
}

// fastest finds the shortest round trip: two messages in opposite directions, the one
// soon after the other.
type fastest struct {
	drift                  rate
	upper, lower           limit // the last ones
	upperKnown, lowerKnown bool
	least                  Time // the greatest length of the round trip, with drift meanwhile
	round                  Time // its least length
	known                  bool
}

// add adds the limit of a message.
func (f *fastest) add(x limit, upper bool) {
	if upper {
		f.upper, f.upperKnown = x, true
	} else {
		f.lower, f.lowerKnown = x, true
	}
	if !f.upperKnown || !f.lowerKnown {
		return
	}
	round, change := f.upper.offset-f.lower.offset, f.drift.over(f.upper.at-f.lower.at)
	if round+change >= 0 && (!f.known || round+change < f.least) {
		f.least, f.round, f.known = round+change, max(0, round-change), true
	}
}
