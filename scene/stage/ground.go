package stage

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/assets"
	"tiv/lod"
	"tiv/scene/paint"
	"tiv/scene/place"
	"tiv/scene/shape"
)

// groundShare is the share of a cluster's colour in its ground.
const groundShare = 0.2

// aloneMargin is the share of the room around the bar of a whole cluster that
// belongs to its ground.
const aloneMargin = 0.3

// Grounds draws, behind the bars, the grounds of the user's clusters: the cell
// of each member in a faint shade of the cluster's colour, in the plane at z.
// Nothing is below the height low.
func (fv *Front) Grounds(z, low float32) {
	d, l := shape.Pen{Mesh: &fv.View.Below}, fv.Layout
	for i := range l.Slots {
		s := &l.Slots[i]
		if s.User == 0 {
			continue
		}
		color := fv.Sheet.Colors.Ground.Toward(fv.clusterColor(s), groundShare)
		a, b := GroundOf(l, s)
		a[1] = max(a[1], low)
		d.Quad(a.Vec3(z), mgl32.Vec3{b[0], a[1], z}, b.Vec3(z), mgl32.Vec3{a[0], b[1], z}, color)
	}
}

// GroundOf returns the corners of the part of its cluster's ground around a bar: its cell.
func GroundOf(l *place.Layout, s *place.Slot) (low, high mgl32.Vec2) {
	half := l.Cell
	if s.Members != nil {
		half = l.HalfOf(s).Add(l.Cell.Sub(l.Half).Mul(aloneMargin))
	}
	return s.At.Sub(half), s.At.Add(half)
}

// PlaneBehind returns the z of the plane behind all bars, seen from the eye of a
// view: the far end of the bars, or the near one.
func PlaneBehind(l *place.Layout, v *shape.View) float32 {
	if v.Eye[2] < (l.Ahead-l.Depth)/2 {
		return l.Ahead
	}
	return -l.Depth
}

// NameGrounds writes the names of clusters on their grounds, if there is room:
// above the first bar and its name, or below a bar. Bars of whole clusters, and
// shared ends of links, already have that name. The 3D view has room for
// names only on the sides of bars.
func (fv *Front) NameGrounds() {
	named := make([]bool, len(fv.Look.Clusters)+1)
	for i := range fv.Layout.Slots {
		s := &fv.Layout.Slots[i]
		if s.User == 0 || s.Members != nil || named[s.User] || fv.Density == lod.Dense {
			continue
		}
		named[s.User] = fv.nameGround(s)
	}
}

// nameGround writes the name of a slot's cluster. It reports whether there was
// room.
func (fv *Front) nameGround(s *place.Slot) bool {
	left := mgl32.Vec2{s.At[0] - fv.Layout.HalfOf(s)[0], s.At[1]}
	top, ok := fv.View.Project(left.Add(mgl32.Vec2{0, fv.Layout.HalfOf(s)[1]}).Vec3(0))
	edge, _ := fv.View.Project(left.Add(mgl32.Vec2{0, fv.Layout.Cell[1]}).Vec3(0))
	low, _ := fv.View.Project(left.Sub(mgl32.Vec2{0, fv.Layout.HalfOf(s)[1]}).Vec3(0))
	if !ok || !fv.View.Rect.Holds(top[0], top[1]) {
		return false
	}
	t := shape.Text{X: top[0], Y: top[1] - 1.9*fv.Sheet.Em, Size: fv.Sheet.Em, Color: fv.clusterColor(s), Bold: true}
	t.Text = shape.FitName(fv.Look.Clusters[s.User-1].Name, t.Size, 18*fv.Sheet.Em, true)
	if t.Y-t.Size < edge[1] {
		t.Y = low[1] + 1.1*fv.Sheet.Em
	}
	if !fv.View.Rect.Holds(t.X+assets.TextWidth(t.Text, t.Size, true), t.Y) {
		return false
	}
	return fv.Sheet.Label(t)
}

// Stripes marks the rows of the user's clusters at the left of the timeline
// view, with each name above the cluster's highest row.
func (sv *Side) Stripes() {
	wide := 0.28 * sv.Sheet.Em
	tops := make([]*place.Slot, len(sv.Look.Clusters)+1)
	for i := range sv.Layout.Slots {
		s := &sv.Layout.Slots[i]
		if s.User == 0 {
			continue
		}
		if top := tops[s.User]; s.Members == nil && (top == nil || top.At[1] < s.At[1]) {
			tops[s.User] = s
		}
		high := sv.Y(s.At[1] + s.Row/1.6)
		low := sv.Y(s.At[1] - s.Row/1.6)
		r := shape.Rect{X0: sv.Flat.Rect.X0 - 1.3*wide, Y0: max(high, sv.Flat.Rect.Y0), X1: sv.Flat.Rect.X0 - 0.3*wide,
			Y1: min(low, sv.Flat.Rect.Y1)}
		if r.Y0 < r.Y1 {
			sv.Sheet.Overlay.Rects = append(sv.Sheet.Overlay.Rects, shape.OverlayRect{Rect: r, Color: sv.clusterColor(s)})
		}
	}
	for _, s := range tops {
		if s != nil {
			sv.nameStripe(s)
		}
	}
}

// nameStripe writes the name of a cluster above a row, if there is room below
// the row above.
func (sv *Side) nameStripe(s *place.Slot) {
	t := shape.Text{Size: sv.Sheet.Em, Color: sv.clusterColor(s), Bold: true}
	t.Text = shape.FitName(sv.Look.Clusters[s.User-1].Name, t.Size, sv.Flat.Rect.X0-sv.Sheet.Em, true)
	t.X = sv.Flat.Rect.X0 - 0.5*sv.Sheet.Em - assets.TextWidth(t.Text, t.Size, true)
	t.Y = sv.Y(s.At[1]+s.Row/1.6) - 0.3*sv.Sheet.Em
	for i := range sv.Layout.Slots {
		if at := sv.Y(sv.Layout.Slots[i].At[1]); at > t.Y-1.3*sv.Sheet.Em && at < t.Y+0.1*sv.Sheet.Em {
			return // the name of that row belongs there
		}
	}
	if t.Y-t.Size > sv.Flat.Rect.Y0 && t.Y < sv.Flat.Rect.Y1 {
		sv.Sheet.Labels.Add(t, paint.Color{})
	}
}
