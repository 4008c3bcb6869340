package textfeed

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"tiv/tracefeed"
)

// Write writes the rest of feed to w as a text trace, an event at a time. If
// the feed ends with an error, the events before it are written and the error
// is returned.
func Write(w io.Writer, feed tracefeed.Feed) error {
	var ev tracefeed.Event
	err := feed.Next(&ev) // the header is certain only after it
	enc := NewEncoder(w, feed.Header(), feed.Tables())
	for ; err == nil; err = feed.Next(&ev) {
		if err := enc.Encode(&ev); err != nil {
			return errors.Join(err, enc.Flush())
		}
	}
	if err == io.EOF {
		err = nil
	}
	return errors.Join(err, enc.Flush())
}

// Encoder writes events as lines of a text trace.
type Encoder struct {
	w      *bufio.Writer
	tables *tracefeed.Tables
	now    tracefeed.Time
	line   []byte
}

// NewEncoder returns an Encoder that has written the header. It looks names up
// in tables, which may grow between events.
func NewEncoder(w io.Writer, h tracefeed.Header, tables *tracefeed.Tables) *Encoder {
	e := &Encoder{w: bufio.NewWriterSize(w, 1<<16), tables: tables}
	e.line = append(e.line, magic+version...)
	if h.Sched {
		e.line = append(e.line, " sched"...)
	}
	e.w.Write(append(e.line, '\n')) // an error comes back with the next write
	return e
}

// Flush writes what is still buffered.
func (e *Encoder) Flush() error { return e.w.Flush() }

// Encode writes one event. An event that a text trace cannot say is an error,
// and nothing of it is written.
func (e *Encoder) Encode(ev *tracefeed.Event) error {
	var err error
	if e.line, err = e.appendEvent(e.line[:0], ev); err != nil {
		return fmt.Errorf("write text trace: %s at %s: %w", ev.Kind, ev.Time.Exact(), err)
	}
	if len(e.line) > maxLine {
		return fmt.Errorf("write text trace: %s at %s: the line would be longer than %d bytes",
			ev.Kind, ev.Time.Exact(), maxLine)
	}
	e.now = ev.Time
	_, err = e.w.Write(append(e.line, '\n'))
	return err
}

func (e *Encoder) appendEvent(out []byte, ev *tracefeed.Event) ([]byte, error) {
	switch {
	case ev.Kind == tracefeed.NoKind || ev.Kind >= tracefeed.NumKinds:
		return out, errors.New("no such kind of event")
	case ev.Time < e.now:
		return out, fmt.Errorf("time goes back from %s", e.now.Exact())
	case hasThread(ev.Kind) && ev.Thread == tracefeed.NoThread:
		return out, errors.New("no thread")
	}
	out = append(out, ev.Time.Exact()...)
	out = append(out, ' ')
	var err error
	if ev.Kind == tracefeed.Wake || !hasThread(ev.Kind) {
		out = append(out, '-')
	} else if out, err = e.appendThread(out, ev.Thread); err != nil {
		return out, err
	}
	out = append(out, ' ')
	out = append(out, ev.Kind.String()...)
	if out, err = e.appendArgument(out, ev); err != nil {
		return out, err
	}
	return e.appendKeys(out, ev)
}

func (e *Encoder) appendArgument(out []byte, ev *tracefeed.Event) ([]byte, error) {
	switch r := &rules[ev.Kind]; r.argument {
	case monitorArgument:
		return e.appendMonitor(append(out, ' '), ev.Monitor)
	case threadArgument:
		return e.appendThread(append(out, ' '), ev.Thread)
	case causeArgument:
		if !slices.Contains(r.causes, ev.Cause) {
			return out, fmt.Errorf("cause %s is none of %s", ev.Cause, causeList(r.causes))
		}
		if ev.Cause != tracefeed.NoCause {
			out = append(out, ' ')
			out = append(out, ev.Cause.String()...)
		}
	}
	return out, nil
}

func (e *Encoder) appendKeys(out []byte, ev *tracefeed.Event) ([]byte, error) {
	keys := rules[ev.Kind].keys
	if keys&keyName != 0 {
		if th := e.tables.Threads[ev.Thread]; th.Name != th.ID && th.Name != "" {
			out = append(out, " name="...)
			out = appendName(out, strings.ToValidUTF8(th.Name, "\uFFFD"))
		}
	}
	if keys&keyBy != 0 && ev.Other != tracefeed.NoThread {
		var err error
		if out, err = e.appendThread(append(out, " by="...), ev.Other); err != nil {
			return out, err
		}
	}
	if keys&keyMode != 0 && ev.Shared {
		out = append(out, " mode=shared"...)
	}
	if keys&keyCPU != 0 && ev.CPU < 0 {
		return out, fmt.Errorf("processor %d does not exist", ev.CPU)
	}
	if keys&keyCPU != 0 && ev.CPU != tracefeed.NoCPU {
		out = append(out, " cpu="...)
		out = strconv.AppendInt(out, int64(ev.CPU)-1, 10)
	}
	return out, nil
}

func (e *Encoder) appendThread(out []byte, id tracefeed.ThreadID) ([]byte, error) {
	if id < 0 || int(id) >= len(e.tables.Threads) {
		return out, fmt.Errorf("thread %d is not in the tables", id)
	}
	return appendID(out, e.tables.Threads[id].ID)
}

func (e *Encoder) appendMonitor(out []byte, id tracefeed.MonitorID) ([]byte, error) {
	if id == tracefeed.NoMonitor {
		return append(out, '-'), nil
	}
	if id < 0 || int(id) >= len(e.tables.Monitors) {
		return out, fmt.Errorf("monitor %d is not in the tables", id)
	}
	return appendID(out, e.tables.Monitors[id].ID)
}

func appendID(out []byte, id string) ([]byte, error) {
	if id == "" || !utf8.ValidString(id) {
		return out, fmt.Errorf("id %q cannot be a word", id)
	}
	return appendName(out, id), nil
}
