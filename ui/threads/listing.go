package threads

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fvbommel/sortorder"

	"tiv/scene/place"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// threadRow is one or several threads, and the time that they spent in each state in the
// interval that counts.
type threadRow struct {
	id    tracefeed.ThreadID // the first of several
	times tracefeed.StateTimes
	alive tracefeed.Time
}

// listedGroup is a group of the scene: one of the user's clusters, or threads with such names.
// A thread that is in none is alone.
type listedGroup struct {
	view.Cluster
	threadRow // the sums
	members   []threadRow
	user      bool
	alone     bool
	openFirst bool // its threads are listed at first
}

// threadsKey is the input of a listing.
type threadsKey struct {
	tl        *timeline.Timeline
	threads   *tracefeed.ThreadID // the first in a list that never changes
	count     int
	clusters  *view.Cluster // the first in a list that never changes
	clustered int
	from, to  tracefeed.Time
	search    string
	order     rowOrder
	// base is the time in the base, which alone counts; nil without a base.
	base *threadTimes
}

// rowOrder is the order of rows: by name, by appearance, or by the time in a state.
type rowOrder struct {
	column    int
	state     tracefeed.State
	backwards bool
}

// listing is the groups and threads of the list in their order. It does not change.
type listing struct {
	key    threadsKey
	groups []listedGroup
	found  int
	kept   bool           // they are in an order of before
	span   tracefeed.Time // the time that the longest bar stands for
}

// mostOpen is the largest number of threads of which all are listed at first.
const mostOpen = 100

// newListing lists threads of a look, as its key says.
func newListing(key threadsKey, look *view.Look) *listing {
	l := &listing{key: key}
	of := *look
	of.Threads = key.matching(look.Threads)
	l.found = len(of.Threads)
	user, others, grouped := place.Groups(key.tl, &of)
	all := make([]threadRow, 0, l.found)
	add := func(c view.Cluster, g listedGroup) {
		if len(c.Threads) == 0 {
			return
		}
		from := len(all)
		for _, t := range c.Threads {
			all = append(all, threadRow{id: t})
		}
		g.Cluster, g.members, g.threadRow = c, all[from:len(all):len(all)], threadRow{id: c.Threads[0]}
		l.groups = append(l.groups, g)
	}
	for _, c := range user {
		add(c, listedGroup{user: true, openFirst: !c.Folded})
	}
	for _, c := range others {
		if grouped && len(c.Threads) > 1 {
			add(c, listedGroup{openFirst: len(look.Threads) <= mostOpen})
			continue
		}
		for i := range c.Threads {
			add(view.Cluster{Threads: c.Threads[i : i+1]}, listedGroup{alone: true})
		}
	}
	l.measure()
	l.sort()
	return l
}

// remeasured returns a listing in the same order, with other times.
func (l *listing) remeasured(key threadsKey) *listing {
	next := &listing{key: key, found: l.found, kept: true, groups: slices.Clone(l.groups)}
	for i := range next.groups {
		g := &next.groups[i]
		g.members = slices.Clone(g.members)
	}
	next.measure()
	return next
}

// matching returns the threads that match the search.
func (k *threadsKey) matching(threads []tracefeed.ThreadID) (found []tracefeed.ThreadID) {
	wanted := strings.ToLower(k.search)
	if wanted == "" {
		return threads
	}
	for _, id := range threads {
		t := &k.tl.Threads[id]
		if strings.Contains(strings.ToLower(t.Name), wanted) || strings.Contains(strings.ToLower(t.ID), wanted) {
			found = append(found, id)
		}
	}
	return found
}

// measure adds up the times of threads and groups, in the base if there is one.
func (l *listing) measure() {
	k := &l.key
	rows := make([]*threadRow, 0, l.found)
	for i := range l.groups {
		for m := range l.groups[i].members {
			rows = append(rows, &l.groups[i].members[m])
		}
	}
	if k.base != nil {
		for _, r := range rows {
			r.times = k.base.of(r.id)
			r.alive = r.times.Alive()
		}
	} else {
		slices.SortFunc(rows, func(a, b *threadRow) int { return cmp.Compare(a.id, b.id) })
		ids := make([]tracefeed.ThreadID, len(rows))
		for n, r := range rows {
			ids[n] = r.id
			r.times, r.alive = tracefeed.StateTimes{}, 0
		}
		k.tl.EachSum(ids, k.from, k.to, func(n int, b *tracefeed.StateTimes) { rows[n].times, rows[n].alive = *b, b.Alive() })
	}
	l.span = max(1, k.to-max(k.from, 0))
	longest := tracefeed.Time(1)
	for i := range l.groups {
		g := &l.groups[i]
		g.times = tracefeed.StateTimes{}
		for m := range g.members {
			g.times.Add(g.members[m].times)
			longest = max(longest, g.members[m].alive)
		}
		g.alive = g.times.Alive()
	}
	if k.base != nil {
		l.span = longest
	}
}

// sort sorts the groups, and the threads of each.
func (l *listing) sort() {
	for i := range l.groups {
		slices.SortStableFunc(l.groups[i].members, func(a, b threadRow) int { return l.key.compare(&a, &b) })
	}
	slices.SortStableFunc(l.groups, func(a, b listedGroup) int { return l.key.compare(&a.threadRow, &b.threadRow) })
}

// compare orders rows by the column that was clicked, and else as the threads appeared.
func (k *threadsKey) compare(x, y *threadRow) int {
	c := 0
	switch k.order.column {
	case idColumn:
		c = cmp.Compare(x.id, y.id)
	case nameColumn:
		c = sortorder.NaturalCompare(strings.ToLower(k.tl.Threads[x.id].Name), strings.ToLower(k.tl.Threads[y.id].Name))
	case timeColumn:
		c = cmp.Compare(x.times[k.order.state], y.times[k.order.state])
	}
	if k.order.backwards {
		c = -c
	}
	return cmp.Or(c, cmp.Compare(x.id, y.id))
}

// groupOf returns the group of a thread; -1 if it is not listed.
func (l *listing) groupOf(t tracefeed.ThreadID) int {
	return slices.IndexFunc(l.groups, func(g listedGroup) bool {
		return slices.ContainsFunc(g.members, func(r threadRow) bool { return r.id == t })
	})
}
