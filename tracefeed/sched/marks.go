package sched

import (
	"bytes"
	"strconv"

	"tiv/tracefeed"
)

// Mark is a line that a program wrote into the kernel's buffer, in Android's form:
//
//	B|PID|NAME                 a call begins
//	E|PID                      the innermost call ends
//	S|PID|NAME|COOKIE          an asynchronous slice begins, F: ends
//	G|PID|TRACK|NAME|COOKIE    the same on a track, H|PID|TRACK|COOKIE: ends
//	C|PID|NAME|VALUE           a counter
//	I|PID|NAME                 a moment, also N|PID|TRACK|NAME
type Mark struct {
	// Kind is B, E, S, F, C or I; S and F also for a slice on a track.
	Kind byte
	// PID is the process that the text names, 0 for none.
	PID  int32
	Name []byte
	// Key identifies an asynchronous slice.
	Key   []byte
	Value int64
}

// ParseMark parses a line. Texts are parts of it.
func ParseMark(text []byte) (m Mark, ok bool) {
	text = bytes.TrimRight(text, " \r\n\x00")
	kind, rest, _ := bytes.Cut(text, bar)
	if len(kind) != 1 {
		return m, false
	}
	pid, rest, named := bytes.Cut(rest, bar)
	m = Mark{Kind: kind[0], PID: max(0, number(bytes.TrimSpace(pid)))}
	switch m.Kind {
	case 'E':
		return m, true
	case 'B', 'I':
		m.Name = rest
	case 'C':
		name, value, _ := cutLast(rest)
		n, err := strconv.ParseInt(string(value), 10, 64)
		if m.Name, m.Value = name, n; err != nil {
			return m, false
		}
	case 'S', 'F':
		m.Key = text[2:]
		m.Name, _, named = cutLast(rest)
	case 'G':
		track, rest, _ := bytes.Cut(rest, bar)
		name, cookie, both := cutLast(rest)
		m.Kind, m.Name, named = 'S', name, both
		m.Key = bytes.Join([][]byte{pid, track, cookie}, bar)
	case 'H':
		m.Kind = 'F'
		track, cookie, both := bytes.Cut(rest, bar)
		if _, last, more := cutLast(cookie); more {
			cookie = last
		}
		m.Key, named = bytes.Join([][]byte{pid, track, cookie}, bar), both
	case 'N':
		m.Kind = 'I'
		_, m.Name, named = bytes.Cut(rest, bar)
	default:
		return m, false
	}
	return m, named
}

var bar = []byte("|")

// cutLast cuts a text at its last bar.
func cutLast(text []byte) (before, after []byte, ok bool) {
	i := bytes.LastIndexByte(text, '|')
	if i < 0 {
		return text, nil, false
	}
	return text[:i], text[i+1:], true
}

// marks are the names, tasks and counters that programs have marked.
type marks struct {
	tables   *tracefeed.Tables
	names    map[string]tracefeed.NameID
	counters map[counterKey]tracefeed.NameID
	// processes are the processes that have the names of counters.
	processes map[string]int32
	// open are the open asynchronous slices by their keys, begun is the number of all so far.
	open  map[string]int64
	begun int64
	// repeated is the number of asynchronous slices that began while they were open.
	repeated int64
}

// counterKey identifies a counter.
type counterKey struct {
	pid  int32
	name string
}

func newMarks(t *tracefeed.Tables) marks {
	return marks{tables: t, names: map[string]tracefeed.NameID{}, counters: map[counterKey]tracefeed.NameID{},
		processes: map[string]int32{}, open: map[string]int64{}}
}

// mark adds the event of a mark of the current thread.
func (m *Mapper) mark(x *task, k *Mark) {
	if x.pid == 0 && k.PID > 0 {
		x.pid = k.PID
		m.names.rename(x)
	}
	switch k.Kind {
	case 'B':
		name := m.marks.name(k.Name)
		x.calls = append(x.calls, name)
		m.emit(x, tracefeed.Event{Kind: tracefeed.CallEnter, Name: name})
	case 'E':
		name, n := tracefeed.NoName, len(x.calls)
		if n > 0 {
			name, x.calls = x.calls[n-1], x.calls[:n-1]
		}
		m.emit(x, tracefeed.Event{Kind: tracefeed.CallExit, Name: name})
	case 'C':
		m.output.add(tracefeed.Event{Kind: tracefeed.Counter, Time: m.Now(), Name: m.marks.counter(k), Value: k.Value})
	case 'I':
		name := m.marks.name(k.Name)
		m.emit(x, tracefeed.Event{Kind: tracefeed.RegionStart, Name: name})
		m.emit(x, tracefeed.Event{Kind: tracefeed.RegionEnd, Name: name})
	case 'S', 'F':
		if ev, ok := m.marks.slice(k); ok {
			m.emit(x, ev)
		}
	}
}

// slice returns the event of the begin or end of an asynchronous slice, false if it has
// begun already.
func (s *marks) slice(k *Mark) (ev tracefeed.Event, ok bool) {
	object, open := s.open[string(k.Key)]
	ev = tracefeed.Event{Kind: tracefeed.TaskStart, Object: object}
	switch {
	case k.Kind == 'F':
		ev.Kind = tracefeed.TaskEnd
		delete(s.open, string(k.Key))
	case open:
		s.repeated++
		return ev, false
	default:
		ev.Name = s.name(k.Name)
	}
	if !open {
		s.begun++
		ev.Object = s.begun
	}
	if k.Kind == 'S' {
		s.open[string(k.Key)] = ev.Object
	}
	return ev, true
}

// name returns the id of a name.
func (s *marks) name(text []byte) tracefeed.NameID {
	id, ok := s.names[string(text)]
	if !ok && len(text) > 0 {
		id = s.tables.AddName(string(text))
		s.names[string(text)] = id
	}
	return id
}

// counter returns the name of a counter, with the process if it is not the first one with a
// counter of that name.
func (s *marks) counter(k *Mark) tracefeed.NameID {
	key := counterKey{k.PID, string(k.Name)}
	id, ok := s.counters[key]
	if ok {
		return id
	}
	name := key.name
	if first, ok := s.processes[name]; !ok {
		s.processes[name] = k.PID
	} else if first != k.PID {
		name = strconv.Itoa(int(k.PID)) + "/" + name
	}
	id = s.tables.AddName(name)
	s.counters[key] = id
	return id
}
