package scene

import (
	"cmp"
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

// mostStretches is how many stretches of waits one frame adds up, about: what
// takes some hundredths of a second. If the history has more, a shorter one is
// shown, and the notes say so.
const mostStretches = 300_000

// pairsMaker remembers the pairs of the last window.
type pairsMaker struct {
	tl       *timeline.Timeline
	from, to tracefeed.Time
	pairs    []interaction.Pair
	reached  tracefeed.Time // where what was added up begins
}

// make returns the pairs of a window, and where that begins in fact.
func (m *pairsMaker) make(tl *timeline.Timeline, from, to tracefeed.Time) ([]interaction.Pair, tracefeed.Time) {
	if m.tl != tl || m.from != from || m.to != to {
		*m = pairsMaker{tl: tl, from: from, to: to}
		m.pairs, m.reached = interaction.LatestPairs(tl, from, to, mostStretches)
	}
	return m.pairs, m.reached
}

type linkKey struct {
	blocked, blocker int
	kind             interaction.Kind
}

// links returns what is to be drawn between bars, the longest waits last, and
// how many were left out.
func (p *picture) links() (links []Link, left int) {
	from, to := p.look.past()
	pairs, from := p.pairs.make(p.tl, from, to)
	p.f.LinksFrom = from
	index := map[linkKey]int{}
	for _, pair := range pairs {
		a, okA := p.l.by[pair.Blocked]
		b, okB := p.l.by[pair.Blocker]
		if !okA || !okB || pair.Kind == interaction.Signal && !p.look.Signals {
			continue
		}
		key := linkKey{a, b, pair.Kind}
		i, ok := index[key]
		if !ok {
			i = len(links)
			index[key] = i
			links = append(links, Link{Kind: pair.Kind, Blocked: p.l.slots[a].thread, Blocker: p.l.slots[b].thread,
				Monitor: pair.Monitor, From: from, To: to, blocked: a, blocker: b})
		}
		links[i].add(pair)
	}
	slices.SortStableFunc(links, func(a, b Link) int { return cmp.Compare(a.Total, b.Total) })
	left = max(0, len(links)-mostLinks)
	return links[left:], left
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
