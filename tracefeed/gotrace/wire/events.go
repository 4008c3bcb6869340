package wire

// The types of events and batches in the wire format, as the runtime writes
// them since Go 1.22 (internal/trace/tracev2 of the Go source). The number of
// the type is the first byte of an event.
const (
	evEventBatch          = 1
	evStacks              = 2
	evStack               = 3
	evStrings             = 4
	evString              = 5
	evCPUSamples          = 6
	evCPUSample           = 7
	evFrequency           = 8
	evProcsChange         = 9
	evProcStart           = 10
	evProcStop            = 11
	evProcSteal           = 12
	evProcStatus          = 13
	evGoCreate            = 14
	evGoCreateSyscall     = 15
	evGoStart             = 16
	evGoDestroy           = 17
	evGoDestroySyscall    = 18
	evGoStop              = 19
	evGoBlock             = 20
	evGoUnblock           = 21
	evGoSyscallBegin      = 22
	evGoSyscallEnd        = 23
	evGoSyscallEndBlocked = 24
	evGoStatus            = 25
	evSTWBegin            = 26
	evSTWEnd              = 27
	evGCActive            = 28
	evGCBegin             = 29
	evGCEnd               = 30
	evGCSweepActive       = 31
	evGCSweepBegin        = 32
	evGCSweepEnd          = 33
	evGCMarkAssistActive  = 34
	evGCMarkAssistBegin   = 35
	evGCMarkAssistEnd     = 36
	evHeapAlloc           = 37
	evHeapGoal            = 38
	evGoLabel             = 39
	evUserTaskBegin       = 40
	evUserTaskEnd         = 41
	evUserRegionBegin     = 42
	evUserRegionEnd       = 43
	evUserLog             = 44
	// Since Go 1.23.
	evGoSwitch          = 45
	evGoSwitchDestroy   = 46
	evGoCreateBlocked   = 47
	evGoStatusStack     = 48
	evExperimentalBatch = 49
	// Since Go 1.25.
	evSync          = 50
	evClockSnapshot = 51
	// Since Go 1.26.
	evEndOfGeneration = 52
	// Of the experiment that traces allocations, since Go 1.23.
	evSpan               = 128
	evSpanAlloc          = 129
	evSpanFree           = 130
	evHeapObject         = 131
	evHeapObjectAlloc    = 132
	evHeapObjectFree     = 133
	evGoroutineStack     = 134
	evGoroutineStackFree = 136
)

// Limits of the format.
const (
	maxBatchBytes  = 64 << 10
	maxStackFrames = 128
	maxStringBytes = 1 << 10
)

// untimed marks a type that is no timed event.
const untimed = 0xff

// argCounts has the number of arguments after the time of an event.
var argCounts = func() (n [256]uint8) {
	for i := range n {
		n[i] = untimed
	}
	for count, types := range [...][]uint8{
		0: {evProcStop, evGoDestroy, evGoDestroySyscall, evGoSyscallEnd, evGoSyscallEndBlocked, evSTWEnd, evGCMarkAssistEnd},
		1: {evGoCreateSyscall, evGCActive, evGCEnd, evGCSweepActive, evGCSweepBegin, evGCMarkAssistActive,
			evGCMarkAssistBegin, evHeapAlloc, evHeapGoal, evGoLabel, evSpanFree, evHeapObjectFree, evGoroutineStackFree},
		2: {evProcsChange, evProcStart, evProcStatus, evGoStart, evGoStop, evGoBlock, evGoSyscallBegin, evSTWBegin, evGCBegin,
			evGCSweepEnd, evUserTaskEnd, evGoSwitch, evGoSwitchDestroy, evHeapObject, evHeapObjectAlloc, evGoroutineStack,
			evGoroutineStack + 1},
		3: {evProcSteal, evGoCreate, evGoUnblock, evGoStatus, evUserRegionBegin, evUserRegionEnd, evGoCreateBlocked,
			evClockSnapshot, evSpan, evSpanAlloc},
		4: {evUserTaskBegin, evUserLog, evGoStatusStack},
	} {
		for _, t := range types {
			n[t] = uint8(count)
		}
	}
	return n
}()
