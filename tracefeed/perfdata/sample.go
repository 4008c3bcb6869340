package perfdata

import (
	"tiv/tracefeed/sched"
)

// The parts of a sample, in the order of the bits of an attribute's sample type. The first
// is the last bit.
const (
	hasIP         = 1 << 0
	hasTID        = 1 << 1
	hasTime       = 1 << 2
	hasAddress    = 1 << 3
	hasRead       = 1 << 4
	hasCallchain  = 1 << 5
	hasID         = 1 << 6
	hasCPU        = 1 << 7
	hasPeriod     = 1 << 8
	hasStreamID   = 1 << 9
	hasRaw        = 1 << 10
	hasIdentifier = 1 << 16
)

// identity is what every record has: its thread, processor and time.
type identity struct {
	time     uint64
	pid, tid int32
	cpu      int32
	// rest is the content of a sample after these.
	rest []byte
	ip   uint64
	attr *attr
}

// attrOf returns the layout of a record. Samples have the id of their event first, other
// records last.
func (f *file) attrOf(rec record) *attr {
	first := &f.attrs[0]
	if len(f.attrs) == 1 || first.sampleType&hasIdentifier == 0 || len(rec.body) < 8 {
		return first
	}
	id := le.Uint64(rec.body)
	if rec.kind != recSample {
		id = le.Uint64(rec.body[len(rec.body)-8:])
	}
	return &f.attrs[f.byID[id]]
}

// identify returns the identity of a record; false if it is too short.
func (f *file) identify(rec record) (id identity, ok bool) {
	id = identity{tid: sched.None, cpu: sched.NoCPU, attr: f.attrOf(rec)}
	if rec.kind != recSample {
		return id, id.readTrailer(rec.body)
	}
	t, w := id.attr.sampleType, words{rec.body, true}
	w.skip(t, hasIdentifier)
	if t&hasIP != 0 {
		id.ip = w.next()
	}
	id.readThread(&w, t)
	w.skip(t, hasAddress)
	w.skip(t, hasID)
	w.skip(t, hasStreamID)
	if t&hasCPU != 0 {
		id.cpu = cpu(w.next())
	}
	id.rest = w.rest
	return id, w.ok
}

// cpu returns the processor in a word.
func cpu(word uint64) int32 { return int32(word & 0xffffff) }

// readThread reads thread and time.
func (id *identity) readThread(w *words, t uint64) {
	if t&hasTID != 0 {
		both := w.next()
		id.pid, id.tid = int32(both), int32(both>>32)
	}
	if t&hasTime != 0 {
		id.time = w.next()
	}
}

// readTrailer reads the identity at the end of a record that is no sample.
func (id *identity) readTrailer(body []byte) bool {
	if !id.attr.idAll {
		return true
	}
	t := id.attr.sampleType
	size := 0
	for _, bit := range []uint64{hasTID, hasTime, hasID, hasStreamID, hasCPU, hasIdentifier} {
		if t&bit != 0 {
			size += 8
		}
	}
	if len(body) < size {
		return false
	}
	w := words{body[len(body)-size:], true}
	id.readThread(&w, t)
	w.skip(t, hasID)
	w.skip(t, hasStreamID)
	if t&hasCPU != 0 {
		id.cpu = cpu(w.next())
	}
	return true
}

// words reads numbers of eight bytes, zeros after the end.
type words struct {
	rest []byte
	ok   bool
}

func (w *words) next() uint64 {
	if len(w.rest) < 8 {
		w.rest, w.ok = nil, false
		return 0
	}
	v := le.Uint64(w.rest)
	w.rest = w.rest[8:]
	return v
}

// skip skips a word that a sample type has.
func (w *words) skip(t, bit uint64) {
	if t&bit != 0 {
		w.next()
	}
}

// bytes reads n words as bytes.
func (w *words) bytes(n uint64) []byte {
	if n > uint64(len(w.rest))/8 {
		w.rest, w.ok = nil, false
		return nil
	}
	b := w.rest[:8*n]
	w.rest = w.rest[8*n:]
	return b
}

// skipRead skips the value of a counter.
func (w *words) skipRead(format uint64) {
	const enabled, running, id, group, lost = 1, 2, 4, 8, 16
	each := uint64(1)
	for _, bit := range []uint64{id, lost} {
		if format&bit != 0 {
			each++
		}
	}
	n := uint64(1)
	if format&group != 0 {
		n = w.next()
	}
	w.skip(format, enabled)
	w.skip(format, running)
	if n > uint64(len(w.rest)) {
		n = uint64(len(w.rest)) // more than there are
	}
	w.bytes(n * each)
}

// sample adds a sample.
func (f *Feed) sample(ev *sched.Event, rec record) error {
	id, _ := f.file.identify(rec)
	t, w := id.attr.sampleType, words{id.rest, true}
	weight := id.attr.period
	if t&hasPeriod != 0 {
		weight = int64(min(w.next(), 1<<62))
	}
	if t&hasRead != 0 {
		w.skipRead(id.attr.readFormat)
	}
	var chain, raw []byte
	if t&hasCallchain != 0 {
		chain = w.bytes(w.next())
	}
	if t&hasRaw != 0 && len(w.rest) >= 4 {
		size := uint64(le.Uint32(w.rest))
		if size > uint64(len(w.rest)-4) {
			return errShort
		}
		raw = w.rest[4:][:size]
	}
	if !w.ok {
		return errShort
	}
	ev.Kind, ev.Value = sched.Sample, max(1, weight)
	if id.attr.kind == tracepointAttr {
		if !f.point(ev, raw) {
			return nil
		}
	} else if of := id.attr.metric(); of != f.file.shown() {
		f.leave(of.String())
		ev.Kind, ev.Value = sched.Other, 0
	}
	if chain != nil || ev.Kind == sched.Sample && id.ip != 0 {
		f.space.stack(ev, id, chain)
	}
	f.mapper.Add(ev)
	return nil
}

// point fills in the event of a tracepoint.
func (f *Feed) point(ev *sched.Event, raw []byte) bool {
	const inInterrupt = 0x08 | 0x10 | 0x40 // flags of every tracepoint
	if len(raw) < 8 {
		return false
	}
	p := f.file.points[le.Uint16(raw)]
	if p == nil {
		f.undescribed = true
		return false
	}
	ev.Kind, ev.Value = sched.Other, 0
	if p.read == nil {
		f.leave(p.name)
		return true
	}
	ev.Interrupt = raw[2]&inInterrupt != 0
	p.read(p, ev, raw)
	return true
}
