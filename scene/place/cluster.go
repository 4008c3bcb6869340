package place

import (
	"fmt"
	"math"

	"tiv/interaction/groups"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// ByName groups threads with names that differ only in numbers.
func ByName(tl *timeline.Timeline, threads []tracefeed.ThreadID) []view.Cluster {
	var clusters []view.Cluster
	for _, g := range groups.ByName(tl, threads) {
		clusters = append(clusters, view.Cluster{Name: g.Name, Threads: g.Threads})
	}
	return clusters
}

// AppendConcurrency adds the number of threads that full height of the bar
// represents to a cluster's name, if it is less than the number of members.
func (s *Slot) AppendConcurrency(threads float64) {
	if n := int(math.Ceil(threads)); n < len(s.Members) && !s.Absent {
		s.Concurrency = fmt.Sprintf(", %s at once", tracefeed.Count(n))
	}
}

// atMost joins the last clusters so that n are left.
func atMost(n int, clusters []view.Cluster) []view.Cluster {
	if len(clusters) <= n {
		return clusters
	}
	rest := view.Cluster{Name: "others"}
	for _, c := range clusters[n-1:] {
		rest.Threads = append(rest.Threads, c.Threads...)
	}
	return append(clusters[:n-1], rest)
}
