package scene

import (
	"cmp"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/assets"
	"tiv/lod"
	"tiv/timeline"
)

// gutter is how wide the column of names is in a timeline view of a width.
func (p *picture) gutter(view float32) float32 {
	var w float32
	for i := range p.l.slots {
		w = max(w, assets.TextWidth(p.l.slots[i].name, p.em(), true))
		if i > 2000 {
			break
		}
	}
	return min(w+1.2*p.em(), 17*p.em(), 0.4*view)
}

// rowLabels names the rows of the timeline view, to their left.
func (p *picture) rowLabels(r Rect, fl flat) {
	wide := fl.rect.X0 - r.X0 - 0.8*p.em()
	for _, i := range p.byImportance() {
		s := &p.l.slots[i]
		at := fl.pixel(mgl32.Vec2{0, s.at[1]})
		if at[1] < r.Y0+1.2*p.em() || at[1] > fl.rect.Y1 {
			continue
		}
		t := p.nameText(s, wide)
		t.X, t.Y = fl.rect.X0-0.5*p.em()-assets.TextWidth(t.Text, t.Size, t.Bold), at[1]+0.35*t.Size
		p.labels.add(t, Color{})
	}
}

// nameText returns the name of a slot as text without a place.
func (p *picture) nameText(s *slot, wide float32) Text {
	t := Text{Size: p.em(), Color: p.colors.Text}
	if p.isSelected(s) {
		t.Bold, t.Color = true, p.colors.Select
	}
	t.Text = fitName(s.name, t.Size, wide, t.Bold)
	return t
}

// byImportance lists slots so that those come first whose names must be seen:
// what is selected, hovered, deadlocked; then the rest, in an order that leaves
// an even choice where there is no room for all.
func (p *picture) byImportance() []int {
	rank := make([]int, len(p.l.slots))
	for i := range rank {
		rank[i] = spread(i)
		if p.isHovered(i) {
			rank[i] = -2
		}
		if p.isSelected(&p.l.slots[i]) {
			rank[i] = -3
		}
	}
	for i := range p.rings {
		for _, k := range p.ringSlots(&p.rings[i]) {
			rank[k] = min(rank[k], -1)
		}
	}
	order := make([]int, len(rank))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(rank[a], rank[b]) })
	return order
}

// spread ranks multiples of high powers of two first.
func spread(i int) int {
	if i == 0 {
		return 0
	}
	zeros := 0
	for ; i&1 == 0; i >>= 1 {
		zeros++
	}
	return 64 - zeros
}

// nearEnd returns where the bar of a slot begins: at the moment, or where its
// thread ended.
func (p *picture) nearEnd(s *slot) float32 {
	if s.members != nil {
		return 0
	}
	lane := p.tl.Lane(s.thread)
	if lane.StateAt(p.look.Moment) != timeline.NotAlive {
		return 0
	}
	return max(p.zOf(lane.Since(p.look.Moment).Start), -p.l.depth)
}

// labelBack is how opaque the ground behind names is.
const labelBack = 0.72

// mostNamed is the part of a view that names may cover; more would hide the bars.
const mostNamed = 0.16

// frontLabels names bars that are seen from the front: above their front's
// upper left corner.
func (p *picture) frontLabels(v *View, half mgl32.Vec2) {
	most := 120
	if p.level == lod.Far {
		most = 40 // more would hide the bars
	}
	named, room := 0, mostNamed*v.Rect.Width()*v.Rect.Height()
	for _, i := range p.byImportance() {
		s := &p.l.slots[i]
		at, ok := v.Project(s.at.Add(mgl32.Vec2{-half[0], half[1]}).Vec3(p.nearEnd(s)))
		if !ok || named == most || room < 0 {
			continue
		}
		t := p.nameText(s, 18*p.em())
		t.X, t.Y = at[0], at[1]-0.45*t.Size
		wide := assets.TextWidth(t.Text, t.Size, t.Bold)
		if !v.Rect.Holds(t.X, t.Y) {
			continue
		}
		t.X = min(t.X, v.Rect.X1-wide-2)
		t.Y = max(t.Y, v.Rect.Y0+t.Size)
		if p.labels.add(t, p.colors.Ground.Alpha(labelBack)) {
			named++
			room -= wide * t.Size
		}
	}
}
