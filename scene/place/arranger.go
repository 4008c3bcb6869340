package place

import (
	"tiv/lod"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/timeline"
)

// maxBars is the largest number of bars in a picture. More threads are always
// drawn as a crowd, with the states of the user's level.
const maxBars = 4096

// Arranger chooses the level of detail and lays out the bars of a picture.
type Arranger struct {
	Tl    *timeline.Timeline
	Look  *view.Look
	Scale float32
	Space shape.Rect // of the scene in the picture
	Lost  *LostTimes
	Gone  *Absentees
	Again *Repeats
	// Sliced says that bars show slices, which are the same at every level.
	Sliced bool
}

// Detail is the level of detail of a picture: the states that bars distinguish,
// and how far edges and bars are merged.
type Detail struct {
	Level   lod.Level // Near, Mid or Far
	Density lod.Density
	// Names is how far names are merged: as edges and bars are or, at a level of the user's, as they
	// would be without it.
	Names lod.Density
}

// LevelOf returns the level of a picture with a detail.
func LevelOf(d Detail) lod.Level {
	if d.Density == lod.Crowded {
		return lod.Crowd
	}
	return d.Level
}

// Arrange returns the layout of all bars, the clusters among them, and the level
// of detail. before is that of the last picture: it changes later than it would
// without it.
//
// A level of the user's decides all. Otherwise the number of threads in view
// decides how far edges and bars are merged, and the height of bars which states
// they distinguish.
func (a *Arranger) Arrange(before Detail) (l *Layout, clusters []view.Cluster, d Detail) {
	d = before
	crowd := a.Look.Level == lod.Crowd || len(a.Look.Threads) > maxBars
	l, clusters = a.place(crowd)
	inView, pixels := a.crowding(l)
	switch {
	case crowd:
		d.Density = lod.Crowded
	case a.Look.Level == lod.Auto && inView == 0 && before != (Detail{}): // the moment is out of view
	case a.Look.Level == lod.Auto:
		d.Density = lod.ChooseDensity(before.Density, inView)
	default:
		d.Level, d.Density = a.Look.Level, a.Look.Level.Density()
	}
	if d.Names = d.Density; a.Look.Level != lod.Auto && !crowd {
		d.Names = min(lod.ChooseDensity(lod.Sparse, inView), lod.Dense)
	}
	if d.Density == lod.Crowded && !crowd {
		l, clusters = a.place(true)
		_, pixels = a.crowding(l)
	}
	switch a.Look.Level {
	case lod.Auto, lod.Crowd:
		d.Level = lod.ChooseLevel(before.Level, pixels)
	default:
		d.Level = a.Look.Level
	}
	if a.Sliced {
		d.Level = lod.Near
	}
	l.setLevel(d.Level)
	return l, clusters, d
}

// place lays out all bars of a picture, or of a crowd, and returns the clusters
// among them.
func (a *Arranger) place(crowd bool) (*Layout, []view.Cluster) {
	lost := (*LostTimes)(nil)
	if crowd {
		lost = a.Lost.of(a.Tl)
	}
	slots, clusters := listSlots(a.Tl, a.Look, lost, a.Gone, a.Again)
	return arrange(slots, &a.Look.State, a.Space.Width()/max(a.Space.Height(), 1), a.Again), clusters
}

// setLevel sets the level of detail of all bars except the close ones.
func (l *Layout) setLevel(level lod.Level) {
	for i := range l.Slots {
		if l.Slots[i].Level = level; l.Slots[i].Close {
			l.Slots[i].Level = lod.Near
		}
	}
}

// crowding returns the number of bars in view, in 3D that of fronts, and their height in pixels at
// scale 1.
func (a *Arranger) crowding(l *Layout) (inView int, pixels float32) {
	kind := a.Look.Kind
	low, high := l.upright(a.Look.Camera, l.Margin(kind))
	v := shape.View{Rect: a.Space}
	if kind.Turns {
		v.Camera, _ = l.FreePose(a.Look.Camera, a.Space).Camera(l, l.Ahead)
	}
	for _, s := range l.Slots {
		at, seen := v.Project(s.At.Vec3(0))
		if !kind.Turns && s.At[1] >= low && s.At[1] <= high || kind.Turns && seen && a.Space.Holds(at[0], at[1]) {
			inView++
		}
	}
	perPixel := (high - low) / max(a.Space.Height(), 1) * a.Scale
	return inView, l.rowHeight(kind) / perPixel
}

// rowHeight returns the height of the view's lowest bars, in world units.
func (l *Layout) rowHeight(k *view.Kind) float32 {
	if k.TimeAxis {
		return highestRow
	}
	return 2 * l.Half[1]
}

// Margin returns the height in view beyond the middle of the first and the last
// bar, in world units.
func (l *Layout) Margin(k *view.Kind) float32 {
	if k.Moment {
		return l.Half[1]
	}
	return 0.5
}
