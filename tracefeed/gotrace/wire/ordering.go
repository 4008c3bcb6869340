package wire

// ordering decides whether the next event of a thread is possible yet, keeps
// the state needed for that, and converts the events.
//
// Its rules are the library's (order.go) and the runtime's: clocks of threads
// may disagree, so an event that starts or unblocks a goroutine, or takes a P,
// has a sequence number and waits for its turn. Ranges, regions and tasks do
// not matter to us and are checked less.
type ordering struct {
	gen     *generation
	number  uint64  // that of gen, also once it has ended
	initial uint64  // the first generation, also after missing ones
	last    int64   // time of the last event
	out     []Event // the result of the current event

	states states
	locks  index
	user   UserEvent // of the current event

	gcSeq   uint64
	gcKnown bool
	gcOn    bool

	// m is the thread of the current event.
	m *mState
	// on is the thread of the goroutine that the current event is about, where that runs.
	on int32
	// to takes the result of the event at once, if no error is possible any
	// more; nil if the result must wait in out.
	to Sink
}

func newOrdering() *ordering {
	return &ordering{
		out: make([]Event, 0, maxAtOnce),
		states: states{
			gs: newIndex(noID), gState: make([]gState, 1),
			ps: newIndex(noID), pState: make([]pState, 1),
			ms: newIndex(noID), mState: make([]mState, 1),
		},
		locks: newIndex(noID),
	}
}

// tick returns the time of an event: no two events have the same.
func (o *ordering) tick(t int64) int64 {
	o.last = max(t, o.last+1)
	return o.last
}

// emit makes an event. The caller sets its other fields.
func (o *ordering) emit(ev *wireEvent, w Kind) *Event {
	n := len(o.out)
	o.out = o.out[:n+1]
	e := &o.out[n]
	*e = Event{Time: o.tick(ev.time), Kind: w}
	return e
}

// change makes an event for a goroutine's change of state.
func (o *ordering) change(ev *wireEvent, g G, from, to GoState) *Event {
	e := o.emit(ev, StateChange)
	e.G, e.By, e.CPU, e.From, e.To = g, o.m.g, o.states.pState[o.m.p].cpu, from, to
	return e
}

// forget discards what is known of the states: generations are missing, and the next one repeats
// the states.
func (o *ordering) forget() {
	o.states.forget()
	o.initial, o.gcKnown = 0, false
}
