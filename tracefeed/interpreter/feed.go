package interpreter

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"

	"tiv/tracefeed"
	"tiv/tracefeed/textfeed"
)

// Feed is the events that an interpreter makes of a trace. Its method Interrupt is safe for
// concurrent use.
type Feed struct {
	choice  Choice
	process *process
	// text is the feed of the output; nil before the first line of that.
	text   tracefeed.Feed
	tables *tracefeed.Tables // without text
	err    error
	closed atomic.Bool
}

// Open starts an interpreter on the bytes of a trace, with variables added to its environment, as
// "KEY=VALUE". The process ends with Interrupt or Close; its goroutine that reads the input ends
// at the next byte, or once the input is closed.
func Open(c Choice, in tracefeed.Input, variables []string) (*Feed, error) {
	p, err := start(c, in.Reader, variables)
	if err != nil {
		return nil, fmt.Errorf("interpreter %s: %w", c.describe(), err)
	}
	return &Feed{choice: c, process: p, tables: tracefeed.NewTables()}, nil
}

// Header returns the header of the output. Its note names the interpreter, and has what that
// printed to standard error.
func (f *Feed) Header() tracefeed.Header {
	h := tracefeed.Header{}
	if f.text != nil {
		h = f.text.Header()
	}
	h.Format = f.choice.Name
	h.Note = tracefeed.JoinNotes(h.Note, "read by the interpreter "+f.choice.describe())
	if f.err == io.EOF { // an error says it itself
		if printed := f.process.errors.words(); printed != "" {
			h.Note = tracefeed.JoinNotes(h.Note, printed)
		}
	}
	return h
}

// Tables returns the names in the output so far.
func (f *Feed) Tables() *tracefeed.Tables {
	if f.text == nil {
		return f.tables
	}
	return f.text.Tables()
}

// Batch returns the next events of the output. It does not wait for more output once it has some.
func (f *Feed) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	if f.err != nil {
		return nil, f.err
	}
	var err error
	if f.text == nil {
		f.text, err = textfeed.Format().Open(tracefeed.Input{Reader: f.process})
	}
	var events []tracefeed.Event
	if err == nil {
		events, err = f.text.Batch(used)
	}
	if err != nil {
		f.err = f.end(err)
		return nil, f.err
	}
	return events, nil
}

// end ends the process, and returns why the events end, by the error of reading the output.
func (f *Feed) end(err error) error {
	p := f.process
	damage := (*tracefeed.Damage)(nil)
	switch wrong := errors.As(err, &damage); {
	case p.reason() != nil: // rather than what an end within a line looks like
	case wrong && p.written.Load() == 0: // the exit status may say why
	case wrong:
		p.kill(fmt.Errorf("line %d of its output: %w", damage.Line, damage.Err))
	case err != io.EOF:
		p.kill(err)
	}
	why := p.wait()
	switch {
	case p.inputError() != nil && p.reason() == nil:
		return p.inputError()
	case why == nil && p.written.Load() == 0:
		why = errors.New("it has written nothing")
	case why == nil:
		return io.EOF
	}
	printed := p.errors.words()
	if printed != "" {
		printed = "; " + printed
	}
	return fmt.Errorf("interpreter %s: %w%s", f.choice.describe(), why, printed)
}

// Varies is true: a program can change.
func (f *Feed) Varies() bool { return true }

// errStopped is the reason of Interrupt.
var errStopped = errors.New("reading was stopped")

// Interrupt kills the process with all that it has started, so that a Batch returns.
func (f *Feed) Interrupt() { f.process.kill(errStopped) }

// Close kills the process if it still runs, and ends the feed.
func (f *Feed) Close() error {
	if f.err == nil {
		f.err = errors.New("the feed is closed")
	}
	if f.closed.CompareAndSwap(false, true) {
		f.process.kill(errStopped)
		f.process.wait()
	}
	return nil
}

// Account is what a process has done.
type Account struct {
	// Read and Written are lengths of its input and output in bytes, Lines the complete lines
	// of the output.
	Read, Written, Lines int64
	// Start is the start of the output, without what could change a terminal.
	Start string
	// Resources are what the process took, in words.
	Resources string
	// Printed are the last lines that it printed to standard error.
	Printed []Printed
	// Earlier is the number of lines printed before these.
	Earlier int
}

// Account returns what the process has done. The feed must have ended.
func (f *Feed) Account() Account {
	p := f.process
	a := Account{Read: p.read.Load(), Written: p.written.Load(), Lines: p.lines.Load(),
		Start: clean(string(p.start)), Resources: p.resources()}
	a.Printed, a.Earlier = p.errors.last()
	return a
}

// words returns the last lines in one sentence; "" if there are none.
func (l *printedLines) words() string {
	lines, _ := l.last()
	if len(lines) == 0 {
		return ""
	}
	lines = lines[max(0, len(lines)-maxQuoted):]
	var texts []string
	for _, p := range lines {
		texts = append(texts, fmt.Sprintf("%q", p.Text))
	}
	return fmt.Sprintf("it printed %s, at line %d of its output", strings.Join(texts, ", "), lines[len(lines)-1].Line)
}
