package perfetto

import (
	"bytes"

	"tiv/internal/protobuf"
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

// row returns the row of a track without a thread.
func (r *reader) row(pid int64, uuid uint64) slicefeed.Thread {
	name := ""
	for at, deepest := uuid, 64; name == "" && deepest > 0; deepest-- { // they may form a ring
		x := r.tracks[at]
		if x == nil {
			break
		}
		name, at = string(x.name), x.parent
	}
	return r.log.Row(pid, uuid, name)
}

// descriptor reads the description of a track.
func (r *reader) descriptor(data []byte) (ok bool) {
	x, described := (*track)(nil), track{unit: 1}
	ok = true
	m := protobuf.New(data, 0)
	for m.Next() && ok {
		switch m.Number {
		case trackUUID:
			x = r.tracks.track(m.Value)
		case trackParent:
			described.parent = m.Value
		case trackName, trackStaticName:
			described.name = bytes.Clone(m.Bytes)
		case trackThread:
			described.thread, described.pid, ok = r.thread(m.Bytes)
		case trackProcess:
			described.pid, ok = r.process(m.Bytes)
		case trackCounter:
			ok = described.counter(m.Bytes)
		}
	}
	if x != nil {
		*x = described
		if x.thread != 0 && len(x.name) > 0 {
			r.log.NameThread(x.thread, string(x.name))
		}
	}
	return ok && m.Err() == nil
}

// counter reads the description of a counter.
func (x *track) counter(data []byte) bool {
	x.isCounter = true
	m := protobuf.New(data, 0)
	for m.Next() {
		switch m.Number {
		case counterType:
			x.isThreadTime = m.Value == counterIsThreadTime
		case counterUnit:
			x.unit = max(1, int64(m.Value))
		case counterIsDelta:
			x.isDelta = m.Value != 0
		}
	}
	return m.Err() == nil
}

// number returns the value of a 32-bit number, which may be negative.
func number(v uint64) int64 { return int64(int32(v)) }

// thread reads the description of a thread.
func (r *reader) thread(data []byte) (t slicefeed.Thread, pid int64, ok bool) {
	var tid, order int64
	var text []byte
	m := protobuf.New(data, 0)
	for m.Next() {
		switch m.Number {
		case threadPID:
			pid = number(m.Value)
		case threadTID:
			tid = number(m.Value)
		case threadName:
			text = m.Bytes
		case threadOrder:
			order = number(m.Value)
		}
	}
	t = r.threadOf(pid, tid)
	r.log.OrderThread(t, order)
	if len(text) > 0 {
		r.log.NameThread(t, string(text))
	}
	return t, pid, m.Err() == nil
}

// threadDescriptor reads the description of the thread of a sequence.
func (r *reader) threadDescriptor(s *sequence, data []byte) (ok bool) {
	s.thread, _, ok = r.thread(data)
	m := protobuf.New(data, 0)
	for m.Next() {
		if m.Number == threadTime {
			s.micros = int64(m.Value)
		}
	}
	return ok && m.Err() == nil
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
	m := protobuf.New(data, 0)
	for m.Next() {
		switch m.Number {
		case processPID:
			pid = number(m.Value)
		case processName:
			text = program(m.Bytes)
		case processCmd:
			if command == nil {
				command = m.Bytes
			}
		}
	}
	if len(text) == 0 {
		text = program(command)
	}
	if len(text) > 0 {
		r.log.Processes.SetName(pid, string(text))
	}
	return pid, m.Err() == nil
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
	m := protobuf.New(data, 0)
	for m.Next() {
		if m.Number != treeProcess && m.Number != treeThread {
			continue
		}
		var id, group int64
		var text []byte
		e := protobuf.New(m.Bytes, 0)
		for e.Next() {
			switch {
			case e.Number == treePID: // and treeTID
				id = number(e.Value)
			case m.Number == treeThread && e.Number == treeTGID:
				group = number(e.Value)
			case m.Number == treeThread && e.Number == treeThreadName, m.Number == treeProcess && e.Number == treeCmd && text == nil:
				text = e.Bytes
			}
		}
		switch {
		case e.Err() != nil:
			return false
		case m.Number == treeProcess:
			r.treeProcess(id, program(text))
		default:
			if t := r.threadOf(group, id); len(text) > 0 {
				r.log.NameThread(t, string(text))
			}
		}
	}
	return m.Err() == nil
}

// treeProcess adds a process, and its main thread, which has the same number.
func (r *reader) treeProcess(pid int64, text []byte) {
	t := r.threadOf(pid, pid)
	if len(text) > 0 {
		r.log.Processes.SetName(pid, string(text))
		if !r.log.Named(t) {
			r.log.NameThread(t, string(text))
		}
	}
}
