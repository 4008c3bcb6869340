package perfetto

import (
	"tiv/internal/protobuf"
	"tiv/tracefeed/slicefeed"
)

// Numbers of clocks: common/builtin_clock.proto. From firstOwnClock to lastOwnClock, each
// sequence has clocks of its own.
const (
	bootClock     = 6
	rawClock      = 5
	firstOwnClock = 64
	lastOwnClock  = 127
)

// clocks converts times of several clocks to those of the trace's clock.
type clocks struct {
	primary uint64
	known   map[clockKey]*clock
	// last is the clock of lastKey: most packets have the clock of the one before.
	lastKey clockKey
	last    *clock
}

type clockKey struct{ sequence, id uint64 }

// clock is a clock, by its latest snapshot.
type clock struct {
	// offset is what its times lack to those of the trace's clock, if related is set.
	offset  int64
	related bool
	unit    int64 // ns of a tick
	isDelta bool  // its times are differences
	now     int64 // the sum of those, in ns
}

func newClocks() clocks {
	return clocks{primary: bootClock, known: map[clockKey]*clock{}}
}

func (c *clocks) clock(sequence, id uint64) *clock {
	if id < firstOwnClock || id > lastOwnClock {
		sequence = 0
	}
	key := clockKey{sequence, id}
	if c.last != nil && c.lastKey == key {
		return c.last
	}
	k := c.known[key]
	if k == nil {
		k = &clock{unit: 1}
		c.known[key] = k
	}
	c.lastKey, c.last = key, k
	return k
}

// snapshot reads simultaneous times of several clocks.
func (c *clocks) snapshot(sequence uint64, data []byte) (ok bool) {
	type reading struct {
		k  *clock
		id uint64
	}
	var readings []reading
	m := protobuf.New(data, 0)
	for m.Next() {
		switch m.Number {
		case snapshotClock:
			id, k, ok := c.reading(sequence, m.Bytes)
			if !ok {
				return false
			}
			readings = append(readings, reading{k, id})
		case snapshotPrimary:
			c.primary = m.Value
		}
	}
	// The trace's clock relates all others; else one that an earlier snapshot related.
	var origin int64
	found := false
	for _, r := range readings {
		if r.id == c.primary {
			origin, found = r.k.now, true
			break
		}
		if r.k.related && !found {
			origin, found = r.k.now+r.k.offset, true
		}
	}
	for _, r := range readings {
		if found {
			r.k.offset, r.k.related = origin-r.k.now, true
		}
	}
	return m.Err() == nil
}

// reading reads the time of one clock in a snapshot.
func (c *clocks) reading(sequence uint64, data []byte) (id uint64, k *clock, ok bool) {
	var now uint64
	unit, isDelta := uint64(1), false
	m := protobuf.New(data, 0)
	for m.Next() {
		switch m.Number {
		case clockID:
			id = m.Value
		case clockTimestamp:
			now = m.Value
		case clockIsDelta:
			isDelta = m.Value != 0
		case clockUnit:
			unit = max(1, m.Value)
		}
	}
	k = c.clock(sequence, id)
	k.isDelta = isDelta
	k.now, ok = scaled(now, unit)
	k.unit = int64(unit)
	return id, k, ok && m.Err() == nil && unit <= slicefeed.MaxTime
}

// time returns the time of a packet in ns of the trace's clock. ok is false if it does
// not fit.
func (c *clocks) time(sequence, id, ticks uint64) (ns int64, ok bool) {
	k := c.clock(sequence, id)
	if ns, ok = scaled(ticks, uint64(k.unit)); !ok {
		return 0, false
	}
	if k.isDelta {
		k.now += ns
		ns = k.now
	}
	if id != c.primary {
		ns += k.offset
	}
	return ns, -slicefeed.MaxTime <= ns && ns <= slicefeed.MaxTime
}

// scaled returns ticks × unit, if that is no time beyond the largest.
func scaled(ticks, unit uint64) (int64, bool) {
	if ticks > slicefeed.MaxTime/unit {
		return 0, false
	}
	return int64(ticks * unit), true
}
