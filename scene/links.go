package scene

import (
	"cmp"
	"context"
	"slices"

	"tiv/interaction"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Link is all waits of one bar for another in the history: what a triangle
// stands for.
type Link struct {
	Kind interaction.Kind
	// Blocked and Blocker are threads; in a crowd, the first threads of their
	// clusters.
	Blocked, Blocker tracefeed.ThreadID
	Monitor          tracefeed.MonitorID
	Evidence         interaction.Evidence
	Count            int
	Total, Longest   tracefeed.Time
	// Inferred is the part of Total that is not observed.
	Inferred tracefeed.Time
	// From and To are the windows that the waits were added up over.
	From, To tracefeed.Time

	blocked, blocker int // slots
}

// mostLinks is how many links a picture shows; what is left out are the
// shortest, and the notes say so.
const mostLinks = 1500

// mostStretches is how many stretches of waits one frame of a window adds up,
// about: what takes some hundredths of a second. If the history has more, a
// shorter one is shown until Refine has added up the rest, and the notes say so.
const mostStretches = 1_500_000

// fewStretches is as many as there is time for when frames follow each other.
const fewStretches = 200_000

// allStretches is how many a picture adds up at most: what takes some seconds.
const allStretches = 150_000_000

// pairsMaker remembers the pairs of the last window.
type pairsMaker struct {
	tl       *timeline.Timeline
	from, to tracefeed.Time
	budget   int // of stretches
	pairs    []interaction.Pair
	reached  tracefeed.Time // where what was added up begins
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
}

// draft reports whether more of the window can be added up.
func (m *pairsMaker) draft() bool { return m.reached > m.from && m.budget < allStretches }

type linkKey struct {
	blocked, blocker int
	kind             interaction.Kind
}

// linksMaker remembers the links of the last picture.
type linksMaker struct {
	pairs   pairsMaker
	refined bool // pairs are others than those that links are of
	slots   []slotKey
	signals bool
	links   []Link
	left    int
	// all are the links before some are left out.
	all []Link
}

// links returns what is to be drawn between bars, the longest waits last, and
// how many were left out.
func (p *picture) links() (links []Link, left int) {
	m := &p.Builder.links
	from, to := p.look.past()
	budget := allStretches
	switch {
	case p.Hurry:
		budget = fewStretches
	case p.MostEvents > 0:
		budget = mostStretches
	}
	fresh := m.pairs.make(p.tl, from, to, budget)
	p.f.LinksFrom, p.f.LinksDraft = m.pairs.reached, p.MostEvents > 0 && m.pairs.draft()
	if slots := p.shares.key.slots; fresh || m.refined || m.signals != p.look.Signals || !slices.Equal(m.slots, slots) {
		m.slots, m.signals, m.refined = slots, p.look.Signals, false
		p.addUp(m)
		m.links, m.left = longest(m.all, mostLinks), max(0, len(m.all)-mostLinks)
	}
	return m.links, m.left
}

// addUp makes links of pairs: those of clusters are several pairs together.
func (p *picture) addUp(m *linksMaker) {
	m.all = m.all[:0]
	index := map[linkKey]int{}
	for _, pair := range m.pairs.pairs {
		if pair.Kind == interaction.Signal && !p.look.Signals {
			continue
		}
		a, okA := p.l.by[pair.Blocked]
		b, okB := p.l.by[pair.Blocker]
		if !okA || !okB {
			continue
		}
		i, known := len(m.all), false
		if p.l.slots[a].members != nil || p.l.slots[b].members != nil {
			key := linkKey{a, b, pair.Kind}
			if i, known = index[key]; !known {
				i = len(m.all)
				index[key] = i
			}
		}
		if !known {
			m.all = append(m.all, Link{Kind: pair.Kind, Blocked: p.l.slots[a].thread, Blocker: p.l.slots[b].thread,
				Monitor: pair.Monitor, From: m.pairs.reached, To: m.pairs.to, blocked: a, blocker: b})
		}
		m.all[i].add(pair)
	}
}

// longest returns the n links with the longest waits, the longest last, in a
// list of its own.
func longest(all []Link, n int) []Link {
	order := func(a, b int32) int {
		return cmp.Or(cmp.Compare(all[a].Total, all[b].Total), cmp.Compare(a, b))
	}
	var best []int32
	shorter := tracefeed.Time(-1) // than those that are known to be longer
	for i := range all {
		if all[i].Total < shorter {
			continue
		}
		if best = append(best, int32(i)); len(best) == 2*n {
			slices.SortFunc(best, order)
			best = best[:copy(best, best[n:])]
			shorter = all[best[0]].Total
		}
	}
	slices.SortFunc(best, order)
	best = best[max(0, len(best)-n):]
	links := make([]Link, len(best))
	for k, i := range best {
		links[k] = all[i]
	}
	return links
}

func (l *Link) add(pair interaction.Pair) {
	l.Count += pair.Count
	l.Total += pair.Total
	l.Longest = max(l.Longest, pair.Longest)
	l.Inferred += pair.Inferred
	l.Evidence = interaction.Rest(l.Total, l.Inferred)
}

// share returns the part of the history that was spent waiting: of a cluster,
// by its mean member.
func (l *Link) share(p *picture) float32 {
	members := tracefeed.Time(max(1, len(p.l.slots[l.blocked].members)))
	return min(1, float32(l.Total)/float32(max(1, (l.To-l.From)*members)))
}
