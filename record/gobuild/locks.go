package gobuild

// lockIdentity logs every lock and unlock with the lock's address, and each
// wait before it begins; also each wait for a condition or a wait group. Without a trace, the fast paths only read TivOn, and are
// inlined as without the patches.
//
// The release of a mutex is logged before it happens, and an acquisition after
// it, so that no two goroutines own the mutex in the trace. The mutex inside an
// RWMutex logs only waits: a writer holds the RWMutex when the readers have
// left, not before.
var lockIdentity = feature{
	name: "lock identity",
	patches: []patch{
		{"internal/sync/mutex.go", []change{
			{1, `	if atomic.CompareAndSwapInt32(&m.state, 0, mutexLocked) {
`, `	if !TivOn && atomic.CompareAndSwapInt32(&m.state, 0, mutexLocked) {
`},
			{1, `	// Slow path (outlined so that the fast path can be inlined)
	m.lockSlow()
`, `	m.tivLock()
`},
			{1, `	if race.Enabled {
		race.Acquire(unsafe.Pointer(m))
	}
	return true
`, `	if race.Enabled {
		race.Acquire(unsafe.Pointer(m))
	}
	tivTook(&m.state)
	return true
`},
			{1, `			if waitStartTime == 0 {
				waitStartTime = runtime_nanotime()
			}
`, `			if waitStartTime == 0 {
				tivWaits(unsafe.Pointer(m), 'w')
				waitStartTime = runtime_nanotime()
			}
`},
			{1, `	// Fast path: drop lock bit.
	new := atomic.AddInt32(&m.state, -mutexLocked)
`, `	new := int32(TivLogged)
	if !TivOn {
		new = atomic.AddInt32(&m.state, -mutexLocked)
	}
`},
			{1, "		m.unlockSlow(new)\n", "		m.tivUnlock(new)\n"},
		}},
		{"sync/rwmutex.go", rwmutexChanges},
		{"sync/mutex.go", []change{{1, "	mu isync.Mutex\n", "	mu isync.Mutex\n"}}},
		{"sync/cond.go", []change{{1, "	runtime_notifyListWait(&c.notify, t)\n",
			"	tivAwaits(unsafe.Pointer(c)); runtime_notifyListWait(&c.notify, t)\n"}}},
		{"sync/waitgroup.go", []change{{1, "			runtime_SemacquireWaitGroup(&wg.sema",
			"			tivAwaits(unsafe.Pointer(wg)); runtime_SemacquireWaitGroup(&wg.sema"}}},
	},
	adds: []addition{{"internal/sync", "lock.go.txt"}, {"sync", "rwlock.go.txt"}, {"sync", "await.go.txt"}},
}

var rwmutexChanges = []change{
	{1, "import (\n", "import (\n	isync \"internal/sync\"\n"},
	{1, `	if rw.readerCount.Add(1) < 0 {
		// A writer is pending, wait for it.
		runtime_SemacquireRWMutexR(&rw.readerSem, false, 0)
`, `	if n := rw.readerCount.Add(1); n < 0 || isync.TivOn {
		rw.tivRLock(n)
`},
	{1, `		if rw.readerCount.CompareAndSwap(c, c+1) {
`, `		if rw.readerCount.CompareAndSwap(c, c+1) {
			rw.tivRead()
`},
	{1, `	if r := rw.readerCount.Add(-1); r < 0 {
		// Outlined slow-path to allow the fast-path to be inlined
		rw.rUnlockSlow(r)
`, `	r := int32(isync.TivLogged)
	if !isync.TivOn {
		r = rw.readerCount.Add(-1)
	}
	if r < 0 {
		rw.tivRUnlock(r)
`},
	{1, "	rw.w.Lock()\n", "	rw.w.mu.TivLock()\n"},
	{1, `	if r != 0 && rw.readerWait.Add(r) != 0 {
		runtime_SemacquireRWMutex(&rw.writerSem, false, 0)
	}
`, `	if r != 0 && rw.readerWait.Add(r) != 0 {
		isync.TivWaitsReaders(unsafe.Pointer(rw))
		runtime_SemacquireRWMutex(&rw.writerSem, false, 0)
	}
	if isync.TivOn {
		rw.tivTaken()
	}
`},
	{1, "	if !rw.w.TryLock() {\n", "	if !rw.w.mu.TivTryLock() {\n"},
	{1, `	if !rw.readerCount.CompareAndSwap(0, -rwmutexMaxReaders) {
		rw.w.Unlock()
		if race.Enabled {
			race.Enable()
		}
		return false
	}
`, `	if !rw.readerCount.CompareAndSwap(0, -rwmutexMaxReaders) {
		rw.w.mu.TivUnlock()
		if race.Enabled {
			race.Enable()
		}
		return false
	}
	rw.tivTaken()
`},
	{1, `	// Announce to readers there is no active writer.
`, `	if isync.TivOn {
		rw.w.mu.TivFrees()
	}
`},
	{1, "	// Allow other writers to proceed.\n	rw.w.Unlock()\n", "	rw.w.mu.TivUnlock()\n"},
}

// fewEvents tracks the owners of locks in the runtime, so that most uncontended
// operations need not be logged. It also logs channels.
var fewEvents = feature{
	name: "limits on lock events, and channels",
	patches: append(fewEventsPatches, patch{"runtime/traceevent.go", []change{
		{1, "	\"internal/trace/tracev2\"\n", "	\"internal/trace/tracev2\"\n"}}}),
	adds:    append(fewEventsAdds, addition{"runtime", "event.go.txt"}),
	without: []addition{{"internal/sync", "lockmany.go.txt"}, {"runtime/trace", "nolocks.go.txt"}, {"runtime/trace", "nocalls.go.txt"}},
	older: &feature{ // Go 1.24
		patches: append(fewEventsPatches, patch{"runtime/traceevent.go", []change{
			{1, "	traceEvUserLog    ", "	traceEvUserLog    "}}}),
		adds: append(fewEventsAdds, addition{"runtime", "event124.go.txt"}),
	},
}

var fewEventsAdds = []addition{
	{"runtime", "channel.go.txt"}, {"runtime", "item.go.txt"},
	{"runtime", "lockbudget.go.txt"}, {"runtime", "lockevent.go.txt"}, {"runtime", "lockfast.go.txt"},
	{"runtime", "lockheld.go.txt"}, {"runtime", "lockannounce.go.txt"},
	{"runtime", "lockowner.go.txt"}, {"runtime", "lockread.go.txt"}, {"runtime", "lockwait.go.txt"},
	{"internal/sync", "lockfew.go.txt"}, {"runtime/trace", "locks.go.txt"},
	{"runtime", "call.go.txt"}, {"runtime/trace", "calls.go.txt"},
	{"runtime", "units.go.txt"}, {"runtime/trace", "semaphores.go.txt"},
}

var fewEventsPatches = []patch{
	{"runtime/runtime2.go", []change{{1, `	// Per-G tracer state.
	trace gTraceState
`, `	// Per-G tracer state.
	trace gTraceState

	tiv tivLocks
`}}},
	{"runtime/chan.go", channelChanges},
	{"runtime/select.go", selectChanges},
	{"runtime/proc.go", []change{{1, `func goexit1() {
`, `func goexit1() {
	tivEnds()
`}}},
	{"runtime/trace.go", []change{
		{1, `	trace.enabled = true
`, `	tivForget()
	trace.enabled = true
	tivOn = true
	tivItems.Store(tivItemsWanted)
`},
		{1, `			trace.enabled = false
`, `			trace.enabled = false
			tivOn = false
			tivItems.Store(false)
`},
		{1, `func traceAdvance(stopTrace bool) {
`, `func traceAdvance(stopTrace bool) {
	tivCount()
`},
	}},
}
