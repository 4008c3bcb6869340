package stage

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Kept are the places that names and locks had in the last picture. As long as the camera rests they
// stay there wherever they can, so that nothing moves while a trace plays or threads are selected. While
// the camera turns, names at the corners of bars stay at them.
type Kept struct {
	// Names are the places of names, by what they name, and Locks those of locks that no thread keeps, by
	// their first monitor, in the plane of the moment.
	Names map[shape.PickID]Spot
	Locks map[tracefeed.MonitorID]mgl32.Vec2
	// LockSides are the sides of locks where their names are, by their first monitor.
	LockSides map[tracefeed.MonitorID]int
	// Turning says that the camera has moved a little since the last picture, Resting that no pictures
	// follow each other: then locks have the places that the whole history gives them.
	Turning, Resting bool

	tl      *timeline.Timeline
	options view.Options
	camera  mgl32.Mat4
	// before are the names that were there before anything was selected; selected says that
	// something was in the last picture.
	before   map[shape.PickID]bool
	selected bool
}

// Spot is the place of a name in pixels, relative to the upper left corner of the near end of its bar.
type Spot struct {
	// Text is the begin of its baseline, Anchor the pixel of the bar that it belongs to.
	Text, Anchor mgl32.Vec2
	// Corner says that the name is at that corner, Aside that a line leads from the name to its bar, and
	// Absent that there is no bar.
	Corner, Aside, Absent bool
	// Number says that it is the number of a thread alone.
	Number bool
}

// little is how far points of the scene move between two pictures of a turning camera, as a part of
// the view.
const little = 0.06

// Begin begins a picture of a stage. It forgets all places if the camera is quite another one, or the
// picture has other options.
func (k *Kept) Begin(st *Stage, v *shape.View) {
	options := st.Look.Options
	if k.tl != st.Timeline || k.options != options || !k.near(st.Layout, v) {
		*k = Kept{tl: st.Timeline, options: options, Resting: k.Resting, Names: map[shape.PickID]Spot{}}
	}
	if k.Resting || k.Locks == nil {
		k.Locks, k.LockSides = map[tracefeed.MonitorID]mgl32.Vec2{}, map[tracefeed.MonitorID]int{}
	}
	k.Turning, k.camera = k.camera != v.Camera, v.Camera
	if any := len(st.Look.Selection) > 0; any != k.selected {
		k.selected, k.before = any, map[shape.PickID]bool{}
		for pick := range k.Names {
			k.before[pick] = any && pick != st.Look.Hovered
		}
	}
}

// Stays reports whether a name was there before anything was selected, and so stays.
func (k *Kept) Stays(name shape.PickID) bool { return k.before[name] }

// near reports whether the corners of a layout were near the pixels where they are.
func (k *Kept) near(l *place.Layout, v *shape.View) bool {
	before := *v
	before.Camera = k.camera
	ends := [2]mgl32.Vec3{l.Low.Vec3(-l.Depth), l.High.Vec3(0)}
	for i := range 8 {
		p := mgl32.Vec3{ends[i&1][0], ends[i>>1&1][1], ends[i>>2][2]}
		was, ok := before.Project(p)
		is, ok2 := v.Project(p)
		if ok != ok2 || ok && was.Sub(is).Len() > little*v.Rect.Width() {
			return false
		}
	}
	return true
}
