package wire

import (
	"errors"
	"fmt"

	"tiv/tracefeed"
)

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

	gs     index    // goroutines
	gState []gState // by G
	ps     index    // processors
	pState []pState
	ms     index // threads
	mState []mState
	locks  index

	reasons []Reason  // by number of the text in this generation
	user    UserEvent // of the current event

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

// gState is the state of a goroutine.
type gState struct {
	seq
	is     uint8 // gRunnable…
	exists bool
}

// pState is the state of a P.
type pState struct {
	seq
	is     uint8 // pRunning…
	exists bool
	cpu    tracefeed.CPU
}

// mState is the goroutine and P of a thread.
type mState struct {
	g      G
	p      int32 // of ordering.pState; 0 is none
	thread bool  // false for number 0, which is no thread
	seen   bool  // the trace has mentioned it
}

// seq is the sequence number of a goroutine or P within a generation.
type seq struct{ gen, n uint64 }

// next reports whether n is the next sequence number in a generation.
func (s seq) next(gen, n uint64) bool { return s.gen == gen && s.n+1 == n }

// The states of goroutines and Ps in the wire format.
const (
	gRunnable = 1
	gRunning  = 2
	gSyscall  = 3
	gWaiting  = 4

	pRunning   = 1
	pIdle      = 2
	pSyscall   = 3
	pAbandoned = 4 // in a system call whose begin is not in the trace

	statuses = 5
)

// goStates are the library's states of goroutines, by the state in the wire
// format.
var goStates = [statuses]GoState{GoUndetermined, GoRunnable, GoRunning, GoSyscall, GoWaiting}

func newOrdering() *ordering {
	return &ordering{
		out: make([]Event, 0, maxAtOnce),
		gs:  newIndex(noID), gState: make([]gState, 1),
		ps: newIndex(noID), pState: make([]pState, 1),
		ms: newIndex(noID), mState: make([]mState, 1),
		locks: newIndex(noID),
	}
}

// forgetStates discards the states of all goroutines, Ps and threads: generations are missing, and
// the next one repeats the states.
func forgetStates(o *ordering) {
	for i := range o.gState {
		o.gState[i].exists = false
	}
	for i := range o.pState {
		o.pState[i].exists = false
	}
	for i := range o.mState {
		m := &o.mState[i]
		m.g, m.p, m.seen = 0, 0, false
	}
	o.initial, o.gcKnown = 0, false
}

// thread returns the number of a thread of the runtime.
func (o *ordering) thread(id uint64) int32 {
	n := o.ms.number(id)
	if int(n) == len(o.mState) {
		o.mState = append(o.mState, mState{thread: true})
	}
	return n
}

// goroutine returns the number of a goroutine, and adds it if necessary.
func (o *ordering) goroutine(id uint64) G {
	n := o.gs.number(id)
	o.gState = grown(o.gState, int(n))
	return G(n)
}

// known returns the state of a goroutine, nil if it does not exist.
func (o *ordering) known(id uint64) (G, *gState) {
	n := o.gs.find(id)
	if n < 0 || !o.gState[n].exists {
		return 0, nil
	}
	return G(n), &o.gState[n]
}

// knownP returns the state of a P, nil if it does not exist.
func (o *ordering) knownP(id uint64) (int32, *pState) {
	n := o.ps.find(id)
	if n < 0 || !o.pState[n].exists {
		return 0, nil
	}
	return n, &o.pState[n]
}

// The requirements of an event on its thread.
const (
	needsP = 1 << iota
	needsG
	needsNoG
	needsNoP
	needsThread

	needsAll = needsP | needsG
)

// lacking are the errors by the set of unmet requirements.
var lacking = func() (errs [2 * needsThread]error) {
	for lack := range errs {
		switch {
		case lack&needsThread != 0:
			errs[lack] = errors.New("an event without a thread")
		case lack&needsP != 0:
			errs[lack] = errors.New("an event without a P")
		case lack&needsNoP != 0:
			errs[lack] = errors.New("a P begins to run where another does")
		case lack&needsG != 0:
			errs[lack] = errors.New("an event without a goroutine")
		case lack&needsNoG != 0:
			errs[lack] = errors.New("a goroutine begins to run where another does")
		}
	}
	return errs
}()

// has returns the requirements that the thread meets.
func (m *mState) has() (all int) {
	all = needsNoP | needsNoG
	if m.p != 0 {
		all ^= needsP | needsNoP
	}
	if m.g != 0 {
		all ^= needsG | needsNoG
	}
	if m.thread {
		all |= needsThread
	}
	return all
}

// check returns an error if the thread does not meet the requirements of an
// event. It formats nothing, so that it can be inlined.
func (o *ordering) check(needs int) error {
	return lacking[(needs|needsThread)&^o.m.has()]
}

// running returns the state of the goroutine on the thread; nil if that is not
// the wanted state.
func (o *ordering) running(is uint8) *gState {
	if g := &o.gState[o.m.g]; g.exists && g.is == is {
		return g
	}
	return nil
}

// notRunning returns the error for a nil from running.
func (o *ordering) notRunning(is uint8) error {
	g := &o.gState[o.m.g]
	if !g.exists {
		return errors.New("an event of a goroutine that does not exist")
	}
	return fmt.Errorf("goroutine %d is %s, but was %s", int64(o.gs.ids[o.m.g]), goWords[is], goWords[g.is])
}

var goWords = [statuses]string{"in no state", "runnable", "running", "in a system call", "waiting"}

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
	e.G, e.By, e.CPU, e.From, e.To = g, o.m.g, o.pState[o.m.p].cpu, from, to
	return e
}

// stack returns the number of a stack in this generation, -1 if it has none.
func (o *ordering) stack(id uint64) Stack { return Stack(o.gen.stacks.ids.find(id)) }

// text returns the number of a string in this generation, -1 if it has none.
func (o *ordering) text(id uint64) int32 { return o.gen.texts.ids.find(id) }

func noStack(id uint64) error {
	return fmt.Errorf("an event names the stack %d, which is not there", id)
}

func noText(id uint64) error {
	return fmt.Errorf("an event names the string %d, which is not there", id)
}
