package textfeed

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"tiv/tracefeed"
)

// reader is the feed of a text trace.
type reader struct {
	in        *bufio.Reader
	header    tracefeed.Header
	tables    *tracefeed.Tables
	threads   map[string]tracefeed.ThreadID
	monitors  map[string]tracefeed.MonitorID
	names     map[string]tracefeed.NameID
	frames    map[string]tracefeed.FrameID
	stacks    map[string]tracefeed.StackID
	processes map[string]tracefeed.ProcessID
	// stated: the first line says what the trace is; if not, old does.
	stated bool
	old    tracefeed.OldForm
	// named are the threads with a name from a definition.
	named map[tracefeed.ThreadID]struct{}
	// long buffers a definition of several lines.
	long []byte
	// held is a line that was read after the end of a batch.
	held []byte
	// number is the number of the line read last, from 1.
	number int
	// now is the time of the event read last.
	now tracefeed.Time
	// err is the error that ended the feed.
	err error
}

// open reads the first line and returns the feed of the rest.
func open(input tracefeed.Input) (tracefeed.Feed, error) {
	f := &reader{
		in:        bufio.NewReaderSize(input.Reader, maxLine+len("\r\n")),
		header:    tracefeed.Header{Format: name},
		tables:    tracefeed.NewTables(),
		threads:   map[string]tracefeed.ThreadID{},
		monitors:  map[string]tracefeed.MonitorID{},
		names:     map[string]tracefeed.NameID{},
		frames:    map[string]tracefeed.FrameID{},
		stacks:    map[string]tracefeed.StackID{},
		processes: map[string]tracefeed.ProcessID{},
		named:     map[tracefeed.ThreadID]struct{}{},
	}
	text, err := f.readLine()
	if err == io.EOF {
		err = errors.New("the file is empty")
	}
	if err == nil {
		err = f.readHeader(text)
	}
	if err != nil {
		return nil, &tracefeed.Damage{Line: 1, Err: err}
	}
	return f, nil
}

// readHeader reads the line "tiv-text 1 [sched] [alone] [KEY=VALUE …]".
func (f *reader) readHeader(text []byte) error {
	if !sniff(text) {
		return fmt.Errorf("not a text trace: it does not begin with %q", magic+version)
	}
	rest := words(text[len(magic):])
	if v := rest.next(); string(v) != version {
		return fmt.Errorf("version %q of text traces is not known, only %s", clip(v), version)
	}
	for word := rest.next(); word != nil; word = rest.next() {
		switch {
		case string(word) == "sched" && !f.header.Sched:
			f.header.Sched = true
		case string(word) == "alone" && f.header.Outside == "":
			f.header.Outside = tracefeed.Alone
		case f.state(string(word)) == nil:
		default:
			return fmt.Errorf("unexpected %q after %q", clip(word), magic+version)
		}
	}
	return nil
}

// state takes over a statement, of the first line or of a line "trace".
func (f *reader) state(word string) error {
	key, value, _ := strings.Cut(word, "=")
	if !f.header.Accept(tracefeed.Statement{Key: key, Value: value}) {
		return fmt.Errorf("unexpected %q", clip([]byte(word)))
	}
	f.stated = true
	return nil
}

// readLine returns the next line without its end, valid until the next call.
// It holds no more than maxLine bytes of it at any time.
func (f *reader) readLine() ([]byte, error) {
	f.number++
	text, err := f.in.ReadSlice('\n')
	switch {
	case err == io.EOF && len(text) > 0: // the last line lacks its end
	case err != nil && err != bufio.ErrBufferFull:
		return nil, err
	}
	text = bytes.TrimSuffix(text, []byte("\n"))
	text = bytes.TrimSuffix(text, []byte("\r"))
	if len(text) > maxLine || err == bufio.ErrBufferFull {
		return nil, fmt.Errorf("the line is longer than %d bytes", maxLine)
	}
	return text, nil
}

// Header returns the contents of the first line.
func (f *reader) Header() tracefeed.Header {
	h := f.header
	if !f.stated {
		h.Kind, h.Period, h.Recorder = f.old.Header.Kind, f.old.Header.Period, f.old.Header.Recorder
	}
	return h
}

// Tables returns the names seen so far.
func (f *reader) Tables() *tracefeed.Tables { return f.tables }

// Close ends the feed. It does not close the underlying reader.
func (f *reader) Close() error {
	if f.err == nil {
		f.err = errors.New("the feed is closed")
	}
	return nil
}

var errNotUTF8 = errors.New("not UTF-8")

// maxBatch is the maximum number of events in a batch.
const maxBatch = 1024

// Batch reads the next event, the definitions before it, and the complete lines
// after it that were read along with it. It ends before a line that may rename
// something, so that the tables have the names as of the batch. An invalid line
// is a *tracefeed.Damage, and ends the feed.
func (f *reader) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	batch := used[:0]
	for f.err == nil && len(batch) < maxBatch && (len(batch) == 0 || f.hasLine()) {
		text, err := f.nextLine()
		if err == nil && len(batch) > 0 && renames(text) {
			f.held = text
			break
		}
		batch, f.err = f.add(batch, text, err)
	}
	if len(batch) == 0 {
		return nil, f.err
	}
	if !f.stated {
		f.old.Read(batch, f.tables.Names)
	}
	return batch, nil
}

// add appends the event of a line, if it has one, to a batch. err is the error
// of reading the line. It returns the error that ends the feed.
func (f *reader) add(batch []tracefeed.Event, text []byte, err error) ([]tracefeed.Event, error) {
	if err == io.EOF {
		return batch, err
	}
	n := len(batch)
	batch = append(batch, tracefeed.Event{})
	ok := false
	if err == nil {
		ok, err = f.take(text, &batch[n])
	}
	if !ok {
		batch = batch[:n]
	}
	if err != nil {
		err = &tracefeed.Damage{Line: f.number, Err: err}
	}
	return batch, err
}

// nextLine returns the line that was held, or reads the next.
func (f *reader) nextLine() ([]byte, error) {
	if text := f.held; text != nil {
		f.held = nil
		return text, nil
	}
	return f.readLine()
}

// renames reports whether a line may change the name of a thread or monitor that
// the tables have already.
func renames(text []byte) bool {
	rest := words(text)
	switch string(rest.next()) {
	case wordThread, wordMonitor:
		return true
	}
	return bytes.Contains(rest, []byte(" start")) || bytes.Contains(rest, []byte("\tstart"))
}

// hasLine reports whether the next line has been read already, so that readLine
// does not wait for it.
func (f *reader) hasLine() bool {
	ahead, _ := f.in.Peek(f.in.Buffered())
	return bytes.IndexByte(ahead, '\n') >= 0
}

// take reads one line. It returns false if the line is no event.
func (f *reader) take(text []byte, ev *tracefeed.Event) (bool, error) {
	rest := words(text)
	word := rest.next()
	if defines(word) {
		return false, f.define(text)
	}
	if !utf8.Valid(text) {
		return false, errNotUTF8
	}
	if word == nil {
		return false, nil
	}
	var l line
	if err := l.parse(text); err != nil {
		return false, err
	}
	if l.time < f.now {
		return false, fmt.Errorf("time goes back from %s to %s", f.now.Exact(), l.time.Exact())
	}
	stack := tracefeed.NoStack
	if l.stack != nil {
		var ok bool
		if stack, ok = f.stacks[string(l.stack)]; !ok {
			return false, fmt.Errorf("%s: stack %q is not defined", l.kind, clip(l.stack))
		}
	}
	f.now = l.time
	f.event(&l, stack, ev)
	return true, nil
}

// event fills ev from a line. The line must be valid as a whole, so that an
// invalid one adds nothing to the tables.
func (f *reader) event(l *line, stack tracefeed.StackID, ev *tracefeed.Event) {
	*ev = tracefeed.Event{
		Time:    l.time,
		Thread:  f.thread(l.thread),
		Other:   f.thread(l.other),
		Monitor: f.monitor(l.monitor),
		Name:    f.name(l.what),
		Stack:   stack,
		CPU:     l.cpu,
		Object:  l.object,
		Value:   l.value,
		Kind:    l.kind,
		Cause:   l.cause,
		Shared:  l.shared,
		Forever: l.forever,
	}
	if l.kind == tracefeed.ThreadStart {
		f.start(ev.Thread, l.name)
	}
}

// start names a new thread; name is nil if the line has none.
func (f *reader) start(id tracefeed.ThreadID, name []byte) {
	th := f.tables.Threads[id]
	if name != nil {
		th.Name = string(name)
	} else if _, named := f.named[id]; !named {
		th.Name = th.ID
	}
	f.tables.NameThread(id, th)
}

func (f *reader) thread(name []byte) tracefeed.ThreadID {
	if name == nil {
		return tracefeed.NoThread
	}
	id, ok := f.threads[string(name)]
	if !ok {
		s := string(name)
		id = f.tables.AddThread(tracefeed.Thread{ID: s, Name: s})
		f.threads[s] = id
	}
	return id
}

func (f *reader) monitor(name []byte) tracefeed.MonitorID {
	if name == nil {
		return tracefeed.NoMonitor
	}
	id, ok := f.monitors[string(name)]
	if !ok {
		s := string(name)
		id = f.tables.AddMonitor(tracefeed.Monitor{ID: s, Name: s})
		f.monitors[s] = id
	}
	return id
}

func (f *reader) name(name []byte) tracefeed.NameID {
	if name == nil {
		return tracefeed.NoName
	}
	id, ok := f.names[string(name)]
	if !ok {
		s := string(name)
		id = f.tables.AddName(s)
		f.names[s] = id
	}
	return id
}
