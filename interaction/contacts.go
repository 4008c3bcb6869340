package interaction

import (
	"context"
	"slices"
	"sort"

	"tiv/timeline"
	"tiv/timeline/ownerjoin"
	"tiv/tracefeed"
)

// Contacts holds, for each thread, when it waited for a thread of a target set or a
// thread of that set waited for it. It is immutable.
type Contacts struct {
	// times are, by thread, sorted disjoint intervals.
	times [][]timeline.Interval
}

// FindContacts returns the contacts in [from, to) with the threads for which of is
// true. The cost grows with the events, and with the changes of holders during
// waits that may have a contact. It stores about limit intervals; ok is false if
// there are more, or once ctx is done. With limit 0, the result says only whether
// there were contacts in [from, to), not when. progress is called with the fraction
// processed, from 0 to 1.
func FindContacts(ctx context.Context, tl *timeline.Timeline, of []bool, from, to tracefeed.Time, limit int,
	progress func(float64)) (c *Contacts, ok bool) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	f := contactFinder{of: of, limit: limit, times: make([][]timeline.Interval, len(tl.Threads)), stop: stop}
	w := newEdgeMerger(tl, from, to, f.edge)
	f.window = timeline.Interval{Start: w.from, End: w.to}
	tl.EachJoinedPage(ctx, w.from, w.to, func(m *ownerjoin.Page) {
		if ctx.Err() != nil {
			return
		}
		f.index(m)
		w.page(m, func(wait *ownerjoin.Wait) bool { return len(w.open[wait.Thread].edges) > 0 || f.mayContact(wait) })
		progress(w.progress(m))
	})
	f.normalize()
	return &Contacts{f.times}, ctx.Err() == nil
}

// Within reports whether a thread had a contact in [from, to).
func (c *Contacts) Within(t tracefeed.ThreadID, from, to tracefeed.Time) bool {
	list := c.times[t]
	i := sort.Search(len(list), func(i int) bool { return list[i].End > from })
	return from < to && i < len(list) && list[i].Start < to
}

// contactFinder finds contacts. It skips the waits of other threads in which no
// target thread can hold the monitor; relevantBefore makes that test take constant
// time.
type contactFinder struct {
	of     []bool
	times  [][]timeline.Interval
	count  int // of times
	limit  int
	window timeline.Interval // the time searched
	stop   func()            // ends the search
	// relevantBefore is, by interval of the page, the number of earlier intervals in
	// which a target thread holds the monitor, or in which it is free and the wait
	// may be charged to any thread.
	relevantBefore []int32
	relevantOwners []int32 // target threads, by ownerjoin.OwnerSet
}

// index fills relevantBefore for a page.
func (f *contactFinder) index(m *ownerjoin.Page) {
	f.relevantOwners = m.CountOwners(f.of, f.relevantOwners)
	f.relevantBefore = slices.Grow(f.relevantBefore[:0], len(m.Intervals))[:len(m.Intervals)]
	n := int32(0)
	for _, c := range m.Contended {
		for i := c.First; i <= c.Last; i++ {
			f.relevantBefore[i] = n
			if v := &m.Intervals[i]; v.Owners != ownerjoin.NoSet && f.relevantOwners[v.Owners] > 0 ||
				v.Owners == ownerjoin.NoSet && (v.Owner == tracefeed.NoThread || f.of[v.Owner]) {
				n++
			}
		}
		f.relevantBefore[c.Last+1] = n
	}
}

// mayContact reports whether a wait of the page may have a contact.
func (f *contactFinder) mayContact(w *ownerjoin.Wait) bool {
	return f.of[w.Thread] || w.State != tracefeed.Blocking || f.relevantBefore[w.Last+1] > f.relevantBefore[w.First]
}

// edge adds the contacts of an edge.
func (f *contactFinder) edge(e Edge) {
	if e.Blocker == tracefeed.NoThread || e.Start >= e.End {
		return
	}
	if f.of[e.Blocker] {
		f.add(e.Blocked, timeline.Interval{Start: e.Start, End: e.End})
	}
	if f.of[e.Blocked] {
		f.add(e.Blocker, timeline.Interval{Start: e.Start, End: e.End})
	}
}

func (f *contactFinder) add(t tracefeed.ThreadID, x timeline.Interval) {
	list := f.times[t]
	if f.limit == 0 {
		x = f.window
	}
	if n := len(list); n > 0 && list[n-1].Start <= x.Start && x.Start <= list[n-1].End {
		list[n-1].End = max(list[n-1].End, x.End)
		return
	}
	f.times[t] = append(list, x)
	if f.count++; f.count <= 2*f.limit || f.limit == 0 {
		return
	}
	if f.normalize(); f.count > f.limit {
		f.stop()
	}
}

// normalize sorts times and merges intervals that overlap or touch.
func (f *contactFinder) normalize() {
	f.count = 0
	for t, list := range f.times {
		f.times[t] = timeline.Union(list)
		f.count += len(f.times[t])
	}
}
