package interaction

import (
	"cmp"
	"context"
	"slices"
	"sort"

	"tiv/timeline"
	"tiv/tracefeed"
)

// Contacts is when each thread waited for one of some others, or one of those for
// it. It never changes.
type Contacts struct {
	// times are, by thread, in order and apart.
	times [][]timeline.Interval
}

// FindContacts returns the contacts in [from, to) with the threads that of is
// true of. The cost follows the events, and only where those threads are
// concerned how often what is waited for changed hands. It remembers about most
// stretches of time; ok is false if that is too little, or once ctx is done. With
// most 0, what it returns knows only whether there were contacts in [from, to), not
// when. It tells how much of the time is done, from 0 to 1.
func FindContacts(ctx context.Context, tl *timeline.Timeline, of []bool, from, to tracefeed.Time, most int,
	tell func(float64)) (c *Contacts, ok bool) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	f := contactFinder{of: of, most: most, times: make([][]timeline.Interval, len(tl.Threads)), full: stop}
	w := newWholes(tl, from, to, f.edge)
	f.all = timeline.Interval{Start: w.from, End: w.to}
	tl.EachMatch(ctx, w.from, w.to, func(m *timeline.Matches) {
		if ctx.Err() != nil {
			return
		}
		f.lookAt(m)
		w.page(m, func(wait *timeline.Wait) bool { return len(w.open[wait.Thread].edges) > 0 || f.concerns(wait) })
		tell(w.share(m))
	})
	f.join()
	return &Contacts{f.times}, ctx.Err() == nil
}

// Within reports whether a thread was in contact in some of [from, to).
func (c *Contacts) Within(t tracefeed.ThreadID, from, to tracefeed.Time) bool {
	list := c.times[t]
	i := sort.Search(len(list), func(i int) bool { return list[i].End > from })
	return from < to && i < len(list) && list[i].Start < to
}

// contactFinder finds contacts. Of a wait of somebody else it asks only whether
// one of its stretches is of interest, which a table tells at once.
type contactFinder struct {
	of    []bool
	times [][]timeline.Interval
	count int // of times
	most  int
	all   timeline.Interval // what is looked at
	full  func()            // ends the search
	// before is, by stretch of the page, how many before it are held by threads
	// of interest, or by nobody: those may be charged to anybody.
	before  []int32
	sharers []int32 // of interest, by Stretch.Holder
}

// lookAt makes the table of a page.
func (f *contactFinder) lookAt(m *timeline.Matches) {
	f.sharers = m.CountSharers(f.of, f.sharers)
	f.before = slices.Grow(f.before[:0], len(m.Stretches))[:len(m.Stretches)]
	n := int32(0)
	for _, c := range m.Contended {
		for i := c.First; i <= c.Last; i++ {
			f.before[i] = n
			s := &m.Stretches[i]
			if s.Holders == 0 || s.Holders == 1 && f.of[s.Holder] || s.Holders > 1 && f.sharers[s.Holder] > 0 {
				n++
			}
		}
		f.before[c.Last+1] = n
	}
}

// concerns reports whether a wait of the page may have a contact.
func (f *contactFinder) concerns(w *timeline.Wait) bool {
	return f.of[w.Thread] || w.State != timeline.Blocking || f.before[w.Last+1] > f.before[w.First]
}

// edge notes the contacts of an edge.
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
	if f.most == 0 {
		x = f.all
	}
	if n := len(list); n > 0 && list[n-1].Start <= x.Start && x.Start <= list[n-1].End {
		list[n-1].End = max(list[n-1].End, x.End)
		return
	}
	f.times[t] = append(list, x)
	if f.count++; f.count <= 2*f.most || f.most == 0 {
		return
	}
	if f.join(); f.count > f.most {
		f.full()
	}
}

// join sorts times, and makes one of those that overlap or touch.
func (f *contactFinder) join() {
	f.count = 0
	for t, list := range f.times {
		slices.SortFunc(list, func(a, b timeline.Interval) int { return cmp.Compare(a.Start, b.Start) })
		joined := list[:0]
		for _, x := range list {
			if n := len(joined); n > 0 && x.Start <= joined[n-1].End {
				joined[n-1].End = max(joined[n-1].End, x.End)
			} else {
				joined = append(joined, x)
			}
		}
		f.times[t] = joined
		f.count += len(joined)
	}
}
