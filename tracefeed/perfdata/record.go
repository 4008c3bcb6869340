package perfdata

import (
	"errors"
	"fmt"
	"io"

	"tiv/tracefeed"
	"tiv/tracefeed/sched"
)

// The types of records that count.
const (
	recMmap         = 1
	recLost         = 2
	recComm         = 3
	recExit         = 4
	recFork         = 7
	recSample       = 9
	recMmap2        = 10
	recLostSamples  = 13
	recSwitch       = 14
	recSwitchAll    = 15
	recAttr         = 64
	recTracingData  = 66
	recBuildID      = 67
	recRound        = 68
	recAuxTrace     = 71
	recThreads      = 73
	recCompressed   = 81
	recCompressed2  = 83
	recordHeaderLen = 8
)

// record is a record. Its body is valid until the next one is read.
type record struct {
	kind   uint32
	misc   uint16
	offset int64
	body   []byte
}

// next reads the next record, io.EOF at the end.
func (f *file) next() (record, error) {
	if f.end >= 0 && f.at >= f.end {
		return record{}, io.EOF
	}
	head, err := f.in.Peek(recordHeaderLen)
	if len(head) == 0 && f.end < 0 && err == io.EOF {
		return record{}, io.EOF
	}
	if err != nil {
		return record{}, f.cut(err)
	}
	size := int(le.Uint16(head[6:]))
	if size < recordHeaderLen {
		return record{}, f.damage(fmt.Errorf("a record has %d bytes", size))
	}
	b, err := f.in.Peek(size)
	if err != nil {
		return record{}, f.cut(err)
	}
	rec := record{le.Uint32(b), le.Uint16(b[4:]), f.at, b[recordHeaderLen:]}
	f.at += int64(size)
	f.in.Discard(size)
	return rec, nil
}

// cut returns the error for a file that ends too early.
func (f *file) cut(err error) error {
	if err == io.EOF {
		err = errors.New("the file ends within its records")
	}
	return f.damage(err)
}

// skip skips bytes.
func (f *file) skip(n int64) error {
	read, err := io.CopyN(io.Discard, f.in, n)
	f.at += read
	if err != nil {
		return f.cut(err)
	}
	return nil
}

// readTracing reads the descriptions of tracepoints that follow a record of a pipe.
func (f *file) readTracing() error {
	c := counter{in: f.in}
	err := f.parseTracing(&c)
	f.at += c.n
	if err == nil && c.n%8 != 0 {
		return f.skip(8 - c.n%8)
	}
	return err
}

// counter counts the bytes that are read through it.
type counter struct {
	in io.Reader
	n  int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	c.n += int64(n)
	return n, err
}

// skipAux skips the data of a processor's tracing hardware.
func (f *file) skipAux(b []byte) error {
	if len(b) < 8 || le.Uint64(b) > 1<<62 {
		return errShort
	}
	return f.skip(int64(le.Uint64(b)))
}

// apply acts on a record.
func (f *Feed) apply(rec record, id identity) error {
	ev := sched.Event{Time: id.time, CPU: id.cpu, Current: sched.Task{PID: id.pid, TID: id.tid}}
	b := rec.body
	f.begun = f.begun || rec.kind == recSample || rec.kind == recSwitch || rec.kind == recSwitchAll
	switch rec.kind {
	case recSample:
		return f.sample(&ev, rec)
	case recMmap, recMmap2:
		return f.space.mmap(rec)
	case recComm:
		if len(b) < 8 {
			return errShort
		}
		return f.comm(&ev, rec)
	case recFork, recExit:
		if len(b) < 16 {
			return errShort
		}
		f.forkOrExit(&ev, rec)
	case recLost, recLostSamples:
		if len(b) < 8 || rec.kind == recLost && len(b) < 16 {
			return errShort
		}
		if rec.kind == recLost {
			b = b[8:]
		}
		ev.Kind, ev.Value, ev.Current.TID = sched.Lost, int64(min(le.Uint64(b), 1<<62)), sched.None
		f.mapper.Add(&ev)
	case recSwitch, recSwitchAll:
		const out, preempted = 1 << 13, 1 << 14
		switch ev.Kind = sched.SwitchIn; {
		case rec.misc&(out|preempted) == out|preempted:
			ev.Kind, ev.State = sched.SwitchOut, 'R'
		case rec.misc&out != 0:
			ev.Kind, ev.State = sched.SwitchOut, 'S'
		}
		f.mapper.Add(&ev)
	}
	return nil
}

// threads acts on the list of threads that were recorded: all if one of them is -1.
func (f *Feed) threads(b []byte) {
	const entry = 24
	for b = b[min(8, len(b)):]; len(b) >= entry; b = b[entry:] {
		if int64(le.Uint64(b)) == -1 {
			f.mapper.SetWide()
			return
		}
	}
}

// comm acts on a new name of a thread.
func (f *Feed) comm(ev *sched.Event, rec record) error {
	const exec = 1 << 13
	pid, tid := int32(le.Uint32(rec.body)), int32(le.Uint32(rec.body[4:]))
	ev.Kind, ev.Target = sched.Rename, sched.Task{PID: pid, TID: tid, Comm: []byte(cstring(rec.body[8:]))}
	if ev.Time != 0 && rec.misc&exec != 0 {
		f.space.exec(pid)
	}
	if !f.begun {
		ev.Kind = sched.Known
	}
	f.mapper.Add(ev)
	return nil
}

// forkOrExit acts on the begin or end of a thread.
func (f *Feed) forkOrExit(ev *sched.Event, rec record) {
	b := rec.body
	pid, ppid, tid, ptid := int32(le.Uint32(b)), int32(le.Uint32(b[4:])), int32(le.Uint32(b[8:])), int32(le.Uint32(b[12:]))
	if rec.kind == recFork && pid != ppid && ev.Time != 0 {
		f.space.fork(pid, ppid)
	}
	switch {
	case rec.kind == recExit && !f.begun:
		return
	case rec.kind == recExit:
		ev.Kind, ev.Current = sched.Exit, sched.Task{PID: pid, TID: tid}
	case !f.begun:
		ev.Kind, ev.Target = sched.Known, sched.Task{PID: pid, TID: tid}
	default:
		ev.Kind, ev.Current, ev.Target = sched.Fork, sched.Task{PID: ppid, TID: ptid}, sched.Task{PID: pid, TID: tid}
	}
	f.mapper.Add(ev)
}

var _ tracefeed.Feed = (*Feed)(nil)
