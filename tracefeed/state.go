package tracefeed

// State is the state of a thread. A thread is in exactly one at any time. The
// numbers are those of docs/trace-format.md.
type State uint8

// The states. ARCHITECTURE.md, "What the picture means", defines them.
const (
	// Unknown: alive, in a state that the trace does not give.
	Unknown State = iota
	// Running: on a processor (or able to run, if the source does not distinguish
	// them).
	Running
	// Runnable: could run, waits for a processor.
	Runnable
	// Suspended: put to sleep by its own will or by another.
	Suspended
	// Blocking: waits for a monitor that another thread holds.
	Blocking
	// IO: waits for a disk, a network or another device.
	IO
	// NotAlive: before its start or after its end. It counts in no StateTimes.
	NotAlive
	// NumStates is the number of states that StateTimes counts.
	NumStates = int(NotAlive)
	// Unspecified is no state: the writer of the trace did not compute states, as a
	// program that records itself.
	Unspecified State = 0xff
)

var stateNames = [NumStates + 1]string{"unknown", "running", "runnable", "suspended", "blocking", "io", "not alive"}

// String returns the state's name as tables and JSON spell it.
func (s State) String() string {
	if int(s) <= NumStates {
		return stateNames[s]
	}
	return "invalid"
}

// Word returns the state's name as people read it.
func (s State) Word() string {
	if s == IO {
		return "IO"
	}
	return s.String()
}

// StateTimes is the time one thread spent in each state, in nanoseconds, indexed by
// State. The states add up to the time for which the thread was alive.
type StateTimes [NumStates]Time

// Alive returns the time for which the thread was alive.
func (t StateTimes) Alive() Time {
	var sum Time
	for _, d := range t {
		sum += d
	}
	return sum
}

// Add adds o to t, state by state.
func (t *StateTimes) Add(o StateTimes) {
	for s, d := range o {
		t[s] += d
	}
}
