package emit

import "tiv/tracefeed"

// ID returns the id of the thread.
func (f *Feedlet) ID() tracefeed.ThreadID {
	if f == nil {
		return tracefeed.NoThread
	}
	return f.thread
}

// Start records that the thread begins, started by another thread; nil if that
// is unknown.
func (f *Feedlet) Start(by *Feedlet) { f.put(tracefeed.ThreadStart, 0, uint64(by.ID())) }

// End records that the thread ends, and releases the feedlet: later calls are
// ignored.
func (f *Feedlet) End() {
	if f == nil {
		return
	}
	f.put(tracefeed.ThreadEnd, 0, 0)
	f.next = slotsPerPage
	f.ended.Store(true)
}

// IOStart records that the thread starts to wait for a device: CauseDisk,
// CauseNet, or NoCause for others.
func (f *Feedlet) IOStart(c tracefeed.Cause) { f.put(tracefeed.IOStart, uint64(c)<<8, 0) }

// IOEnd records that the thread stops waiting for a device.
func (f *Feedlet) IOEnd() { f.putAfter(tracefeed.IOEnd, 0, 0) }

// MonitorWait records that the thread requests a monitor and joins its queue.
// It is not needed for a lock acquired without a wait.
func (f *Feedlet) MonitorWait(m tracefeed.MonitorID) { f.put(tracefeed.MonitorWait, 0, uint64(m)) }

// MonitorEnter records that the thread has acquired the monitor.
func (f *Feedlet) MonitorEnter(m tracefeed.MonitorID) {
	f.putAfter(tracefeed.MonitorEnter, 0, uint64(m))
}

// MonitorExit records that the thread is about to release the monitor.
func (f *Feedlet) MonitorExit(m tracefeed.MonitorID) { f.put(tracefeed.MonitorExit, 0, uint64(m)) }

// MonitorWaitShared is MonitorWait for a reader of a read-write lock.
func (f *Feedlet) MonitorWaitShared(m tracefeed.MonitorID) {
	f.put(tracefeed.MonitorWait, shared, uint64(m))
}

// MonitorEnterShared is MonitorEnter for a reader of a read-write lock.
func (f *Feedlet) MonitorEnterShared(m tracefeed.MonitorID) {
	f.putAfter(tracefeed.MonitorEnter, shared, uint64(m))
}

// SuspendStart records that the thread sleeps or waits for a notification.
func (f *Feedlet) SuspendStart(c tracefeed.Cause) { f.put(tracefeed.SuspendStart, uint64(c)<<8, 0) }

// SuspendEnd records that the suspension of the thread ends.
func (f *Feedlet) SuspendEnd() { f.putAfter(tracefeed.SuspendEnd, 0, 0) }

// GCStart records that a garbage collector of the program begins to work.
func (f *Feedlet) GCStart() { f.put(tracefeed.GCStart, 0, 0) }

// GCEnd records that the garbage collector stops working.
func (f *Feedlet) GCEnd() { f.put(tracefeed.GCEnd, 0, 0) }

// Ready records that another thread, or this one, is runnable and waits for a
// processor.
func (f *Feedlet) Ready(other *Feedlet) { f.about(tracefeed.Ready, other) }

// Run records that the thread runs on a processor, counted from 0.
func (f *Feedlet) Run(cpu int) { f.putAfter(tracefeed.Run, 0, uint64(uint32(cpu)+1)) }

// Wake records that this thread is about to wake another.
func (f *Feedlet) Wake(other *Feedlet) { f.about(tracefeed.Wake, other) }

// about records an event about another thread of the same trace.
func (f *Feedlet) about(k tracefeed.Kind, other *Feedlet) {
	if f != nil && other != nil && other.w == f.w {
		f.put(k, 0, uint64(other.thread))
	}
}

// Counter records the new value of a counter.
func (f *Feedlet) Counter(name tracefeed.NameID, value int64) {
	f.put2(tracefeed.Counter, uint64(name), 0, value)
}

// TaskStart records that a task begins. The program numbers its tasks; parent
// is the enclosing task, 0 if there is none.
func (f *Feedlet) TaskStart(name tracefeed.NameID, task, parent int64) {
	f.put2(tracefeed.TaskStart, uint64(name), task, parent)
}

// TaskEnd records that a task ends.
func (f *Feedlet) TaskEnd(task int64) { f.put2(tracefeed.TaskEnd, 0, task, 0) }

// RegionStart records that the thread enters a region, for a task or for none
// (0).
func (f *Feedlet) RegionStart(name tracefeed.NameID, task int64) {
	f.put2(tracefeed.RegionStart, uint64(name), task, 0)
}

// RegionEnd records that the thread leaves the region.
func (f *Feedlet) RegionEnd(name tracefeed.NameID, task int64) {
	f.put2(tracefeed.RegionEnd, uint64(name), task, 0)
}

// CallEnter records that the thread enters a function.
func (f *Feedlet) CallEnter(name tracefeed.NameID) { f.put(tracefeed.CallEnter, 0, uint64(name)) }

// CallExit records that the thread leaves the function.
func (f *Feedlet) CallExit(name tracefeed.NameID) { f.put(tracefeed.CallExit, 0, uint64(name)) }

// Alloc records that the thread allocates an object, given by address or
// number, of size bytes.
func (f *Feedlet) Alloc(object, size int64) { f.put2(tracefeed.Alloc, 0, object, size) }

// AllocOf is Alloc with the name of the object's type.
func (f *Feedlet) AllocOf(typ tracefeed.NameID, object, size int64) {
	f.put2(tracefeed.Alloc, uint64(typ), object, size)
}

// Free records that the thread frees an object.
func (f *Feedlet) Free(object int64) { f.put2(tracefeed.Free, 0, object, 0) }
