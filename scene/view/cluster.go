package view

import (
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/interaction/groups"
	"tiv/scene/paint"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Cluster is threads that belong together.
type Cluster struct {
	Name    string
	Threads []tracefeed.ThreadID
	// Color marks the cluster; nothing for none.
	Color paint.Color
	// Folded clusters are one bar at every level of detail.
	Folded bool
	// Calm marks the bar of all calm groups of a crowd; never one of the user's.
	Calm bool
	// Proposed clusters have not been edited by the user: another proposal
	// replaces them.
	Proposed bool
}

// Title returns the short name, and the number of threads.
func (c Cluster) Title() string {
	return c.Short() + " × " + tracefeed.Count(len(c.Threads))
}

// Short returns the name without the sign at its end for the rest of the names of the threads, and
// without the mark before that: worker for worker-*.
func (c Cluster) Short() string {
	rest, ok := strings.CutSuffix(c.Name, "*")
	if short := strings.TrimRight(rest, " -_#.:/"); ok && short != "" {
		return short
	}
	return c.Name
}

// ClusterPlace returns the place that the user gave to a cluster: the middle of the places of its
// threads, if at least half of them have one, or else its own; see Frame.Relative. byThreads says
// that it is the first. ok is false if it has neither.
func (s *State) ClusterPlace(c *Cluster) (at mgl32.Vec2, byThreads, ok bool) {
	n := 0
	for _, t := range c.Threads {
		if place, placed := s.Places[t]; placed {
			at = at.Add(place)
			n++
		}
	}
	if n > 0 && 2*n >= len(c.Threads) {
		return at.Mul(1 / float32(n)), true, true
	}
	at, ok = s.GroupPlaces[c.Name]
	return at, false, ok
}

// processClusters makes a cluster of each process with several threads, unless it is the
// only one.
func processClusters(tl *timeline.Timeline, threads []tracefeed.ThreadID) (clusters []Cluster) {
	for i, g := range groups.Several(groups.ByProcess(tl, threads)) {
		c := Cluster{Name: g.Name, Threads: g.Threads, Proposed: true}
		if i < len(paint.ClusterColors) {
			c.Color = paint.ClusterColors[i]
		}
		clusters = append(clusters, c)
	}
	if len(clusters) < 2 {
		return nil
	}
	return clusters
}

// Has reports whether a sorted list has a thread.
func Has(list []tracefeed.ThreadID, t tracefeed.ThreadID) bool {
	_, ok := slices.BinarySearch(list, t)
	return ok
}
