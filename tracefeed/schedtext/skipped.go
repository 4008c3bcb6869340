package schedtext

import (
	"bytes"
	"fmt"
	"strings"

	"tiv/tracefeed"
	"tiv/tracefeed/sched"
)

// skipped counts what a feed does not show.
type skipped struct {
	line int // the number of the present line
	// lines is the number of lines that are no events. first is the number of the first of
	// them, text its beginning.
	lines, first int
	text         string
	events       tracefeed.LeftOut
}

// skip counts the present line.
func (s *skipped) skip(text []byte) {
	const shown = 40
	if s.lines++; s.lines == 1 {
		s.first, s.text = s.line, strings.ToValidUTF8(string(text[:min(shown, len(text))]), "?")
	}
}

// leave counts the event of a line by its type. A text can have any number of types.
func (s *skipped) leave(l *line) {
	const most = 1000
	name := string(l.name)
	switch {
	case l.event.Kind == sched.Sample:
		name = counter(l.name)
	case bytes.Contains(l.rest, []byte("trace_event_clock_sync:")):
		return // a time of another clock
	case name == "0" || name == "print":
		name = "tracing_mark_write"
	}
	if s.events == nil {
		s.events = tracefeed.LeftOut{}
	}
	if _, ok := s.events[name]; !ok && len(s.events) >= most {
		name = "of more types"
	}
	s.events[name]++
}

// remarks returns the remarks on the trace.
func (f *feed) remarks() string {
	var parts []string
	if f.untimed {
		parts = append(parts, untimedNote)
	}
	parts = append(parts, f.mapper.Remarks()...)
	if n := f.note.lines; n == 1 {
		parts = append(parts, fmt.Sprintf("line %d is no event, and was skipped: %q", f.note.first, f.note.text))
	} else if n > 1 {
		parts = append(parts, fmt.Sprintf("%d lines are no events, and were skipped, the first of them line %d: %q", n,
			f.note.first, f.note.text))
	}
	if left := f.note.events.String(); left != "" {
		left += " left out"
		if f.counter != "" {
			left += "; samples are those of " + f.counter
		}
		parts = append(parts, left)
	}
	return strings.Join(parts, "; ")
}
