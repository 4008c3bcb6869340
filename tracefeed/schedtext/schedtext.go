// Package schedtext reads the scheduler events of a kernel from text: the output of perf
// script, the file trace of tracefs, and the output of trace-cmd report.
//
// Lines go in (line.go, untimed.go), tracefeed events come out. Package sched turns the events
// of the kernel into those of threads. Lines that are no events are skipped and counted
// (skipped.go).
//
// The forms are described in perf-script(1), in Documentation/trace/ftrace.rst of Linux, and
// in trace-cmd-report(1).
package schedtext

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"

	"tiv/tracefeed"
	"tiv/tracefeed/sched"
)

// Formats returns the formats of the texts, for tracefeed.Open.
func Formats() []tracefeed.Format {
	return []tracefeed.Format{format(perfScript), format(ftrace)}
}

// The names of the formats.
const (
	perfScript = "perf-script"
	ftrace     = "ftrace"
)

func format(name string) tracefeed.Format {
	return tracefeed.Format{
		Name:  name,
		Sniff: func(start []byte) bool { return sniff(start) == name },
		Open: func(in tracefeed.Input) (tracefeed.Feed, error) {
			return newFeed(name, in.Reader), nil
		},
	}
}

// maxLine is the maximum length of a line in bytes. A longer one is skipped.
const maxLine = 1 << 20

// batchLen is the number of events in a batch, about.
const batchLen = 1 << 12

// feed is the feed of a text.
type feed struct {
	name   string
	in     *bufio.Reader
	mapper *sched.Mapper
	stacks stacks
	err    error // the error that ends the feed
	ended  bool
	begun  bool // the opening was read
	opening
	note skipped
	// event is the event whose stack is being read.
	event   sched.Event
	waiting bool
	text    []byte // holds the texts of the event
	spare   []byte
}

func newFeed(name string, in io.Reader) *feed {
	f := &feed{name: name, in: bufio.NewReaderSize(in, openingLen), mapper: sched.NewMapper(sched.Filter{})}
	f.stacks.index = tracefeed.NewStackIndex(f.mapper.Tables())
	f.stacks.known, f.stacks.ftrace = map[string]sched.Stack{}, name == ftrace
	return f
}

// Header returns the header.
func (f *feed) Header() tracefeed.Header {
	return tracefeed.Header{Format: f.name, Sched: true, Note: f.remarks()}
}

// Tables returns the names of the trace.
func (f *feed) Tables() *tracefeed.Tables { return f.mapper.Tables() }

// Close does nothing: the feed owns no resources.
func (f *feed) Close() error { return nil }

// Batch returns the next events.
func (f *feed) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	if !f.begun {
		f.begin()
	}
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

// begin reads the opening. The file trace has the events of all threads.
func (f *feed) begin() {
	f.begun = true
	if start, _ := f.in.Peek(len(byteOrderMark)); string(start) == byteOrderMark {
		f.in.Discard(len(byteOrderMark))
	}
	if f.opening.wide = true; f.name == perfScript {
		start, _ := f.in.Peek(openingLen)
		f.opening = open(start)
	}
	if f.wide {
		f.mapper.SetWide()
	}
}

// read reads a line.
func (f *feed) read() error {
	text, err := f.in.ReadSlice('\n')
	f.note.line++
	if errors.Is(err, bufio.ErrBufferFull) {
		f.note.skip(text)
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = f.in.ReadSlice('\n')
		}
		return err
	}
	if len(text) == 0 && err != nil {
		return err
	}
	// Traces inside of web pages have a backslash at the end of each line.
	text = bytes.TrimSuffix(bytes.TrimRight(text, "\r\n"), []byte(`\n\`))
	switch {
	case len(bytes.TrimSpace(text)) == 0:
		if len(f.stacks.text) > 0 {
			f.flush()
		}
	case text[0] == '#':
	case text[0] == '\t' && f.waiting && f.stacks.add(text):
	default:
		return f.parse(text)
	}
	return nil
}

// parse reads a line that can begin an event.
func (f *feed) parse(text []byte) error {
	f.spare = append(f.spare[:0], untabbed(text)...)
	var l line
	switch begins := f.begins(&l); {
	case begins && l.stack && f.waiting && l.event.Current.TID == f.event.Current.TID:
	case begins:
		f.flush()
		f.spare, f.text = f.text, f.spare
		return f.add(&l)
	case f.waiting && f.stacks.add(text), aside(text):
	default:
		f.note.skip(text)
	}
	return nil
}

// begins reports whether the line in spare begins an event.
func (f *feed) begins(l *line) bool {
	if f.untimed {
		return l.parseUntimed(f.spare)
	}
	return l.parse(f.spare)
}

// add begins an event.
func (f *feed) add(l *line) error {
	if l.name != nil {
		l.event.ParseText(string(l.name), l.rest)
	}
	kind := l.event.Kind
	switch {
	case kind == sched.Other && f.tracepoint != "" && string(l.name) == f.tracepoint:
		l.event.Kind, l.event.Value = sched.Sample, 1
	case kind == sched.Other && len(l.name) > 0:
		f.note.leave(l)
	case kind == sched.Sample && f.counter == "":
		f.counter = counter(l.name)
	case kind == sched.Sample && counter(l.name) != f.counter:
		f.note.leave(l)
		l.event.Kind = sched.Other
	case f.untimed && kind != sched.Sample:
		return &tracefeed.Damage{Line: f.note.line, Err: errUntimed}
	}
	f.event, f.waiting = l.event, true
	if f.stacks.reset(); kind == sched.Sample {
		f.stacks.add(append([]byte("\t"), l.rest...))
	}
	return nil
}

// flush adds the event whose stack is complete.
func (f *feed) flush() {
	if !f.waiting {
		return
	}
	f.waiting = false
	s := f.stacks.end(f.event.Kind == sched.Sample)
	f.event.Stack, f.event.Interrupt = s.ID, f.event.Interrupt || s.Interrupt
	if f.event.Kind != sched.Blocked {
		f.event.Why = s.Why
	}
	f.mapper.Add(&f.event)
}

// byteOrderMark begins texts that some editors have saved.
const byteOrderMark = "\ufeff"

// untabbed returns a line with blanks instead of tabs, without its end.
func untabbed(text []byte) []byte {
	if text = bytes.TrimRight(text, "\r\n"); bytes.IndexByte(text, '\t') >= 0 {
		text = bytes.ReplaceAll(text, []byte("\t"), []byte(" "))
	}
	return text
}

// aside reports whether a line is a remark of the tool.
func aside(text []byte) bool {
	return slices.ContainsFunc([]string{"cpus=", "CPU ", "CPU:", "version = ", "Warning:"}, func(start string) bool {
		return bytes.HasPrefix(text, []byte(start))
	})
}
