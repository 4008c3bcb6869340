package textfeed

import (
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"

	"tiv/tracefeed"
)

// tell writes the definitions that ev needs. It returns true if the line of ev
// is to name its thread.
//
// Readers number what they see in the order in which they see it. So what
// comes before it in its table must have been mentioned first.
func (e *Encoder) tell(ev *tracefeed.Event) (named bool, err error) {
	isNew := int(ev.Thread) >= len(e.threads.entries)
	if ev.Thread != tracefeed.NoThread {
		named = e.tellEntry(&e.threads, int(ev.Thread), ev.Kind == tracefeed.ThreadStart)
	}
	if ev.Other != tracefeed.NoThread {
		if isNew {
			e.keepOrder(ev)
		}
		e.tellEntry(&e.threads, int(ev.Other), false)
	}
	if ev.Monitor != tracefeed.NoMonitor {
		e.tellEntry(&e.monitors, int(ev.Monitor), false)
	}
	if int(ev.Name) >= len(e.names.entries) {
		e.tellEntry(&e.names, int(ev.Name), false)
	}
	if int(ev.Stack) >= e.stacks {
		if err := e.tellStacks(int(ev.Stack) + 1); err != nil {
			return false, err
		}
	}
	return named, e.err
}

// keepOrder mentions the thread of ev, which is new, if its other thread is new
// as well and will be mentioned before the line of ev.
func (e *Encoder) keepOrder(ev *tracefeed.Event) {
	other, n := int(ev.Other), len(e.threads.entries)
	if other > n || other == n && !e.threads.mentionTells(e.entry(&e.threads, other)) {
		e.define(append(append(e.line[:0], wordThread+" "...), e.threads.entries[ev.Thread].word...))
	}
}

// entry returns what entry i of the table of b is.
func (e *Encoder) entry(b *book, i int) tracefeed.Thread {
	switch b {
	case &e.threads:
		return e.tables.Threads[i]
	case &e.monitors:
		m := &e.tables.Monitors[i]
		return tracefeed.Thread{ID: m.ID, Name: m.Name}
	default:
		return tracefeed.Thread{ID: e.tables.Names[i], Name: e.tables.Names[i]}
	}
}

// tellEntry tells of an entry that the event to come mentions, perhaps by
// starting it. It returns true if the start must name it.
func (e *Encoder) tellEntry(b *book, id int, starts bool) (named bool) {
	is := e.entry(b, id)
	if id < len(b.entries) && b.entries[id].told == is && !starts {
		return false
	}
	e.tellBefore(b, id)
	if id == len(b.entries) {
		b.add(is.ID)
	}
	how := byEvent
	if starts && !b.entries[id].named && (is.Name == is.ID || e.fits(is.Name)) {
		how = byStart
	}
	e.define(b.appendDefinition(e.line[:0], id, is, how))
	return how == byStart && is.Name != is.ID
}

// fits reports whether the line of an event can have this name.
func (e *Encoder) fits(name string) bool {
	return name != "" && len(name) <= maxWord && len(appendName(e.line[:0], name)) <= maxWord
}

// tellBefore tells of the entries before end that were not mentioned yet.
func (e *Encoder) tellBefore(b *book, end int) {
	for i := len(b.entries); i < end; i++ {
		is := e.entry(b, i)
		b.add(is.ID)
		e.define(b.appendDefinition(e.line[:0], i, is, byNone))
	}
}

// tellRest tells all that the tables hold.
func (e *Encoder) tellRest() error {
	t := e.tables
	for _, rest := range []struct {
		b   *book
		end int
	}{{&e.threads, len(t.Threads)}, {&e.monitors, len(t.Monitors)}, {&e.names, len(t.Names)}} {
		for i := 1; i < len(rest.b.entries); i++ {
			e.define(rest.b.appendDefinition(e.line[:0], i, e.entry(rest.b, i), byNone))
		}
		e.tellBefore(rest.b, rest.end)
	}
	if err := e.tellStacks(len(t.Stacks)); err != nil {
		return err
	}
	e.tellFrames(len(t.Frames))
	return e.err
}

// tellStacks tells of the stacks before end, and of their frames.
func (e *Encoder) tellStacks(end int) error {
	for ; e.stacks < end; e.stacks++ {
		frames := e.tables.Stacks[e.stacks]
		most := tracefeed.FrameID(0)
		for _, f := range frames {
			if f < 0 || int(f) >= len(e.tables.Frames) {
				return fmt.Errorf("frame %d of stack %d is not in the tables", f, e.stacks)
			}
			most = max(most, f)
		}
		e.tellFrames(int(most) + 1)
		out := strconv.AppendInt(append(e.line[:0], wordStack+" s"...), int64(e.stacks), 10)
		for _, f := range frames {
			if f == 0 {
				out = append(out, " -"...)
				continue
			}
			out = strconv.AppendInt(append(out, " f"...), int64(f), 10)
		}
		e.define(out)
	}
	return nil
}

// tellFrames tells of the frames before end.
func (e *Encoder) tellFrames(end int) {
	for ; e.frames < end; e.frames++ {
		frame := &e.tables.Frames[e.frames]
		out := strconv.AppendInt(append(e.line[:0], wordFrame+" f"...), int64(e.frames), 10)
		out = append(out, ' ')
		if frame.Func == "" {
			out = append(out, '-')
		}
		out = appendName(out, frame.Func)
		if frame.File != "" || frame.Line != 0 {
			out = append(appendName(append(out, ' '), frame.File), ':')
			out = strconv.AppendInt(out, int64(frame.Line), 10)
		}
		e.define(out)
	}
}

// define writes a definition, if there is one, over as many lines as it takes.
func (e *Encoder) define(line []byte) {
	if len(line) == 0 {
		return
	}
	if last := len(line) - 1; line[last] == '\\' { // would go on
		line = append(line[:last], "%5C"...)
	}
	e.line = line[:0] // it may have grown
	if len(line) > maxDefinition {
		e.err = errors.Join(e.err, fmt.Errorf("a definition would be longer than %d bytes", maxDefinition))
		return
	}
	for len(line) > maxLine {
		end := maxLine - 1
		for !utf8.RuneStart(line[end]) {
			end--
		}
		e.w.Write(line[:end])
		e.w.WriteString("\\\n")
		line = line[end:]
	}
	e.w.Write(line) // an error comes back with the next write
	e.w.WriteByte('\n')
}
