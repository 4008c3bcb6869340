package perfetto

import (
	"bytes"
	"errors"
	"fmt"

	"tiv/internal/protobuf"
	"tiv/tracefeed"
	"tiv/tracefeed/slicefeed"
)

// sequence is the state of the packets of one writer.
type sequence struct {
	id   uint64
	seen bool
	// valid: what packets refer to is known.
	valid      bool
	names      map[uint64]tracefeed.NameID
	categories map[uint64]tag
	// Defaults of packets and events.
	clock                     uint64
	track                     uint64
	hasTrack                  bool
	extraTracks, doubleTracks []uint64
	// counts are the values of counters that are given as differences.
	counts map[uint64]int64
	// thread is that of the sequence's descriptor, micros its last time in µs.
	thread slicefeed.Thread
	micros int64
}

// category is the meaning of a slice's category.
type category uint8

const (
	ordinary category = iota
	ofState           // a state of a thread, written by TIV
	ofRegion
	ofCollection
	ofMoment
	ofWake
)

// The categories of slices that TIV writes.
const (
	stateCategory   = "tiv.state"
	regionCategory  = "tiv.region"
	collectCategory = "tiv.gc"
	momentCategory  = "tiv.time"
	wakeCategory    = "tiv.wake"
)

var categories = map[string]category{stateCategory: ofState, regionCategory: ofRegion, collectCategory: ofCollection,
	momentCategory: ofMoment, wakeCategory: ofWake}

// tag is the text of a category, and its meaning.
type tag struct {
	category category
	text     []byte
}

func newTag(text []byte) tag { return tag{categories[string(text)], text} }

// clear forgets what packets refer to.
func (s *sequence) clear() {
	s.names, s.categories, s.counts = map[uint64]tracefeed.NameID{}, map[uint64]tag{}, map[uint64]int64{}
	s.clock, s.track, s.hasTrack, s.extraTracks, s.doubleTracks = bootClock, 0, false, nil, nil
}

func (r *reader) sequence(id uint64) *sequence {
	s := r.sequences[id]
	if s == nil {
		s = &sequence{id: id}
		s.clear()
		s.clock = 0
		r.sequences[id] = s
	}
	return s
}

// header is the fields of a packet that its contents depend on.
type header struct {
	sequence, timestamp, clock, flags uint64
	timed, dropped                    bool
	interned, defaults                []byte
}

func headerOf(data []byte) (h header, ok bool) {
	m := protobuf.New(data, 0)
	for m.Next() {
		switch m.Number {
		case packetSequence:
			h.sequence = m.Value
		case packetTimestamp:
			h.timestamp, h.timed = m.Value, true
		case packetClockID:
			h.clock = m.Value
		case packetFlags:
			h.flags |= m.Value
		case packetCleared:
			if m.Value != 0 {
				h.flags |= flagCleared
			}
		case packetDropped:
			h.dropped = m.Value != 0
		case packetInterned:
			h.interned = m.Bytes
		case packetDefaults:
			h.defaults = m.Bytes
		}
	}
	return h, m.Err() == nil
}

var errClock = errors.New("a time that does not fit")

// content reads a packet that is not compressed.
func (r *reader) content(data []byte) error {
	h, ok := headerOf(data)
	if !ok {
		return errPacket
	}
	s := r.sequence(h.sequence)
	if h.flags&flagCleared != 0 {
		s.clear()
		s.valid = true
	}
	dropped := h.dropped && s.seen
	if dropped && h.flags&flagCleared == 0 {
		s.valid = false
	}
	s.seen = true
	if !s.intern(r.log, h.interned) || !s.setDefaults(h.defaults) {
		return errPacket
	}
	id := h.clock
	if id == 0 {
		if id = s.clock; id == 0 {
			id = r.clocks.primary
		}
	}
	at := int64(0)
	if h.timed {
		if at, ok = r.clocks.time(h.sequence, id, h.timestamp); !ok {
			return fmt.Errorf("%w: %w", errPacket, errClock)
		}
	}
	if dropped {
		r.lose(s, at, h.timed)
	}
	if h.flags&flagNeeds != 0 && !s.valid {
		r.log.Skip("packet without its interned names")
		return nil
	}
	return r.payload(s, at, h.timed, data)
}

// lose adds a loss of packets of a sequence.
func (r *reader) lose(s *sequence, at int64, timed bool) {
	if t := r.sequenceThread(s); t != 0 && timed {
		r.log.Add(slicefeed.Record{Kind: slicefeed.Lost, At: at, Thread: t})
	} else {
		r.log.Skip("loss of packets")
	}
}

// payload reads the contents of a packet.
func (r *reader) payload(s *sequence, at int64, timed bool, data []byte) error {
	ok := true
	m := protobuf.New(data, 0)
	for m.Next() && ok {
		if m.Bytes == nil {
			continue
		}
		switch m.Number {
		case packetTrackEvent:
			ok = r.trackEvent(s, at, timed, m.Bytes)
		case packetFtrace:
			ok = r.kernel.bundle(&r.clocks, m.Bytes)
		case packetTrack:
			ok = r.descriptor(m.Bytes)
		case packetThread:
			ok = r.threadDescriptor(s, m.Bytes)
		case packetProcess:
			_, ok = r.process(m.Bytes)
		case packetProcessTree:
			ok = r.tree(m.Bytes)
		case packetClocks:
			ok = r.clocks.snapshot(s.id, m.Bytes)
		default:
			if kind := otherPackets[m.Number]; kind != "" {
				r.log.Skip(kind)
			}
		}
	}
	if !ok || m.Err() != nil {
		return errPacket
	}
	return nil
}

// intern adds names that later packets refer to by a number.
func (s *sequence) intern(l *slicefeed.Log, data []byte) bool {
	m := protobuf.New(data, 0)
	for m.Next() {
		if m.Number != internedName && m.Number != internedCategory {
			continue
		}
		var id uint64
		var text []byte
		e := protobuf.New(m.Bytes, 0)
		for e.Next() {
			switch e.Number {
			case entryID:
				id = e.Value
			case entryName:
				text = e.Bytes
			}
		}
		if e.Err() != nil {
			return false
		}
		if m.Number == internedName {
			s.names[id] = l.Name(text)
		} else {
			s.categories[id] = newTag(bytes.Clone(text))
		}
	}
	return m.Err() == nil
}

// setDefaults reads the defaults of the sequence.
func (s *sequence) setDefaults(data []byte) bool {
	if data == nil {
		return true
	}
	s.clock, s.hasTrack, s.extraTracks, s.doubleTracks = bootClock, false, nil, nil
	m := protobuf.New(bytes.Clone(data), 0)
	for m.Next() {
		switch m.Number {
		case defaultsClockID:
			s.clock = m.Value
		case defaultsTrackEvent:
			e := protobuf.New(m.Bytes, 0)
			for e.Next() {
				switch e.Number {
				case eventTrack:
					s.track, s.hasTrack = e.Value, true
				case eventExtraTracks:
					s.extraTracks = e.Numbers(s.extraTracks, false)
				case eventDoubleTracks:
					s.doubleTracks = e.Numbers(s.doubleTracks, false)
				}
			}
			if e.Err() != nil {
				return false
			}
		}
	}
	return m.Err() == nil
}
