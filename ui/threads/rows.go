package threads

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fvbommel/sortorder"

	"tiv/timeline"
	"tiv/tracefeed"
)

// threadRow is a thread and the time it spent in each state in the window that
// is shown.
type threadRow struct {
	id    tracefeed.ThreadID
	times tracefeed.StateTimes
	alive tracefeed.Time
}

// threadsKey is the input of the rows.
type threadsKey struct {
	tl        *timeline.Timeline
	from, to  tracefeed.Time
	search    string
	column    int
	backwards bool
	// base is the time in the base, which alone counts; nil without a base.
	base *threadTimes
}

// refresh rebuilds the rows if their input has changed.
func (p *List) refresh() {
	key := p.key
	key.tl, key.search = p.Workspace.Timeline, p.search
	key.from, key.to = p.Workspace.Look.Counted()
	key.base = p.base.update(p.Workspace, key.from, key.to, p.Wake)
	same, playing := slices.Equal(p.of, p.Workspace.Look.Threads), p.Workspace.Playback.Playing
	if key == p.key && same && p.rows != nil && (playing || !p.orderKept) {
		return
	}
	old := p.key
	p.key, p.of = key, p.Workspace.Look.Threads
	old.from, old.to, old.base = key.from, key.to, key.base
	if p.orderKept = old == key && same && playing && p.rows != nil; p.orderKept {
		key.measure(p.rows) // the order stays, to keep the list readable
		return
	}
	p.rows = p.rows[:0]
	wanted := strings.ToLower(p.search)
	for _, id := range p.Workspace.Look.Threads {
		t := &key.tl.Threads[id]
		if wanted != "" && !strings.Contains(strings.ToLower(t.Name), wanted) && !strings.Contains(strings.ToLower(t.ID), wanted) {
			continue
		}
		p.rows = append(p.rows, threadRow{id: id})
	}
	key.measure(p.rows)
	slices.SortStableFunc(p.rows, key.compare)
	if p.rows == nil {
		p.rows = []threadRow{}
	}
}

// measure adds up the time of each row's thread in the window, in the base if there is one.
func (k *threadsKey) measure(rows []threadRow) {
	if k.base != nil {
		for i := range rows {
			rows[i].times = k.base.of(rows[i].id)
			rows[i].alive = rows[i].times.Alive()
		}
		return
	}
	byID := make([]int, len(rows))
	for i := range byID {
		byID[i] = i
	}
	slices.SortFunc(byID, func(a, b int) int { return cmp.Compare(rows[a].id, rows[b].id) })
	ids := make([]tracefeed.ThreadID, len(rows))
	for n, i := range byID {
		ids[n] = rows[i].id
		rows[i].times, rows[i].alive = tracefeed.StateTimes{}, 0
	}
	k.tl.EachSum(ids, k.from, k.to, func(n int, b *tracefeed.StateTimes) {
		r := &rows[byID[n]]
		r.times, r.alive = *b, b.Alive()
	})
}

// whole returns the time that the shares are of: the visible range, or the time of all rows
// in the base.
func (k *threadsKey) whole(rows []threadRow) tracefeed.Time {
	if k.base == nil {
		return max(1, k.to-max(k.from, 0))
	}
	all := tracefeed.Time(0)
	for i := range rows {
		all += rows[i].alive
	}
	return max(1, all)
}

// compare orders rows by the column that was clicked, and else as the threads
// appeared.
func (k *threadsKey) compare(x, y threadRow) int {
	c := 0
	switch {
	case k.column == 1:
		c = cmp.Compare(x.id, y.id)
	case k.column == 0:
		c = sortorder.NaturalCompare(strings.ToLower(k.tl.Threads[x.id].Name), strings.ToLower(k.tl.Threads[y.id].Name))
	case k.column > 1:
		s := stateColumns[k.column-2].state
		c = cmp.Compare(x.times[s], y.times[s])
	}
	if k.backwards {
		c = -c
	}
	return cmp.Or(c, cmp.Compare(x.id, y.id))
}
