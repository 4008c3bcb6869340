package timeline

import (
	"context"
	"sort"

	"tiv/block"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// EachStretch calls f for the stretches of [from, to) in which threads, which are distinct
// and sorted by id, were alive in one state: for each thread in order of time, but not
// across threads. A long stretch can come in several parts. row is the thread's index in
// threads. EachSpan tells more about each, and costs several times as much.
//
// The cost grows with the events in the window. Once ctx is done, it returns early.
func EachStretch(ctx context.Context, tl *Timeline, threads []tracefeed.ThreadID, from, to tracefeed.Time,
	f func(row int, s tracefeed.State, start, end tracefeed.Time)) {
	from, to = max(from, 0), min(to, tl.End)
	if len(threads) == 0 || from >= to {
		return
	}
	for row, t := range threads {
		if until := min(tl.lives.at(t).unknownUntil(), to); until > from {
			f(row, tracefeed.Unknown, from, until)
		}
	}
	w := stretches{threads: threads, f: f}
	var buffer binfeed.BlockBuffer
	uncached := tl.Events(from, to) > tl.tuning.CachedEvents
	for i := max(0, tl.pages.at(from)); i < len(tl.pages) && tl.pages[i].start < to && ctx.Err() == nil; i++ {
		start, end := max(from, tl.pages[i].start), min(to, tl.pageEnd(i))
		if uncached {
			w.page(tl.pages[i].readOnce(block.States, &buffer).Block, start, end)
		} else {
			w.page(tl.pages[i].states(), start, end)
		}
	}
}

// stretches is one call of EachStretch.
type stretches struct {
	threads []tracefeed.ThreadID
	f       func(row int, s tracefeed.State, start, end tracefeed.Time)
}

// page passes on the stretches of a page between two times.
func (w *stretches) page(b *block.Block, from, to tracefeed.Time) {
	open, groups := b.OpenSpans, b.Groups
	for row, t := range w.threads {
		open = seek(open, t, func(c *block.OpenSpan) tracefeed.ThreadID { return c.Thread })
		groups = seek(groups, t, func(c *block.Group) tracefeed.ThreadID { return c.Thread })
		now, state := from, tracefeed.NotAlive
		if len(open) > 0 && open[0].Thread == t {
			state = open[0].State
		}
		if len(groups) > 0 && groups[0].Thread == t {
			g := groups[0]
			times, codes := b.Times[g.First:g.First+g.Len], b.Codes[g.First:g.First+g.Len]
			for k := sort.Search(len(times), func(k int) bool { return times[k] > from }); k <= len(times); k++ {
				if k > 0 {
					state = b.Table[codes[k-1]].State
				}
				next := to
				if k < len(times) {
					next = min(times[k], to)
				}
				w.stretch(row, state, now, next)
				if now = next; now == to {
					break
				}
			}
			continue
		}
		w.stretch(row, state, now, to)
	}
}

func (w *stretches) stretch(row int, s tracefeed.State, start, end tracefeed.Time) {
	if s < tracefeed.NotAlive && start < end {
		w.f(row, s, start, end)
	}
}
