package emit

const haveCycles = true

// cycles reads the processor's cycle counter. The processor may execute it
// before earlier instructions have completed.
func cycles() uint64

// cyclesAfter reads the cycle counter after all earlier instructions.
func cyclesAfter() uint64
