package workspace

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/paint"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// Commands about clusters and places. Commands with threads apply to the
// selected ones if there are none; a cluster is named by its index in
// Look.Clusters, and commands with an index out of range do nothing.
type (
	// MakeCluster makes a cluster of threads, and removes them from other
	// clusters.
	MakeCluster struct {
		Name    string
		Threads []tracefeed.ThreadID
	}
	// JoinCluster adds threads to a cluster, LeaveCluster takes them out of any.
	JoinCluster struct {
		Cluster int
		Threads []tracefeed.ThreadID
	}
	LeaveCluster struct{ Threads []tracefeed.ThreadID }
	// Regroup moves threads to places, and makes them join a cluster or, below 0, leave
	// theirs. If the cluster has no member with a place of the user's, they have none there.
	Regroup struct {
		Cluster int
		Threads []tracefeed.ThreadID
		Places  map[tracefeed.ThreadID]mgl32.Vec2
	}
	// NameCluster, ColorCluster and FoldCluster change a cluster's properties.
	NameCluster struct {
		Cluster int
		Name    string
	}
	ColorCluster struct {
		Cluster int
		Color   paint.Color
	}
	FoldCluster struct {
		Cluster int
		Folded  bool
	}
	// FoldAll folds or unfolds all clusters.
	FoldAll struct{ Folded bool }
	// Ungroup takes a cluster apart, UngroupAll all of them.
	Ungroup    struct{ Cluster int }
	UngroupAll struct{}
	// Place sets the places of threads in the plane of the moment, and of groups and clusters
	// by name: see scene.Frame.Relative. Threads with places of their own move with their cluster.
	Place struct {
		Places map[tracefeed.ThreadID]mgl32.Vec2
		Groups map[string]mgl32.Vec2
	}
	// ResetPlaces puts all threads back to their places in the layout.
	ResetPlaces struct{}
)

func (c MakeCluster) apply(w *Workspace) {
	threads := w.meant(c.Threads)
	if len(threads) == 0 {
		return
	}
	w.Look.Clusters = takeOut(w.Look.Clusters, threads)
	name := c.Name
	if name == "" {
		name = freeName(w.Look.Clusters)
	}
	w.Look.Clusters = append(slices.Clip(w.Look.Clusters), view.Cluster{Name: name, Threads: threads})
	w.chooseThreads()
}

// freeName returns a name that no cluster has.
func freeName(clusters []view.Cluster) string {
	for n := len(clusters) + 1; ; n++ {
		name := fmt.Sprintf("cluster %d", n)
		if !slices.ContainsFunc(clusters, func(c view.Cluster) bool { return c.Name == name }) {
			return name
		}
	}
}

// takeOut returns clusters without some threads, and without clusters that become
// empty.
func takeOut(clusters []view.Cluster, threads []tracefeed.ThreadID) []view.Cluster {
	clusters = slices.Clone(clusters)
	for i := range clusters {
		clusters[i].Threads = without(clusters[i].Threads, threads)
	}
	return slices.DeleteFunc(clusters, empty)
}

// changeCluster applies f to one cluster, which then counts as the user's own.
func (w *Workspace) changeCluster(i int, f func(*view.Cluster)) {
	if i < 0 || i >= len(w.Look.Clusters) {
		return
	}
	w.Look.Clusters = slices.Clone(w.Look.Clusters)
	w.Look.Clusters[i].Proposed = false
	f(&w.Look.Clusters[i])
	w.chooseThreads()
}

func (c JoinCluster) apply(w *Workspace) {
	if c.Cluster < 0 || c.Cluster >= len(w.Look.Clusters) {
		return
	}
	clusters := slices.Clone(w.Look.Clusters)
	threads := w.meant(c.Threads)
	for i := range clusters {
		if i == c.Cluster {
			clusters[i].Threads, clusters[i].Proposed = union(w.Timeline, clusters[i].Threads, threads), false
		} else {
			clusters[i].Threads = without(clusters[i].Threads, threads)
		}
	}
	w.Look.Clusters = slices.DeleteFunc(clusters, empty)
	w.chooseThreads()
}

// empty reports whether a cluster has no threads.
func empty(c view.Cluster) bool { return len(c.Threads) == 0 }

func (c LeaveCluster) apply(w *Workspace) {
	w.Look.Clusters = takeOut(w.Look.Clusters, w.meant(c.Threads))
	w.chooseThreads()
}

func (c Regroup) apply(w *Workspace) {
	if c.Cluster < 0 {
		LeaveCluster{c.Threads}.apply(w)
		Place{Places: c.Places}.apply(w)
		return
	}
	if c.Cluster >= len(w.Look.Clusters) {
		return
	}
	isPlaced := func(t tracefeed.ThreadID) bool { _, ok := w.Look.Places[t]; return ok }
	placed := slices.ContainsFunc(w.Look.Clusters[c.Cluster].Threads, isPlaced)
	JoinCluster{c.Cluster, c.Threads}.apply(w)
	if placed {
		Place{Places: c.Places}.apply(w)
		return
	}
	w.Look.Places = maps.Clone(w.Look.Places)
	for _, t := range w.meant(c.Threads) {
		delete(w.Look.Places, t)
	}
}

func (c NameCluster) apply(w *Workspace) {
	w.changeCluster(c.Cluster, func(x *view.Cluster) {
		if at, ok := w.Look.GroupPlaces[x.Name]; ok {
			w.Look.GroupPlaces = maps.Clone(w.Look.GroupPlaces)
			delete(w.Look.GroupPlaces, x.Name)
			w.Look.GroupPlaces[c.Name] = at
		}
		x.Name = c.Name
	})
}

func (c ColorCluster) apply(w *Workspace) {
	w.changeCluster(c.Cluster, func(x *view.Cluster) { x.Color = c.Color })
}

func (c FoldCluster) apply(w *Workspace) {
	w.changeCluster(c.Cluster, func(x *view.Cluster) { x.Folded = c.Folded })
}

func (c FoldAll) apply(w *Workspace) {
	for i := range w.Look.Clusters {
		FoldCluster{i, c.Folded}.apply(w)
	}
}

func (c Ungroup) apply(w *Workspace) {
	if c.Cluster >= 0 && c.Cluster < len(w.Look.Clusters) {
		w.Look.Clusters = slices.Delete(slices.Clone(w.Look.Clusters), c.Cluster, c.Cluster+1)
		w.chooseThreads()
	}
}

func (UngroupAll) apply(w *Workspace) {
	w.Look.Clusters = nil
	w.chooseThreads()
}

func (c Place) apply(w *Workspace) {
	l := &w.Look
	l.Places, l.GroupPlaces = maps.Clone(l.Places), maps.Clone(l.GroupPlaces)
	for name, at := range c.Groups {
		if finite(at) && !placeMembers(l, name, at) {
			set(&l.GroupPlaces, name, at)
		}
	}
	for t, at := range c.Places {
		if finite(at) && known(w.Timeline, t) != tracefeed.NoThread {
			set(&l.Places, t, at)
		}
	}
}

// placeMembers moves a cluster whose place is the middle of its threads. It reports whether there
// is one of that name.
func placeMembers(l *view.Look, name string, at mgl32.Vec2) bool {
	for i := range l.Clusters {
		c := &l.Clusters[i]
		was, byThreads, _ := l.ClusterPlace(c)
		if c.Name != name || !byThreads {
			continue
		}
		for _, t := range c.Threads {
			if place, ok := l.Places[t]; ok {
				l.Places[t] = place.Add(at.Sub(was))
			}
		}
		return true
	}
	return false
}

// set sets an entry of a map, which it makes first if there is none.
func set[K comparable, V any](m *map[K]V, k K, v V) {
	if *m == nil {
		*m = map[K]V{}
	}
	(*m)[k] = v
}

func (ResetPlaces) apply(w *Workspace) { w.Look.Places, w.Look.GroupPlaces = nil, nil }

func (MakeCluster) Info() Info { return Info{label: "make cluster", Effects: Undoable | MovesThreads} }
func (JoinCluster) Info() Info { return Info{label: "join cluster", Effects: Undoable | MovesThreads} }
func (LeaveCluster) Info() Info {
	return Info{label: "remove from clusters", Effects: Undoable | MovesThreads}
}
func (c Regroup) Info() Info {
	if c.Cluster < 0 {
		return Info{label: "leave cluster", Effects: Undoable | MovesThreads}
	}
	return Info{label: "join cluster", Effects: Undoable | MovesThreads}
}
func (c NameCluster) Info() Info {
	return Info{label: "name cluster", run: fmt.Sprint("name ", c.Cluster), Effects: Undoable}
}
func (c ColorCluster) Info() Info {
	return Info{label: "colour cluster", run: fmt.Sprint("colour ", c.Cluster), Effects: Undoable}
}
func (FoldCluster) Info() Info { return Info{label: "fold cluster", Effects: Undoable | MovesThreads} }
func (FoldAll) Info() Info     { return Info{label: "fold all clusters", Effects: Undoable | MovesThreads} }
func (Ungroup) Info() Info {
	return Info{label: "ungroup", Effects: Undoable | MovesThreads}
}
func (UngroupAll) Info() Info {
	return Info{label: "ungroup all", Effects: Undoable | MovesThreads}
}
func (Place) Info() Info { return Info{label: "move", Effects: Undoable} }
func (ResetPlaces) Info() Info {
	return Info{label: "reset thread positions", Effects: Undoable | MovesThreads}
}

// finite reports whether both coordinates are finite.
func finite(at mgl32.Vec2) bool {
	return !math.IsNaN(float64(at[0]+at[1])) && !math.IsInf(float64(at[0]+at[1]), 0)
}
