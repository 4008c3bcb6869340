package perfetto

import "google.golang.org/protobuf/encoding/protowire"

// Numbers of fields, by message. The names of the messages and files are those of
// Perfetto's protos/perfetto/trace.
const (
	// Trace, trace.proto.
	tracePacket = 1

	// TracePacket, trace_packet.proto.
	packetFtrace      = 1 // FtraceEventBundle
	packetProcessTree = 2
	packetUID         = 3
	packetClocks      = 6 // ClockSnapshot
	packetTimestamp   = 8
	packetSequence    = 10
	packetTrackEvent  = 11
	packetInterned    = 12
	packetFlags       = 13
	packetConfig      = 33
	packetStats       = 35
	packetMarker      = 36
	packetCleared     = 41
	packetDropped     = 42
	packetProcess     = 43 // ProcessDescriptor
	packetThread      = 44 // ThreadDescriptor
	packetSystemInfo  = 45
	packetCompressed  = 50
	packetClockID     = 58
	packetDefaults    = 59 // TracePacketDefaults
	packetTrack       = 60 // TrackDescriptor
	packetService     = 69
	packetPID         = 79
	packetFirst       = 87
	packetUUID        = 89
	packetZstd        = 133

	// TracePacket.SequenceFlags.
	flagCleared = 1
	flagNeeds   = 2

	// TracePacketDefaults, trace_packet_defaults.proto.
	defaultsTrackEvent = 11 // TrackEventDefaults: numbers of TrackEvent
	defaultsClockID    = 58

	// ClockSnapshot and its Clock, clock_snapshot.proto.
	snapshotClock   = 1
	snapshotPrimary = 2
	clockID         = 1
	clockTimestamp  = 2
	clockIsDelta    = 3
	clockUnit       = 4

	// InternedData and its entries, interned_data/interned_data.proto.
	internedCategory = 1
	internedName     = 2
	entryID          = 1
	entryName        = 2

	// TrackDescriptor, track_event/track_descriptor.proto.
	trackUUID       = 1
	trackName       = 2
	trackProcess    = 3
	trackThread     = 4
	trackParent     = 5
	trackCounter    = 8
	trackStaticName = 10

	// ProcessDescriptor, track_event/process_descriptor.proto.
	processPID  = 1
	processCmd  = 2
	processName = 6

	// ThreadDescriptor, track_event/thread_descriptor.proto.
	threadPID      = 1
	threadTID      = 2
	threadOrder    = 3
	threadName     = 5
	threadTime     = 6 // in µs
	threadTimeUsed = 7 // in µs

	// CounterDescriptor, track_event/counter_descriptor.proto.
	counterType    = 1
	counterUnit    = 4
	counterIsDelta = 5

	// TrackEvent, track_event/track_event.proto.
	eventDeltaMicros    = 1
	eventCategoryID     = 3
	eventLegacy         = 6
	eventType           = 9
	eventNameID         = 10
	eventTrack          = 11
	eventExtraValues    = 12
	eventMicros         = 16
	eventCategory       = 22
	eventName           = 23
	eventCounter        = 30
	eventExtraTracks    = 31
	eventOldFlow        = 36
	eventOldLastFlow    = 42
	eventDoubleCounter  = 44
	eventDoubleTracks   = 45
	eventDoubleValues   = 46
	eventFlow           = 47
	eventLastFlow       = 48
	typeSliceBegin      = 1
	typeSliceEnd        = 2
	typeInstant         = 3
	typeCounter         = 4
	counterIsThreadTime = 1

	// TrackEvent.LegacyEvent.
	legacyName     = 1
	legacyPhase    = 2
	legacyDuration = 3 // in µs
	legacyID       = 6
	legacyScope    = 7
	legacyLocalID  = 10
	legacyGlobalID = 11
	legacyPID      = 18
	legacyTID      = 19

	// ProcessTree, ps/process_tree.proto.
	treeProcess    = 1
	treeThread     = 2
	treePID        = 1
	treeCmd        = 3
	treeTID        = 1
	treeThreadName = 2
	treeTGID       = 3

	// FtraceEventBundle and its CompactSched, ftrace/ftrace_event_bundle.proto.
	bundleCPU         = 1
	bundleEvent       = 2
	bundleLost        = 3
	bundleSched       = 4
	bundleClock       = 5
	bundleFtraceTime  = 6
	bundleBootTime    = 7
	schedSwitchTime   = 1
	schedSwitchState  = 2
	schedSwitchPID    = 3
	schedComms        = 5
	schedSwitchComm   = 6
	schedWakingTime   = 7
	schedWakingPID    = 8
	schedWakingComm   = 11
	schedWakingFlags  = 12
	clockIsGlobal     = 2
	clockIsMonoRaw    = 4
	kernelTimestamp   = 1 // FtraceEvent, ftrace/ftrace_event.proto
	kernelPID         = 2
	kernelPrint       = 3
	kernelSwitch      = 4
	kernelFlags       = 5
	kernelWakeup      = 17
	kernelBlocked     = 18
	kernelWaking      = 20
	kernelWakeupNew   = 114
	kernelNewTask     = 235
	kernelRename      = 236
	kernelProcessExit = 238

	// Messages of ftrace/sched.proto, ftrace/task.proto and ftrace/ftrace.proto.
	switchPrevComm  = 1
	switchPrevPID   = 2
	switchPrevState = 4
	switchNextComm  = 5
	switchNextPID   = 6
	wakingComm      = 1
	wakingPID       = 2
	blockedPID      = 1
	blockedIOWait   = 3
	newTaskPID      = 1
	newTaskComm     = 2
	newTaskFlags    = 3
	renamePID       = 1
	renameComm      = 3
	exitPID         = 2
	printText       = 2
)

// otherPackets are the packets of events that are left out.
var otherPackets = map[protowire.Number]string{
	5: "older Chrome event bundle", 7: "system statistic", 9: "process statistic", 37: "heap profile packet",
	38: "battery counter", 39: "Android log packet", 40: "power measurement", 49: "event of Perfetto itself",
	52: "GPU counter event", 53: "GPU render stage", 54: "CPU profile packet", 56: "heap graph packet",
	57: "graphics frame event", 62: "Vulkan memory event", 65: "Vulkan event", 66: "perf sample",
	68: "memory map packet", 71: "GPU memory event", 73: "memory snapshot", 74: "allocation packet", 75: "free packet",
	84: "statistic of Android", 95: "bundle of Windows events", 110: "modem event", 115: "kernel wakelock packet",
	117: "kernel task state", 118: "kernel frequency event", 119: "processor statistic", 129: "GPU frequency event",
	132: "journal event", 135: "stack sample",
}
