package perfetto

import (
	"encoding/binary"
	"fmt"

	"tiv/internal/protobuf"
	"tiv/tracefeed"
	"tiv/tracefeed/slicefeed"
)

// legacyEvent is the fields of an event in the form of Chromium's older JSON.
type legacyEvent struct {
	phase, duration, id uint64
	scope               []byte
	isLocal             bool // id is one of the process
	name                tracefeed.NameID
	pid, tid            int64
	hasThread           bool
}

func (e *legacyEvent) parse(s *sequence, data []byte) bool {
	m := protobuf.New(data, 0)
	for m.Next() {
		switch m.Number {
		case legacyPhase:
			e.phase = m.Value
		case legacyDuration:
			e.duration = m.Value
		case legacyName:
			e.name = s.names[m.Value]
		case legacyID, legacyGlobalID, legacyLocalID:
			e.id, e.isLocal = m.Value, m.Number == legacyLocalID
		case legacyScope:
			e.scope = m.Bytes
		case legacyPID:
			e.pid = number(m.Value)
		case legacyTID:
			e.tid, e.hasThread = number(m.Value), true
		}
	}
	return m.Err() == nil
}

// addLegacy adds an event in that form, on a track.
func (r *reader) addLegacy(s *sequence, e *trackEvent, x *track, rec slicefeed.Record) {
	var old legacyEvent
	if !old.parse(s, e.legacy) {
		r.log.Skip("damaged event")
		return
	}
	onThread := x.thread != 0
	if old.hasThread {
		rec.Thread, onThread = r.threadOf(old.pid, old.tid), true
	}
	if rec.Name == tracefeed.NoName {
		rec.Name = old.name
	}
	switch phase := old.phase; phase {
	case 'X':
		r.addComplete(e, rec, onThread, int64(min(old.duration, slicefeed.MaxTime/1000))*1000)
	case 'B', 'E':
		r.addEdge(e, rec, onThread, phase == 'B')
	case 'I', 'i', 'R':
		rec.Kind = slicefeed.Mark
		r.log.Add(rec)
	case 'b', 'S', 'e', 'F', 'n':
		rec.Value = r.taskKey(e, &old, rec.Thread)
		if rec.Kind = slicefeed.TaskBegin; phase == 'b' || phase == 'S' || phase == 'n' {
			r.log.Add(rec)
		}
		if rec.Kind = slicefeed.TaskEnd; phase == 'e' || phase == 'F' || phase == 'n' {
			r.log.Add(rec)
		}
	case 0:
		r.log.Skip("event without a type")
	default:
		r.log.Skip(fmt.Sprintf("event of phase %q", rune(phase)))
	}
}

// addComplete adds a slice with a length: on a track without a thread it is a task.
func (r *reader) addComplete(e *trackEvent, rec slicefeed.Record, onThread bool, length int64) {
	if rec.Value = length; onThread {
		rec.Kind = slicefeed.Slice
		r.log.Add(rec)
		return
	}
	rec.Kind, rec.Value = slicefeed.TaskBegin, r.trackKey(e.track)
	r.log.Add(rec)
	rec.Kind, rec.At = slicefeed.TaskEnd, min(rec.At+length, slicefeed.MaxTime)
	r.log.Add(rec)
}

// addEdge adds the begin or end of a slice.
func (r *reader) addEdge(e *trackEvent, rec slicefeed.Record, onThread, begins bool) {
	switch rec.Kind = slicefeed.End; {
	case onThread && begins:
		rec.Kind = slicefeed.Begin
	case !onThread:
		if rec.Kind, rec.Value = slicefeed.TaskEnd, r.trackKey(e.track); begins {
			rec.Kind = slicefeed.TaskBegin
		}
	}
	r.log.Add(rec)
}

// taskKey returns the key of an asynchronous slice: its category, scope and id. A local id is
// one of its process.
func (r *reader) taskKey(e *trackEvent, old *legacyEvent, t slicefeed.Thread) int64 {
	key := append([]byte{'l'}, e.firstCategory...)
	if key = append(append(append(key, 0), old.scope...), 0); old.isLocal {
		key = binary.LittleEndian.AppendUint64(key, uint64(r.log.Process(t)))
	}
	return r.log.Key(binary.LittleEndian.AppendUint64(key, old.id))
}
