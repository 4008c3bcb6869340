package scene

import (
	"tiv/lod"
	"tiv/timeline"
)

// maxBars is the largest number of bars in a picture. More threads are always
// drawn at level crowd.
const maxBars = 4096

// arranger chooses the level of detail and lays out the bars of a picture.
type arranger struct {
	tl    *timeline.Timeline
	look  *Look
	scale float32
	space Rect // of the scene in the picture
}

// arrange returns the layout of all bars, the clusters among them, and the level
// of detail. before is the level of the last picture: a level that is chosen
// automatically changes later than it would without it.
func (a *arranger) arrange(before lod.Level) (l *layout, clusters []Cluster, level lod.Level) {
	level = a.look.Level
	if len(a.look.Threads) > maxBars {
		level = lod.Crowd
	}
	l, clusters = a.place(level)
	if level != lod.Auto {
		return l, clusters, level
	}
	inView, pixels := a.crowding(l)
	level = lod.Choose(before, inView, pixels)
	if level == lod.Crowd {
		l, clusters = a.place(level)
	}
	l.setLevel(level, a.look)
	return l, clusters, level
}

// place lays out all bars of a level, and returns the clusters among them. At
// level crowd the user's own places for threads are ignored.
func (a *arranger) place(level lod.Level) (*layout, []Cluster) {
	slots, clusters := listSlots(a.tl, a.look, level)
	view := a.look.ViewState
	if level == lod.Crowd {
		view.Places = nil
	}
	return arrange(slots, &view, a.space.Width()/max(a.space.Height(), 1)), clusters
}

// setLevel sets the level of detail of all bars except the close ones.
func (l *layout) setLevel(level lod.Level, look *Look) {
	for i := range l.slots {
		if s := &l.slots[i]; s.members != nil || !Has(look.Detailed, s.thread) {
			s.level = level
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
