package emit

import "tiv/tracefeed"

// ID names the thread.
func (f *Feedlet) ID() tracefeed.ThreadID {
	if f == nil {
		return tracefeed.NoThread
	}
	return f.thread
}

// Start says that the thread begins, started by another or by nobody that is
// known (nil).
func (f *Feedlet) Start(by *Feedlet) { f.put(tracefeed.ThreadStart, 0, uint64(by.ID())) }

// End says that the thread is over, and gives the feedlet back: what is told
// after it is ignored.
func (f *Feedlet) End() {
	if f == nil {
		return
	}
	f.put(tracefeed.ThreadEnd, 0, 0)
	f.next = slotsPerPage
	f.ended.Store(true)
}

// IOStart says that the thread waits for a device: CauseDisk, CauseNet, or
// NoCause for others.
func (f *Feedlet) IOStart(c tracefeed.Cause) { f.put(tracefeed.IOStart, uint64(c)<<8, 0) }

// IOEnd says that it does no longer.
func (f *Feedlet) IOEnd() { f.putAfter(tracefeed.IOEnd, 0, 0) }

// MonitorWait says that the thread asks for a monitor and joins its queue. A
// lock that is got at once needs none.
func (f *Feedlet) MonitorWait(m tracefeed.MonitorID) { f.put(tracefeed.MonitorWait, 0, uint64(m)) }

// MonitorEnter says that the thread has got the monitor.
func (f *Feedlet) MonitorEnter(m tracefeed.MonitorID) {
	f.putAfter(tracefeed.MonitorEnter, 0, uint64(m))
}

// MonitorExit says that the thread lets the monitor go.
func (f *Feedlet) MonitorExit(m tracefeed.MonitorID) { f.put(tracefeed.MonitorExit, 0, uint64(m)) }

// MonitorWaitShared is MonitorWait of a reader.
func (f *Feedlet) MonitorWaitShared(m tracefeed.MonitorID) {
	f.put(tracefeed.MonitorWait, shared, uint64(m))
}

// MonitorEnterShared is MonitorEnter of a reader.
func (f *Feedlet) MonitorEnterShared(m tracefeed.MonitorID) {
	f.putAfter(tracefeed.MonitorEnter, shared, uint64(m))
}

// SuspendStart says that the thread sleeps or waits to be told.
func (f *Feedlet) SuspendStart(c tracefeed.Cause) { f.put(tracefeed.SuspendStart, uint64(c)<<8, 0) }

// SuspendEnd says that it does no longer.
func (f *Feedlet) SuspendEnd() { f.putAfter(tracefeed.SuspendEnd, 0, 0) }

// GCStart says that a collector of the program's own begins to work.
func (f *Feedlet) GCStart() { f.put(tracefeed.GCStart, 0, 0) }

// GCEnd says that it stops.
func (f *Feedlet) GCEnd() { f.put(tracefeed.GCEnd, 0, 0) }

// Ready says that another thread, or this one, could run and waits for a
// processor.
func (f *Feedlet) Ready(who *Feedlet) { f.about(tracefeed.Ready, who) }

// Run says that the thread is on a processor, counted from 0.
func (f *Feedlet) Run(cpu int) { f.putAfter(tracefeed.Run, 0, uint64(uint32(cpu)+1)) }

// Wake says that this thread is about to let another go on.
func (f *Feedlet) Wake(who *Feedlet) { f.about(tracefeed.Wake, who) }

// about tells something of a thread of the same trace.
func (f *Feedlet) about(k tracefeed.Kind, who *Feedlet) {
	if f != nil && who != nil && who.w == f.w {
		f.put(k, 0, uint64(who.thread))
	}
}

// Counter says what a counter is from here on.
func (f *Feedlet) Counter(name tracefeed.NameID, value int64) {
	f.put2(tracefeed.Counter, uint64(name), 0, value)
}

// TaskStart says that a task begins. Tasks have numbers, which the program
// gives them; the parent is the task that it is part of, 0 if none.
func (f *Feedlet) TaskStart(name tracefeed.NameID, task, parent int64) {
	f.put2(tracefeed.TaskStart, uint64(name), task, parent)
}

// TaskEnd says that a task is done.
func (f *Feedlet) TaskEnd(task int64) { f.put2(tracefeed.TaskEnd, 0, task, 0) }

// RegionStart says that the thread enters a region, on behalf of a task or of
// none (0).
func (f *Feedlet) RegionStart(name tracefeed.NameID, task int64) {
	f.put2(tracefeed.RegionStart, uint64(name), task, 0)
}

// RegionEnd says that the thread leaves the region.
func (f *Feedlet) RegionEnd(name tracefeed.NameID, task int64) {
	f.put2(tracefeed.RegionEnd, uint64(name), task, 0)
}

// CallEnter says that the thread enters a function.
func (f *Feedlet) CallEnter(name tracefeed.NameID) { f.put(tracefeed.CallEnter, 0, uint64(name)) }

// CallExit says that the thread leaves the function.
func (f *Feedlet) CallExit(name tracefeed.NameID) { f.put(tracefeed.CallExit, 0, uint64(name)) }

// Alloc says that the thread allocates an object, by address or number, of
// some bytes.
func (f *Feedlet) Alloc(object, size int64) { f.put2(tracefeed.Alloc, 0, object, size) }

// Free says that the thread gives an object back.
func (f *Feedlet) Free(object int64) { f.put2(tracefeed.Free, 0, object, 0) }
