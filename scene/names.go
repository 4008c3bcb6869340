package scene

import (
	"math/bits"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/assets"
	"tiv/lod"
)

// rowNames is the column of names in the timeline view: its width, and the size
// of the names.
type rowNames struct{ wide, size float32 }

// rowNames measures the column of names in a timeline view of a width. Names are
// smaller than other texts if they would be cut.
func (p *picture) rowNames(view float32) rowNames {
	var w float32
	for i := range p.layout.slots {
		s := &p.layout.slots[i]
		w = max(w, assets.TextWidth(s.name+s.concurrency, p.em, true))
		if s.user > 0 && s.members == nil { // a stripe with a name of its own
			w = max(w, assets.TextWidth(p.look.Clusters[s.user-1].Name, p.em, true))
		}
		if i > 2000 {
			break
		}
	}
	gap := 0.7 + nameGap(p.look)
	wide := min(w+gap*p.em, 17*p.em, 0.4*view)
	return rowNames{wide, p.em * min(1, max(p.leastName(), (wide-gap*p.em)/max(w, 1)))}
}

// nameRows names the rows, to their left, in a column of names that begins at x
// and below the pixel line top.
func (sv *sideView) nameRows(x, top, size float32) {
	rect := sv.flat.rect
	wide := rect.X0 - x - (0.3+nameGap(sv.look))*sv.sheet.em
	never := func(int) bool { return false }
	order, _ := sv.byImportance(never, func(i int) int { return i })
	for _, i := range order {
		s := &sv.layout.slots[i]
		y, ok := sv.middles[i]
		if !ok {
			y = sv.y(s.at[1])
		}
		if y < top+1.2*sv.sheet.em || y > rect.Y1 {
			continue
		}
		sv.markStep(i, y)
		markChange(sv, s, y)
		t := sv.sheet.nameText(s, size, wide)
		t.X, t.Y = rect.X0-nameGap(sv.look)*sv.sheet.em-assets.TextWidth(t.Text, t.Size, t.Bold), y+0.35*t.Size
		sv.sheet.labels.add(t, Color{})
	}
}

// byImportance returns the slots in the order in which names are placed. Slots
// whose names must be seen come first: those described in panels, hovered,
// deadlocked, selected, close, folded, notable; those whose threads have ended come
// last. Slots of equal importance are ordered by count so that an even choice of them gets a name if there is no
// room for all. The first important slots must be named.
func (st *stage) byImportance(notable func(i int) bool, count func(i int) int) (order []int, important int) {
	selected, hasSelected := st.layout.slotOf[st.look.Selected]
	order = make([]int, len(st.layout.slots))
	keys := make([]uint64, len(order)) // by weight, and then spread; slots are few
	for i := range keys {
		s := &st.layout.slots[i]
		weight := 0
		switch {
		case hasSelected && i == selected:
			weight = 5
		case st.isHovered(i) || s.chained:
			weight = 4
		case s.deadlocked:
			weight = 3
		case s.selected:
			weight = 2
		case st.density != lod.Crowded && s.members != nil || st.isClose(s) || notable(i):
			weight = 1
		case s.ended > 0:
			weight = -1
		}
		keys[i] = uint64(7-weight)<<56 | uint64(spread(count(i)))<<24 | uint64(i)
		important += min(max(weight, 0), 1)
	}
	slices.Sort(keys)
	for k, key := range keys {
		order[k] = int(key & (1<<24 - 1))
	}
	return order, important
}

// spread ranks numbers so that the first of them, however many, are evenly apart.
func spread(i int) uint32 { return bits.Reverse32(uint32(i)) }

// maxNameCover is the part of a view that names may cover; more would hide the bars.
const maxNameCover = 0.16

// maxBarNames is the largest number of named bars at each density in a view from
// the front of a common size, which is commonView square sizes of text: more
// would hide the bars.
var maxBarNames = [...]int{lod.Sparse: 120, lod.Busy: 90, lod.Dense: 20, lod.Crowded: 90}

const commonView = 5400

// maxNames returns the largest number of bars to name in the view.
func (fv *frontView) maxNames() int {
	r := fv.view.Rect
	views := r.Width() * r.Height() / (commonView * fv.sheet.em * fv.sheet.em)
	return int(float32(maxBarNames[fv.density]) * max(1, views))
}

// nameSize returns the size of names: they shrink, down to a limit, if they
// would cover the bars above.
func (fv *frontView) nameSize() float32 {
	l := fv.layout
	middle := l.low.Add(l.high).Mul(0.5)
	low, ok := fv.view.Project(middle.Vec3(0))
	high, ok2 := fv.view.Project(middle.Add(mgl32.Vec2{0, 2 * (l.cell[1] - l.half[1])}).Vec3(0))
	if !ok || !ok2 {
		return fv.sheet.em
	}
	return min(fv.sheet.em, max(fv.sheet.leastName()*fv.sheet.em, (low[1]-high[1])/1.5))
}

// overhang returns the width of the interaction view as a multiple of the width
// of all bars, so that names have room beside the bars of the last column: a
// factor of at least 1.
func (p *picture) overhang(wide float32) float32 {
	const most, looked = 1.12, 300
	l := p.layout
	low, high := l.low[0], l.high[0]
	part, longest := float32(1), p.longestName(wide)/wide
	for i := 0; i < len(l.slots); i += 1 + len(l.slots)/looked {
		// The begin of the name, as a part of the width.
		at := (l.slots[i].at[0]-l.half[0]-low)/(high-low)/flatMargin + (1-1/flatMargin)/2
		if at+longest < 1 {
			continue // fits regardless of its importance
		}
		name := assets.TextWidth(p.nameText(&l.slots[i], p.em, p.longestName(wide)).Text, p.em, false) + 4*p.canvas.Scale
		if part = max(part, at*wide/max(wide-name, 1)); part >= most {
			return most
		}
	}
	return part
}
