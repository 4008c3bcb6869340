package perfetto

import (
	"bytes"
	"strconv"

	"google.golang.org/protobuf/encoding/protowire"

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
	m := message{rest: data}
	for m.next() {
		switch m.field {
		case bundleCPU:
			k.cpu = int16(min(m.value, 1<<15-2))
		case bundleClock:
			clock = m.value
		case bundleFtraceTime:
			ftrace = m.value
		case bundleBootTime:
			boot = m.value
		case bundleLost:
			lost = m.value
		}
	}
	switch {
	case m.bad:
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
	m := message{rest: data}
	for m.next() && ok {
		switch {
		case m.data == nil:
		case m.field == bundleEvent:
			ok = k.kernelEvent(m.data, lost)
			lost = false
		case m.field == bundleSched:
			ok = k.compact(m.data, lost)
			lost = false
		}
	}
	return ok && !m.bad
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
	var content message
	m := message{rest: data}
	for m.next() {
		switch {
		case m.field == kernelTimestamp:
			time = m.value
		case m.field == kernelPID:
			pid = number(m.value)
		case m.field == kernelFlags:
			flags = m.value
		case m.data != nil:
			content = m
		}
	}
	at, ok := k.kernelTime(time)
	if m.bad || !ok {
		return false
	}
	if lost {
		k.loseAll(at)
	}
	e := message{rest: content.data}
	k.add(content.field, &e, slicefeed.Record{At: at, CPU: k.cpu, Thread: k.task(pid)}, fromInterrupt(flags))
	return !e.bad
}

// add adds the records of an event of a kind. rec has its time, processor and thread.
func (k *kernel) add(kind protowire.Number, e *message, rec slicefeed.Record, interrupt bool) {
	switch kind {
	case kernelSwitch:
		k.schedSwitch(e, rec)
	case kernelWakeup, kernelWaking:
		k.waking(e, rec, interrupt)
	case kernelNewTask:
		k.newTask(e, rec)
	case kernelRename:
		k.rename(e)
	case kernelProcessExit:
		if rec.Kind = slicefeed.Exit; rec.Thread != 0 {
			k.log.Add(rec)
		}
	case kernelPrint:
		for e.next() {
			if e.field == printText {
				k.print(e.data, rec)
			}
		}
	default:
		k.log.Skip()
	}
}

// letter returns the letter of a state of the kernel.
func letter(state uint64) uint8 {
	const letters = "SDTtXZPI"
	for i := range len(letters) {
		if state>>i&1 != 0 {
			return letters[i]
		}
	}
	return 'R'
}

func (k *kernel) schedSwitch(e *message, rec slicefeed.Record) {
	var before, after []byte
	for e.next() {
		switch e.field {
		case switchPrevPID:
			rec.Thread = k.task(number(e.value))
		case switchPrevState:
			rec.Code = letter(e.value)
		case switchNextPID:
			rec.Other = k.task(number(e.value))
		case switchPrevComm:
			before = e.data
		case switchNextComm:
			after = e.data
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

func (k *kernel) waking(e *message, rec slicefeed.Record, interrupt bool) {
	rec.Kind, rec.Other, rec.Thread = slicefeed.Wakeup, rec.Thread, 0
	if interrupt {
		rec.Other = 0
	}
	var comm []byte
	for e.next() {
		switch e.field {
		case wakingPID:
			rec.Thread = k.task(number(e.value))
		case wakingComm:
			comm = e.data
		}
	}
	if k.nameTask(rec.Thread, comm); rec.Thread != 0 {
		k.log.Add(rec)
	}
}

// newTask reads the begin of a thread.
func (k *kernel) newTask(e *message, rec slicefeed.Record) {
	const sameProcess = 0x10000 // CLONE_THREAD
	var flags uint64
	var tid int64
	var comm []byte
	for e.next() {
		switch e.field {
		case newTaskPID:
			tid = number(e.value)
		case newTaskComm:
			comm = e.data
		case newTaskFlags:
			flags = e.value
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

func (k *kernel) rename(e *message) {
	var t slicefeed.Thread
	var comm []byte
	for e.next() {
		switch e.field {
		case renamePID:
			t = k.task(number(e.value))
		case renameComm:
			comm = e.data
		}
	}
	if t != 0 && len(comm) > 0 {
		k.log.NameThread(t, string(comm))
	}
}

// print reads a line that a program wrote into the kernel's buffer, in Android's form:
// B|PID|NAME, E|PID, C|PID|NAME|VALUE, S|PID|NAME|COOKIE, F|PID|NAME|COOKIE.
func (k *kernel) print(text []byte, rec slicefeed.Record) {
	words := bytes.SplitN(bytes.TrimRight(text, "\n\x00"), []byte("|"), 4)
	if rec.Thread == 0 || len(words[0]) != 1 {
		k.log.Skip()
		return
	}
	switch kind := words[0][0]; {
	case kind == 'B' && len(words) >= 3:
		rec.Kind, rec.Name = slicefeed.Begin, k.log.Name(bytes.Join(words[2:], []byte("|")))
	case kind == 'E':
		rec.Kind = slicefeed.End
	case kind == 'C' && len(words) == 4:
		pid, err1 := strconv.ParseInt(string(words[1]), 10, 32)
		value, err2 := strconv.ParseInt(string(words[3]), 10, 64)
		if err1 != nil || err2 != nil {
			k.log.Skip()
			return
		}
		rec.Kind, rec.Thread, rec.Value, rec.Name = slicefeed.Count, 0, value, k.log.Counter(pid, string(words[2]))
	case (kind == 'S' || kind == 'F') && len(words) == 4:
		if rec.Kind = slicefeed.TaskBegin; kind == 'F' {
			rec.Kind = slicefeed.TaskEnd
		}
		rec.Value, rec.Name = k.log.Key(bytes.Join(append([][]byte{[]byte("p")}, words[1:]...), []byte("|"))), k.log.Name(words[2])
	default:
		k.log.Skip()
		return
	}
	k.log.Add(rec)
}
