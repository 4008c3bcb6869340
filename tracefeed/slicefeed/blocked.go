package slicefeed

// notIO is the code of a Switch in the state D that is no wait for a device.
const notIO = 'd'

// blocking follows the switches of threads, for the records that say later why a thread gave
// its processor away.
type blocking struct {
	current map[int16]Thread // on each processor
	// asleep are the last switches from threads in the state D, as indexes of records.
	asleep map[Thread]int32
}

func newBlocking() blocking {
	return blocking{current: map[int16]Thread{}, asleep: map[Thread]int32{}}
}

// add adds a Switch.
func (b *blocking) add(r *Record, at int32) {
	t := r.Thread
	if t == 0 {
		t = b.current[r.CPU]
	}
	b.current[r.CPU] = r.Other
	if delete(b.asleep, r.Other); r.Code == 'D' {
		b.asleep[t] = at
	}
}

// explain applies a Blocked to the switch that it is about.
func (b *blocking) explain(log *Log, r *Record) {
	if at, ok := b.asleep[r.Thread]; ok && r.Value == 0 {
		log.record(at).Code = notIO
	}
}
