package shape

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/assets"
	"tiv/tracefeed"
)

// View is one camera's look at the scene.
type View struct {
	// TimeAxis says that time lies along x, in a row for each bar.
	TimeAxis bool
	// Turns says that the camera can turn around the scene.
	Turns bool
	// Rect is the part of the picture it fills. It is also the clipping.
	Rect Rect
	// Camera takes world coordinates to OpenGL clip coordinates.
	Camera mgl32.Mat4
	// Eye is the position of the camera (perspective). It decides which sides of
	// a bar are visible.
	Eye mgl32.Vec3
	// Bright is 1 if the sides of bars are as bright as their fronts, and 0 if they are shaded as usual.
	Bright float32
	// Below is drawn before the bars, without depth: grid, bands of GC.
	Below Mesh
	// Raster is drawn before the bars, without depth; nil for none.
	Raster *Raster
	// Bars are the threads.
	Bars []Bar
	// Walls are the lanes on bars, drawn after them.
	Walls Walls
	// Plates are the surfaces along z that are drawn in Between, far ones first.
	Plates []Plate
	// Between is drawn after the bars: waits between threads. Bars hide it, at
	// equal depth, too: a wait passes behind fronts that have no part in it.
	Between Mesh
	// Above is drawn last: rings, marks of bars. Nearer bars hide it, but it wins
	// at equal depth. Within Between and within Above, later triangles cover
	// earlier ones.
	Above Mesh
	// Hits are the shapes besides bars that can be picked. Later ones are
	// nearer.
	Hits []Hit
	// Time is the part of the view that shows time along x; empty if there is
	// none.
	Time Rect
}

// Hit is a shape on the picture that can be picked.
type Hit struct {
	// Outline is a polygon in pixels.
	Outline []mgl32.Vec2
	Pick    PickID
	// Between says that the shape is drawn in View.Between, so that the front of a
	// bar hides it.
	Between bool
}

// Project returns the pixel of a point of the world; ok is false behind the
// camera.
func (v *View) Project(p mgl32.Vec3) (at mgl32.Vec2, ok bool) {
	c := v.Camera.Mul4x1(p.Vec4(1))
	if c[3] <= 0 {
		return at, false
	}
	return mgl32.Vec2{
		v.Rect.X0 + (c[0]/c[3]+1)/2*v.Rect.Width(),
		v.Rect.Y0 + (1-c[1]/c[3])/2*v.Rect.Height(),
	}, true
}

// Centred puts a text around a pixel of a view; ok is false if it does not fit
// into the view.
func (v *View) Centred(at mgl32.Vec2, t Text) (placed Text, ok bool) {
	wide := assets.TextWidth(t.Text, t.Size, t.Bold)
	t.X, t.Y = at[0]-wide/2, at[1]+0.35*t.Size
	return t, v.Rect.Holds(t.X, t.Y-t.Size) && v.Rect.Holds(t.X+wide, t.Y)
}

// AddHit adds a shape in the moment's plane that can be picked, drawn above the fronts
// of bars or between them.
func (v *View) AddHit(outline []mgl32.Vec2, pick PickID, between bool) {
	points := make([]mgl32.Vec3, len(outline))
	for i, p := range outline {
		points[i] = p.Vec3(0)
	}
	v.addHit(points, pick, between)
}

// AddWedge adds a wedge that can be picked, wherever it lies in the world, except where the
// front of a bar is.
func (v *View) AddWedge(w Wedge, pick PickID) {
	var left, right []mgl32.Vec3
	for i := range curveParts + 1 {
		c := w.corners(float32(i)/curveParts, 1)
		left, right = append(left, c[0]), append(right, c[1])
	}
	slices.Reverse(right)
	v.addHit(append(left, right...), pick, true)
}

// addHit adds a shape of the world; what is behind the camera is cut off.
func (v *View) addHit(outline []mgl32.Vec3, pick PickID, between bool) {
	h := Hit{Outline: make([]mgl32.Vec2, 0, len(outline)), Pick: pick, Between: between}
	for i, p := range outline {
		at, ok := v.Project(p)
		last := outline[(i+len(outline)-1)%len(outline)]
		if _, before := v.Project(last); before != ok {
			h.Outline = append(h.Outline, v.cut(last, p))
		}
		if ok {
			h.Outline = append(h.Outline, at)
		}
	}
	if len(h.Outline) > 0 {
		v.Hits = append(v.Hits, h)
	}
}

// cut returns the pixel at which a line with one end behind the camera comes very near to the
// camera.
func (v *View) cut(a, b mgl32.Vec3) mgl32.Vec2 {
	const near = 0.01 // of the distance of the visible end
	from, to := v.Camera.Mul4x1(a.Vec4(1))[3], v.Camera.Mul4x1(b.Vec4(1))[3]
	u := (near*max(from, to) - from) / (to - from)
	at, _ := v.Project(a.Add(b.Sub(a).Mul(u)))
	return at
}

// TimeIn returns the time at a column of a view that shows an interval along x.
func (v *View) TimeIn(from, to tracefeed.Time, x float32) tracefeed.Time {
	part := mgl32.Clamp((x-v.Time.X0)/max(v.Time.Width(), 1), 0, 1)
	return from + tracefeed.Time(float64(part)*float64(to-from))
}
