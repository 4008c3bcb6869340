package scene

import (
	"cmp"
	"context"
	"slices"

	"tiv/execution/slice"
	"tiv/interaction"
	"tiv/internal/largest"
	"tiv/scene/shape"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Link sums up the waits in the history of one bar for another: one triangle.
// In a sparse picture, each monitor has a link of its own. In dense ones and
// crowds, a link covers all threads of a cluster and all of another.
type Link struct {
	Kind interaction.Kind
	// Blocked and Blocker are threads; of clusters, the first threads.
	Blocked, Blocker tracefeed.ThreadID
	// Waits and Holds identify the narrow and the wide end.
	Waits, Holds shape.PickID
	// Monitor is the monitor of the longest waits, if there are several; none if
	// several threads waited for several monitors.
	Monitor tracefeed.MonitorID
	// Single says that Monitor is the only one.
	Single         bool
	Evidence       interaction.Evidence
	Count          int
	Total, Longest tracefeed.Time
	// inferred is the part of Total that is not observed.
	inferred tracefeed.Time
	// Hub is the thread of Holds with a large part of the waiting charged to it,
	// HubTotal that part of Total; NoThread if there is none.
	Hub      tracefeed.ThreadID
	HubTotal tracefeed.Time
	// From and To are the windows that the waits were added up over.
	From, To tracefeed.Time

	blocked, blocker int // endpoints
	// through says that one of them is a lock.
	through bool
	// lane is the number of this link among lanes links between the same two
	// endpoints, counted across them in the direction from the first endpoint to
	// the second.
	lane, lanes int
	// bend is the distance of its middle from the straight line, to the left, as a
	// part of its length.
	bend float32
}

// maxLinks is the largest number of waits that the 3D view shows at their
// own depth. The shortest waits are left out, and a note in the picture says
// so.
const maxLinks = 1500

// maxIntervals is the approximate number of wait intervals that one frame of a
// window adds up, which takes some milliseconds. If the history has more, its
// latest part is shown until Refine has added up the rest, and a note in the
// picture says so.
const maxIntervals = 150_000

// movingIntervals is maxIntervals while frames follow each other, where each frame
// adds up another history.
const movingIntervals = 50_000

// AllIntervals is the limit of wait intervals for a caller that waits for
// complete links. Adding them up takes some seconds.
const AllIntervals = 150_000_000

// pairCache caches the pairs of the last window.
type pairCache struct {
	tl       *timeline.Timeline
	from, to tracefeed.Time
	base     *slice.Set // the only time that counts; nil for all
	budget   int        // in wait intervals
	pairs    []interaction.Pair
	parts    []interaction.Part // of the pairs, by lock; nil for too many
	reached  tracefeed.Time     // the begin of the summed part of the window
	waits    waitSums
	hubs     []tracefeed.ThreadID
	main     tracefeed.ThreadID // the hub with most of all waiting; NoThread for none
	single   bool               // waits at different monitors are apart
}

// update computes the pairs of a window, in a base, and reports whether they differ from the
// last ones. Pairs made with a larger budget are reused.
func (m *pairCache) update(tl *timeline.Timeline, from, to tracefeed.Time, base *slice.Set, budget int) (fresh bool) {
	if m.tl == tl && m.from == from && m.to == to && m.base == base && (m.budget >= budget || m.reached == from) {
		return false
	}
	*m = pairCache{tl: tl, from: from, to: to, base: base}
	m.fill(context.Background(), budget)
	return true
}

// fill finds the pairs of the window, or of its latest part.
func (m *pairCache) fill(ctx context.Context, budget int) {
	m.budget = budget
	latest := interaction.LatestPairs(ctx, m.tl, m.from, m.to, budget, m.in())
	m.pairs, m.parts, m.reached = latest.Pairs, latest.Parts, latest.From
	m.waits = sumWaits(m.pairs, len(m.tl.Threads))
	m.hubs, m.main = hubsOf(m.waits.causes)
}

// in returns the base for package interaction.
func (m *pairCache) in() interaction.Set {
	if m.base == nil {
		return nil
	}
	return m.base
}

// partial reports whether more of the window can be added up.
func (m *pairCache) partial() bool { return m.reached > m.from && m.budget < AllIntervals }

// linkCache caches the links of the last picture.
type linkCache struct {
	pairs    pairCache
	outdated bool      // pairs have changed since links were made
	input    linkInput // the input of links
	all      []Link
	// groups are those of the pairs. staleGroups says that pairs have changed since.
	groups      []interaction.Group
	staleGroups bool
	// refinement adds up waits that were left out; nil if that is not under way.
	refinement *pairsRefinement
}

// intervals returns the number of wait intervals in the pairs.
func (m *pairCache) intervals() (n int) {
	for i := range m.pairs {
		n += m.pairs[i].Count
	}
	return n
}

// noteHub adds a pair to the link's hub: the first of hubs that is a blocker of
// the link.
func (l *Link) noteHub(pair *interaction.Pair, hubs []tracefeed.ThreadID) {
	was, is := slices.Index(hubs, l.Hub), slices.Index(hubs, pair.Blocker)
	switch {
	case is < 0 || pair.Kind != interaction.Lock || was >= 0 && was < is:
	case was == is:
		l.HubTotal += pair.Total
	default:
		l.Hub, l.HubTotal = pair.Blocker, pair.Total
	}
}

// longest returns the n links with the longest waits for which wanted is true,
// longest last, in a new slice, and how many others wanted selects.
func longest(all []Link, n int, wanted func(*Link) bool) (links []Link, left int) {
	best, count := largest.Of(len(all), n, func(i int32) bool { return wanted(&all[i]) }, func(a, b int32) int {
		return cmp.Or(cmp.Compare(all[a].Total, all[b].Total), cmp.Compare(a, b))
	})
	links = make([]Link, len(best))
	for k, i := range best {
		links[k] = all[i]
	}
	return links, count - len(links)
}

func (l *Link) add(pair *interaction.Pair) {
	l.Count += pair.Count
	l.Total += pair.Total
	l.Longest = max(l.Longest, pair.Longest)
	l.inferred += pair.Inferred
	l.Evidence = interaction.DominantEvidence(l.Total, l.inferred)
	if l.Monitor != pair.Monitor {
		l.Monitor = tracefeed.NoMonitor
	}
}

// budget returns the approximate number of wait intervals that the links of a frame may sum up,
// if it may read maxEvents events, 0 for all, and while frames follow each other.
func budget(maxEvents int, animating bool) int {
	switch {
	case maxEvents == 0:
		return AllIntervals
	case animating:
		return movingIntervals
	}
	return maxIntervals
}
