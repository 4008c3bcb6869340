package timeline

// State is a thread's state. A thread is in exactly one at any time.
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
	// NotAlive: before its start or after its end. No bucket counts it.
	NotAlive
	// NumStates is the number of states that a bucket counts.
	NumStates = int(NotAlive)
)

var stateNames = [NumStates + 1]string{"unknown", "running", "runnable", "suspended", "blocking", "io", "not alive"}

// String returns the state's name as tables and JSON spell it.
func (s State) String() string {
	if int(s) <= NumStates {
		return stateNames[s]
	}
	return "invalid"
}
