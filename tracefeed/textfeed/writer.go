package textfeed

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"tiv/tracefeed"
)

// Encoder writes events as lines of a text trace, each after the definitions
// that it needs to be read back the same.
type Encoder struct {
	w      *bufio.Writer
	tables *tracefeed.Tables
	now    tracefeed.Time
	line   []byte
	// The parts of the tables defined so far.
	threads, monitors, names wordTable
	frames, stacks           int
	processes, types         int
	// known is what readers know of the trace: it is stated, or follows from counters.
	known  tracefeed.OldForm
	stated bool
	// err is a definition's error; no event can be written after it.
	err error
}

// NewEncoder returns an Encoder that has written the header. It looks names up
// in tables, which may grow between events.
func NewEncoder(w io.Writer, h tracefeed.Header, tables *tracefeed.Tables) *Encoder {
	e := &Encoder{
		w:         bufio.NewWriterSize(w, 1<<16),
		tables:    tables,
		threads:   newWordTable(wordThread),
		monitors:  newWordTable(wordMonitor),
		names:     newWordTable(wordName),
		frames:    1,
		stacks:    1,
		processes: 1,
		types:     1,
	}
	e.line = append(e.line, magic+version...)
	if h.Sched {
		e.line = append(e.line, " sched"...)
	}
	if h.Outside == tracefeed.Alone {
		e.line = append(e.line, " alone"...)
	}
	e.state(&h)
	e.w.Write(append(e.line, '\n')) // an error comes back with the next write
	return e
}

// About states what the trace is, if its header is another one now.
func (e *Encoder) About(h tracefeed.Header) {
	if e.line = append(e.line[:0], wordTrace...); e.state(&h) {
		e.w.Write(append(e.line, '\n'))
	}
}

// state appends the statements about the trace to the line. It returns false if readers
// know them.
func (e *Encoder) state(h *tracefeed.Header) bool {
	list := h.Statements()
	if slices.Equal(list, e.known.Header.Statements()) {
		return false
	}
	for _, s := range list {
		e.line = fmt.Appendf(e.line, " %s=%s", s.Key, s.Value)
	}
	e.known.Header, e.stated = *h, true
	return true
}

// Flush writes the entries of the tables that no event has mentioned, and the
// buffer.
func (e *Encoder) Flush() error {
	err := e.defineRest()
	if err != nil {
		err = fmt.Errorf("write text trace: %w", err)
	}
	return errors.Join(err, e.w.Flush())
}

// Encode writes one event. It returns an error, and writes nothing of the
// event, if the kind is unknown, the time goes back, a required thread is
// absent, or an id is not in the tables.
func (e *Encoder) Encode(ev *tracefeed.Event) error {
	err := e.err
	if err == nil {
		err = e.check(ev)
	}
	named := false
	if err == nil {
		named, err = e.defineEvent(ev)
	}
	if err != nil {
		return fmt.Errorf("write text trace: %s at %s: %w", ev.Kind, ev.Time.Exact(), err)
	}
	e.now = ev.Time
	if ev.Kind == tracefeed.Counter && !e.stated {
		e.known.Read([]tracefeed.Event{*ev}, e.tables.Names)
	}
	out := ev.Time.AppendExact(e.line[:0])
	out = append(out, ' ')
	if ev.Kind == tracefeed.Wake {
		out = append(out, '-')
	} else {
		out = append(out, e.threads.entries[ev.Thread].word...)
	}
	out = append(out, ' ')
	out = append(out, ev.Kind.String()...)
	out = e.appendArgument(out, ev)
	if named {
		out = append(out, " name="...)
		out = appendName(out, e.tables.Threads[ev.Thread].Name)
	}
	if extras(ev) {
		out = e.appendExtras(out, ev)
	}
	e.line = append(out, '\n')
	_, err = e.w.Write(e.line)
	return err
}

// check returns an error if ev is invalid.
func (e *Encoder) check(ev *tracefeed.Event) error {
	t := e.tables
	switch {
	case ev.Kind >= tracefeed.NumKinds:
		return errors.New("no such kind of event")
	case ev.Time < e.now:
		return fmt.Errorf("time goes back from %s", e.now.Exact())
	case needsThread(ev.Kind) && ev.Thread == tracefeed.NoThread:
		return errors.New("no thread")
	case neverHasThread(ev.Kind) && ev.Thread != tracefeed.NoThread:
		return fmt.Errorf("thread %d in what happens to the whole program", ev.Thread)
	case ev.Cause >= tracefeed.NumCauses:
		return fmt.Errorf("cause %d does not exist", ev.Cause)
	case ev.CPU < 0:
		return fmt.Errorf("processor %d does not exist", ev.CPU)
	}
	for _, in := range [...]struct {
		table string
		id, n int
	}{
		{wordThread, int(ev.Thread), len(t.Threads)},
		{wordThread, int(ev.Other), len(t.Threads)},
		{wordMonitor, int(ev.Monitor), len(t.Monitors)},
		{wordStack, int(ev.Stack), len(t.Stacks)},
		{wordName, int(ev.Name), len(t.Names)},
	} {
		if in.id < 0 || in.id >= in.n {
			return fmt.Errorf("%s %d is not in the tables", in.table, in.id)
		}
	}
	return nil
}

// appendArgument appends the word after the event, if it needs one.
func (e *Encoder) appendArgument(out []byte, ev *tracefeed.Event) []byte {
	switch r := &rules[ev.Kind]; r.argument {
	case monitorArgument:
		out = append(out, ' ')
		out = append(out, e.monitors.entries[ev.Monitor].word...)
	case threadArgument:
		out = append(out, ' ')
		out = append(out, e.threads.entries[ev.Thread].word...)
	case nameArgument:
		if ev.Name != tracefeed.NoName {
			out = append(out, ' ')
			out = append(out, e.names.entries[ev.Name].word...)
		}
	case causeArgument:
		if ev.Cause != tracefeed.NoCause && slices.Contains(r.causes, ev.Cause) {
			out = append(out, ' ')
			out = append(out, ev.Cause.String()...)
		}
	}
	return out
}

// extras reports whether ev has a field that may need a key.
func extras(ev *tracefeed.Event) bool {
	return ev.Other != 0 || ev.Shared || ev.Forever || ev.CPU != 0 || ev.Stack != 0 ||
		ev.Object != 0 || ev.Value != 0 || ev.Cause != 0 || ev.Monitor != 0 || ev.Name != 0
}

// appendExtras appends the keys for the fields that the argument does not hold.
func (e *Encoder) appendExtras(out []byte, ev *tracefeed.Event) []byte {
	r := &rules[ev.Kind]
	if ev.Other != tracefeed.NoThread {
		out = append(out, " by="...)
		out = append(out, e.threads.entries[ev.Other].word...)
	}
	if ev.Monitor != tracefeed.NoMonitor && r.argument != monitorArgument {
		out = append(out, " monitor="...)
		out = append(out, e.monitors.entries[ev.Monitor].word...)
	}
	if ev.Shared {
		out = append(out, " mode=shared"...)
	}
	if ev.Cause != tracefeed.NoCause && !slices.Contains(r.causes, ev.Cause) {
		out = append(out, " cause="...)
		out = append(out, ev.Cause.String()...)
	}
	if ev.Forever {
		out = append(out, " lasts=forever"...)
	}
	if ev.CPU != tracefeed.NoCPU {
		out = append(out, " cpu="...)
		out = strconv.AppendInt(out, int64(ev.CPU)-1, 10)
	}
	if ev.Name != tracefeed.NoName && r.argument != nameArgument {
		out = append(out, " what="...)
		out = append(out, e.names.entries[ev.Name].word...)
	}
	if ev.Object != 0 {
		out = append(out, " object="...)
		out = strconv.AppendInt(out, ev.Object, 10)
	}
	if ev.Value != 0 {
		out = append(out, " value="...)
		out = strconv.AppendInt(out, ev.Value, 10)
	}
	if ev.Stack != tracefeed.NoStack {
		out = append(out, " stack=s"...)
		out = strconv.AppendInt(out, int64(ev.Stack), 10)
	}
	return out
}
