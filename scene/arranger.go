package scene

import (
	"tiv/lod"
	"tiv/timeline"
)

// maxBars is the largest number of bars in a picture. More threads are always
// drawn as a crowd, with the states of the user's level.
const maxBars = 4096

// arranger chooses the level of detail and lays out the bars of a picture.
type arranger struct {
	tl    *timeline.Timeline
	look  *Look
	scale float32
	space Rect // of the scene in the picture
	lost  *lostTimes
	gone  *absentees
	// sliced says that bars show slices, which are the same at every level.
	sliced bool
}

// detail is the level of detail of a picture: the states that bars distinguish,
// and how far edges and bars are merged.
type detail struct {
	level   lod.Level // Near, Mid or Far
	density lod.Density
}

// levelOf returns the level of a picture with a detail.
func levelOf(d detail) lod.Level {
	if d.density == lod.Crowded {
		return lod.Crowd
	}
	return d.level
}

// arrange returns the layout of all bars, the clusters among them, and the level
// of detail. before is that of the last picture: it changes later than it would
// without it.
//
// A level of the user's decides all. Otherwise the number of threads in view
// decides how far edges and bars are merged, and the height of bars which states
// they distinguish.
func (a *arranger) arrange(before detail) (l *layout, clusters []Cluster, d detail) {
	d = before
	crowd := a.look.Level == lod.Crowd || len(a.look.Threads) > maxBars
	l, clusters = a.place(crowd)
	inView, pixels := a.crowding(l)
	switch {
	case crowd:
		d.density = lod.Crowded
	case a.look.Level == lod.Auto:
		d.density = lod.ChooseDensity(before.density, inView)
	default:
		d = detail{a.look.Level, a.look.Level.Density()}
	}
	if d.density == lod.Crowded && !crowd {
		l, clusters = a.place(true)
		_, pixels = a.crowding(l)
	}
	switch a.look.Level {
	case lod.Auto, lod.Crowd:
		d.level = lod.ChooseLevel(before.level, pixels)
	default:
		d.level = a.look.Level
	}
	if a.sliced {
		d.level = lod.Near
	}
	l.setLevel(d.level)
	return l, clusters, d
}

// place lays out all bars of a picture, or of a crowd, and returns the clusters
// among them. In a crowd the user's own places for threads are ignored.
func (a *arranger) place(crowd bool) (*layout, []Cluster) {
	view, lost := a.look.ViewState, (*lostTimes)(nil)
	if crowd {
		view.Places, lost = nil, a.lost.of(a.tl)
	}
	slots, clusters := listSlots(a.tl, a.look, lost, a.gone)
	return arrange(slots, &view, a.space.Width()/max(a.space.Height(), 1)), clusters
}

// setLevel sets the level of detail of all bars except the close ones.
func (l *layout) setLevel(level lod.Level) {
	for i := range l.slots {
		if l.slots[i].level = level; l.slots[i].close {
			l.slots[i].level = lod.Near
		}
	}
}

// crowding returns the number of bars in view, and their height in pixels at
// scale 1.
func (a *arranger) crowding(l *layout) (inView int, pixels float32) {
	kind := a.look.Kind
	low, high := a.look.Camera.upright(l, kind.margin(l))
	for _, s := range l.slots {
		if s.at[1] >= low && s.at[1] <= high {
			inView++
		}
	}
	perPixel := (high - low) / max(a.space.Height(), 1) * a.scale
	return inView, kind.rowHeight(l) / perPixel
}
