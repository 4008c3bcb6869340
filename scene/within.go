package scene

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/shape"
	"tiv/tracefeed"
)

// Threads returns the threads of a thing in the frame: the thread itself, the
// members of a cluster, or both ends of an edge, the waiting one first.
func (f *Frame) Threads(p shape.PickID) []tracefeed.ThreadID {
	i := int(p.Index)
	switch {
	case i < 0:
	case p.Kind == shape.PickThread:
		return []tracefeed.ThreadID{tracefeed.ThreadID(i)}
	case p.Kind == shape.PickCluster && i < len(f.Clusters):
		return f.Clusters[i].Threads
	case p.Kind == shape.PickLock && i < len(f.Locks):
		return slices.Concat(f.Locks[i].Holders, f.Locks[i].Waiting)
	case p.Kind == shape.PickEdge && i < len(f.Links):
		return []tracefeed.ThreadID{f.Links[i].Blocked, f.Links[i].Blocker}
	}
	return nil
}

// Within returns the threads inside a polygon in pixels in a view: those with
// the middle of the bar's front inside or, if time lies along x, with a row
// that it covers.
func (f *Frame) Within(view int, outline []mgl32.Vec2) (threads []tracefeed.ThreadID) {
	v := &f.Views[view]
	low, high := heights(outline)
	for i := range v.Bars {
		b := &v.Bars[i]
		at, ok := v.Project(b.Center)
		if !ok || at[1] < low || at[1] > high || !v.TimeAxis && !shape.Inside(outline, at) {
			continue
		}
		threads = append(threads, f.Threads(b.Pick)...)
	}
	return threads
}

// heights returns the heights of a polygon's highest and lowest points.
func heights(outline []mgl32.Vec2) (low, high float32) {
	if len(outline) == 0 {
		return 1, 0
	}
	low, high = outline[0][1], outline[0][1]
	for _, p := range outline {
		low, high = min(low, p[1]), max(high, p[1])
	}
	return low, high
}
