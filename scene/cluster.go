package scene

import (
	"fmt"
	"math"
	"strings"

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
}

// ByName puts threads together whose names differ only in the number at their
// end, in the order of the first of each.
func ByName(tl *timeline.Timeline, threads []tracefeed.ThreadID) []Cluster {
	var clusters []Cluster
	index := map[string]int{}
	for _, t := range threads {
		name := withoutNumber(tl.Threads[t].Name)
		i, ok := index[name]
		if !ok {
			i = len(clusters)
			index[name] = i
			clusters = append(clusters, Cluster{Name: name})
		}
		clusters[i].Threads = append(clusters[i].Threads, t)
	}
	return clusters
}

// withoutNumber drops what tells the members of a pool apart: the number at the
// end of a name, and what separates it.
func withoutNumber(name string) string {
	short := strings.TrimRight(strings.TrimRight(name, "0123456789"), " -_#.:")
	if short == "" {
		return name
	}
	return short
}

// sayAtOnce adds to a cluster's name how many threads its bar's height stands
// for, where those are fewer than its members.
func (s *slot) sayAtOnce(threads float64) {
	if n := int(math.Ceil(threads)); n < len(s.members) {
		s.name += fmt.Sprintf(", %d at once", n)
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
