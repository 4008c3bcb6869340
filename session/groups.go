package session

import (
	"slices"

	"tiv/scene/view"
	"tiv/workspace"
)

// OpenGroup draws the threads of a bar one by one: it unfolds a cluster of the user's, and
// shows the groups behind the bar of calm ones.
func OpenGroup(d *Document, c *view.Cluster) {
	user := slices.IndexFunc(d.Workspace.Look.Clusters,
		func(x view.Cluster) bool { return len(c.Threads) > 0 && slices.Contains(x.Threads, c.Threads[0]) })
	switch {
	case c.Calm:
		d.Glide(workspace.SetOption{Option: "calm-apart", On: !d.Workspace.Look.CalmApart})
	case user >= 0 && d.Workspace.Look.Clusters[user].Folded:
		d.Glide(workspace.FoldCluster{Cluster: user})
	default:
		detailed := workspace.SetDetailed{On: true, Threads: c.Threads}
		detailed.On = !d.Workspace.IsOn(detailed)
		d.Glide(detailed)
	}
}
