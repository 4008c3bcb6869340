package threads

import (
	"context"
	"slices"
	"time"

	"tiv/command"
	"tiv/internal/background"
	"tiv/scene/view"
	"tiv/session"
	"tiv/tracefeed"
)

// listRow is a row of the list: a thread, or the heading of a group.
type listRow struct {
	group  *listedGroup
	member int // of the group; below 0 for its heading
}

// threads returns the threads that a row stands for.
func (r listRow) threads() []tracefeed.ThreadID {
	if r.member < 0 {
		return r.group.Threads
	}
	return []tracefeed.ThreadID{r.group.members[r.member].id}
}

// mostAtOnce is the largest number of threads that are listed within a frame. More are listed in
// the background, and the rows of before stay until then.
const mostAtOnce = 5000

// laterKey is the input of a listing in the background. kept says that it has the order of the
// last one.
type laterKey struct {
	threadsKey
	kept bool
}

// timedListing is a listing and the time that it took.
type timedListing struct {
	*listing
	took time.Duration
}

// tree is the rows of the list.
type tree struct {
	*session.Document
	visit  *session.Session
	of     []tracefeed.ThreadID // all that could be listed
	listed *listing
	later  background.Latest[laterKey, timedListing]
	begun  time.Time // when the last listing in the background was
	rows   []listRow
	base   baseTimes
	// lit says of groups whether all threads are selected, litOf is the selection then.
	lit   map[*listedGroup]bool
	litOf []tracefeed.ThreadID
}

// close ends all work.
func (p *tree) close() {
	p.base.Close()
	p.later.Close()
}

// refresh makes the rows again if their input has changed. While a trace plays, their order
// stays, to keep the list readable.
func (p *tree) refresh() {
	key := p.nextKey()
	playing := p.Workspace.Playback.Playing
	before := p.listed
	if before == nil || key != before.key || before.kept && !playing {
		kept := before != nil && playing && sameRows(key, before.key)
		if key.count <= mostAtOnce {
			p.show(laterKey{key, kept}.list(before, &p.Workspace.Look))
		} else {
			p.listLater(laterKey{key, kept})
		}
	}
	if p.listed == nil {
		p.show(&listing{})
		p.listed.key.tl = nil // of nothing
	}
}

// list makes a listing of threads of a look, with the last one before it.
func (k laterKey) list(before *listing, look *view.Look) *listing {
	if k.kept {
		return before.remeasured(k.threadsKey)
	}
	return newListing(k.threadsKey, look)
}

// listLater makes a listing in the background, and shows it when it is there. While the input
// changes continually, a listing is finished, and the next begins some time later: frames need the
// processors, too.
func (p *tree) listLater(k laterKey) {
	if p.Workspace.Playback.Playing || !k.tl.Complete {
		if wanted, busy := p.later.Running(); busy {
			k = wanted
		} else if p.later.Present && time.Since(p.begun) < statsEvery+4*p.later.Value.took {
			return
		}
	}
	before, look := p.listed, p.Workspace.Look
	if p.later.Update(k, func(context.Context, func(float64)) (timedListing, error) {
		begun := time.Now()
		made := k.list(before, &look)
		return timedListing{made, time.Since(begun)}, nil
	}, p.Wake) {
		p.begun = time.Now()
	}
	if p.later.Present && p.later.Value.listing != p.listed {
		p.show(p.later.Value.listing)
	}
}

// nextKey returns the input of the listing of the present look.
func (p *tree) nextKey() threadsKey {
	l := &p.Workspace.Look
	if !sameList(p.of, l.Threads) {
		p.of = l.Threads
	}
	key := threadsKey{tl: p.Workspace.Timeline, count: len(p.of), clustered: len(l.Clusters), search: p.ThreadList.Search,
		order: orderOf(&p.ThreadList)}
	if len(p.of) > 0 {
		key.threads = &p.of[0]
	}
	if len(l.Clusters) > 0 {
		key.clusters = &l.Clusters[0]
	}
	key.from, key.to = l.Counted()
	key.base = p.base.update(p.Workspace, key.from, key.to, p.Wake)
	return key
}

// sameList reports whether two lists are equal, at once for a list and itself.
func sameList(a, b []tracefeed.ThreadID) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0] || slices.Equal(a, b))
}

// sameRows reports whether listings of two keys differ in their times at most.
func sameRows(a, b threadsKey) bool {
	a.from, a.to, a.base = b.from, b.to, b.base
	return a == b
}

// show makes the rows of a listing: its groups, and the threads of those that are open.
func (p *tree) show(l *listing) {
	p.listed, p.rows = l, p.rows[:0]
	p.lit = nil
	for i := range l.groups {
		g := &l.groups[i]
		if !g.alone {
			p.rows = append(p.rows, listRow{g, -1})
		}
		if g.alone || p.isOpen(g) {
			for m := range g.members {
				p.rows = append(p.rows, listRow{g, m})
			}
		}
	}
}

// isOpen reports whether the threads of a group are listed.
func (p *tree) isOpen(g *listedGroup) bool { return p.ThreadList.IsOpen(g.Name, g.openFirst) }

// turn lists the threads of a group, or does not any more.
func (p *tree) turn(g *listedGroup) {
	p.visit.Do(command.ListGroup{Group: g.Name, On: !p.isOpen(g)})
	p.show(p.listed)
}

// rowOf returns the row of a thread, and opens its group; -1 if it is not listed.
func (p *tree) rowOf(t tracefeed.ThreadID) int {
	i := p.listed.groupOf(t)
	if i < 0 {
		return -1
	}
	g := &p.listed.groups[i]
	if !g.alone && !p.isOpen(g) {
		p.turn(g)
	}
	return slices.IndexFunc(p.rows, func(r listRow) bool { return r.group == g && r.member >= 0 && g.members[r.member].id == t })
}

// isLit reports whether all threads of a group are selected.
func (p *tree) isLit(g *listedGroup) bool {
	selection := p.Workspace.Look.Selection
	if p.lit == nil || !sameList(p.litOf, selection) {
		p.lit, p.litOf = map[*listedGroup]bool{}, selection
	}
	lit, known := p.lit[g]
	if !known {
		lit = len(selection) >= len(g.Threads) &&
			!slices.ContainsFunc(g.Threads, func(t tracefeed.ThreadID) bool { return !view.Has(selection, t) })
		p.lit[g] = lit
	}
	return lit
}

// upTo returns the threads of the rows from the one that was selected last to another.
func (p *tree) upTo(r listRow) (threads []tracefeed.ThreadID) {
	last := p.Workspace.Look.Selected
	from := slices.IndexFunc(p.rows, func(x listRow) bool { return x.member >= 0 && x.group.members[x.member].id == last })
	to := slices.Index(p.rows, r)
	if from < 0 {
		return nil
	}
	for _, x := range p.rows[min(from, to) : max(from, to)+1] {
		if x.member >= 0 || !p.isOpen(x.group) {
			threads = append(threads, x.threads()...)
		}
	}
	return threads
}
