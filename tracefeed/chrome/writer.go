package chrome

import (
	"bufio"
	"encoding/json"
	"io"
	"strconv"

	"tiv/tracefeed"
)

// Writer writes a trace in the form of an object with a list of events. Slices of any
// time and thread can follow each other. Close returns the first error.
type Writer struct {
	w    *bufio.Writer
	line []byte
	any  bool // an event was written
	// highest is the highest number of a thread; tracks of calls have higher ones.
	highest int64
	threads map[int64]writtenThread
	tracks  map[lane]int64 // the tracks of calls and regions
}

// lane is the calls of a thread, or the regions of a thread in a lane from 1 on.
type lane struct {
	tid    int64
	number int
}

type writtenThread struct {
	name  string
	order int64
}

// NewWriter returns a writer that has written the beginning. highest is the highest
// number that a thread will have.
func NewWriter(w io.Writer, highest int64) *Writer {
	x := &Writer{w: bufio.NewWriterSize(w, 1<<16), highest: highest, threads: map[int64]writtenThread{}, tracks: map[lane]int64{}}
	x.w.WriteString(`{"displayTimeUnit":"ns","traceEvents":[`)
	return x
}

// begin starts the line of an event of a thread.
func (x *Writer) begin(phase, category string, tid int64) {
	x.line = append(x.line[:0], ",\n"...)
	if !x.any {
		x.line, x.any = x.line[1:], true
	}
	x.line = append(append(append(x.line, `{"ph":"`...), phase...), `","pid":1,"tid":`...)
	x.line = strconv.AppendInt(x.line, tid, 10)
	if category != "" {
		x.line = append(append(append(x.line, `,"cat":"`...), category...), '"')
	}
}

// micros adds a time in microseconds.
func (x *Writer) micros(key string, t tracefeed.Time) {
	x.line = strconv.AppendInt(append(x.line, key...), int64(t/1000), 10)
	if part := t % 1000; part != 0 {
		x.line = append(x.line, '.', byte('0'+part/100), byte('0'+part/10%10), byte('0'+part%10))
	}
}

// text adds a string.
func (x *Writer) text(key, s string) {
	quoted, _ := json.Marshal(s) // a string has no errors
	x.line = append(append(x.line, key...), quoted...)
}

func (x *Writer) number(key string, n int64) {
	x.line = strconv.AppendInt(append(x.line, key...), n, 10)
}

func (x *Writer) end(rest string) { x.w.Write(append(x.line, rest...)) }

// Program names the process.
func (x *Writer) Program(name string) {
	x.begin("M", "", 0)
	x.text(`,"name":"process_name","args":{"name":`, name)
	x.end("}}")
}

// Thread names a thread, and gives its position. It may be one of the program's runtime.
func (x *Writer) Thread(tid int64, name string, system bool, order int64) {
	x.threads[tid] = writtenThread{name, order}
	category := ""
	if system {
		category = systemCategory
	}
	x.describe(tid, category, name, order)
}

func (x *Writer) describe(track int64, category, name string, order int64) {
	x.begin("M", category, track)
	x.text(`,"name":"thread_name","args":{"name":`, name)
	x.end("}}")
	x.begin("M", "", track)
	x.number(`,"name":"thread_sort_index","args":{"sort_index":`, order)
	x.end("}}")
}

// State writes a state of a thread, in the words of slicefeed.Words.
func (x *Writer) State(tid int64, words string, from, to tracefeed.Time) {
	x.begin("X", stateCategory, tid)
	x.micros(`,"ts":`, from)
	x.micros(`,"dur":`, to-from)
	x.text(`,"name":`, words)
	x.end("}")
}

// Begin writes the begin of a call of a thread, or of a region in a lane from 1 on, End its end.
func (x *Writer) Begin(tid int64, number int, name string, at tracefeed.Time) {
	x.edge("B", lane{tid, number}, name, at)
}

// End is described at Begin.
func (x *Writer) End(tid int64, number int, name string, at tracefeed.Time) {
	x.edge("E", lane{tid, number}, name, at)
}

// edge writes one end of a call or region, on the track of its lane: it need not be nested
// with states.
func (x *Writer) edge(phase string, l lane, name string, at tracefeed.Time) {
	category := callCategory
	if l.number > 0 {
		category = regionCategory
	}
	x.begin(phase, category, x.track(l))
	x.micros(`,"ts":`, at)
	x.text(`,"name":`, name)
	x.number(`,"args":{"thread":`, l.tid)
	x.end("}}")
}

// track returns the number of the track of a lane, which it describes once.
func (x *Writer) track(l lane) int64 {
	track, ok := x.tracks[l]
	if ok {
		return track
	}
	track = x.highest + 1 + int64(len(x.tracks))
	x.tracks[l] = track
	kind := " (calls)"
	if l.number > 0 {
		kind = " (regions)"
	}
	of := x.threads[l.tid]
	x.describe(track, "", of.name+kind, of.order)
	return track
}

// Wake writes that a thread ends the wait of another.
func (x *Writer) Wake(number, from, to int64, at tracefeed.Time) {
	for _, end := range []struct {
		phase, rest string
		tid         int64
	}{{"s", "}", from}, {"f", `,"bp":"e"}`, to}} {
		x.begin(end.phase, wakeCategory, end.tid)
		x.micros(`,"ts":`, at)
		x.number(`,"name":"wake","id":`, number)
		x.end(end.rest)
	}
}

// Task writes a task, begun and ended by a thread. With ends false, it lasts to the end.
func (x *Writer) Task(number, tid int64, name string, from, to tracefeed.Time, ends bool) {
	x.async("b", taskCategory, number, tid, name, from)
	if ends {
		x.async("e", taskCategory, number, tid, name, to)
	}
}

// Collection writes a garbage collection.
func (x *Writer) Collection(number int64, from, to tracefeed.Time) {
	x.async("b", collectCategory, number, 0, "garbage collection", from)
	x.async("e", collectCategory, number, 0, "garbage collection", to)
}

func (x *Writer) async(phase, category string, number, tid int64, name string, at tracefeed.Time) {
	x.begin(phase, category, tid)
	x.micros(`,"ts":`, at)
	x.number(`,"id":`, number)
	x.text(`,"name":`, name)
	x.end("}")
}

// Counter writes the value of a counter.
func (x *Writer) Counter(name string, at tracefeed.Time, value int64) {
	x.begin("C", "", 0)
	x.micros(`,"ts":`, at)
	x.text(`,"name":`, name)
	x.number(`,"args":{"value":`, value)
	x.end("}}")
}

// Moment writes a time at which nothing happens, so that the trace has it.
func (x *Writer) Moment(at tracefeed.Time) {
	x.begin("i", momentCategory, 0)
	x.micros(`,"ts":`, at)
	x.end(`,"name":"time","s":"g"}`)
}

// Close writes the end.
func (x *Writer) Close() error {
	x.w.WriteString("\n]}\n")
	return x.w.Flush()
}
