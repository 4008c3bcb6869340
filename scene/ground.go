package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/assets"
	"tiv/scene/paint"
	"tiv/scene/place"
	"tiv/scene/shape"
)

// groundShare is the share of a cluster's colour in its ground.
const groundShare = 0.2

// aloneMargin is the share of the room around the bar of a whole cluster that
// belongs to its ground.
const aloneMargin = 0.3

// grounds draws, behind the bars, the grounds of the user's clusters: the cell
// of each member in a faint shade of the cluster's colour, in the plane at z.
// Nothing is below the height low.
func (fv *frontView) grounds(z, low float32) {
	d, l := shape.Pen{Mesh: &fv.view.Below}, fv.layout
	for i := range l.Slots {
		s := &l.Slots[i]
		if s.User == 0 {
			continue
		}
		color, half := fv.sheet.Colors.Ground.Toward(fv.clusterColor(s), groundShare), l.Cell
		if s.Members != nil {
			half = l.HalfOf(s).Add(l.Cell.Sub(l.Half).Mul(aloneMargin))
		}
		a, b := s.At.Sub(half), s.At.Add(half)
		a[1] = max(a[1], low)
		d.Quad(a.Vec3(z), mgl32.Vec3{b[0], a[1], z}, b.Vec3(z), mgl32.Vec3{a[0], b[1], z}, color)
	}
}

// planeBehind returns the z of the plane behind all bars, seen from the eye of a
// view: the far end of the bars, or the near one.
func planeBehind(l *place.Layout, v *shape.View) float32 {
	if v.Eye[2] < (l.Ahead-l.Depth)/2 {
		return l.Ahead
	}
	return -l.Depth
}

// nameGrounds writes the names of clusters on their grounds, if there is room:
// above the first bar and its name, or below a bar. Bars of whole clusters already have
// that name. The 3D view has room for names only on the sides of bars.
func (fv *frontView) nameGrounds() {
	named := make([]bool, len(fv.look.Clusters)+1)
	for i := range fv.layout.Slots {
		s := &fv.layout.Slots[i]
		if s.User == 0 || s.Members != nil || named[s.User] {
			continue
		}
		named[s.User] = fv.nameGround(s)
	}
}

// nameGround writes the name of a slot's cluster. It reports whether there was
// room.
func (fv *frontView) nameGround(s *place.Slot) bool {
	left := mgl32.Vec2{s.At[0] - fv.layout.HalfOf(s)[0], s.At[1]}
	top, ok := fv.view.Project(left.Add(mgl32.Vec2{0, fv.layout.HalfOf(s)[1]}).Vec3(0))
	edge, _ := fv.view.Project(left.Add(mgl32.Vec2{0, fv.layout.Cell[1]}).Vec3(0))
	low, _ := fv.view.Project(left.Sub(mgl32.Vec2{0, fv.layout.HalfOf(s)[1]}).Vec3(0))
	if !ok || !fv.view.Rect.Holds(top[0], top[1]) {
		return false
	}
	t := shape.Text{X: top[0], Y: top[1] - 1.9*fv.sheet.Em, Size: fv.sheet.Em, Color: fv.clusterColor(s), Bold: true}
	t.Text = shape.FitName(fv.look.Clusters[s.User-1].Name, t.Size, 18*fv.sheet.Em, true)
	if t.Y-t.Size < edge[1] {
		t.Y = low[1] + 1.1*fv.sheet.Em
	}
	if !fv.view.Rect.Holds(t.X+assets.TextWidth(t.Text, t.Size, true), t.Y) {
		return false
	}
	return fv.sheet.Label(t)
}

// stripes marks the rows of the user's clusters at the left of the timeline
// view, with each name above the cluster's highest row.
func (sv *sideView) stripes() {
	wide := 0.28 * sv.sheet.Em
	tops := make([]*place.Slot, len(sv.look.Clusters)+1)
	for i := range sv.layout.Slots {
		s := &sv.layout.Slots[i]
		if s.User == 0 {
			continue
		}
		if top := tops[s.User]; s.Members == nil && (top == nil || top.At[1] < s.At[1]) {
			tops[s.User] = s
		}
		high := sv.y(s.At[1] + s.Row/1.6)
		low := sv.y(s.At[1] - s.Row/1.6)
		r := shape.Rect{X0: sv.flat.Rect.X0 - 1.3*wide, Y0: max(high, sv.flat.Rect.Y0), X1: sv.flat.Rect.X0 - 0.3*wide,
			Y1: min(low, sv.flat.Rect.Y1)}
		if r.Y0 < r.Y1 {
			sv.sheet.Overlay.Rects = append(sv.sheet.Overlay.Rects, shape.OverlayRect{Rect: r, Color: sv.clusterColor(s)})
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
func (sv *sideView) nameStripe(s *place.Slot) {
	t := shape.Text{Size: sv.sheet.Em, Color: sv.clusterColor(s), Bold: true}
	t.Text = shape.FitName(sv.look.Clusters[s.User-1].Name, t.Size, sv.flat.Rect.X0-sv.sheet.Em, true)
	t.X = sv.flat.Rect.X0 - 0.5*sv.sheet.Em - assets.TextWidth(t.Text, t.Size, true)
	t.Y = sv.y(s.At[1]+s.Row/1.6) - 0.3*sv.sheet.Em
	for i := range sv.layout.Slots {
		if at := sv.y(sv.layout.Slots[i].At[1]); at > t.Y-1.3*sv.sheet.Em && at < t.Y+0.1*sv.sheet.Em {
			return // the name of that row belongs there
		}
	}
	if t.Y-t.Size > sv.flat.Rect.Y0 && t.Y < sv.flat.Rect.Y1 {
		sv.sheet.Labels.Add(t, paint.Color{})
	}
}
