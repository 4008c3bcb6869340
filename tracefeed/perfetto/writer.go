package perfetto

import (
	"bufio"
	"io"

	"google.golang.org/protobuf/encoding/protowire"

	"tiv/tracefeed"
)

// Writer writes a trace. Slices of any time and thread can follow each other. Close
// returns the first error.
type Writer struct {
	w     *bufio.Writer
	names map[string]uint64
	// counters are the tracks of counters, by name.
	counters map[string]uint64
	tracks   map[uint64]bool // those that have a description
	system   map[int64]bool  // threads of the runtime
	// Memory for messages.
	packet, body, inner []byte
}

// The numbers of tracks: of the process, of the collector, and from firstTrack on those
// of threads, tasks and counters.
const (
	processTrack = 1
	collectTrack = 2
	firstTrack   = 16

	// The tracks of a thread, added to tracksPerThread times its number.
	callsTrack      = 0
	statesTrack     = 1
	tracksPerThread = 2
	// Kinds of tracks, in the highest bits. Regions have several for a thread.
	regionTracks  = 1 << 60
	taskTracks    = 1 << 61
	counterTracks = 1 << 62
)

// The names of tracks of states.
const (
	statesName       = "state"
	systemStatesName = "state (runtime)"
)

// The only process and sequence of a file.
const (
	onlyProcess  = 1
	onlySequence = 1
)

// NewWriter returns a writer.
func NewWriter(w io.Writer) *Writer {
	x := &Writer{w: bufio.NewWriterSize(w, 1<<16), names: map[string]uint64{}, counters: map[string]uint64{},
		tracks: map[uint64]bool{}, system: map[int64]bool{}}
	x.packet = appendNumber(appendNumber(x.packet[:0], packetSequence, onlySequence), packetFlags, flagCleared)
	x.write()
	return x
}

func appendNumber(b []byte, n protowire.Number, v uint64) []byte {
	return protowire.AppendVarint(protowire.AppendTag(b, n, protowire.VarintType), v)
}

func appendText(b []byte, n protowire.Number, s string) []byte {
	return protowire.AppendString(protowire.AppendTag(b, n, protowire.BytesType), s)
}

func appendMessage(b []byte, n protowire.Number, m []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, n, protowire.BytesType), m)
}

// write writes the packet.
func (x *Writer) write() {
	var head [16]byte
	x.w.Write(protowire.AppendVarint(protowire.AppendTag(head[:0], tracePacket, protowire.BytesType), uint64(len(x.packet))))
	x.w.Write(x.packet)
}

// describe writes the description of a track, whose fields besides its number are in
// body.
func (x *Writer) describe(track uint64) {
	x.body = appendNumber(x.body, trackUUID, track)
	x.packet = appendMessage(appendNumber(x.packet[:0], packetSequence, onlySequence), packetTrack, x.body)
	x.write()
	x.tracks[track] = true
}

// child describes a track below another, once.
func (x *Writer) child(track, parent uint64, name string, fields ...byte) {
	if !x.tracks[track] {
		x.body = append(appendText(appendNumber(x.body[:0], trackParent, parent), trackName, name), fields...)
		x.describe(track)
	}
}

// Program names the process.
func (x *Writer) Program(name string) {
	x.inner = appendText(appendNumber(x.inner[:0], processPID, onlyProcess), processName, name)
	x.body = appendMessage(x.body[:0], trackProcess, x.inner)
	x.describe(processTrack)
}

// Thread names a thread, and gives its position. It may be one of the program's runtime:
// then the name of the track of its states says so.
func (x *Writer) Thread(tid int64, name string, system bool, order int64) {
	x.system[tid] = system
	x.inner = appendNumber(appendNumber(x.inner[:0], threadPID, onlyProcess), threadTID, uint64(tid))
	x.inner = appendNumber(appendText(x.inner, threadName, name), threadOrder, uint64(order))
	x.body = appendMessage(x.body[:0], trackThread, x.inner)
	x.describe(threadTrackOf(tid, callsTrack))
}

func threadTrackOf(tid int64, kind uint64) uint64 {
	return firstTrack + tracksPerThread*uint64(tid) + kind
}

// begin starts an event: its fields come into body.
func (x *Writer) begin(kind, track uint64) {
	x.body = appendNumber(appendNumber(x.body[:0], eventType, kind), eventTrack, track)
}

// name adds a name to the event, and to the packet if it is new.
func (x *Writer) name(text string) {
	id, ok := x.names[text]
	if !ok {
		id = uint64(len(x.names) + 1)
		x.names[text] = id
		x.inner = appendText(appendNumber(x.inner[:0], entryID, id), entryName, text)
		x.packet = appendMessage(x.packet, packetInterned, appendMessage(nil, internedName, x.inner))
	}
	x.body = appendNumber(x.body, eventNameID, id)
}

// event writes an event of a category, "" for none.
func (x *Writer) event(at tracefeed.Time, kind, track uint64, category, name string, fields ...byte) {
	x.packet = appendNumber(x.packet[:0], packetSequence, onlySequence)
	x.packet = appendNumber(appendNumber(x.packet, packetTimestamp, uint64(at)), packetFlags, flagNeeds)
	x.begin(kind, track)
	if category != "" {
		x.body = appendText(x.body, eventCategory, category)
	}
	if name != "" {
		x.name(name)
	}
	x.packet = appendMessage(x.packet, packetTrackEvent, append(x.body, fields...))
	x.write()
}

// State writes a state of a thread, in the words of slicefeed.Words.
func (x *Writer) State(tid int64, words string, from, to tracefeed.Time) {
	track := x.states(tid)
	x.event(from, typeSliceBegin, track, stateCategory, words)
	x.event(to, typeSliceEnd, track, "", "")
}

// states returns the track of the states of a thread.
func (x *Writer) states(tid int64) uint64 {
	track := threadTrackOf(tid, statesTrack)
	name := statesName
	if x.system[tid] {
		name = systemStatesName
	}
	x.child(track, threadTrackOf(tid, callsTrack), name)
	return track
}

// Begin writes the begin of a call of a thread, or of a region in a lane from 1 on, End its end.
func (x *Writer) Begin(tid int64, lane int, name string, at tracefeed.Time) {
	if lane == 0 {
		x.event(at, typeSliceBegin, threadTrackOf(tid, callsTrack), "", name)
		return
	}
	track := regionTrack(tid, lane)
	x.child(track, threadTrackOf(tid, callsTrack), "regions")
	x.event(at, typeSliceBegin, track, regionCategory, name)
}

// End is described at Begin.
func (x *Writer) End(tid int64, lane int, name string, at tracefeed.Time) {
	track := threadTrackOf(tid, callsTrack)
	if lane > 0 {
		track = regionTrack(tid, lane)
	}
	x.event(at, typeSliceEnd, track, "", name)
}

func regionTrack(tid int64, lane int) uint64 {
	return regionTracks + uint64(lane)<<40 + uint64(tid)
}

// Wake writes that a thread ends the wait of another: a flow between their tracks of
// states.
func (x *Writer) Wake(number, from, to int64, at tracefeed.Time) {
	flow := protowire.AppendFixed64(protowire.AppendTag(nil, eventFlow, protowire.Fixed64Type), uint64(number))
	last := protowire.AppendFixed64(protowire.AppendTag(nil, eventLastFlow, protowire.Fixed64Type), uint64(number))
	x.event(at, typeInstant, x.states(from), wakeCategory, "wakes", flow...)
	x.event(at, typeInstant, x.states(to), wakeCategory, "woken", last...)
}

// Task writes a task, on a track of its own. With ends false, it lasts to the end.
func (x *Writer) Task(number, tid int64, name string, from, to tracefeed.Time, ends bool) {
	parent := uint64(processTrack)
	if tid != 0 {
		parent = threadTrackOf(tid, callsTrack)
	}
	track := taskTracks + uint64(number)
	x.child(track, parent, "task")
	x.event(from, typeSliceBegin, track, "", name)
	if ends {
		x.event(to, typeSliceEnd, track, "", "")
	}
}

// Collection writes a garbage collection.
func (x *Writer) Collection(_ int64, from, to tracefeed.Time) {
	x.child(collectTrack, processTrack, "garbage collection")
	x.event(from, typeSliceBegin, collectTrack, collectCategory, "garbage collection")
	x.event(to, typeSliceEnd, collectTrack, "", "")
}

// Counter writes the value of a counter.
func (x *Writer) Counter(name string, at tracefeed.Time, value int64) {
	track, ok := x.counters[name]
	if !ok {
		track = counterTracks + uint64(len(x.counters))
		x.counters[name] = track
	}
	x.child(track, processTrack, name, appendMessage(nil, trackCounter, nil)...)
	x.event(at, typeCounter, track, "", "", appendNumber(nil, eventCounter, uint64(value))...)
}

// Moment writes a time at which nothing happens, so that the trace has it.
func (x *Writer) Moment(at tracefeed.Time) {
	x.event(at, typeInstant, processTrack, momentCategory, "time")
}

// Close writes what is left.
func (x *Writer) Close() error { return x.w.Flush() }

// Switch writes that a thread gives way to another on a processor, in a state of the
// kernel; thread 0 is the idle task.
func (x *Writer) Switch(at tracefeed.Time, cpu int, from int64, state uint64, to int64) {
	x.inner = appendNumber(appendNumber(x.inner[:0], switchPrevPID, uint64(from)), switchPrevState, state)
	x.inner = appendNumber(x.inner, switchNextPID, uint64(to))
	x.kernelEvent(at, cpu, from, kernelSwitch)
}

// Waking writes that a thread makes another runnable; thread 0 is the idle task.
func (x *Writer) Waking(at tracefeed.Time, by, tid int64) {
	x.inner = appendNumber(x.inner[:0], wakingPID, uint64(tid))
	x.kernelEvent(at, 0, by, kernelWaking)
}

// kernelEvent writes an event of ftrace, whose fields are in inner.
func (x *Writer) kernelEvent(at tracefeed.Time, cpu int, current int64, kind protowire.Number) {
	event := appendNumber(appendNumber(nil, kernelTimestamp, uint64(at)), kernelPID, uint64(current))
	x.body = appendMessage(appendNumber(x.body[:0], bundleCPU, uint64(cpu)), bundleEvent, appendMessage(event, kind, x.inner))
	x.packet = appendMessage(appendNumber(x.packet[:0], packetSequence, onlySequence), packetFtrace, x.body)
	x.write()
}
