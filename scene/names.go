package scene

import (
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/assets"
	"tiv/lod"
	"tiv/scene/paint"
	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/stage"
	"tiv/scene/view"
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
	for i := range p.Alike {
		w = max(w, assets.TextWidth(p.Alike[i].Title(), p.Em, false))
	}
	gap := 0.7 + stage.NameGap(p.Look)
	wide := min(w+gap*p.Em, 17*p.Em, 0.4*view)
	return rowNames{wide, p.Em * min(1, max(p.LeastName(), (wide-gap*p.Em)/max(w, 1)))}
}

// rowNamer names the rows of a view from the side, to their left, in a column of names.
type rowNamer struct {
	sv    *stage.Side
	waits *pairCache
	// size is the size of names, wide the width of the column, top its upper end.
	size, wide, top float32
}

// newRowNamer returns the namer of a view whose column of names begins at x and below the pixel line
// top. waits are those of the history.
func newRowNamer(sv *stage.Side, waits *pairCache, x, top, size float32) *rowNamer {
	return &rowNamer{sv, waits, size, sv.Flat.Rect.X0 - x - (0.3+stage.NameGap(sv.Look))*sv.Sheet.Em, top + 1.2*sv.Sheet.Em}
}

// names names the rows. Rows that are too low for their names share them.
func (w *rowNamer) names() {
	sv := w.sv
	var alike []place.Alike
	for _, a := range sv.Alike {
		if w.low(&a) {
			alike = append(alike, a)
		}
	}
	namer := stage.Namer{Stage: sv.Stage, Notable: w.isHub, Count: func(i int) int { return i }}
	n := namer.Order(alike)
	for i := range sv.Layout.Slots {
		if y, ok := w.at(i); ok {
			markStep(sv, i, y)
			s := &sv.Layout.Slots[i]
			at := mgl32.Vec2{sv.Flat.Rect.X0 - stage.NameGap(sv.Look)/2*sv.Sheet.Em, y}
			stage.MarkChange(sv.Sheet, s.Change, at, s.Row/sv.Flat.PerPixel())
		}
	}
	for i := range alike { // first, so that they never move
		w.share(&alike[i])
	}
	for k, i := range n.Slots {
		w.name(i, k < n.Named)
	}
}

// isHub reports whether the threads of a slot are waited for much in the history.
func (w *rowNamer) isHub(i int, shared bool) bool {
	s := &w.sv.Layout.Slots[i]
	if look := w.sv.Look; !look.HasSubject() || look.Kind == view.Execution || s.Members != nil { // it adds up no waits
		return false
	}
	return s.Thread == w.waits.main || !shared && slices.Contains(w.waits.hubs, s.Thread)
}

// at returns the pixel line of the name of a row; ok is false if it is outside of the view.
func (w *rowNamer) at(i int) (y float32, ok bool) {
	if y, ok = w.sv.Middles[i]; !ok {
		y = w.sv.Y(w.sv.Layout.Slots[i].At[1])
	}
	return y, y >= w.top && y <= w.sv.Flat.Rect.Y1
}

// low reports whether rows are too low for their names.
func (w *rowNamer) low(a *place.Alike) bool {
	n := len(a.Slots) - 1
	first, last := &w.sv.Layout.Slots[a.Slots[0]], &w.sv.Layout.Slots[a.Slots[n]]
	return w.sv.Y(last.At[1])-w.sv.Y(first.At[1]) < 1.3*w.size*float32(n)
}

// name names a row. A name that must be seen is moved up or down if it has no room, with a line to
// the row.
func (w *rowNamer) name(i int, must bool) {
	y, ok := w.at(i)
	if !ok {
		return
	}
	sh := w.sv.Sheet
	t := nameText(sh, &w.sv.Layout.Slots[i], w.size, w.wide)
	if w.write(t, y) || !must {
		return
	}
	const most = 24
	for k := range 2 * most {
		lines := float32(k/2+1) * float32(1-k%2*2)
		beside := y + 0.7*lines*w.size
		if beside >= w.top && w.write(t, beside) {
			x := w.sv.Flat.Rect.X0
			sh.Overlay.Lines = append(sh.Overlay.Lines, shape.OverlayLine{X0: x - stage.NameGap(w.sv.Look)*sh.Em, Y0: beside, X1: x, Y1: y,
				Width: sh.Canvas.Scale, Color: t.Color})
			return
		}
	}
}

// write writes a name at the end of the column if there is room at a pixel line.
func (w *rowNamer) write(t shape.Text, y float32) bool {
	t.X = w.sv.Flat.Rect.X0 - stage.NameGap(w.sv.Look)*w.sv.Sheet.Em - assets.TextWidth(t.Text, t.Size, t.Bold)
	t.Y = y + 0.35*t.Size
	return w.sv.Sheet.Labels.Add(t, paint.Color{})
}

// share writes the name that rows share, as near to their middle as there is room, with a bracket
// beside the rows.
func (w *rowNamer) share(a *place.Alike) {
	sh, slots := w.sv.Sheet, w.sv.Layout.Slots
	high, low := &slots[a.Slots[0]], &slots[a.Slots[len(a.Slots)-1]]
	y0 := max(w.sv.Y(high.At[1]+high.Row/2), w.sv.Flat.Rect.Y0)
	y1 := min(w.sv.Y(low.At[1]-low.Row/2), w.sv.Flat.Rect.Y1)
	if y0 >= y1 {
		return
	}
	t := sharedName(sh, a, w.size, w.wide)
	for away := float32(0); 2*away <= max(y1-y0, w.size); away += w.size / 4 {
		middle := max((y0+y1)/2, w.top)
		if w.write(t, middle-away) || away > 0 && w.write(t, middle+away) {
			stage.RowBracket(w.sv.Sheet, w.sv.Flat.Rect.X0, y0, y1)
			return
		}
	}
}

// sharedName returns the name that threads share, with their number, as text without a place.
func sharedName(sh *shape.Sheet, a *place.Alike, size, wide float32) shape.Text {
	return nameText(sh, &place.Slot{Name: a.Title(), Short: a.Short()}, size, wide)
}

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
