package timeline

import "tiv/tracefeed"

// A lockRecord is either a hold (a thread holds a monitor during [start, end)) or,
// if thread is NoThread, a query for the stretch of a monitor that covers the time
// start. It is packed into 24 bytes, because a page has about one for each lock
// operation.
type lockRecord struct {
	// start is one nanosecond before the page if the thread held the monitor when
	// the page began. end is forever if the thread does not release the monitor
	// within the page.
	start, end tracefeed.Time
	// ref is the monitor, complemented for a shared hold. The sweep replaces it
	// with an index of Matches.Stretches: see resolve.
	ref    tracefeed.MonitorID
	thread tracefeed.ThreadID
}

// monitorRef packs a monitor and the shared flag into one number.
func monitorRef(m tracefeed.MonitorID, shared bool) tracefeed.MonitorID {
	return m ^ tracefeed.MonitorID(-b2i(shared))
}

func (r *lockRecord) monitor() tracefeed.MonitorID { return r.ref ^ r.ref>>31 }
func (r *lockRecord) shared() bool                 { return r.ref < 0 }

// resolve replaces the monitor by the index of a stretch: the one that covers a
// query's time, or the one before a hold.
func (r *lockRecord) resolve(stretch int32) { r.ref = tracefeed.MonitorID(stretch) }
func (r *lockRecord) stretch() int32        { return int32(r.ref) }

// b2i returns 1 for true and 0 for false.
func b2i(b bool) int32 {
	if b {
		return 1
	}
	return 0
}
