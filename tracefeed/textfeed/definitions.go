package textfeed

import (
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"

	"tiv/tracefeed"
)

// defineEvent writes the definitions that ev needs. It returns true if the line
// of ev must name its thread.
//
// Readers number entries in the order of first mention. So all entries before
// an entry in its table must be mentioned before it.
func (e *Encoder) defineEvent(ev *tracefeed.Event) (named bool, err error) {
	e.defineProcesses()
	isNew := int(ev.Thread) >= len(e.threads.entries)
	if ev.Thread != tracefeed.NoThread {
		named = e.defineEntry(&e.threads, int(ev.Thread), ev.Kind == tracefeed.ThreadStart)
	}
	if ev.Other != tracefeed.NoThread {
		if isNew {
			e.keepOrder(ev)
		}
		e.defineEntry(&e.threads, int(ev.Other), false)
	}
	if ev.Monitor != tracefeed.NoMonitor {
		e.defineEntry(&e.monitors, int(ev.Monitor), false)
	}
	if int(ev.Name) >= len(e.names.entries) {
		e.defineEntry(&e.names, int(ev.Name), false)
	}
	if int(ev.Stack) >= e.stacks {
		if err := e.defineStacks(int(ev.Stack) + 1); err != nil {
			return false, err
		}
	}
	return named, e.err
}

// keepOrder mentions the thread of ev, which is new, if its other thread is new
// as well and will be mentioned before the line of ev.
func (e *Encoder) keepOrder(ev *tracefeed.Event) {
	other, n := int(ev.Other), len(e.threads.entries)
	if other > n || other == n && !e.threads.mentionDefines(e.entry(&e.threads, other)) {
		e.define(append(append(e.line[:0], wordThread+" "...), e.threads.entries[ev.Thread].word...))
	}
}

// entry returns entry i of the table of b, as a thread.
func (e *Encoder) entry(b *wordTable, i int) tracefeed.Thread {
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

// defineEntry defines an entry that the next event mentions; starts is true if
// that event starts it. It returns true if the start must name it.
func (e *Encoder) defineEntry(b *wordTable, id int, starts bool) (named bool) {
	is := e.entry(b, id)
	if id < len(b.entries) && b.entries[id].written == is && !starts {
		return false
	}
	e.defineBefore(b, id)
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

// defineBefore defines the entries before end that no line has mentioned.
func (e *Encoder) defineBefore(b *wordTable, end int) {
	for i := len(b.entries); i < end; i++ {
		is := e.entry(b, i)
		b.add(is.ID)
		e.define(b.appendDefinition(e.line[:0], i, is, byNone))
	}
}

// defineRest defines all other entries of the tables.
func (e *Encoder) defineRest() error {
	t := e.tables
	e.defineProcesses()
	for _, rest := range []struct {
		b   *wordTable
		end int
	}{{&e.threads, len(t.Threads)}, {&e.monitors, len(t.Monitors)}, {&e.names, len(t.Names)}} {
		for i := 1; i < len(rest.b.entries); i++ {
			e.define(rest.b.appendDefinition(e.line[:0], i, e.entry(rest.b, i), byNone))
		}
		e.defineBefore(rest.b, rest.end)
	}
	err := e.defineTypes()
	if err == nil {
		err = e.defineStacks(len(t.Stacks))
	}
	if err != nil {
		return err
	}
	e.defineFrames(len(t.Frames))
	return e.err
}

// defineProcesses defines the processes that are not defined yet.
func (e *Encoder) defineProcesses() {
	for ; e.processes < len(e.tables.Processes); e.processes++ {
		p := &e.tables.Processes[e.processes]
		out := appendProcess(append(e.line[:0], wordProcess+" "...), tracefeed.ProcessID(e.processes))
		out = appendName(append(out, " id="...), p.ID)
		if p.Name != p.ID {
			out = appendName(append(out, " name="...), p.Name)
		}
		if p.Parent != tracefeed.NoProcess {
			out = appendProcess(append(out, " parent="...), p.Parent)
		}
		if p.Command != "" {
			out = appendName(append(out, " command="...), p.Command)
		}
		e.define(out)
	}
}

// defineTypes defines the types that are not defined yet. No event needs them, so they
// follow all names.
func (e *Encoder) defineTypes() error {
	for ; e.types < len(e.tables.Types); e.types++ {
		is := &e.tables.Types[e.types]
		for _, name := range append([]tracefeed.NameID{is.Name}, is.Supertypes...) {
			if name < 0 || int(name) >= len(e.tables.Names) {
				return fmt.Errorf("name %d of type %d is not in the tables", name, e.types)
			}
		}
		out := append(append(e.line[:0], wordType+" "...), e.names.entries[is.Name].word...)
		for _, super := range is.Supertypes {
			out = append(append(out, ' '), e.names.entries[super].word...)
		}
		e.define(out)
	}
	return nil
}

// appendProcess appends the word for a process.
func appendProcess(out []byte, id tracefeed.ProcessID) []byte {
	if id == tracefeed.NoProcess {
		return append(out, '-')
	}
	return strconv.AppendInt(append(out, 'p'), int64(id), 10)
}

// defineStacks defines the stacks before end, and their frames.
func (e *Encoder) defineStacks(end int) error {
	for ; e.stacks < end; e.stacks++ {
		frames := e.tables.Stacks[e.stacks]
		most := tracefeed.FrameID(0)
		for _, f := range frames {
			if f < 0 || int(f) >= len(e.tables.Frames) {
				return fmt.Errorf("frame %d of stack %d is not in the tables", f, e.stacks)
			}
			most = max(most, f)
		}
		e.defineFrames(int(most) + 1)
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

// defineFrames defines the frames before end.
func (e *Encoder) defineFrames(end int) {
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
	if last := len(line) - 1; line[last] == '\\' { // would continue the line
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
