package scene

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/assets"
	"tiv/lod"
	"tiv/scene/paint"
	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/stage"
)

// rowNames is the column of names in the timeline view: its width, and the size
// of the names.
type rowNames struct{ wide, size float32 }

// rowNames measures the column of names in a timeline view of a width. Names are
// smaller than other texts if they would be cut.
func (p *picture) rowNames(view float32) rowNames {
	var w float32
	for i := range p.Layout.Slots {
		s := &p.Layout.Slots[i]
		w = max(w, assets.TextWidth(s.Name+s.Concurrency, p.Em, true))
		if s.User > 0 && s.Members == nil { // a stripe with a name of its own
			w = max(w, assets.TextWidth(p.Look.Clusters[s.User-1].Name, p.Em, true))
		}
		if i > 2000 {
			break
		}
	}
	gap := 0.7 + stage.NameGap(p.Look)
	wide := min(w+gap*p.Em, 17*p.Em, 0.4*view)
	return rowNames{wide, p.Em * min(1, max(p.LeastName(), (wide-gap*p.Em)/max(w, 1)))}
}

// nameRows names the rows, to their left, in a column of names that begins at x
// and below the pixel line top.
func nameRows(sv *stage.Side, x, top, size float32) {
	rect := sv.Flat.Rect
	wide := rect.X0 - x - (0.3+stage.NameGap(sv.Look))*sv.Sheet.Em
	never := func(int) bool { return false }
	order, _ := byImportance(sv.Stage, never, func(i int) int { return i })
	for _, i := range order {
		s := &sv.Layout.Slots[i]
		y, ok := sv.Middles[i]
		if !ok {
			y = sv.Y(s.At[1])
		}
		if y < top+1.2*sv.Sheet.Em || y > rect.Y1 {
			continue
		}
		markStep(sv, i, y)
		stage.MarkChange(sv, s, y)
		t := nameText(sv.Sheet, s, size, wide)
		t.X, t.Y = rect.X0-stage.NameGap(sv.Look)*sv.Sheet.Em-assets.TextWidth(t.Text, t.Size, t.Bold), y+0.35*t.Size
		sv.Sheet.Labels.Add(t, paint.Color{})
	}
}

// byImportance returns the slots in the order in which names are placed. Slots
// whose names must be seen come first: those described in panels, hovered,
// deadlocked or in debt, selected, close, folded, notable; those whose threads have ended come
// last. Slots of equal importance are ordered by count so that an even choice of them gets a name if there is no
// room for all. The first important slots must be named.
func byImportance(st *stage.Stage, notable func(i int) bool, count func(i int) int) (order []int, important int) {
	selected, hasSelected := st.Layout.SlotOf[st.Look.Selected]
	order = make([]int, len(st.Layout.Slots))
	keys := make([]uint64, len(order)) // by weight, and then spread; slots are few
	for i := range keys {
		s := &st.Layout.Slots[i]
		weight := 0
		switch {
		case hasSelected && i == selected:
			weight = 5
		case st.IsHovered(i) || s.Chained:
			weight = 4
		case s.Deadlocked || s.InDebt:
			weight = 3
		case s.Selected:
			weight = 2
		case st.Density != lod.Crowded && s.Members != nil || st.IsClose(s) || notable(i):
			weight = 1
		case s.Ended > 0:
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
func maxNames(fv *stage.Front) int {
	r := fv.View.Rect
	views := r.Width() * r.Height() / (commonView * fv.Sheet.Em * fv.Sheet.Em)
	return int(float32(maxBarNames[fv.Density]) * max(1, views))
}

// nameSize returns the size of names: they shrink, down to a limit, if they
// would cover the bars above.
func nameSize(fv *stage.Front) float32 {
	l := fv.Layout
	middle := l.Low.Add(l.High).Mul(0.5)
	low, ok := fv.View.Project(middle.Vec3(0))
	high, ok2 := fv.View.Project(middle.Add(mgl32.Vec2{0, 2 * (l.Cell[1] - l.Half[1])}).Vec3(0))
	if !ok || !ok2 {
		return fv.Sheet.Em
	}
	return min(fv.Sheet.Em, max(fv.Sheet.LeastName()*fv.Sheet.Em, (low[1]-high[1])/1.5))
}

// overhang returns the width of the interaction view as a multiple of the width
// of all bars, so that names have room beside the bars of the last column: a
// factor of at least 1.
func (p *picture) overhang(wide float32) float32 {
	const most, looked = 1.12, 300
	l := p.Layout
	low, high := l.Low[0], l.High[0]
	part, longest := float32(1), p.LongestName(wide)/wide
	for i := 0; i < len(l.Slots); i += 1 + len(l.Slots)/looked {
		// The begin of the name, as a part of the width.
		at := (l.Slots[i].At[0]-l.Half[0]-low)/(high-low)/place.FlatMargin + (1-1/place.FlatMargin)/2
		if at+longest < 1 {
			continue // fits regardless of its importance
		}
		name := assets.TextWidth(nameText(p.Sheet, &l.Slots[i], p.Em, p.LongestName(wide)).Text, p.Em, false) + 4*p.Canvas.Scale
		if part = max(part, at*wide/max(wide-name, 1)); part >= most {
			return most
		}
	}
	return part
}

// nameText returns the name of a slot as text without a place. If there is
// little room it leaves out the concurrency of a cluster, and then a part of
// its name, but not its number of threads. It is faint if its threads have
// ended.
func nameText(sh *shape.Sheet, s *place.Slot, size, wide float32) shape.Text {
	t := shape.Text{Size: size, Color: sh.Colors.Text}
	switch {
	case s.Selected:
		t.Bold, t.Color = true, sh.Colors.Select
	case s.Ended > 0:
		t.Color = sh.Colors.Faint
	}
	fits := func(text string) bool { return assets.TextWidth(text, t.Size, t.Bold) <= wide }
	t.Text = s.Name + s.Concurrency
	if s.Concurrency != "" && !fits(t.Text) {
		t.Text = s.Name + " …"
	}
	if number := strings.TrimPrefix(s.Name, s.Short); s.Short != "" && !fits(t.Text) {
		t.Text = s.Name
		if short := assets.Shorten(s.Short, func(text string) bool { return fits(text + number) }); short != "" {
			t.Text = short + number
		}
	}
	t.Text = assets.Shorten(t.Text, fits)
	return t
}
