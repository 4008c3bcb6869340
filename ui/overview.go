package ui

import (
	"time"

	"tiv/timeline"
	"tiv/tracefeed"
)

// overview is what all shown threads did over the whole trace: how much of
// their time in each state, for each column of pixels. It is made a few
// milliseconds a frame, so that it never holds up the window, and kept.
type overview struct {
	key  overviewKey
	next int // the first thread that has not been added to work
	work []timeline.Bucket
	one  []timeline.Bucket // scratch
	// done are the columns that are shown, end the time that they reach to, and
	// most the largest time that threads were alive in any of them.
	done []timeline.Bucket
	end  tracefeed.Time
	most tracefeed.Time
	left bool // threads are still to be added
	seen bool // it is being looked at in this frame
}

type overviewKey struct {
	tl      *timeline.Timeline
	threads int
	columns int
}

// overviewShare is how long a frame may work at an overview.
const overviewShare = 4 * time.Millisecond

// busy reports whether there is more to come.
func (o *overview) busy() bool { return o.left && o.seen }

// update adds threads until the time is up, at least one.
func (o *overview) update(tl *timeline.Timeline, threads []tracefeed.ThreadID, columns int, share time.Duration) {
	o.seen = true
	key := overviewKey{tl: tl, threads: len(threads), columns: columns}
	if o.key != key {
		o.key, o.next, o.left = key, 0, true
		o.work, o.one = make([]timeline.Bucket, columns), make([]timeline.Bucket, columns)
	}
	if !o.left {
		return
	}
	step := columnLength(tl.End, columns)
	for start, first := time.Now(), o.next; o.next < len(threads); o.next++ {
		if o.next > first && time.Since(start) >= share {
			return
		}
		tl.Lane(threads[o.next]).Buckets(0, step, o.one)
		for i := range o.one {
			o.work[i].Add(o.one[i])
		}
	}
	o.left = false
	o.done, o.end, o.most = o.work, step*tracefeed.Time(columns), 0
	for _, b := range o.done {
		o.most = max(o.most, b.Alive())
	}
}

// columnLength is how much time a column stands for.
func columnLength(end tracefeed.Time, columns int) tracefeed.Time {
	n := tracefeed.Time(max(columns, 1))
	return max(1, (end+n-1)/n)
}

// overviewLayers is how the states are stacked, as in bars.
var overviewLayers = []struct {
	state timeline.State
	layer string
}{
	{timeline.Running, "running"}, {timeline.Runnable, "runnable"}, {timeline.Suspended, "suspended"},
	{timeline.Blocking, "blocking"}, {timeline.IO, "IO"}, {timeline.Unknown, "unknown"},
}
