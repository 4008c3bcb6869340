package playback

import (
	"cmp"
	"context"
	"slices"
	"time"

	"tiv/timeline"
	"tiv/tracefeed"
)

// overview is the time of all shown threads in each state over the whole trace,
// for each column of pixels. It is computed for a few milliseconds a frame, so
// that it never blocks the window, and cached.
type overview struct {
	key     overviewKey
	shown   []tracefeed.ThreadID // the key's threads
	threads []tracefeed.ThreadID // by id
	next    int                  // the first column that is not in work
	work    []tracefeed.StateTimes
	// done are the columns that are shown, end the time that they reach to, and
	// most the largest time that threads were alive in any of them.
	done       []tracefeed.StateTimes
	end        tracefeed.Time
	most       tracefeed.Time
	unfinished bool // columns are still to be made
	seen       bool // it is visible in this frame
	// partEvents is the number of events that are read between checks of the
	// time; 0 for the default.
	partEvents int
}

type overviewKey struct {
	tl      *timeline.Timeline
	columns int
}

// overviewShare is the time that a frame may spend on an overview.
const overviewShare = 4 * time.Millisecond

// busy reports whether a visible overview lacks columns.
func (o *overview) busy() bool { return o.unfinished && o.seen }

// maxOverviewEvents is the number of events that an overview reads, in a
// second or less, spread over frames. The overview of a longer trace is a
// draft, which is as good, because pages are shorter than columns then.
const maxOverviewEvents = 50_000_000

// partEvents is the default of overview.partEvents.
const partEvents = 200_000

// update makes columns until the time is up, at least some.
func (o *overview) update(tl *timeline.Timeline, threads []tracefeed.ThreadID, columns int, share time.Duration) {
	o.seen = true
	key := overviewKey{tl: tl, columns: columns}
	if o.key != key || !slices.Equal(o.shown, threads) {
		o.shown = threads
		o.key, o.next, o.unfinished = key, 0, true
		o.threads = slices.Sorted(slices.Values(threads))
		o.work = make([]tracefeed.StateTimes, columns)
	}
	if !o.unfinished {
		return
	}
	events := tl.Events(0, tl.End)
	n := max(1, cmp.Or(o.partEvents, partEvents)*columns/max(events, 1))
	step := columnLength(tl.End, columns)
	for start, first := time.Now(), o.next; o.next < columns; {
		if o.next > first && time.Since(start) >= share {
			return
		}
		o.add(tl, step, min(n, columns-o.next), events > maxOverviewEvents)
	}
	o.unfinished = false
	o.done, o.end, o.most = o.work, step*tracefeed.Time(columns), 0
	for _, b := range o.done {
		o.most = max(o.most, b.Alive())
	}
}

// add computes the next n columns. Several goroutines compute different
// columns, and nothing else writes them meanwhile.
func (o *overview) add(tl *timeline.Timeline, step tracefeed.Time, n int, draft bool) {
	work := o.work[o.next : o.next+n]
	from := tracefeed.Time(o.next) * step
	put := func(_, i int, b *tracefeed.StateTimes) { work[i].Add(*b) }
	if draft {
		tl.EachDraft(o.threads, from, step, n, put)
	} else {
		tl.EachBucket(context.Background(), o.threads, from, step, n, put)
	}
	o.next += n
}

// column returns the column that contains a time.
func (o *overview) column(t tracefeed.Time) (i int, ok bool) {
	if t < 0 || len(o.done) == 0 || o.end <= 0 {
		return 0, false
	}
	i = int(float64(t) / float64(o.end) * float64(len(o.done)))
	return i, i < len(o.done)
}

// at returns the state times of the column that contains a time.
func (o *overview) at(t tracefeed.Time) (b tracefeed.StateTimes, ok bool) {
	if i, ok := o.column(t); ok {
		return o.done[i], true
	}
	return b, false
}

// columnLength is the time that a column covers.
func columnLength(end tracefeed.Time, columns int) tracefeed.Time {
	n := tracefeed.Time(max(columns, 1))
	return max(1, (end+n-1)/n)
}
