package tracefeed

// Place is when and where a trace was recorded: what relates its times and threads to those
// of other traces.
type Place struct {
	// Monotonic and Wall are the clocks of the machine at time 0 of the trace: the
	// nanoseconds of CLOCK_MONOTONIC, and those since 1970. 0 is unknown.
	Monotonic, Wall int64
	// Process is the number of the process, 0 if it is unknown.
	Process int64
	// Number returns the number of a thread in the operating system, 0 if that is unknown;
	// nil: none is known.
	Number func(ThreadID) int64
}

// Placed is a feed that knows its place.
type Placed interface {
	Feed
	// Place returns the place, which is complete once a batch was read.
	Place() Place
}
