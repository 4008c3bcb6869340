package scene

import (
	"fmt"
	"math"
	"strings"

	"tiv/interaction/groups"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Cluster is threads that belong together.
type Cluster struct {
	Name    string
	Threads []tracefeed.ThreadID
	// Color marks the cluster; nothing for none.
	Color Color
	// Folded clusters are one bar at every level of detail.
	Folded bool
	// Calm marks the bar of all calm groups of a crowd; never one of the user's.
	Calm bool
	// Proposed clusters have not been edited by the user: another proposal
	// replaces them.
	Proposed bool
}

// Title returns the name, and the number of threads. The sign for the rest of their names is
// left out.
func (c Cluster) Title() string {
	return strings.TrimSuffix(c.Name, " *") + " × " + tracefeed.Count(len(c.Threads))
}

// ClusterColors are offered for clusters: none that a state or an edge has.
var ClusterColors = [...]Color{hex(0xE69F00), hex(0x9C6ADE), hex(0x2AB7A9), hex(0xC95D63), hex(0x7A8B3C), hex(0x8C6D46)}

// byName groups threads with names that differ only in numbers.
func byName(tl *timeline.Timeline, threads []tracefeed.ThreadID) []Cluster {
	var clusters []Cluster
	for _, g := range groups.ByName(tl, threads) {
		clusters = append(clusters, Cluster{Name: g.Name, Threads: g.Threads})
	}
	return clusters
}

// processClusters makes a cluster of each process with several threads, unless it is the
// only one.
func processClusters(tl *timeline.Timeline, threads []tracefeed.ThreadID) (clusters []Cluster) {
	for i, g := range groups.Several(groups.ByProcess(tl, threads)) {
		c := Cluster{Name: g.Name, Threads: g.Threads, Proposed: true}
		if i < len(ClusterColors) {
			c.Color = ClusterColors[i]
		}
		clusters = append(clusters, c)
	}
	if len(clusters) < 2 {
		return nil
	}
	return clusters
}

// appendConcurrency adds the number of threads that full height of the bar
// represents to a cluster's name, if it is less than the number of members.
func (s *slot) appendConcurrency(threads float64) {
	if n := int(math.Ceil(threads)); n < len(s.members) && !s.absent {
		s.concurrency = fmt.Sprintf(", %d at once", n)
	}
}

// atMost joins the last clusters so that n are left.
func atMost(n int, clusters []Cluster) []Cluster {
	if len(clusters) <= n {
		return clusters
	}
	rest := Cluster{Name: "others"}
	for _, c := range clusters[n-1:] {
		rest.Threads = append(rest.Threads, c.Threads...)
	}
	return append(clusters[:n-1], rest)
}
