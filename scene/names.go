package scene

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/assets"
	"tiv/lod"
	"tiv/timeline"
	"tiv/tracefeed"
)

// gutter is how wide the column of names is in a timeline view of a width.
func (p *picture) gutter(view float32) float32 {
	var w float32
	for i := range p.l.slots {
		s := &p.l.slots[i]
		w = max(w, assets.TextWidth(s.name+s.atOnce, p.em(), true))
		if s.user > 0 && s.members == nil { // a stripe with a name of its own
			w = max(w, assets.TextWidth(p.look.Clusters[s.user-1].Name, p.em(), true))
		}
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
		p.markStep(i, fl, at[1])
		t := p.nameText(s, wide)
		t.X, t.Y = fl.rect.X0-0.5*p.em()-assets.TextWidth(t.Text, t.Size, t.Bold), at[1]+0.35*t.Size
		p.labels.add(t, Color{})
	}
}

// nameText returns the name of a slot as text without a place.
func (p *picture) nameText(s *slot, wide float32) Text {
	t := Text{Size: p.em(), Color: p.colors.Text}
	if s.selected {
		t.Bold, t.Color = true, p.colors.Select
	}
	t.Text = s.name + s.atOnce
	if assets.TextWidth(t.Text, t.Size, t.Bold) > wide {
		t.Text = s.name
		if s.atOnce != "" {
			t.Text += " …"
		}
		t.Text = fitName(t.Text, t.Size, wide, t.Bold)
	}
	return t
}

// byImportance lists slots so that those come first whose names must be seen:
// what is selected, hovered, deadlocked, looked at closely, folded, a hub; then the
// rest, in an order that leaves an even choice where there is no room for all.
func (p *picture) byImportance() []int {
	rank := make([]int, len(p.l.slots))
	for i := range rank {
		rank[i] = spread(i)
		s := &p.l.slots[i]
		if p.level != lod.Crowd && s.members != nil || p.isClose(s) || slices.Contains(p.hubs, s.thread) {
			rank[i] = -1
		}
		if p.isHovered(i) {
			rank[i] = -3
		}
		if s.chained {
			rank[i] = -3
		}
		if s.selected {
			rank[i] = -4
		}
	}
	for i := range p.rings {
		for _, k := range p.ringSlots(&p.rings[i]) {
			rank[k] = min(rank[k], -2)
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
	if s.gone == "" {
		return 0
	}
	if s.members != nil {
		died := tracefeed.Time(0)
		for _, t := range s.members {
			if _, end := p.tl.Lane(t).Life(); end <= p.look.Moment {
				died = max(died, end)
			}
		}
		return max(p.zOf(died), -p.l.depth)
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

// mostNames is how many bars are named in a view from the front, at each level:
// more would hide the bars.
var mostNames = [...]int{lod.Near: 120, lod.Mid: 90, lod.Far: 20, lod.Crowd: 90}

// frontLabels names bars that are seen from the front, above their front's
// upper left corner, and then edges.
func (p *picture) frontLabels(v *View, half mgl32.Vec2) {
	named, room := 0, mostNamed*v.Rect.Width()*v.Rect.Height()
	if p.look.Kind == Free {
		room /= 3 // names lie over the sides of bars
	}
	for _, i := range p.byImportance() {
		s := &p.l.slots[i]
		at, ok := v.Project(s.at.Add(mgl32.Vec2{-half[0], half[1]}).Vec3(p.nearEnd(s)))
		if !ok || named == mostNames[p.level] || room < 0 {
			continue
		}
		t := p.nameText(s, 18*p.em())
		if s.gone != "" {
			t.Text, t.Color = t.Text+" · "+s.gone, p.colors.Faint
		}
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
	for _, e := range p.edgeNames {
		for range e.lines {
			if p.labels.add(e.Text, p.colors.Ground.Alpha(labelBack)) {
				break
			}
			e.Y += 1.3 * e.Size
		}
	}
}

// edgeName is what is written at an edge, or so many lines lower where there is
// something else.
type edgeName struct {
	Text
	lines int
}

// centred puts a text around a pixel of a view; ok is false if it does not lie
// in there.
func (v *View) centred(at mgl32.Vec2, t Text) (placed Text, ok bool) {
	wide := assets.TextWidth(t.Text, t.Size, t.Bold)
	t.X, t.Y = at[0]-wide/2, at[1]+0.35*t.Size
	return t, v.Rect.Holds(t.X, t.Y-t.Size) && v.Rect.Holds(t.X+wide, t.Y)
}

// nameEdge notes what is to be written below the middle of an edge, where there
// is room when all bars are named: near what was waited for, and of a cluster
// the thread that much of the waiting is for.
func (p *picture) nameEdge(v *View, w wedge, l *Link) {
	t := Text{Size: 0.85 * p.em(), Color: p.colors.Faint}
	switch {
	case p.level == lod.Near && l.Single && l.Monitor != tracefeed.NoMonitor:
		t.Text = fitName(p.tl.Monitors[l.Monitor].Name, t.Size, 12*p.em(), false)
	case l.HubTotal > 0 && float64(l.HubTotal) >= float64(l.Total)*max(hubPart, manyTimes/float64(p.ends.list[l.blocker].threads)):
		t.Text = fmt.Sprintf("%.0f %% for %s", 100*float64(l.HubTotal)/float64(l.Total),
			fitName(p.tl.Threads[l.Hub].Name, t.Size, 14*p.em(), false))
		t.Color = p.colors.Text
	default:
		return
	}
	middle, _ := w.at(0.5)
	wide, lines := w.from+w.to, 1
	if p.onChain(l) { // its step and the number of that lie over it
		over := p.stepWedge()
		wide, lines = max(wide, over.from+over.to), 3
	}
	at, ok := v.Project(middle.Sub(mgl32.Vec2{0, wide / 4}).Vec3(0))
	if !ok {
		return
	}
	at[1] += 0.75 * t.Size
	if t, ok = v.centred(at, t); ok {
		p.edgeNames = append(p.edgeNames, edgeName{t, lines})
	}
}

// hubPart is which part of an edge must be for a thread so that it is named, and
// manyTimes how often what would be its even share.
const (
	hubPart   = 0.25
	manyTimes = 3
)

// nameEnd writes the name of a cluster of bars below its mark.
func (p *picture) nameEnd(v *View, e *end) {
	at, ok := v.Project(e.at.Sub(mgl32.Vec2{0, e.half[1]}).Vec3(0))
	if !ok {
		return
	}
	t := Text{Size: p.em(), Color: p.colors.Text, Bold: true}
	if e.color.A > 0 {
		t.Color = e.color
	}
	if top, ok := v.Project(e.at.Add(mgl32.Vec2{0, e.half[1]}).Vec3(0)); ok {
		r := (at[1] - top[1]) / 2
		p.labels.take(Rect{at[0] - r, top[1], at[0] + r, at[1]})
	}
	t.Text = fitName(e.name, t.Size, 18*p.em(), true)
	at[1] += 0.9 * t.Size
	if t, ok = v.centred(at, t); ok {
		p.labels.add(t, p.colors.Ground.Alpha(labelBack))
	}
}
