package perfetto

import "tiv/tracefeed/slicefeed"

// threads are the threads of a trace, by the kernel's numbers.
type threads struct {
	log  *slicefeed.Log
	pids map[int64]int64 // their processes
}

// threadOf returns a thread of a process. The kernel numbers threads without regard to
// processes; only those of another namespace can have the number of another thread.
func (x *threads) threadOf(pid, tid int64) slicefeed.Thread {
	known, ok := x.pids[tid]
	if ok && known != pid {
		return x.log.Thread(pid, tid)
	}
	t := x.log.Thread(0, tid)
	if !ok && pid != 0 {
		x.pids[tid] = pid
		x.log.SetProcess(t, pid)
	}
	return t
}

// task returns a thread by the kernel's number, 0 for the idle tasks.
func (x *threads) task(tid int64) slicefeed.Thread {
	if tid <= 0 {
		return 0
	}
	return x.log.Thread(0, tid)
}

// nameTask names a thread, unless it has a name.
func (x *threads) nameTask(t slicefeed.Thread, comm []byte) {
	if t != 0 && len(comm) > 0 && !x.log.Named(t) {
		x.log.NameThread(t, string(comm))
	}
}
