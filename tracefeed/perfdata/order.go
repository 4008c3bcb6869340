package perfdata

import (
	"math"

	"tiv/internal/radix"
)

// order puts records in order of time. perf writes what the buffers of all processors
// have in rounds: no record is older than those of the round before the last.
type order struct {
	entries []entry
	bytes   []byte // the bodies of entries
	sorter  radix.Sorter[entry]
	// latest is the latest time so far, limit that at the end of the round before.
	latest, limit uint64
	spare         []byte
}

// entry is a record that waits for its turn.
type entry struct {
	time     uint64
	at, size int
	offset   int64
	kind     uint32
	misc     uint16
}

// never is after all times.
const never = math.MaxUint64

// maxHeld is the number of bytes that wait for their turn at most: a recording of one
// processor has no rounds.
const maxHeld = 64 << 20

// add adds a record.
func (o *order) add(time uint64, rec record) {
	o.entries = append(o.entries, entry{time, len(o.bytes), len(rec.body), rec.offset, rec.kind, rec.misc})
	o.bytes = append(o.bytes, rec.body...)
	o.latest = max(o.latest, time)
}

// full reports whether too many records wait.
func (o *order) full() bool { return len(o.bytes) > maxHeld }

// round ends a round: it passes on all records that no later one can precede.
func (o *order) round(add func(record)) {
	if o.full() { // without rounds
		o.limit = o.latest
	}
	o.flush(o.limit, add)
	o.limit = o.latest
}

// flush passes on the records up to a time.
func (o *order) flush(limit uint64, add func(record)) {
	if len(o.entries) == 0 {
		return
	}
	first := o.entries[0].time
	for i := range o.entries {
		first = min(first, o.entries[i].time)
	}
	o.entries = o.sorter.Sort(o.entries, func(e *entry) uint64 { return e.time - first })
	n := 0
	for ; n < len(o.entries) && o.entries[n].time <= limit; n++ {
		e := &o.entries[n]
		add(record{e.kind, e.misc, e.offset, o.bytes[e.at:][:e.size]})
	}
	kept := o.spare[:0]
	left := o.entries[:0]
	for _, e := range o.entries[n:] {
		body := o.bytes[e.at:][:e.size]
		e.at = len(kept)
		kept = append(kept, body...)
		left = append(left, e)
	}
	o.entries, o.bytes, o.spare = left, kept, o.bytes
}
