package scene

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/assets"
	"tiv/lod"
	"tiv/timeline"
	"tiv/tracefeed"
)

// gutter returns the width of the column of names in a timeline view of a
// width, and the size of the names: smaller than other texts if they would be
// cut.
func (p *picture) gutter(view float32) (wide, size float32) {
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
	wide = min(w+1.2*p.em(), 17*p.em(), 0.4*view)
	return wide, p.em() * min(1, max(p.leastName(), (wide-1.2*p.em())/max(w, 1)))
}

// leastName returns the smallest size of names, as a part of common texts: in a
// picture with little room for texts they shrink before they are cut or cover
// bars.
func (p *picture) leastName() float32 {
	const common, least = 60, 0.7 // 60 sizes of text wide is room enough
	return min(1, max(least, float32(p.canvas.Width)/(common*p.em())))
}

// rowLabels names the rows of the timeline view, to their left.
func (p *picture) rowLabels(r Rect, fl flat, size float32) {
	wide := fl.rect.X0 - r.X0 - 0.8*p.em()
	order, _ := p.byImportance(func(i int) int { return i })
	for _, i := range order {
		s := &p.l.slots[i]
		at := fl.pixel(mgl32.Vec2{0, s.at[1]})
		if at[1] < r.Y0+1.2*p.em() || at[1] > fl.rect.Y1 {
			continue
		}
		p.markStep(i, fl, at[1])
		t := p.nameText(s, size, wide)
		t.X, t.Y = fl.rect.X0-0.5*p.em()-assets.TextWidth(t.Text, t.Size, t.Bold), at[1]+0.35*t.Size
		p.labels.add(t, Color{})
	}
}

// nameText returns the name of a slot as text without a place. If there is
// little room it omits a cluster's number of threads.
func (p *picture) nameText(s *slot, size, wide float32) Text {
	t := Text{Size: size, Color: p.colors.Text}
	if s.selected {
		t.Bold, t.Color = true, p.colors.Select
	}
	fits := func(text string) bool { return assets.TextWidth(text, t.Size, t.Bold) <= wide }
	t.Text = s.name + s.atOnce
	if s.atOnce != "" && !fits(t.Text) {
		t.Text = s.name + " …"
	}
	if s.alone != "" && !fits(t.Text) {
		t.Text = s.alone
		if more := s.alone + " …"; fits(more) {
			t.Text = more
		}
	}
	t.Text = assets.Shorten(t.Text, fits)
	return t
}

// byImportance returns the slots in the order in which names are placed. Slots
// whose names must be seen come first: those described in panels, hovered,
// deadlocked, selected, close, folded, hubs. Slots of equal importance are
// ordered by count so that an even choice of them gets a name if there is no
// room for all. The first important slots must be named.
func (p *picture) byImportance(count func(i int) int) (order []int, important int) {
	weight := make([]int, len(p.l.slots))
	for i := range weight {
		s := &p.l.slots[i]
		if p.level != lod.Crowd && s.members != nil || p.isClose(s) || slices.Contains(p.hubs, s.thread) || p.isMeeting(i) {
			weight[i] = 1
		}
		if s.selected {
			weight[i] = 2
		}
		if p.isHovered(i) || s.chained {
			weight[i] = 4
		}
	}
	for i := range p.rings {
		for _, k := range p.ringSlots(&p.rings[i]) {
			weight[k] = max(weight[k], 3)
		}
	}
	if i, ok := p.l.slotOf[p.look.Selected]; ok {
		weight[i] = 5
	}
	keys := make([]uint64, len(weight)) // by weight, and then spread; slots are few
	for i := range keys {
		keys[i] = uint64(7-weight[i])<<56 | uint64(spread(count(i)))<<24 | uint64(i)
		important += min(weight[i], 1)
	}
	slices.Sort(keys)
	order = make([]int, len(keys))
	for k, key := range keys {
		order[k] = int(key & (1<<24 - 1))
	}
	return order, important
}

// isMeeting reports whether many of the links that are drawn lead to a slot.
func (p *picture) isMeeting(slot int) bool {
	const least, part = 6, 10
	if p.inDegree == nil {
		return false
	}
	n := p.inDegree[p.ends.of[slot]]
	return n >= least && part*n >= len(p.f.Links)
}

// spread ranks numbers so that the first of them, however many, are evenly apart.
func spread(i int) uint32 { return bits.Reverse32(uint32(i)) }

// nearEnd returns the z of the near end of a slot's bar: the moment, or the end
// of its thread.
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

// labelBack is the opacity of the ground behind names.
const labelBack = 0.72

// mostNamed is the part of a view that names may cover; more would hide the bars.
const mostNamed = 0.16

// mostNames is the largest number of named bars at each level in a view from
// the front of a common size, which is commonView square sizes of text: more
// would hide the bars.
var mostNames = [...]int{lod.Near: 120, lod.Mid: 90, lod.Far: 20, lod.Crowd: 90}

const commonView = 5400

// namesIn returns the number of bars to name in a view.
func (p *picture) namesIn(v *View) int {
	views := v.Rect.Width() * v.Rect.Height() / (commonView * p.em() * p.em())
	return int(float32(mostNames[p.level]) * max(1, views))
}

// nameSize returns the size of names in a view from the front: they shrink,
// down to a limit, if they would cover the bars above.
func (p *picture) nameSize(v *View) float32 {
	middle := p.l.low.Add(p.l.high).Mul(0.5)
	low, ok := v.Project(middle.Vec3(0))
	high, ok2 := v.Project(middle.Add(mgl32.Vec2{0, 2 * (p.l.cell[1] - p.l.half[1])}).Vec3(0))
	if !ok || !ok2 {
		return p.em()
	}
	return min(p.em(), max(p.leastName()*p.em(), (low[1]-high[1])/1.5))
}

// longestName is the largest width of a bar's name in a view from the front.
func (p *picture) longestName(view float32) float32 { return min(18*p.em(), 0.5*view) }

// overhang returns the width of the interaction view as a multiple of the width
// of all bars, so that names have room beside the bars of the last column: a
// factor of at least 1.
func (p *picture) overhang(wide float32) float32 {
	const most, looked = 1.12, 300
	low, high := p.l.low[0], p.l.high[0]
	part, longest := float32(1), p.longestName(wide)/wide
	for i := 0; i < len(p.l.slots); i += 1 + len(p.l.slots)/looked {
		// The begin of the name, as a part of the width.
		at := (p.l.slots[i].at[0]-p.l.half[0]-low)/(high-low)/flatMargin + (1-1/flatMargin)/2
		if at+longest < 1 {
			continue // fits regardless of its importance
		}
		name := assets.TextWidth(p.nameText(&p.l.slots[i], p.em(), p.longestName(wide)).Text, p.em(), false) + 4*p.canvas.Scale
		if part = max(part, at*wide/max(wide-name, 1)); part >= most {
			return most
		}
	}
	return part
}

// frontLabels names bars that are seen from the front, above the upper left
// corner of the front: first bars whose names must be seen, then the grounds of
// clusters, then other bars, and then edges.
func (p *picture) frontLabels(v *View, half mgl32.Vec2) {
	order, important := p.byImportance(func(i int) int { return p.l.slots[i].turn })
	w := barNames{p: p, v: v, half: half, size: p.nameSize(v), most: p.namesIn(v), room: mostNamed * v.Rect.Width() * v.Rect.Height()}
	if p.look.Kind == Free {
		w.room /= 3 // names lie over the sides of bars
	}
	w.write(order[:important])
	if p.look.Kind != Free {
		p.nameGrounds(v)
	}
	w.write(order[important:])
	p.putEdgeNames(v)
}

// barNames writes the names of bars in a view from the front.
type barNames struct {
	p    *picture
	v    *View
	half mgl32.Vec2
	size float32
	// most is the number of bars that can still be named, room the number of
	// pixels that names can still cover.
	most int
	room float32
}

// write names slots in the given order, as long as there is room.
func (w *barNames) write(order []int) {
	p, v := w.p, w.v
	for _, i := range order {
		s := &p.l.slots[i]
		at, ok := v.Project(s.at.Add(mgl32.Vec2{-w.half[0], w.half[1]}).Vec3(p.nearEnd(s)))
		if !ok || w.most == 0 || w.room < 0 {
			continue
		}
		t := p.nameText(s, w.size, p.longestName(v.Rect.Width()))
		if s.gone != "" {
			t.Text, t.Color = t.Text+" · "+s.gone, p.colors.Faint
		}
		if s.ending {
			t.Text += " · ended"
		}
		t.X, t.Y = at[0], at[1]-0.45*t.Size
		wide := assets.TextWidth(t.Text, t.Size, t.Bold)
		if !v.Rect.Holds(t.X, t.Y) {
			continue
		}
		t.X = min(t.X, v.Rect.X1-wide-p.labels.gap)
		t.Y = max(t.Y, v.Rect.Y0+t.Size)
		if p.labels.add(t, p.colors.Ground.Alpha(labelBack)) {
			w.most--
			w.room -= wide * t.Size
		}
	}
}

// putEdgeNames writes the labels of edges, at places without bars if possible.
func (p *picture) putEdgeNames(v *View) {
	if len(p.edgeNames) == 0 {
		return
	}
	var bars labels
	for i := range p.l.slots {
		at, half := p.l.slots[i].at, p.l.half
		low, ok := v.Project(at.Sub(half).Vec3(0))
		high, ok2 := v.Project(at.Add(half).Vec3(0))
		if ok && ok2 && v.Rect.Holds(max(low[0], v.Rect.X0), max(high[1], v.Rect.Y0)) {
			bars.take(Rect{low[0], high[1], min(high[0], v.Rect.X1), min(low[1], v.Rect.Y1)})
		}
	}
	for _, places := range p.edgeNames {
		free := slices.IndexFunc(places, func(t Text) bool {
			box := p.labels.box(t)
			return !bars.overlaps(box) && p.labels.free(box, v.Rect)
		})
		p.labels.add(places[max(free, 0)], p.colors.Ground.Alpha(labelBack))
	}
}

// centred puts a text around a pixel of a view; ok is false if it does not fit
// into the view.
func (v *View) centred(at mgl32.Vec2, t Text) (placed Text, ok bool) {
	wide := assets.TextWidth(t.Text, t.Size, t.Bold)
	t.X, t.Y = at[0]-wide/2, at[1]+0.35*t.Size
	return t, v.Rect.Holds(t.X, t.Y-t.Size) && v.Rect.Holds(t.X+wide, t.Y)
}

// nameEdge records the label below an edge: the monitor of the longest waits
// and, for a cluster, the thread with much of the waiting. Labels of edges are
// placed after those of all bars, if there is room.
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
	if p.onChain(l) { // its step lies over it
		over := p.stepWedge()
		w.from, w.to = max(w.from, over.from), max(w.to, over.to)
	}
	if places := p.along(v, w, t); len(places) > 0 {
		p.edgeNames = append(p.edgeNames, places)
	}
}

// along returns places for a text on an edge, below it: in its middle, and nearer
// to its ends.
func (p *picture) along(v *View, w wedge, t Text) (places []Text) {
	for _, part := range []float32{0.5, 0.4, 0.6, 0.3, 0.7, 0.22, 0.78} {
		point, _ := w.at(part)
		at, ok := v.Project(point.Sub(mgl32.Vec2{0, (w.from + (w.to-w.from)*part) / 2}).Vec3(0))
		if !ok {
			continue
		}
		at[1] += 0.75 * t.Size
		if t, ok := v.centred(at, t); ok {
			places = append(places, t)
		}
	}
	return places
}

// hubPart is the smallest share of an edge's waiting for which its thread is
// named, and manyTimes the smallest multiple of an even share.
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
