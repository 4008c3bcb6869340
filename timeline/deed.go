package timeline

import "tiv/tracefeed"

// deed is a thread that holds a monitor for a stretch of time, or, without a
// thread, the wish to know who holds a monitor at the moment start. There are many,
// so they are small.
type deed struct {
	// start is the moment before the page where the thread held it when that began; end
	// is forever where it does not leave it in the page.
	start, end tracefeed.Time
	// where is the monitor, or ^monitor for a reader; once it is done, the stretch.
	where  tracefeed.MonitorID
	thread tracefeed.ThreadID
}

func whereHeld(m tracefeed.MonitorID, shared bool) tracefeed.MonitorID {
	return m ^ tracefeed.MonitorID(-one(shared))
}

func (d *deed) monitor() tracefeed.MonitorID { return d.where ^ d.where>>31 }
func (d *deed) shared() bool                 { return d.where < 0 }

// found notes the stretch of the moment, or the one before the thread began to hold
// the monitor. The monitor is not known any more then.
func (d *deed) found(stretch int32) { d.where = tracefeed.MonitorID(stretch) }
func (d *deed) stretch() int32      { return int32(d.where) }

// one is 1 for true.
func one(b bool) int32 {
	if b {
		return 1
	}
	return 0
}
