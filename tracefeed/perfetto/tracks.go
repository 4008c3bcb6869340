package perfetto

import (
	"bytes"

	"tiv/tracefeed/slicefeed"
)

// tracks are the tracks of a trace, by their numbers.
type tracks map[uint64]*track

// track is a line of slices, or a counter.
type track struct {
	// thread is set for the track of a thread itself.
	thread slicefeed.Thread
	// pid is the process of the track of a thread or process.
	pid    int64
	parent uint64
	name   []byte
	// category is that of the track's last slice.
	category category

	// Of a counter.
	isCounter, isDelta, isThreadTime bool
	unit                             int64
}

func (t tracks) track(uuid uint64) *track {
	x := t[uuid]
	if x == nil {
		x = &track{unit: 1}
		t[uuid] = x
	}
	return x
}

// owner returns the thread of a track, or of the tracks around it, 0 if there is none,
// and the process.
func (t tracks) owner(x *track) (slicefeed.Thread, int64) {
	const deepest = 64 // they may form a ring
	for range deepest {
		if x.thread != 0 || x.pid != 0 {
			return x.thread, x.pid
		}
		next := t[x.parent]
		if next == nil || next == x {
			break
		}
		x = next
	}
	return 0, 0
}

// descriptor reads the description of a track.
func (r *reader) descriptor(data []byte) (ok bool) {
	x, described := (*track)(nil), track{unit: 1}
	ok = true
	m := message{rest: data}
	for m.next() && ok {
		switch m.field {
		case trackUUID:
			x = r.tracks.track(m.value)
		case trackParent:
			described.parent = m.value
		case trackName, trackStaticName:
			described.name = bytes.Clone(m.data)
		case trackThread:
			described.thread, described.pid, ok = r.thread(m.data)
		case trackProcess:
			described.pid, ok = r.process(m.data)
		case trackCounter:
			ok = described.counter(m.data)
		}
	}
	if x != nil {
		*x = described
		if x.thread != 0 && len(x.name) > 0 {
			r.log.NameThread(x.thread, string(x.name))
		}
	}
	return ok && !m.bad
}

// counter reads the description of a counter.
func (x *track) counter(data []byte) bool {
	x.isCounter = true
	m := message{rest: data}
	for m.next() {
		switch m.field {
		case counterType:
			x.isThreadTime = m.value == counterIsThreadTime
		case counterUnit:
			x.unit = max(1, int64(m.value))
		case counterIsDelta:
			x.isDelta = m.value != 0
		}
	}
	return !m.bad
}

// number returns the value of a 32-bit number, which may be negative.
func number(v uint64) int64 { return int64(int32(v)) }

// thread reads the description of a thread.
func (r *reader) thread(data []byte) (t slicefeed.Thread, pid int64, ok bool) {
	var tid, order int64
	var text []byte
	m := message{rest: data}
	for m.next() {
		switch m.field {
		case threadPID:
			pid = number(m.value)
		case threadTID:
			tid = number(m.value)
		case threadName:
			text = m.data
		case threadOrder:
			order = number(m.value)
		}
	}
	t = r.threadOf(pid, tid)
	r.log.OrderThread(t, order)
	if len(text) > 0 {
		r.log.NameThread(t, string(text))
	}
	return t, pid, !m.bad
}

// threadDescriptor reads the description of the thread of a sequence.
func (r *reader) threadDescriptor(s *sequence, data []byte) (ok bool) {
	s.thread, _, ok = r.thread(data)
	m := message{rest: data}
	for m.next() {
		if m.field == threadTime {
			s.micros = int64(m.value)
		}
	}
	return ok && !m.bad
}

// sequenceThread returns the thread whose events a sequence has, 0 if that is not known.
func (r *reader) sequenceThread(s *sequence) slicefeed.Thread {
	if s.hasTrack {
		if x := r.tracks[s.track]; x != nil {
			return x.thread
		}
	}
	return s.thread
}

// process reads the description of a process.
func (r *reader) process(data []byte) (pid int64, ok bool) {
	var text, command []byte
	m := message{rest: data}
	for m.next() {
		switch m.field {
		case processPID:
			pid = number(m.value)
		case processName:
			text = program(m.data)
		case processCmd:
			if command == nil {
				command = m.data
			}
		}
	}
	if len(text) == 0 {
		text = program(command)
	}
	if len(text) > 0 {
		r.log.NameProcess(pid, string(text))
	}
	return pid, !m.bad
}

// program returns the name of a program that is given by its path, perhaps with
// arguments.
func program(name []byte) []byte {
	if !bytes.HasPrefix(name, []byte("/")) {
		return name
	}
	path, _, _ := bytes.Cut(name, []byte(" "))
	return path[bytes.LastIndexByte(path, '/')+1:]
}

// tree reads processes and threads that exist.
func (r *reader) tree(data []byte) bool {
	m := message{rest: data}
	for m.next() {
		if m.field != treeProcess && m.field != treeThread {
			continue
		}
		var id, group int64
		var text []byte
		e := message{rest: m.data}
		for e.next() {
			switch {
			case e.field == treePID: // and treeTID
				id = number(e.value)
			case m.field == treeThread && e.field == treeTGID:
				group = number(e.value)
			case m.field == treeThread && e.field == treeThreadName, m.field == treeProcess && e.field == treeCmd && text == nil:
				text = e.data
			}
		}
		switch {
		case e.bad:
			return false
		case m.field == treeProcess:
			r.treeProcess(id, program(text))
		default:
			if t := r.threadOf(group, id); len(text) > 0 {
				r.log.NameThread(t, string(text))
			}
		}
	}
	return !m.bad
}

// treeProcess adds a process, and its main thread, which has the same number.
func (r *reader) treeProcess(pid int64, text []byte) {
	t := r.threadOf(pid, pid)
	if len(text) > 0 {
		r.log.NameProcess(pid, string(text))
		if !r.log.Named(t) {
			r.log.NameThread(t, string(text))
		}
	}
}
