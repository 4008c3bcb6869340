package perfetto

import (
	"bytes"
	"strconv"

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

// kernelEvent reads one event.
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
	rec := slicefeed.Record{At: at, CPU: k.cpu, Thread: k.task(pid)}
	e := message{rest: content.data}
	switch content.field {
	case kernelSwitch:
		k.schedSwitch(&e, rec)
	case kernelWakeup, kernelWaking:
		k.waking(&e, rec, fromInterrupt(flags))
	case kernelNewTask:
		k.newTask(&e, rec)
	case kernelRename:
		k.rename(&e)
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
	return !e.bad
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

// compact reads switches and wake-ups in columns.
func (k *kernel) compact(data []byte, lost bool) bool {
	k.times, k.states, k.tids, k.comms, k.names = k.times[:0], k.states[:0], k.tids[:0], k.comms[:0], k.names[:0]
	var wakeTimes, wakePIDs, wakeComms []uint64
	k.flags = k.flags[:0]
	m := message{rest: data}
	for m.next() {
		switch m.field {
		case schedSwitchTime:
			k.times = m.numbers(k.times, false)
		case schedSwitchState:
			k.states = m.numbers(k.states, false)
		case schedSwitchPID:
			k.tids = m.numbers(k.tids, false)
		case schedSwitchComm:
			k.comms = m.numbers(k.comms, false)
		case schedComms:
			k.names = append(k.names, m.data)
		case schedWakingTime:
			wakeTimes = m.numbers(wakeTimes, false)
		case schedWakingPID:
			wakePIDs = m.numbers(wakePIDs, false)
		case schedWakingComm:
			wakeComms = m.numbers(wakeComms, false)
		case schedWakingFlags:
			k.flags = m.numbers(k.flags, false)
		}
	}
	return !m.bad && k.switches(lost) && k.wakings(wakeTimes, wakePIDs, wakeComms)
}

// at returns number i of a column, 0 beyond its end.
func at(column []uint64, i int) uint64 {
	if i < len(column) {
		return column[i]
	}
	return 0
}

// comm returns a name that compact events refer to.
func (k *kernel) comm(i uint64) []byte {
	if i < uint64(len(k.names)) {
		return k.names[i]
	}
	return nil
}

// switches adds compact switches. They have the next thread alone.
func (k *kernel) switches(lost bool) bool {
	var time uint64
	for i := range k.tids {
		time += at(k.times, i)
		when, ok := k.kernelTime(time)
		if !ok {
			return false
		}
		if lost && i == 0 {
			k.loseAll(when)
		}
		rec := slicefeed.Record{Kind: slicefeed.Switch, At: when, CPU: k.cpu,
			Other: k.task(number(k.tids[i])), Code: letter(at(k.states, i))}
		k.nameTask(rec.Other, k.comm(at(k.comms, i)))
		k.log.Add(rec)
	}
	return true
}

// wakings adds compact wake-ups: by the thread on their processor.
func (k *kernel) wakings(times, pids, comms []uint64) bool {
	var time uint64
	for i := range pids {
		time += at(times, i)
		when, ok := k.kernelTime(time)
		if !ok {
			return false
		}
		t := k.task(number(pids[i]))
		if k.nameTask(t, k.comm(at(comms, i))); t == 0 {
			continue
		}
		rec := slicefeed.Record{Kind: slicefeed.Wakeup, At: when, CPU: k.cpu, Thread: t, Code: slicefeed.ByCurrent}
		if fromInterrupt(at(k.flags, i)) {
			rec.Code = 0
		}
		k.log.Add(rec)
	}
	return true
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
