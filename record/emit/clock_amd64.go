package emit

const haveCycles = true

// cycles reads the processor's count of cycles. It may do so before what comes
// before it in the program is done.
func cycles() uint64

// cyclesAfter reads it when all that is done.
func cyclesAfter() uint64
