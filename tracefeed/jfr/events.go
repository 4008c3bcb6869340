package jfr

import (
	"math"
	"strconv"
	"strings"

	"tiv/tracefeed"
	"tiv/tracefeed/threaddump"
)

// The slots of the fields that most events have, and of the first other one.
const (
	startSlot = iota
	durationSlot
	threadSlot
	stackSlot
	firstSlot
)

// eventType says how an event of the Java machine becomes a record.
type eventType struct {
	// thread is the field with the thread; "" is eventThread.
	thread string
	// fields are the other fields that read uses, from firstSlot on.
	fields []string
	// read adds to a record that has times, thread and stack. It returns false if
	// the event is none.
	read func(l *loader, r *record, v *values) bool
}

var eventTypes = map[string]eventType{
	"jdk.JavaMonitorEnter": {fields: []string{"monitorClass", "previousOwner", "address"}, read: (*loader).monitorEnter},
	"jdk.JavaMonitorWait":  {fields: []string{"notifier"}, read: (*loader).monitorWait},
	"jdk.ThreadPark":       {fields: []string{"parkedClass", "address"}, read: (*loader).park},
	"jdk.ThreadSleep":      {read: waits(suspended, tracefeed.CauseSleep)},
	"jdk.SocketRead":       {read: waits(waitsIO, tracefeed.CauseNet)},
	"jdk.SocketWrite":      {read: waits(waitsIO, tracefeed.CauseNet)},
	"jdk.SocketConnect":    {read: waits(waitsIO, tracefeed.CauseNet)},
	"jdk.FileRead":         {fields: []string{"path"}, read: file},
	"jdk.FileWrite":        {fields: []string{"path"}, read: file},
	"jdk.FileForce":        {fields: []string{"path"}, read: file},

	"jdk.ThreadStart":        {thread: "thread", fields: []string{"parentThread"}, read: (*loader).threadStart},
	"jdk.ThreadEnd":          {thread: "thread", read: moment(ended)},
	"jdk.VirtualThreadStart": {read: moment(began)},
	"jdk.VirtualThreadEnd":   {read: moment(ended)},

	"jdk.GarbageCollection":  {read: waits(collection, tracefeed.CauseCollector)},
	"jdk.GCPhasePause":       {read: waits(stop, tracefeed.CauseCollector)},
	"jdk.ExecuteVMOperation": {fields: []string{"safepoint"}, read: operation},

	"jdk.ExecutionSample":    {thread: "sampledThread", fields: sampleFields, read: (*loader).sample},
	"jdk.NativeMethodSample": {thread: "sampledThread", fields: sampleFields, read: (*loader).nativeSample},

	"jdk.ObjectAllocationSample":      {fields: []string{"weight"}, read: allocation(allocated)},
	"jdk.ObjectAllocationInNewTLAB":   {fields: []string{"allocationSize", "tlabSize"}, read: allocation(allocatedBuffer)},
	"jdk.ObjectAllocationOutsideTLAB": {fields: []string{"allocationSize"}, read: allocation(allocatedBuffer)},

	// Of async-profiler.
	"profiler.WallClockSample": {thread: "sampledThread", fields: sampleFields, read: (*loader).wallSample},
	"profiler.NativeLock":      {fields: []string{"address"}, read: (*loader).nativeLock},
	"profiler.Malloc":          {fields: []string{"size"}, read: allocation(allocatedNative)},

	"jdk.ThreadDump":    {fields: []string{"result"}, read: (*loader).dump},
	"jdk.DataLoss":      {read: moment(lost)},
	"jdk.ActiveSetting": {fields: []string{"id", "name", "value"}, read: (*loader).setting},
}

// waits returns the reader of an interval of which nothing else is of interest.
func waits(w what, c tracefeed.Cause) func(*loader, *record, *values) bool {
	return func(_ *loader, r *record, _ *values) bool {
		r.what, r.cause = w, c
		return true
	}
}

// moment returns the reader of an event without a duration.
func moment(w what) func(*loader, *record, *values) bool {
	return func(_ *loader, r *record, _ *values) bool {
		r.what, r.value, r.end = w, 1, r.start
		return true
	}
}

func (l *loader) monitorEnter(r *record, v *values) bool {
	r.what, r.other = blocked, l.constants.thread(v.numbers[firstSlot+1])
	r.monitor = l.constants.monitor(v.numbers[firstSlot+2], v.numbers[firstSlot])
	return true
}

func (l *loader) monitorWait(r *record, v *values) bool {
	r.what, r.cause, r.other = suspended, tracefeed.CauseWait, l.constants.thread(v.numbers[firstSlot])
	if l.names.calls(r.stack, "java.lang.Thread.join") {
		r.cause = tracefeed.CauseJoin
	}
	return true
}

func (l *loader) park(r *record, v *values) bool {
	m := l.constants.monitorName(v.numbers[firstSlot+1], v.numbers[firstSlot])
	_, class, _ := strings.Cut(m.Name, " ")
	ev := threaddump.JavaPark(class, func(function string) bool { return l.names.calls(r.stack, function) })
	if r.what, r.cause = suspended, ev.Cause; ev.Kind == tracefeed.MonitorWait {
		r.what, r.shared, r.monitor = blocked, ev.Shared, l.names.monitor(m)
	}
	return true
}

// nativeLock reads a wait for a lock of the operating system's library.
func (l *loader) nativeLock(r *record, v *values) bool {
	r.what, r.monitor = blocked, l.names.monitor(threaddump.JavaMonitor(strconv.FormatUint(uint64(v.numbers[firstSlot]), 16), "lock"))
	return true
}

// file reads an operation on a file. One without a path is standard input or output.
func file(_ *loader, r *record, v *values) bool {
	if r.what = waitsIO; v.texts[firstSlot] != "" {
		r.cause = tracefeed.CauseDisk
	}
	return true
}

func (l *loader) threadStart(r *record, v *values) bool {
	r.what, r.other, r.end = began, l.constants.thread(v.numbers[firstSlot]), r.start
	return true
}

// operation reads an operation of the Java machine: in a safepoint no thread runs.
func operation(_ *loader, r *record, v *values) bool {
	r.what = stop
	return v.numbers[firstSlot] != 0
}

// allocation returns the reader of an allocation. One in a new buffer of a thread stands for
// all in that buffer.
func allocation(w what) func(*loader, *record, *values) bool {
	return func(l *loader, r *record, v *values) bool {
		r.what, r.end, r.value = w, r.start, max(v.numbers[firstSlot], v.numbers[firstSlot+1])
		switch {
		case r.thread == tracefeed.NoThread:
			l.unread["allocations without a thread"]++
			return false
		case r.value < 0:
			return false
		}
		l.allocations[w]++
		return true
	}
}

func (l *loader) dump(r *record, v *values) bool {
	// Read now, a dump of a growing recording always gives its threads the same ids.
	l.dumps = append(l.dumps, dump{r.start, l.names.sightings(r.start, v.texts[firstSlot])})
	return false
}

// never is a time after all others.
const never = tracefeed.Time(math.MaxInt64)
