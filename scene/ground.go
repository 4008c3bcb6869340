package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/assets"
	"tiv/lod"
	"tiv/scene/paint"
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
	d, l := pen{mesh: &fv.view.Below}, fv.layout
	for i := range l.slots {
		s := &l.slots[i]
		if s.user == 0 {
			continue
		}
		color, half := fv.sheet.colors.Ground.Toward(fv.clusterColor(s), groundShare), l.cell
		if s.members != nil {
			half = l.halfOf(s).Add(l.cell.Sub(l.half).Mul(aloneMargin))
		}
		a, b := s.at.Sub(half), s.at.Add(half)
		a[1] = max(a[1], low)
		d.quad(a.Vec3(z), mgl32.Vec3{b[0], a[1], z}, b.Vec3(z), mgl32.Vec3{a[0], b[1], z}, color)
	}
}

// behind returns the z of the plane behind all bars, seen from the eye of a
// view: the far end of the bars, or the near one.
func (l *layout) behind(v *View) float32 {
	if v.Eye[2] < (l.front-l.depth)/2 {
		return l.front
	}
	return -l.depth
}

// nameGrounds writes the names of clusters on their grounds, if there is room:
// above the first bar and its name, or below a bar. Bars of whole clusters, and
// shared ends of links, already have that name. The 3D view has room for
// names only on the sides of bars.
func (fv *frontView) nameGrounds() {
	named := make([]bool, len(fv.look.Clusters)+1)
	for i := range fv.layout.slots {
		s := &fv.layout.slots[i]
		if s.user == 0 || s.members != nil || named[s.user] || fv.density == lod.Dense {
			continue
		}
		named[s.user] = fv.nameGround(s)
	}
}

// nameGround writes the name of a slot's cluster. It reports whether there was
// room.
func (fv *frontView) nameGround(s *slot) bool {
	left := mgl32.Vec2{s.at[0] - fv.layout.halfOf(s)[0], s.at[1]}
	top, ok := fv.view.Project(left.Add(mgl32.Vec2{0, fv.layout.halfOf(s)[1]}).Vec3(0))
	edge, _ := fv.view.Project(left.Add(mgl32.Vec2{0, fv.layout.cell[1]}).Vec3(0))
	low, _ := fv.view.Project(left.Sub(mgl32.Vec2{0, fv.layout.halfOf(s)[1]}).Vec3(0))
	if !ok || !fv.view.Rect.Holds(top[0], top[1]) {
		return false
	}
	t := Text{X: top[0], Y: top[1] - 1.9*fv.sheet.em, Size: fv.sheet.em, Color: fv.clusterColor(s), Bold: true}
	t.Text = fitName(fv.look.Clusters[s.user-1].Name, t.Size, 18*fv.sheet.em, true)
	if t.Y-t.Size < edge[1] {
		t.Y = low[1] + 1.1*fv.sheet.em
	}
	if !fv.view.Rect.Holds(t.X+assets.TextWidth(t.Text, t.Size, true), t.Y) {
		return false
	}
	return fv.sheet.label(t)
}

// stripes marks the rows of the user's clusters at the left of the timeline
// view, with each name above the cluster's highest row.
func (sv *sideView) stripes() {
	wide := 0.28 * sv.sheet.em
	tops := make([]*slot, len(sv.look.Clusters)+1)
	for i := range sv.layout.slots {
		s := &sv.layout.slots[i]
		if s.user == 0 {
			continue
		}
		if top := tops[s.user]; s.members == nil && (top == nil || top.at[1] < s.at[1]) {
			tops[s.user] = s
		}
		high := sv.y(s.at[1] + s.row/1.6)
		low := sv.y(s.at[1] - s.row/1.6)
		r := Rect{sv.flat.rect.X0 - 1.3*wide, max(high, sv.flat.rect.Y0), sv.flat.rect.X0 - 0.3*wide, min(low, sv.flat.rect.Y1)}
		if r.Y0 < r.Y1 {
			sv.sheet.overlay.Rects = append(sv.sheet.overlay.Rects, OverlayRect{Rect: r, Color: sv.clusterColor(s)})
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
func (sv *sideView) nameStripe(s *slot) {
	t := Text{Size: sv.sheet.em, Color: sv.clusterColor(s), Bold: true}
	t.Text = fitName(sv.look.Clusters[s.user-1].Name, t.Size, sv.flat.rect.X0-sv.sheet.em, true)
	t.X = sv.flat.rect.X0 - 0.5*sv.sheet.em - assets.TextWidth(t.Text, t.Size, true)
	t.Y = sv.y(s.at[1]+s.row/1.6) - 0.3*sv.sheet.em
	for i := range sv.layout.slots {
		if at := sv.y(sv.layout.slots[i].at[1]); at > t.Y-1.3*sv.sheet.em && at < t.Y+0.1*sv.sheet.em {
			return // the name of that row belongs there
		}
	}
	if t.Y-t.Size > sv.flat.rect.Y0 && t.Y < sv.flat.rect.Y1 {
		sv.sheet.labels.add(t, paint.Color{})
	}
}
