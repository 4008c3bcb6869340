package execution

// Evidence says how a call or region is known.
type Evidence uint8

const (
	// Measured: its entry or its exit is in the trace.
	Measured Evidence = iota
	// Sampled: it was put together from stacks: of samples, and of waits.
	Sampled
)

func (e Evidence) String() string {
	if e == Sampled {
		return "sampled"
	}
	return "measured"
}
