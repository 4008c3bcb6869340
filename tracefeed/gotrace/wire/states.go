package wire

import (
	"errors"
	"fmt"

	"tiv/tracefeed"
)

// states are the states of goroutines, Ps and threads.
type states struct {
	gs     index    // goroutines
	gState []gState // by G
	ps     index    // processors
	pState []pState
	ms     index // threads
	mState []mState
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
	p      int32 // of states.pState; 0 is none
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

// forget discards all states.
func (s *states) forget() {
	for i := range s.gState {
		s.gState[i].exists = false
	}
	for i := range s.pState {
		s.pState[i].exists = false
	}
	for i := range s.mState {
		m := &s.mState[i]
		m.g, m.p, m.seen = 0, 0, false
	}
}

// thread returns the number of a thread of the runtime.
func (s *states) thread(id uint64) int32 {
	n := s.ms.number(id)
	if int(n) == len(s.mState) {
		s.mState = append(s.mState, mState{thread: true})
	}
	return n
}

// goroutine returns the number of a goroutine, and adds it if necessary.
func (s *states) goroutine(id uint64) G {
	n := s.gs.number(id)
	s.gState = grown(s.gState, int(n))
	return G(n)
}

// known returns the state of a goroutine, nil if it does not exist.
func (s *states) known(id uint64) (G, *gState) {
	n := s.gs.find(id)
	if n < 0 || !s.gState[n].exists {
		return 0, nil
	}
	return G(n), &s.gState[n]
}

// knownP returns the state of a P, nil if it does not exist.
func (s *states) knownP(id uint64) (int32, *pState) {
	n := s.ps.find(id)
	if n < 0 || !s.pState[n].exists {
		return 0, nil
	}
	return n, &s.pState[n]
}

// running returns the state of the goroutine on a thread; nil if that is not
// the wanted state.
func (s *states) running(m *mState, is uint8) *gState {
	if g := &s.gState[m.g]; g.exists && g.is == is {
		return g
	}
	return nil
}

// notRunning returns the error for a nil from running.
func (s *states) notRunning(m *mState, is uint8) error {
	g := &s.gState[m.g]
	if !g.exists {
		return errors.New("an event of a goroutine that does not exist")
	}
	return fmt.Errorf("goroutine %d is %s, but was %s", int64(s.gs.ids[m.g]), goWords[is], goWords[g.is])
}

var goWords = [statuses]string{"in no state", "runnable", "running", "in a system call", "waiting"}

// someoneHas reports whether a thread has a P.
func (s *states) someoneHas(p int32) bool {
	for i := range s.mState {
		if s.mState[i].seen && s.mState[i].p == p {
			return true
		}
	}
	return false
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
func (m *mState) check(needs int) error {
	return lacking[(needs|needsThread)&^m.has()]
}
