package scene

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"tiv/interaction"
	"tiv/lod"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Link is waits in the history of one bar for another: what a triangle stands
// for. It is all of them, but at level near those at one monitor; at level far
// and in a crowd it is those of all threads of a cluster for all of another.
type Link struct {
	Kind interaction.Kind
	// Blocked and Blocker are threads; of clusters, the first threads.
	Blocked, Blocker tracefeed.ThreadID
	// Waits and Holds are what stands at the narrow and at the wide end.
	Waits, Holds PickID
	// Monitor is what was waited for, longest if it was not the only one; none
	// where several threads waited for several.
	Monitor tracefeed.MonitorID
	// Single says that Monitor is the only one.
	Single         bool
	Evidence       interaction.Evidence
	Count          int
	Total, Longest tracefeed.Time
	// Inferred is the part of Total that is not observed.
	Inferred tracefeed.Time
	// Hub is a thread of Holds that much of all waiting is for, HubTotal the part
	// of Total that is for it; NoThread if there is none.
	Hub      tracefeed.ThreadID
	HubTotal tracefeed.Time
	// From and To are the windows that the waits were added up over.
	From, To tracefeed.Time

	blocked, blocker int // ends
	// lane is which of some links between the same two ends this is, counted
	// across them in the direction from the first end to the second.
	lane, lanes int
}

// mostLinks is how many waits the free view shows at their own depth; what is
// left out are the shortest, and the notes say so.
const mostLinks = 1500

// mostStretches is how many stretches of waits one frame of a window adds up,
// about: what takes some milliseconds. If the history has more, its latest part
// is shown until Refine has added up the rest, and the notes say so.
const mostStretches = 150_000

// AllStretches is how many are added up at most where somebody waits for all of
// them: what takes some seconds.
const AllStretches = 150_000_000

// pairsMaker remembers the pairs of the last window.
type pairsMaker struct {
	tl       *timeline.Timeline
	from, to tracefeed.Time
	budget   int // of stretches
	pairs    []interaction.Pair
	reached  tracefeed.Time // where what was added up begins
	hubs     []tracefeed.ThreadID
	single   bool // waits at different monitors are apart
}

// make finds the pairs of a window, and reports whether they are others than
// before. What more stretches were added up for is good enough.
func (m *pairsMaker) make(tl *timeline.Timeline, from, to tracefeed.Time, budget int) (fresh bool) {
	if m.tl == tl && m.from == from && m.to == to && (m.budget >= budget || m.reached == from) {
		return false
	}
	*m = pairsMaker{tl: tl, from: from, to: to}
	m.fill(context.Background(), budget)
	return true
}

// fill finds the pairs of the window, or of its latest part.
func (m *pairsMaker) fill(ctx context.Context, budget int) {
	m.budget = budget
	m.pairs, m.reached = interaction.LatestPairs(ctx, m.tl, m.from, m.to, budget)
	m.hubs = hubsOf(m.pairs, len(m.tl.Threads))
}

// draft reports whether more of the window can be added up.
func (m *pairsMaker) draft() bool { return m.reached > m.from && m.budget < AllStretches }

// linksMaker remembers the links of the last picture.
type linksMaker struct {
	pairs   pairsMaker
	refined bool      // pairs are others than those that links are of
	of      gathering // what the links were made for
	all     []Link
}

// allLinks returns all links there are between bars.
func (p *picture) allLinks() []Link {
	m := &p.Builder.links
	from, to := p.look.past()
	budget := AllStretches
	if p.MostEvents > 0 {
		budget = mostStretches
	}
	fresh := m.pairs.make(p.tl, from, to, budget) || m.refined
	m.refined = false
	p.f.LinksFrom, p.f.LinksDraft = m.pairs.reached, p.MostEvents > 0 && m.pairs.draft()
	p.f.LinksNote, p.hubs = p.linksNote(), m.pairs.hubs
	p.makeEnds()
	if g := p.gathering(); fresh || !m.of.same(&g) {
		m.all, m.of = g.links(p.singled(&m.pairs), m.all[:0]), g
	}
	return m.all
}

// mostSingle is how many threads may be shown so that the waits at each monitor
// are told apart, and mostApart how many stretches of waits they may have.
const (
	mostSingle = 64
	mostApart  = 100_000
)

// singled returns the pairs that links are made of: at level near, if they are
// not too many, with those at different monitors apart. Of a draft they are too
// many, or the rest of them would be.
func (p *picture) singled(m *pairsMaker) *pairsMaker {
	if p.level != lod.Near || len(p.l.by) > mostSingle || p.f.LinksDraft || m.stretches() > mostApart {
		return m
	}
	single := *m
	threads := slices.Sorted(maps.Keys(p.l.by))
	single.pairs, single.single = interaction.PairsByMonitor(p.tl, threads, m.reached, m.to), true
	return &single
}

// stretches returns how many the pairs are made of.
func (m *pairsMaker) stretches() (n int) {
	for i := range m.pairs {
		n += m.pairs[i].Count
	}
	return n
}

// blame notes a hub: the first of hubs that is waited for.
func (l *Link) blame(pair *interaction.Pair, hubs []tracefeed.ThreadID) {
	was, is := slices.Index(hubs, l.Hub), slices.Index(hubs, pair.Blocker)
	switch {
	case is < 0 || pair.Kind != interaction.Lock || was >= 0 && was < is:
	case was == is:
		l.HubTotal += pair.Total
	default:
		l.Hub, l.HubTotal = pair.Blocker, pair.Total
	}
}

// longest returns the n links with the longest waits of those that are wanted,
// the longest last, in a list of its own, and how many others were wanted.
func longest(all []Link, n int, wanted func(*Link) bool) (links []Link, left int) {
	best, count := largest(len(all), n, func(i int32) bool { return wanted(&all[i]) }, func(a, b int32) int {
		return cmp.Or(cmp.Compare(all[a].Total, all[b].Total), cmp.Compare(a, b))
	})
	links = make([]Link, len(best))
	for k, i := range best {
		links[k] = all[i]
	}
	return links, count - len(links)
}

// largest returns the n largest of the numbers below all that are wanted, the
// largest last, and how many were wanted. Those of a million take little longer
// than to look at each once.
func largest(all, n int, wanted func(int32) bool, order func(a, b int32) int) (best []int32, count int) {
	least := int32(-1) // there are n that are as large
	for i := range int32(all) {
		if !wanted(i) {
			continue
		}
		if count++; least >= 0 && order(i, least) < 0 {
			continue
		}
		if best = append(best, i); len(best) == 2*n {
			slices.SortFunc(best, order)
			best = best[:copy(best, best[n:])]
			least = best[0]
		}
	}
	slices.SortFunc(best, order)
	return best[max(0, len(best)-n):], count
}

func (l *Link) add(pair *interaction.Pair) {
	l.Count += pair.Count
	l.Total += pair.Total
	l.Longest = max(l.Longest, pair.Longest)
	l.Inferred += pair.Inferred
	l.Evidence = interaction.Rest(l.Total, l.Inferred)
	if l.Monitor != pair.Monitor {
		l.Monitor = tracefeed.NoMonitor
	}
}

// share returns the part of the history that was spent waiting: of a cluster,
// by its mean member.
func (l *Link) share(p *picture) float32 {
	members := tracefeed.Time(p.ends.list[l.blocked].threads)
	return min(1, float32(l.Total)/float32(max(1, (l.To-l.From)*members)))
}
