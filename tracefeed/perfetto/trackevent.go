package perfetto

import (
	"encoding/binary"
	"math"

	"tiv/internal/protobuf"
	"tiv/tracefeed"
	"tiv/tracefeed/slicefeed"
)

// trackEvent is an event on a track.
type trackEvent struct {
	kind     uint64
	track    uint64
	hasTrack bool
	name     []byte
	nameID   uint64
	category category
	// firstCategory is the text of the first category.
	firstCategory []byte
	// micros is the time in µs: since the last event of the sequence, if isDelta.
	micros           int64
	hasTime, isDelta bool
	counter          int64
	double           bool // counter has the bits of a float64
	hasCounter       bool

	flows, lastFlows          []uint64
	extraTracks, extraValues  []uint64
	doubleTracks, doubleValue []uint64
	legacy                    []byte
}

// parse reads the fields of an event.
func (e *trackEvent) parse(s *sequence, data []byte) bool {
	*e = trackEvent{flows: e.flows[:0], lastFlows: e.lastFlows[:0], extraTracks: e.extraTracks[:0],
		extraValues: e.extraValues[:0], doubleTracks: e.doubleTracks[:0], doubleValue: e.doubleValue[:0]}
	m := protobuf.New(data, 0)
	for m.Next() {
		switch m.Number {
		case eventType:
			e.kind = m.Value
		case eventTrack:
			e.track, e.hasTrack = m.Value, true
		case eventName:
			e.name = m.Bytes
		case eventNameID:
			e.nameID = m.Value
		case eventCategory:
			e.addCategory(newTag(m.Bytes))
		case eventCategoryID:
			e.addCategory(s.categories[m.Value])
		case eventDeltaMicros:
			e.micros, e.hasTime, e.isDelta = int64(m.Value), true, true
		case eventMicros:
			e.micros, e.hasTime = int64(m.Value), true
		case eventCounter:
			e.counter, e.hasCounter = int64(m.Value), true
		case eventDoubleCounter:
			e.counter, e.hasCounter, e.double = int64(m.Value), true, true
		case eventLegacy:
			e.legacy = m.Bytes
		default:
			e.list(&m)
		}
	}
	return m.Err() == nil
}

func (e *trackEvent) addCategory(t tag) {
	if e.category = max(e.category, t.category); e.firstCategory == nil {
		e.firstCategory = t.text
	}
}

// list reads a field that can be there more than once.
func (e *trackEvent) list(m *protobuf.Message) {
	switch m.Number {
	case eventFlow:
		e.flows = m.Numbers(e.flows, true)
	case eventOldFlow:
		e.flows = m.Numbers(e.flows, false)
	case eventLastFlow:
		e.lastFlows = m.Numbers(e.lastFlows, true)
	case eventOldLastFlow:
		e.lastFlows = m.Numbers(e.lastFlows, false)
	case eventExtraTracks:
		e.extraTracks = m.Numbers(e.extraTracks, false)
	case eventExtraValues:
		e.extraValues = m.Numbers(e.extraValues, false)
	case eventDoubleTracks:
		e.doubleTracks = m.Numbers(e.doubleTracks, false)
	case eventDoubleValues:
		e.doubleValue = m.Numbers(e.doubleValue, true)
	}
}

// trackEvent adds the records of an event. An event without a time has none.
func (r *reader) trackEvent(s *sequence, at int64, timed bool, data []byte) bool {
	e := &r.event
	if !e.parse(s, data) {
		return false
	}
	if e.hasTime {
		if e.isDelta {
			s.micros += e.micros
			e.micros = s.micros
		}
		if at = e.micros * 1000; e.micros < 0 || e.micros > slicefeed.MaxTime/1000 {
			return false
		}
	} else if !timed {
		r.log.Skip("event without a time")
		return true
	}
	if !e.hasTrack && s.hasTrack {
		e.track, e.hasTrack = s.track, true
	}
	rec := slicefeed.Record{At: at, Name: s.names[e.nameID]}
	if len(e.name) > 0 {
		rec.Name = r.log.Name(e.name)
	}
	x := r.place(s, e, &rec)
	r.extras(s, e, rec)
	r.addEvent(s, e, x, rec)
	r.addFlows(e, rec)
	return true
}

// place returns the track of an event, and sets the thread of its record: that of the track,
// of the sequence, or the row of the track.
func (r *reader) place(s *sequence, e *trackEvent, rec *slicefeed.Record) *track {
	x, pid := &r.trackless, int64(0)
	*x = track{thread: s.thread}
	if rec.Thread = s.thread; e.hasTrack {
		x = r.tracks.track(e.track)
		if rec.Thread, pid = r.tracks.owner(x); rec.Thread == 0 {
			rec.Thread = r.sequenceThread(s)
		}
	}
	if rec.Thread == 0 {
		rec.Thread = r.row(pid, e.track)
	}
	return x
}

// addEvent adds the record of an event itself.
func (r *reader) addEvent(s *sequence, e *trackEvent, x *track, rec slicefeed.Record) {
	switch e.kind {
	case typeSliceBegin:
		if x.category = e.category; x.category == ofState {
			rec.Name = r.log.StateName(r.log.Text(rec.Name))
		}
		rec.Value = r.setKind(&rec, e.track, x, slicefeed.Begin, slicefeed.TaskBegin)
		r.log.Add(rec)
	case typeSliceEnd:
		if x.category != ofRegion { // regions need not be nested
			rec.Name = tracefeed.NoName
		}
		rec.Value = r.setKind(&rec, e.track, x, slicefeed.End, slicefeed.TaskEnd)
		r.log.Add(rec)
	case typeInstant:
		if rec.Kind = slicefeed.Mark; e.category == ofMoment {
			rec = slicefeed.Record{Kind: slicefeed.Moment, At: rec.At}
		}
		if e.category != ofWake { // its flow says all
			r.log.Add(rec)
		}
	case typeCounter:
		if e.hasCounter {
			r.count(s, e.track, uint64(e.counter), e.double, rec)
		}
	default:
		r.addLegacy(s, e, x, rec)
	}
}

// setKind sets the kind of a slice's begin or end, and returns the value of its record.
func (r *reader) setKind(rec *slicefeed.Record, uuid uint64, x *track, call, task slicefeed.Kind) int64 {
	begins := call == slicefeed.Begin
	switch {
	case x.category == ofState && begins:
		if rec.Kind = slicefeed.State; string(x.name) == systemStatesName {
			r.log.SetSystem(rec.Thread)
		}
		return -1
	case x.category == ofState:
		rec.Kind = slicefeed.StateEnd
	case x.category == ofRegion:
		if rec.Kind = slicefeed.RegionEnd; begins {
			rec.Kind = slicefeed.Region
		}
		return r.trackKey(uuid)
	case x.category == ofCollection:
		*rec = slicefeed.Record{Kind: slicefeed.Collect, At: rec.At}
		if !begins {
			rec.Kind = slicefeed.CollectEnd
		}
	case x.thread != 0:
		rec.Kind = call
	default:
		rec.Kind = task
		return r.trackKey(uuid)
	}
	return 0
}

// trackKey returns the key of the tasks of a track without a thread.
func (r *reader) trackKey(uuid uint64) int64 {
	return r.log.Key(binary.LittleEndian.AppendUint64([]byte{'t'}, uuid))
}

// extras adds the values of counters that come with an event.
func (r *reader) extras(s *sequence, e *trackEvent, rec slicefeed.Record) {
	tracks := e.extraTracks
	if len(tracks) == 0 {
		tracks = s.extraTracks
	}
	for i, v := range e.extraValues {
		if i < len(tracks) {
			r.count(s, tracks[i], v, false, rec)
		}
	}
	if tracks = e.doubleTracks; len(tracks) == 0 {
		tracks = s.doubleTracks
	}
	for i, v := range e.doubleValue {
		if i < len(tracks) {
			r.count(s, tracks[i], v, true, rec)
		}
	}
}

// count adds the value of a counter.
func (r *reader) count(s *sequence, uuid, v uint64, double bool, rec slicefeed.Record) {
	x := r.tracks.track(uuid)
	value := int64(v)
	if !double {
		if x.isDelta {
			s.counts[uuid] += value
			value = s.counts[uuid]
		}
		if high := math.MaxInt64 / x.unit; value > high || value < -high {
			r.log.Skip("counter value beyond 64 bits")
			return
		}
		value *= x.unit
	}
	thread, pid := r.tracks.owner(x)
	if x.isThreadTime {
		if thread == 0 {
			thread = rec.Thread
		}
		if thread != 0 && 0 <= value && value <= slicefeed.MaxTime {
			r.log.Add(slicefeed.Record{Kind: slicefeed.Clock, At: rec.At, Thread: thread, Value: value})
		}
		return
	}
	c := slicefeed.Record{Kind: slicefeed.Count, At: rec.At, Value: value, Name: r.log.Counter(pid, string(x.name))}
	if double {
		f := math.Float64frombits(v)
		if c.Code = 1; f != math.Trunc(f) {
			r.log.InParts(c.Name)
		}
	}
	r.log.Add(c)
}

// addFlows adds the flows through an event.
func (r *reader) addFlows(e *trackEvent, rec slicefeed.Record) {
	if rec.Thread == 0 {
		return
	}
	f := slicefeed.Record{Kind: slicefeed.Flow, At: rec.At, Thread: rec.Thread}
	for _, id := range e.flows {
		f.Value = r.log.Key(binary.LittleEndian.AppendUint64([]byte{'f'}, id))
		r.log.Add(f)
	}
	f.Code = slicefeed.FlowLast
	for _, id := range e.lastFlows {
		f.Value = r.log.Key(binary.LittleEndian.AppendUint64([]byte{'f'}, id))
		r.log.Add(f)
	}
}
