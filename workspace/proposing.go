package workspace

import (
	"context"
	"fmt"
	"slices"

	"tiv/interaction/groups"
	"tiv/scene/paint"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Proposal is a reason for which threads may belong together.
type Proposal uint8

// The reasons; see package groups.
const (
	SameName Proposal = iota
	SameFunction
	SameWaits
	SameProfile
	SameProcess
)

// Proposals is the number of reasons.
const Proposals = SameProcess + 1

var proposalNames = [...]string{"name", "function", "waits", "behaviour", "process"}

// String returns the reason in a word.
func (p Proposal) String() string { return proposalNames[p] }

// ParseProposal reads the word for a reason.
func ParseProposal(name string) (Proposal, bool) {
	i := slices.Index(proposalNames[:], name)
	return Proposal(max(i, 0)), i >= 0
}

// Propose makes clusters of the threads that are in no cluster of the user's
// own. They replace the clusters proposed before. Each has a colour of its own,
// as long as there are enough.
type Propose struct{ By Proposal }

func (c Propose) apply(w *Workspace) { runNow(c, w) }

func (c Propose) prepare(ctx context.Context, w *Workspace) (commit func(*Workspace), note string) {
	_, taken := ownClusters(w.Timeline, w.Look.Clusters)
	all, note := c.groups(ctx, w, without(w.Look.Threads, taken))
	found := groups.Several(all)
	return func(w *Workspace) { w.propose(found) }, note
}

// ownClusters returns the clusters that the user has made or changed, and the
// threads in them.
func ownClusters(tl *timeline.Timeline, clusters []view.Cluster) (own []view.Cluster, taken []tracefeed.ThreadID) {
	own = slices.DeleteFunc(slices.Clone(clusters), func(x view.Cluster) bool { return x.Proposed })
	for _, x := range own {
		taken = append(taken, x.Threads...)
	}
	return own, union(tl, taken)
}

// propose turns groups into clusters, without the threads that the user has put
// into clusters meanwhile.
func (w *Workspace) propose(found []groups.Group) {
	own, taken := ownClusters(w.Timeline, w.Look.Clusters)
	names := distinct{}
	for _, x := range own {
		names.take(x.Name)
	}
	for i, g := range found {
		x := view.Cluster{Threads: without(union(w.Timeline, g.Threads), taken), Proposed: true}
		if i < len(paint.ClusterColors) {
			x.Color = paint.ClusterColors[i]
		}
		if !empty(x) {
			x.Name = names.take(g.Name)
			own = append(own, x)
		}
	}
	w.Look.Clusters = own
	w.chooseThreads()
}

// distinct maps names in use to the next number to try as a suffix.
type distinct map[string]int

// take returns a free name: the given one, or with a number appended.
func (d distinct) take(name string) string {
	for n := max(d[name], 1); ; n++ {
		free := name
		if n > 1 {
			free = fmt.Sprintf("%s (%d)", name, n)
		}
		if d[free] == 0 {
			d[free] = 1
			d[name] = n + 1
			return free
		}
	}
}

// groups returns groups of some threads, and a note about the history used.
func (c Propose) groups(ctx context.Context, w *Workspace, threads []tracefeed.ThreadID) (list []groups.Group, note string) {
	from, to := w.Look.Counted()
	switch c.By {
	case SameProcess:
		return groups.ByProcess(w.Timeline, threads), ""
	case SameFunction:
		return groups.ByFunction(w.Timeline, threads), ""
	case SameWaits:
		pairs, note := historyPairs(ctx, w.Timeline, &w.Look)
		return groups.ByInteraction(w.Timeline, w.Look.Locks, pairs, threads), note
	case SameProfile:
		return groups.ByProfile(w.Timeline, threads, max(from, 0), to), ""
	}
	return groups.ByName(w.Timeline, threads), ""
}

func (Propose) Info() Info {
	return Info{label: "propose clusters", Task: "proposal", Effects: Undoable | MovesThreads}
}
