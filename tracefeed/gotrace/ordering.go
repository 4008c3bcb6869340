package gotrace

import (
	"errors"
	"fmt"

	"tiv/tracefeed"
)

// ordering decides whether the next event of a thread can come now, keeps what
// has to be known for that, and makes our events of those that come.
//
// Its rules are those of the library (order.go), which are those of the
// runtime: clocks of threads may disagree, so an event that starts or lets go a
// goroutine, or takes a P, has a sequence number, and waits until it is next.
// What has no meaning for us is checked less: ranges, regions and tasks.
type ordering struct {
	gen     *generation
	initial uint64  // the first generation
	last    int64   // time of the last event
	out     []event // that the one that is being advanced becomes

	gs     index    // goroutines
	gState []gState // by gnum
	ps     index    // processors
	pState []pState
	ms     index // threads
	mState []mState
	locks  index

	reasons []reason // by number of the text in this generation

	gcSeq   uint64
	gcKnown bool
	gcOn    bool

	// m is the thread whose event is being advanced.
	m *mState
	// to is who maps what the event becomes, at once if nothing can go wrong any
	// more; nil if it has to wait in out.
	to *mapper
}

// gState is what is known of a goroutine.
type gState struct {
	seq
	is     uint8 // gRunnable…
	exists bool
}

// pState is what is known of a P.
type pState struct {
	seq
	is     uint8 // pRunning…
	exists bool
	cpu    tracefeed.CPU
}

// mState is who runs on a thread.
type mState struct {
	g      gnum
	p      int32 // of ordering.pState; 0 is none
	thread bool  // false for number 0, which is no thread
	seen   bool  // the trace has mentioned it
}

// seq counts what happens to a goroutine or P within a generation.
type seq struct{ gen, n uint64 }

// next reports whether number n of a generation comes next.
func (s seq) next(gen, n uint64) bool { return s.gen == gen && s.n+1 == n }

// What goroutines and Ps do, as in the wire format.
const (
	gRunnable = 1
	gRunning  = 2
	gSyscall  = 3
	gWaiting  = 4

	pRunning   = 1
	pIdle      = 2
	pSyscall   = 3
	pAbandoned = 4 // in a system call that we have not seen begin

	statuses = 5
)

// goStates are the states that the library calls those of goroutines.
var goStates = [statuses]goState{stateUnknown, stateRunnable, stateRunning, stateSyscall, stateWaiting}

func newOrdering() *ordering {
	return &ordering{
		out: make([]event, 0, mostAtOnce),
		gs:  newIndex(noID), gState: make([]gState, 1),
		ps: newIndex(noID), pState: make([]pState, 1),
		ms: newIndex(noID), mState: make([]mState, 1),
		locks: newIndex(noID),
	}
}

// thread returns the number of a thread of the runtime.
func (o *ordering) thread(id uint64) int32 {
	n := o.ms.number(id)
	if int(n) == len(o.mState) {
		o.mState = append(o.mState, mState{thread: true})
	}
	return n
}

// goroutine returns the number of a goroutine, which may be new.
func (o *ordering) goroutine(id uint64) gnum {
	n := o.gs.number(id)
	o.gState = grown(o.gState, int(n))
	return gnum(n)
}

// known returns the state of a goroutine, nil if it does not exist.
func (o *ordering) known(id uint64) (gnum, *gState) {
	n := o.gs.find(id)
	if n < 0 || !o.gState[n].exists {
		return 0, nil
	}
	return gnum(n), &o.gState[n]
}

// knownP returns the state of a P, nil if it does not exist.
func (o *ordering) knownP(id uint64) (int32, *pState) {
	n := o.ps.find(id)
	if n < 0 || !o.pState[n].exists {
		return 0, nil
	}
	return n, &o.pState[n]
}

// What an event needs of its thread.
const (
	needsP = 1 << iota
	needsG
	needsNoG
	needsNoP
	needsThread

	needsAll = needsP | needsG
)

// lacking are the errors by what is needed and not there.
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

// has returns what the thread has.
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

// check reports whether the thread has what an event needs. Nothing is formatted
// here, so that it costs no call.
func (o *ordering) check(needs int) error {
	return lacking[(needs|needsThread)&^o.m.has()]
}

// tell returns who maps at once that a goroutine changes its state; nil if that
// has to wait.
func (o *ordering) tell(ev *wireEvent) *mapper {
	if o.to != nil {
		o.to.pass(o.tick(ev.time))
	}
	return o.to
}

// running returns the state of the goroutine on the thread, nil if it is in
// another than is wanted.
func (o *ordering) running(is uint8) *gState {
	if g := &o.gState[o.m.g]; g.exists && g.is == is {
		return g
	}
	return nil
}

// notRunning is why running returned nil.
func (o *ordering) notRunning(is uint8) error {
	g := &o.gState[o.m.g]
	if !g.exists {
		return errors.New("an event of a goroutine that does not exist")
	}
	return fmt.Errorf("goroutine %d is %s, but was %s", int64(o.gs.ids[o.m.g]), goWords[is], goWords[g.is])
}

var goWords = [statuses]string{"in no state", "runnable", "running", "in a system call", "waiting"}

// tick gives an event its time: no two have the same.
func (o *ordering) tick(t int64) int64 {
	o.last = max(t, o.last+1)
	return o.last
}

// emit makes an event of ours. What it says the caller fills in.
func (o *ordering) emit(ev *wireEvent, w what) *event {
	n := len(o.out)
	o.out = o.out[:n+1]
	e := &o.out[n]
	*e = event{time: o.tick(ev.time), what: w}
	return e
}

// change makes an event of a goroutine that changes its state.
func (o *ordering) change(ev *wireEvent, g gnum, from, to goState) *event {
	e := o.emit(ev, aChange)
	e.g, e.by, e.cpu, e.from, e.to = g, o.m.g, o.pState[o.m.p].cpu, from, to
	return e
}

// stack returns the number of a stack in this generation, -1 if it is not there.
func (o *ordering) stack(id uint64) stackNum { return stackNum(o.gen.stacks.ids.find(id)) }

// text returns the number of a string in this generation, -1 if it is not there.
func (o *ordering) text(id uint64) int32 { return o.gen.texts.ids.find(id) }

func noStack(id uint64) error {
	return fmt.Errorf("an event names the stack %d, which is not there", id)
}

func noText(id uint64) error {
	return fmt.Errorf("an event names the string %d, which is not there", id)
}
