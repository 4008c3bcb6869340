package perfetto

import (
	"google.golang.org/protobuf/encoding/protowire"

	"tiv/internal/protobuf"
	"tiv/tracefeed/sched"
	"tiv/tracefeed/slicefeed"
)

// kernel reads the events of ftrace.
type kernel struct {
	*threads
	cpu    int16
	offset int64 // what times lack to the trace's clock
	// Memory for packed numbers.
	times, states, tids, comms, flags []uint64
	names                             [][]byte
}

// bundle reads the events of a processor.
func (k *kernel) bundle(clocks *clocks, data []byte) bool {
	k.cpu, k.offset = 0, 0
	var clock, ftrace, boot, lost uint64
	m := protobuf.New(data, 0)
	for m.Next() {
		switch m.Number {
		case bundleCPU:
			k.cpu = int16(min(m.Value, 1<<15-2))
		case bundleClock:
			clock = m.Value
		case bundleFtraceTime:
			ftrace = m.Value
		case bundleBootTime:
			boot = m.Value
		case bundleLost:
			lost = m.Value
		}
	}
	switch {
	case m.Err() != nil:
		return false
	case clock == clockIsGlobal && boot > 0:
		k.offset = int64(boot - ftrace)
	case clock == clockIsMonoRaw:
		k.offset = clocks.clock(0, rawClock).offset
	}
	return k.events(data, lost != 0)
}

// events reads the events of a bundle. After a loss, the first one has its time.
func (k *kernel) events(data []byte, lost bool) bool {
	ok := true
	m := protobuf.New(data, 0)
	for m.Next() && ok {
		switch {
		case m.Bytes == nil:
		case m.Number == bundleEvent:
			ok = k.kernelEvent(m.Bytes, lost)
			lost = false
		case m.Number == bundleSched:
			ok = k.compact(m.Bytes, lost)
			lost = false
		}
	}
	return ok && m.Err() == nil
}

// kernelTime returns a time of the bundle's clock in the trace's.
func (k *kernel) kernelTime(v uint64) (int64, bool) {
	at := int64(v) + k.offset
	return at, v <= slicefeed.MaxTime && -slicefeed.MaxTime <= at && at <= slicefeed.MaxTime
}

func (k *kernel) loseAll(at int64) {
	k.log.Add(slicefeed.Record{Kind: slicefeed.Lost, At: at})
}

// fromInterrupt reports whether an event is none of the thread that runs, by its flags.
func fromInterrupt(flags uint64) bool {
	const hard, soft = 0x08, 0x10
	return flags&(hard|soft) != 0
}

// kernelEvent reads one event. After a loss, it has the time of that.
func (k *kernel) kernelEvent(data []byte, lost bool) bool {
	var time, flags uint64
	var pid int64
	var content protobuf.Message
	m := protobuf.New(data, 0)
	for m.Next() {
		switch {
		case m.Number == kernelTimestamp:
			time = m.Value
		case m.Number == kernelPID:
			pid = number(m.Value)
		case m.Number == kernelFlags:
			flags = m.Value
		case m.Bytes != nil:
			content = m
		}
	}
	at, ok := k.kernelTime(time)
	if m.Err() != nil || !ok {
		return false
	}
	if lost {
		k.loseAll(at)
	}
	e := protobuf.New(content.Bytes, 0)
	k.add(content.Number, &e, slicefeed.Record{At: at, CPU: k.cpu, Thread: k.task(pid)}, fromInterrupt(flags))
	return e.Err() == nil
}

// add adds the records of an event of a kind. rec has its time, processor and thread.
func (k *kernel) add(kind protowire.Number, e *protobuf.Message, rec slicefeed.Record, interrupt bool) {
	switch kind {
	case kernelSwitch:
		k.schedSwitch(e, rec)
	case kernelWakeup, kernelWaking:
		k.waking(e, rec, interrupt)
	case kernelBlocked:
		k.blocked(e, rec)
	case kernelNewTask:
		k.newTask(e, rec)
	case kernelRename:
		k.rename(e)
	case kernelProcessExit:
		if rec.Kind = slicefeed.Exit; rec.Thread != 0 {
			k.log.Add(rec)
		}
	case kernelPrint:
		for e.Next() {
			if e.Number == printText {
				k.print(e.Bytes, rec)
			}
		}
	default:
		k.log.Skip("kernel event")
	}
}

func (k *kernel) schedSwitch(e *protobuf.Message, rec slicefeed.Record) {
	var before, after []byte
	for e.Next() {
		switch e.Number {
		case switchPrevPID:
			rec.Thread = k.task(number(e.Value))
		case switchPrevState:
			rec.Code = sched.Letter(e.Value)
		case switchNextPID:
			rec.Other = k.task(number(e.Value))
		case switchPrevComm:
			before = e.Bytes
		case switchNextComm:
			after = e.Bytes
		}
	}
	if rec.Code == 0 {
		rec.Code = 'R'
	}
	k.nameTask(rec.Thread, before)
	k.nameTask(rec.Other, after)
	rec.Kind = slicefeed.Switch
	k.log.Add(rec)
}

func (k *kernel) waking(e *protobuf.Message, rec slicefeed.Record, interrupt bool) {
	rec.Kind, rec.Other, rec.Thread = slicefeed.Wakeup, rec.Thread, 0
	if interrupt {
		rec.Other = 0
	}
	var comm []byte
	for e.Next() {
		switch e.Number {
		case wakingPID:
			rec.Thread = k.task(number(e.Value))
		case wakingComm:
			comm = e.Bytes
		}
	}
	if k.nameTask(rec.Thread, comm); rec.Thread != 0 {
		k.log.Add(rec)
	}
}

// blocked reads why a thread that waits in the state D does so.
func (k *kernel) blocked(e *protobuf.Message, rec slicefeed.Record) {
	rec.Kind, rec.Thread = slicefeed.Blocked, 0
	for e.Next() {
		switch e.Number {
		case blockedPID:
			rec.Thread = k.task(number(e.Value))
		case blockedIOWait:
			rec.Value = int64(e.Value)
		}
	}
	k.log.Add(rec)
}

// newTask reads the begin of a thread.
func (k *kernel) newTask(e *protobuf.Message, rec slicefeed.Record) {
	const sameProcess = 0x10000 // CLONE_THREAD
	var flags uint64
	var tid int64
	var comm []byte
	for e.Next() {
		switch e.Number {
		case newTaskPID:
			tid = number(e.Value)
		case newTaskComm:
			comm = e.Bytes
		case newTaskFlags:
			flags = e.Value
		}
	}
	rec.Kind, rec.Other, rec.Thread = slicefeed.Spawn, rec.Thread, k.task(tid)
	if rec.Thread == 0 {
		return
	}
	if _, ok := k.threads.pids[tid]; !ok && flags&sameProcess == 0 {
		k.threadOf(tid, tid)
	}
	k.nameTask(rec.Thread, comm)
	k.log.Add(rec)
}

func (k *kernel) rename(e *protobuf.Message) {
	var t slicefeed.Thread
	var comm []byte
	for e.Next() {
		switch e.Number {
		case renamePID:
			t = k.task(number(e.Value))
		case renameComm:
			comm = e.Bytes
		}
	}
	if t != 0 && len(comm) > 0 {
		k.log.NameThread(t, string(comm))
	}
}

// print reads a line that a program wrote into the kernel's buffer, in Android's form.
func (k *kernel) print(text []byte, rec slicefeed.Record) {
	mark, ok := sched.ParseMark(text)
	if rec.Thread == 0 || !ok {
		k.log.Skip("kernel print")
		return
	}
	if mark.Kind != 'C' {
		rec.Name = k.log.Name(mark.Name)
	}
	switch mark.Kind {
	case 'B':
		rec.Kind = slicefeed.Begin
	case 'E':
		rec.Kind = slicefeed.End
	case 'I':
		rec.Kind = slicefeed.Mark
	case 'C':
		rec.Kind, rec.Thread, rec.Value, rec.Name = slicefeed.Count, 0, mark.Value, k.log.Counter(int64(mark.PID), string(mark.Name))
	case 'S':
		rec.Kind, rec.Code, rec.Value = slicefeed.TaskBegin, slicefeed.Once, k.log.Key(append([]byte("p"), mark.Key...))
	case 'F':
		rec.Kind, rec.Value = slicefeed.TaskEnd, k.log.Key(append([]byte("p"), mark.Key...))
	}
	k.log.Add(rec)
}
