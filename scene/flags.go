package scene

import (
	"slices"
	"strconv"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/assets"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/stage"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// A note is shown by a flag with its number, which counts the notes in the
// order of Look.Notes, from 1.
//
// In the timeline view the flag is at the note's moment: on top of the row of
// its thread, or on top of all rows if it has no thread. The other views show
// the flag while the note's moment is within their history: in the middle of
// its edge, or beside the bar of its thread, or in the lower left corner if it
// has neither. In the 3D view, flags of things behind bars are faint, with a faint
// line to the place, and beside all bars if there is room. Flags that are left out
// are counted.

// Flag is the place of a note in a view.
type Flag struct {
	// Note is the note's place in Look.Notes.
	Note int
	// view is the index of its view in Frame.Views.
	view int
	// Box contains the note's number, label its text; label is empty if there is
	// no room.
	Box, label shape.Rect
	// faded says that bars stand before the note's place.
	faded bool
}

// maxFlags is the largest number of flags in a view.
const maxFlags = 200

// flagPlacer places the flags of one view.
type flagPlacer struct {
	*shape.Sheet
	look   *view.Look
	view   int // index of the view
	within shape.Rect
	sight  *shape.Sight // of the 3D view; else nil
	// shown are the notes to show, in order.
	shown []int
	flags []Flag // placed so far
}

// newFlagPlacer returns the placer of the notes from a time to another, or of
// the latest ones if there are too many.
func newFlagPlacer(sh *shape.Sheet, look *view.Look, view int, within shape.Rect, from, to tracefeed.Time) *flagPlacer {
	var shown []int
	for i := range look.Notes {
		if at := look.Notes[i].Moment; at >= from && at <= to {
			shown = append(shown, i)
		}
	}
	return &flagPlacer{Sheet: sh, look: look, view: view, within: within, shown: shown[max(0, len(shown)-maxFlags):]}
}

// flagsOfSide places the flags of the notes of the time that the view shows.
func flagsOfSide(sv *stage.Side, view int) []Flag {
	rect := sv.Flat.Rect
	from, to := sv.Look.Window()
	f := newFlagPlacer(sv.Sheet, sv.Look, view, rect, from, to)
	f.within.Y0 -= 1.2 * sv.Sheet.Em
	for _, i := range f.shown {
		n := &sv.Look.Notes[i]
		x := sv.X(sv.Depths.Of(n.Moment))
		if x < rect.X0-1 || x > rect.X1+1 {
			continue
		}
		if n.Thread == tracefeed.NoThread {
			if f.place(i, mgl32.Vec2{x, rect.Y0}, upwards) {
				sv.Sheet.Line(shape.Rect{X0: x, Y0: rect.Y0, X1: x, Y1: rect.Y1}, shape.FaintLine)
			}
			continue
		}
		k, shown := sv.Layout.SlotOf[n.Thread]
		if !shown {
			continue
		}
		s := &sv.Layout.Slots[k]
		high, low := sv.Y(s.At[1]+s.Row/2), sv.Y(s.At[1]-s.Row/2)
		if mid := (high + low) / 2; mid < rect.Y0 || mid > rect.Y1 {
			continue
		}
		if high = max(high, rect.Y0); f.place(i, mgl32.Vec2{x, high}, upwards) {
			sv.Sheet.Line(shape.Rect{X0: x, Y0: high, X1: x, Y1: min(low, rect.Y1)}, 1)
		}
	}
	return f.flags
}

// flagsOfFront places the flags of the notes of the history. visible is nil in a view
// straight on.
func flagsOfFront(fv *stage.Front, view int, g *linkGraph, visible *shape.Sight) []Flag {
	rect := fv.View.Rect
	from, to := fv.Look.Past()
	f := newFlagPlacer(fv.Sheet, fv.Look, view, rect, from, to)
	f.sight = visible
	for _, i := range slices.Backward(f.shown) { // the corner is filled from below
		if fv.Look.Notes[i].Thread == tracefeed.NoThread {
			f.place(i, mgl32.Vec2{rect.X0 + 0.5*fv.Sheet.Em, rect.Y1 - 0.5*fv.Sheet.Em}, corner)
		}
	}
	for _, i := range f.shown {
		n := &fv.Look.Notes[i]
		k, shown := fv.Layout.SlotOf[n.Thread]
		if n.Thread == tracefeed.NoThread || !shown {
			continue
		}
		if at, ok := middleOf(fv, n, g); ok {
			in, _ := fv.View.OnMoment(at[0], at[1])
			f.placeSeen(i, in.Vec3(0), at, upwards)
			continue
		}
		s := &fv.Layout.Slots[k]
		corner := s.At.Add(fv.Layout.HalfOf(s)).Vec3(fv.NearEnd(s))
		if at, ok := fv.View.Project(corner); ok {
			f.placeSeen(i, corner, at, beside)
		}
	}
	return f.flags
}

// middleOf returns the middle of the edge of a note; ok is false if it is not
// drawn. Among several edges between the same two endpoints it takes the
// longest wait.
func middleOf(fv *stage.Front, n *view.Note, g *linkGraph) (at mgl32.Vec2, ok bool) {
	k, shown := fv.Layout.SlotOf[n.Blocker]
	if n.Blocker == tracefeed.NoThread || !shown {
		return at, false
	}
	waiter := fv.Layout.SlotOf[n.Thread]
	a, b := int(g.endOf[waiter]), int(g.endOf[k])
	for i := range fv.View.Hits {
		h := &fv.View.Hits[i]
		switch {
		case h.Pick.Kind == shape.PickEdge:
			if l := &g.drawn[h.Pick.Index]; l.blocked == a && l.blocker == b {
				at, ok = middle(h.Outline), true
			}
		case g.inDeadlock[[2]int{a, b}] && h.Pick == fv.Pick(waiter):
			at, ok = middle(h.Outline), true
		}
	}
	return at, ok
}

// middle returns the middle of a wedge from its outline.
func middle(outline []mgl32.Vec2) mgl32.Vec2 {
	n := len(outline)
	i, k := (n/2-1)/2, n/2/2 // indices into the points of one side
	return outline[i].Add(outline[k]).Add(outline[n-1-i]).Add(outline[n-1-k]).Mul(0.25)
}

// lean is the preferred arrangement of flags at the same place: an order of
// rows, of which 0 ends above the place and 1 begins there, and an order of
// columns in each row, of which 0 begins there.
type lean struct {
	rows, columns []float32
	tied          bool // a line goes to the place
	hidden        bool // bars stand before the place
}

var (
	upwards = lean{rows: []float32{0, -1, 1, -2, 2, -3, 3}, columns: []float32{0, -1, 1, -2, 2}, tied: true}
	beside  = lean{rows: []float32{1, 2, 3, 4, 5, 6}, columns: []float32{0, 1, 2, -1, -2}, tied: true}
	corner  = lean{rows: []float32{0, -1, -2, -3, -4, -5, -6, -7}, columns: []float32{0, 1, 2}}
)

// placeSeen places the flag of a note at a point of the world, which has a pixel.
// If bars hide the point, the flag is faint, and beside all bars if there is room.
func (f *flagPlacer) placeSeen(note int, point mgl32.Vec3, at mgl32.Vec2, to lean) {
	to.hidden = f.sight != nil && f.sight.Hidden(point, at)
	if far := to; to.hidden {
		for i := float32(2); i <= 8; i += 2 {
			far.rows = append(far.rows[:len(far.rows):len(far.rows)], i, -i)
			far.columns = append(far.columns[:len(far.columns):len(far.columns)], i, -i)
		}
		if f.placeWhere(note, at, far, f.sight.Ground) {
			return
		}
	}
	f.place(note, at, to)
}

// place places the flag of a note as near to a pixel as possible. It reports
// whether there was room.
func (f *flagPlacer) place(note int, at mgl32.Vec2, to lean) bool {
	return f.placeWhere(note, at, to, func(shape.Rect) bool { return true })
}

// placeWhere is place for flags whose box must be suitable.
func (f *flagPlacer) placeWhere(note int, at mgl32.Vec2, to lean, suits func(shape.Rect) bool) bool {
	if at[0] < f.within.X0-1 || at[0] > f.within.X1+1 || at[1] < f.within.Y0-1 || at[1] > f.within.Y1+1 {
		return false
	}
	t := shape.Text{Size: 0.85 * f.Em, Bold: true, Color: f.Colors.Ground, Text: strconv.Itoa(note + 1)}
	gap := 0.25 * f.Em
	number := assets.TextWidth(t.Text, t.Size, true)
	wide, high := max(number+0.6*t.Size, 1.2*t.Size), 1.25*t.Size
	for _, column := range to.columns {
		for _, row := range to.rows {
			x, y := at[0]+gap+column*(wide+gap), at[1]-high-gap+row*(high+gap)
			if column < 0 {
				x -= gap
			}
			box := shape.Rect{X0: x, Y0: y, X1: x + wide, Y1: y + high}
			if !f.Labels.Free(box, f.within) || !suits(box) {
				continue
			}
			t.X, t.Y = x+(wide-number)/2, y+0.97*t.Size
			f.Labels.Place(shape.Label{Text: t, Back: f.back(note, to), Box: box})
			switch {
			case to.hidden:
				f.Leader(at, box)
			case to.tied:
				tie(f.Sheet, at, box)
			}
			f.flags = append(f.flags, Flag{Note: note, view: f.view, Box: box, faded: to.hidden})
			return true
		}
	}
	return false
}

// back returns the colour of a note's flag.
func (f *flagPlacer) back(note int, to lean) paint.Color {
	switch {
	case f.look.Hovered == (shape.PickID{Kind: shape.PickNote, Index: int32(note)}):
		return f.Colors.Select
	case to.hidden:
		return f.Colors.Faint
	}
	return f.Colors.Text
}

// tie draws a dot at a pixel and a bent line from there to a box.
func tie(sh *shape.Sheet, at mgl32.Vec2, box shape.Rect) {
	dot := 1.8 * sh.Canvas.Scale
	sh.Overlay.Rects = append(sh.Overlay.Rects, shape.OverlayRect{Color: sh.Colors.Text,
		Rect: shape.Rect{X0: at[0] - dot, Y0: at[1] - dot, X1: at[0] + dot, Y1: at[1] + dot}})
	y := min(max(at[1], box.Y0), box.Y1)
	x := min(max(at[0], box.X0), box.X1)
	sh.Line(shape.Rect{X0: at[0], Y0: min(at[1], y), X1: at[0], Y1: max(at[1], y)}, 1)
	sh.Line(shape.Rect{X0: min(at[0], x), Y0: y, X1: max(at[0], x), Y1: y}, 1)
}
