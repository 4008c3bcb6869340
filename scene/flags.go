package scene

import (
	"slices"
	"strconv"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/assets"
	"tiv/scene/paint"
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
	// View is the index of its view in Frame.Views.
	View int
	// Box contains the note's number, Label its text; Label is empty if there is
	// no room.
	Box, Label Rect
	// Faded says that bars stand before the note's place.
	Faded bool
}

// maxFlags is the largest number of flags in a view.
const maxFlags = 200

// flagPlacer places the flags of one view.
type flagPlacer struct {
	*sheet
	look   *Look
	view   int // index of the view
	within Rect
	sight  *sight // of the 3D view; else nil
	// shown are the notes to show, in order.
	shown []int
	flags []Flag // placed so far
}

// newFlagPlacer returns the placer of the notes from a time to another, or of
// the latest ones if there are too many.
func newFlagPlacer(sh *sheet, look *Look, view int, within Rect, from, to tracefeed.Time) *flagPlacer {
	var shown []int
	for i := range look.Notes {
		if at := look.Notes[i].Moment; at >= from && at <= to {
			shown = append(shown, i)
		}
	}
	return &flagPlacer{sheet: sh, look: look, view: view, within: within, shown: shown[max(0, len(shown)-maxFlags):]}
}

// flags places the flags of the notes of the time that the view shows.
func (sv *sideView) flags(view int) []Flag {
	rect := sv.flat.rect
	from, to := sv.look.Window()
	f := newFlagPlacer(sv.sheet, sv.look, view, rect, from, to)
	f.within.Y0 -= 1.2 * sv.sheet.em
	for _, i := range f.shown {
		n := &sv.look.Notes[i]
		x := sv.x(sv.depths.of(n.Moment))
		if x < rect.X0-1 || x > rect.X1+1 {
			continue
		}
		if n.Thread == tracefeed.NoThread {
			if f.place(i, mgl32.Vec2{x, rect.Y0}, upwards) {
				sv.sheet.line(Rect{x, rect.Y0, x, rect.Y1}, faintLine)
			}
			continue
		}
		k, shown := sv.layout.slotOf[n.Thread]
		if !shown {
			continue
		}
		s := &sv.layout.slots[k]
		high, low := sv.y(s.at[1]+s.row/2), sv.y(s.at[1]-s.row/2)
		if mid := (high + low) / 2; mid < rect.Y0 || mid > rect.Y1 {
			continue
		}
		if high = max(high, rect.Y0); f.place(i, mgl32.Vec2{x, high}, upwards) {
			sv.sheet.line(Rect{x, high, x, min(low, rect.Y1)}, 1)
		}
	}
	return f.flags
}

// flags places the flags of the notes of the history. visible is nil in a view
// straight on.
func (fv *frontView) flags(view int, g *linkGraph, visible *sight) []Flag {
	rect := fv.view.Rect
	from, to := fv.look.Past()
	f := newFlagPlacer(fv.sheet, fv.look, view, rect, from, to)
	f.sight = visible
	for _, i := range slices.Backward(f.shown) { // the corner is filled from below
		if fv.look.Notes[i].Thread == tracefeed.NoThread {
			f.place(i, mgl32.Vec2{rect.X0 + 0.5*fv.sheet.em, rect.Y1 - 0.5*fv.sheet.em}, corner)
		}
	}
	for _, i := range f.shown {
		n := &fv.look.Notes[i]
		k, shown := fv.layout.slotOf[n.Thread]
		if n.Thread == tracefeed.NoThread || !shown {
			continue
		}
		if at, ok := fv.middleOf(n, g); ok {
			in, _ := fv.view.OnMoment(at[0], at[1])
			f.placeSeen(i, in.Vec3(0), at, upwards)
			continue
		}
		s := &fv.layout.slots[k]
		corner := s.at.Add(fv.layout.halfOf(s)).Vec3(fv.nearEnd(s))
		if at, ok := fv.view.Project(corner); ok {
			f.placeSeen(i, corner, at, beside)
		}
	}
	return f.flags
}

// middleOf returns the middle of the edge of a note; ok is false if it is not
// drawn. Among several edges between the same two endpoints it takes the
// longest wait.
func (fv *frontView) middleOf(n *Note, g *linkGraph) (at mgl32.Vec2, ok bool) {
	k, shown := fv.layout.slotOf[n.Blocker]
	if n.Blocker == tracefeed.NoThread || !shown {
		return at, false
	}
	waiter := fv.layout.slotOf[n.Thread]
	a, b := int(g.endOf[waiter]), int(g.endOf[k])
	for i := range fv.view.Hits {
		h := &fv.view.Hits[i]
		switch {
		case h.Pick.Kind == PickEdge:
			if l := &g.drawn[h.Pick.Index]; l.blocked == a && l.blocker == b {
				at, ok = middle(h.Outline), true
			}
		case g.inDeadlock[[2]int{a, b}] && h.Pick == fv.pick(waiter):
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
	to.hidden = f.sight != nil && f.sight.hidden(point, at)
	if far := to; to.hidden {
		for i := float32(2); i <= 8; i += 2 {
			far.rows = append(far.rows[:len(far.rows):len(far.rows)], i, -i)
			far.columns = append(far.columns[:len(far.columns):len(far.columns)], i, -i)
		}
		if f.placeWhere(note, at, far, f.sight.ground) {
			return
		}
	}
	f.place(note, at, to)
}

// place places the flag of a note as near to a pixel as possible. It reports
// whether there was room.
func (f *flagPlacer) place(note int, at mgl32.Vec2, to lean) bool {
	return f.placeWhere(note, at, to, func(Rect) bool { return true })
}

// placeWhere is place for flags whose box must be suitable.
func (f *flagPlacer) placeWhere(note int, at mgl32.Vec2, to lean, suits func(Rect) bool) bool {
	if at[0] < f.within.X0-1 || at[0] > f.within.X1+1 || at[1] < f.within.Y0-1 || at[1] > f.within.Y1+1 {
		return false
	}
	t := Text{Size: 0.85 * f.em, Bold: true, Color: f.colors.Ground, Text: strconv.Itoa(note + 1)}
	gap := 0.25 * f.em
	number := assets.TextWidth(t.Text, t.Size, true)
	wide, high := max(number+0.6*t.Size, 1.2*t.Size), 1.25*t.Size
	for _, column := range to.columns {
		for _, row := range to.rows {
			x, y := at[0]+gap+column*(wide+gap), at[1]-high-gap+row*(high+gap)
			if column < 0 {
				x -= gap
			}
			box := Rect{x, y, x + wide, y + high}
			if !f.labels.free(box, f.within) || !suits(box) {
				continue
			}
			t.X, t.Y = x+(wide-number)/2, y+0.97*t.Size
			f.labels.place(label{t, f.back(note, to), box})
			switch {
			case to.hidden:
				f.leader(at, box)
			case to.tied:
				f.tie(at, box)
			}
			f.flags = append(f.flags, Flag{Note: note, View: f.view, Box: box, Faded: to.hidden})
			return true
		}
	}
	return false
}

// back returns the colour of a note's flag.
func (f *flagPlacer) back(note int, to lean) paint.Color {
	switch {
	case f.look.Hovered == (PickID{PickNote, int32(note)}):
		return f.colors.Select
	case to.hidden:
		return f.colors.Faint
	}
	return f.colors.Text
}

// tie draws a dot at a pixel and a bent line from there to a box.
func (sh *sheet) tie(at mgl32.Vec2, box Rect) {
	dot := 1.8 * sh.canvas.Scale
	sh.overlay.Rects = append(sh.overlay.Rects, OverlayRect{Color: sh.colors.Text,
		Rect: Rect{at[0] - dot, at[1] - dot, at[0] + dot, at[1] + dot}})
	y := min(max(at[1], box.Y0), box.Y1)
	x := min(max(at[0], box.X0), box.X1)
	sh.line(Rect{at[0], min(at[1], y), at[0], max(at[1], y)}, 1)
	sh.line(Rect{min(at[0], x), y, max(at[0], x), y}, 1)
}
