package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/assets"
	"tiv/lod"
)

// clusterColor returns the colour of the user's cluster that a slot is in.
func (p *picture) clusterColor(s *slot) Color {
	if c := p.look.Clusters[s.user-1].Color; c.A > 0 {
		return c
	}
	return p.colors.Faint
}

// groundShare is the share of a cluster's colour in its ground.
const groundShare = 0.2

// aloneMargin is the share of the room around the bar of a whole cluster that
// belongs to its ground.
const aloneMargin = 0.3

// grounds draws, behind the bars that a view shows from the front, the grounds
// of the user's clusters: the cell of each member in a faint shade of the
// cluster's colour, in the plane at z.
func (p *picture) grounds(v *View, z float32) {
	d := pen{mesh: &v.Below}
	for i := range p.l.slots {
		s := &p.l.slots[i]
		if s.user == 0 {
			continue
		}
		c, half := blend(p.colors.Ground, p.clusterColor(s), groundShare), p.l.cell
		if s.members != nil {
			half = p.l.half.Add(p.l.cell.Sub(p.l.half).Mul(aloneMargin))
		}
		low, high := s.at.Sub(half), s.at.Add(half)
		if p.look.Kind == Free {
			low[1] = max(low[1], p.l.floor())
		}
		d.quad(low.Vec3(z), mgl32.Vec3{high[0], low[1], z}, high.Vec3(z), mgl32.Vec3{low[0], high[1], z}, c)
	}
}

// behind returns the z of the plane behind all bars, seen from the eye of a
// view: the far end of the bars, or the moment.
func (p *picture) behind(v *View) float32 {
	if v.Eye[2] < -p.l.depth/2 {
		return 0
	}
	return -p.l.depth
}

// blend returns a colour with a share of another.
func blend(a, b Color, share float32) Color {
	mix := func(a, b uint8) uint8 { return uint8(float32(a) + (float32(b)-float32(a))*share + 0.5) }
	return Color{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), a.A}
}

// nameGrounds writes the names of clusters on their grounds, if there is room:
// above the first bar and its name, or below a bar. Bars of whole clusters, and
// shared ends at level far, already have that name. The free view has room for
// names only on the sides of bars.
func (p *picture) nameGrounds(v *View) {
	named := make([]bool, len(p.look.Clusters)+1)
	for i := range p.l.slots {
		s := &p.l.slots[i]
		if s.user == 0 || s.members != nil || named[s.user] || p.level == lod.Far {
			continue
		}
		named[s.user] = p.nameGround(v, s)
	}
}

func (p *picture) nameGround(v *View, s *slot) bool {
	left := mgl32.Vec2{s.at[0] - p.l.half[0], s.at[1]}
	top, ok := v.Project(left.Add(mgl32.Vec2{0, p.l.half[1]}).Vec3(0))
	edge, _ := v.Project(left.Add(mgl32.Vec2{0, p.l.cell[1]}).Vec3(0))
	low, _ := v.Project(left.Sub(mgl32.Vec2{0, p.l.half[1]}).Vec3(0))
	if !ok || !v.Rect.Holds(top[0], top[1]) {
		return false
	}
	t := Text{X: top[0], Y: top[1] - 1.9*p.em(), Size: p.em(), Color: p.clusterColor(s), Bold: true}
	t.Text = fitName(p.look.Clusters[s.user-1].Name, t.Size, 18*p.em(), true)
	if t.Y-t.Size < edge[1] {
		t.Y = low[1] + 1.1*p.em()
	}
	if !v.Rect.Holds(t.X+assets.TextWidth(t.Text, t.Size, true), t.Y) {
		return false
	}
	return p.labels.add(t, p.colors.Ground.Alpha(labelBack))
}

// stripes marks the rows of the user's clusters at the left of the timeline
// view, with each name above the cluster's highest row.
func (p *picture) stripes(fl flat) {
	wide := 0.28 * p.em()
	tops := make([]*slot, len(p.look.Clusters)+1)
	for i := range p.l.slots {
		s := &p.l.slots[i]
		if s.user == 0 {
			continue
		}
		if top := tops[s.user]; s.members == nil && (top == nil || top.at[1] < s.at[1]) {
			tops[s.user] = s
		}
		high := fl.pixel(mgl32.Vec2{0, s.at[1] + s.row/1.6})[1]
		low := fl.pixel(mgl32.Vec2{0, s.at[1] - s.row/1.6})[1]
		r := Rect{fl.rect.X0 - 1.3*wide, max(high, fl.rect.Y0), fl.rect.X0 - 0.3*wide, min(low, fl.rect.Y1)}
		if r.Y0 < r.Y1 {
			p.f.Overlay.Rects = append(p.f.Overlay.Rects, OverlayRect{Rect: r, Color: p.clusterColor(s)})
		}
	}
	for _, s := range tops {
		if s != nil {
			p.nameStripe(fl, s)
		}
	}
}

// nameStripe writes the name of a cluster above a row, if there is room below
// the row above.
func (p *picture) nameStripe(fl flat, s *slot) {
	t := Text{Size: p.em(), Color: p.clusterColor(s), Bold: true}
	t.Text = fitName(p.look.Clusters[s.user-1].Name, t.Size, fl.rect.X0-p.em(), true)
	t.X = fl.rect.X0 - 0.5*p.em() - assets.TextWidth(t.Text, t.Size, true)
	t.Y = fl.pixel(mgl32.Vec2{0, s.at[1] + s.row/1.6})[1] - 0.3*p.em()
	for i := range p.l.slots {
		if at := fl.pixel(mgl32.Vec2{0, p.l.slots[i].at[1]})[1]; at > t.Y-1.3*p.em() && at < t.Y+0.1*p.em() {
			return // the name of that row belongs there
		}
	}
	if t.Y-t.Size > fl.rect.Y0 && t.Y < fl.rect.Y1 {
		p.labels.add(t, Color{})
	}
}
