// Package schedtext reads the scheduler events of a kernel from text: the output of perf
// script, the file trace of tracefs, and the output of trace-cmd report.
//
// Lines go in, tracefeed events come out. Package sched turns the events of the kernel
// into those of threads.
//
// The forms are described in perf-script(1), in Documentation/trace/ftrace.rst of Linux, and
// in trace-cmd-report(1).
package schedtext

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"tiv/tracefeed"
	"tiv/tracefeed/sched"
)

// Formats returns the formats of the texts, for tracefeed.Open.
func Formats() []tracefeed.Format {
	return []tracefeed.Format{format("perf-script", false), format("ftrace", true)}
}

func format(name string, ftrace bool) tracefeed.Format {
	return tracefeed.Format{
		Name:  name,
		Sniff: func(start []byte) bool { return sniff(start, ftrace) },
		Open: func(in tracefeed.Input) (tracefeed.Feed, error) {
			return newFeed(name, in.Reader), nil
		},
	}
}

// sniffed is the number of lines in which the first event must be: perf script --header
// prints long lists first.
const sniffed = 200

// sniff reports whether one of the first lines is an event in the form of ftrace, or of
// perf script.
func sniff(start []byte, ftrace bool) bool {
	for n := 0; n < sniffed && len(start) > 0; n++ {
		text, rest, _ := bytes.Cut(start, []byte("\n"))
		var l line
		if l.parse(text) && len(l.name) > 0 {
			return l.ftrace == ftrace
		}
		if len(text) > 0 && text[0] != '#' && !note(text) {
			return false
		}
		start = rest
	}
	return false
}

// maxLine is the maximum length of a line in bytes.
const maxLine = 1 << 20

// batchLen is the number of events in a batch, about.
const batchLen = 1 << 12

// feed is the feed of a text.
type feed struct {
	name   string
	in     *bufio.Reader
	mapper *sched.Mapper
	stacks stacks
	line   int
	err    error // the error that ends the feed
	// event is the event whose stack is being read.
	event   sched.Event
	waiting bool
	text    []byte // holds the texts of the event
	ended   bool
}

func newFeed(name string, in io.Reader) *feed {
	f := &feed{name: name, in: bufio.NewReaderSize(in, 1<<16), mapper: sched.NewMapper(sched.Filter{})}
	f.stacks.index = tracefeed.NewStackIndex(f.mapper.Tables())
	f.stacks.known = map[string]stack{}
	return f
}

// Header returns the header.
func (f *feed) Header() tracefeed.Header { return tracefeed.Header{Format: f.name, Sched: true} }

// Tables returns the names of the trace.
func (f *feed) Tables() *tracefeed.Tables { return f.mapper.Tables() }

// Close does nothing: the feed owns no resources.
func (f *feed) Close() error { return nil }

// Batch returns the next events.
func (f *feed) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	for f.mapper.Len() < batchLen && f.err == nil {
		f.err = f.read()
	}
	if f.err != nil && !f.ended {
		f.ended = true
		f.flush()
		f.mapper.End()
	}
	if f.mapper.Len() == 0 {
		return nil, f.err
	}
	return f.mapper.Take(used), nil
}

// read reads a line.
func (f *feed) read() error {
	text, err := f.in.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		text, err = f.readLong(bytes.Clone(text))
	}
	if len(text) == 0 && err != nil {
		return err
	}
	f.line++
	text = bytes.TrimRight(text, "\r\n")
	switch {
	case len(bytes.TrimSpace(text)) == 0:
		f.flush()
	case text[0] == '#':
	case f.waiting && f.stacks.add(text):
	default:
		f.flush()
		if !f.begin(text) && !note(text) {
			return &tracefeed.Damage{Line: f.line, Err: fmt.Errorf("not an event: %.60q", text)}
		}
	}
	return nil
}

// readLong reads the rest of a line that is longer than the buffer.
func (f *feed) readLong(start []byte) ([]byte, error) {
	for {
		more, err := f.in.ReadSlice('\n')
		if start = append(start, more...); !errors.Is(err, bufio.ErrBufferFull) {
			return start, err
		}
		if len(start) > maxLine {
			return nil, &tracefeed.Damage{Line: f.line + 1, Err: fmt.Errorf("the line is longer than %d bytes", maxLine)}
		}
	}
}

// begin begins the event of a line.
func (f *feed) begin(text []byte) bool {
	f.text = append(f.text[:0], text...)
	ev, _, _, ok := Parse(f.text)
	if !ok {
		return false
	}
	f.event, f.waiting = ev, true
	f.stacks.reset()
	return true
}

// flush adds the event whose stack is complete.
func (f *feed) flush() {
	if !f.waiting {
		return
	}
	f.waiting = false
	s := f.stacks.end(f.event.Kind == sched.Sample)
	f.event.Stack, f.event.Why = s.id, s.why
	f.event.Interrupt = f.event.Interrupt || s.interrupt
	f.mapper.Add(&f.event)
}

// note reports whether a line is a remark of the tool.
func note(text []byte) bool {
	return slices.ContainsFunc([]string{"cpus=", "CPU ", "CPU:", "version = ", "Warning:", "  "}, func(start string) bool {
		return bytes.HasPrefix(text, []byte(start))
	})
}
