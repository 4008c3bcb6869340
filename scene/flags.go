package scene

import (
	"slices"
	"strconv"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/assets"
	"tiv/tracefeed"
)

// A note is shown by a flag with its number, which counts the notes in the
// order of Look.Notes, from 1.
//
// In the timeline view the flag is at the note's moment: on top of the row of
// its thread, or on top of all rows if it has no thread. The other views show
// the flag while the note's moment is within their history: in the middle of
// its edge, or beside the bar of its thread, or in the lower left corner if it
// has neither. Flags that are left out are counted.

// Flag is the place of a note in a view.
type Flag struct {
	// Note is the note's place in Look.Notes.
	Note int
	// View is the index of its view in Frame.Views.
	View int
	// Box contains the note's number, Label its text; Label is empty if there is
	// no room.
	Box, Label Rect
}

// mostFlags is the largest number of flags in a view.
const mostFlags = 200

// flagging is the flags of one view in the making.
type flagging struct {
	p      *picture
	within Rect
	shown  []int // notes, in order
}

// flagging returns the flags of the notes of an interval, or of the latest ones
// if there are too many.
func (p *picture) flagging(within Rect, from, to tracefeed.Time) *flagging {
	var shown []int
	for i := range p.look.Notes {
		if at := p.look.Notes[i].Moment; at >= from && at <= to {
			shown = append(shown, i)
		}
	}
	return &flagging{p, within, shown[max(0, len(shown)-mostFlags):]}
}

// flagRows shows the notes of the time that a timeline view shows.
func (p *picture) flagRows(fl flat) {
	from, to := p.look.Window()
	f := p.flagging(fl.rect, from, to)
	f.within.Y0 -= 1.2 * p.em()
	for _, i := range f.shown {
		n := &p.look.Notes[i]
		x := fl.pixel(mgl32.Vec2{p.zOf(n.Moment), 0})[0]
		if x < fl.rect.X0-1 || x > fl.rect.X1+1 {
			continue
		}
		if n.Thread == tracefeed.NoThread {
			if f.put(i, mgl32.Vec2{x, fl.rect.Y0}, upwards) {
				p.pole(Rect{x, fl.rect.Y0, x, fl.rect.Y1}, faintPole)
			}
			continue
		}
		k, shown := p.l.slotOf[n.Thread]
		if !shown {
			continue
		}
		s := &p.l.slots[k]
		high, low := fl.pixel(mgl32.Vec2{0, s.at[1] + s.row/2})[1], fl.pixel(mgl32.Vec2{0, s.at[1] - s.row/2})[1]
		if mid := (high + low) / 2; mid < fl.rect.Y0 || mid > fl.rect.Y1 {
			continue
		}
		if high = max(high, fl.rect.Y0); f.put(i, mgl32.Vec2{x, high}, upwards) {
			p.pole(Rect{x, high, x, min(low, fl.rect.Y1)}, 1)
		}
	}
}

// flagFronts shows the notes of the history in a view of the moment.
func (p *picture) flagFronts(v *View) {
	from, to := p.look.Past()
	f := p.flagging(v.Rect, from, to)
	for _, i := range slices.Backward(f.shown) { // the corner is filled from below
		if p.look.Notes[i].Thread == tracefeed.NoThread {
			f.put(i, mgl32.Vec2{v.Rect.X0 + 0.5*p.em(), v.Rect.Y1 - 0.5*p.em()}, corner)
		}
	}
	for _, i := range f.shown {
		n := &p.look.Notes[i]
		k, shown := p.l.slotOf[n.Thread]
		if n.Thread == tracefeed.NoThread || !shown {
			continue
		}
		if at, ok := p.middleOf(v, n); ok {
			f.put(i, at, upwards)
			continue
		}
		s := &p.l.slots[k]
		if at, ok := v.Project(s.at.Add(p.l.half).Vec3(p.nearEnd(s))); ok {
			f.put(i, at, beside)
		}
	}
}

// middleOf returns the middle of the edge of a note; ok is false if it is not
// drawn. Among several edges between the same two ends it takes the longest
// wait.
func (p *picture) middleOf(v *View, n *Note) (at mgl32.Vec2, ok bool) {
	k, shown := p.l.slotOf[n.Blocker]
	if n.Blocker == tracefeed.NoThread || !shown {
		return at, false
	}
	waiter := p.l.slotOf[n.Thread]
	a, b := int(p.ends.of[waiter]), int(p.ends.of[k])
	for i := range v.Hits {
		h := &v.Hits[i]
		switch {
		case h.Pick.Kind == PickEdge:
			if l := &p.f.Links[h.Pick.Index]; l.blocked == a && l.blocker == b {
				at, ok = middle(h.Outline), true
			}
		case p.inRings[[2]int{a, b}] && h.Pick == p.pick(waiter):
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
}

var (
	upwards = lean{[]float32{0, -1, 1, -2, 2, -3, 3}, []float32{0, -1, 1, -2, 2}, true}
	beside  = lean{[]float32{1, 2, 3, 4, 5, 6}, []float32{0, 1, 2, -1, -2}, true}
	corner  = lean{[]float32{0, -1, -2, -3, -4, -5, -6, -7}, []float32{0, 1, 2}, false}
)

// put places the flag of a note as near to a pixel as possible. It reports
// whether there was room.
func (f *flagging) put(note int, at mgl32.Vec2, to lean) bool {
	p := f.p
	if at[0] < f.within.X0-1 || at[0] > f.within.X1+1 || at[1] < f.within.Y0-1 || at[1] > f.within.Y1+1 {
		return false
	}
	t := Text{Size: 0.85 * p.em(), Bold: true, Color: p.colors.Ground, Text: strconv.Itoa(note + 1)}
	back := p.colors.Text
	if p.look.Hovered == (PickID{PickNote, int32(note)}) {
		back = p.colors.Select
	}
	gap := 0.25 * p.em()
	number := assets.TextWidth(t.Text, t.Size, true)
	wide, high := max(number+0.6*t.Size, 1.2*t.Size), 1.25*t.Size
	for _, column := range to.columns {
		for _, row := range to.rows {
			x, y := at[0]+gap+column*(wide+gap), at[1]-high-gap+row*(high+gap)
			if column < 0 {
				x -= gap
			}
			box := Rect{x, y, x + wide, y + high}
			if !p.labels.free(box, f.within) {
				continue
			}
			t.X, t.Y = x+(wide-number)/2, y+0.97*t.Size
			p.labels.put(label{t, back, box})
			if to.tied {
				p.tie(at, box)
			}
			p.f.Flags = append(p.f.Flags, Flag{Note: note, View: len(p.f.Views), Box: box})
			return true
		}
	}
	return false
}

// faintPole is the opacity of poles that cross all rows.
const faintPole = 0.45

// pole draws a vertical or horizontal line around the middle line of r.
func (p *picture) pole(r Rect, opaque float32) {
	half := 0.6 * p.canvas.Scale
	r = Rect{r.X0 - half, r.Y0 - half, r.X1 + half, r.Y1 + half}
	p.f.Overlay.Rects = append(p.f.Overlay.Rects, OverlayRect{Rect: r, Color: p.colors.Text.Alpha(opaque)})
}

// tie draws a dot at a pixel and a bent line from there to a box.
func (p *picture) tie(at mgl32.Vec2, box Rect) {
	dot := 1.8 * p.canvas.Scale
	p.f.Overlay.Rects = append(p.f.Overlay.Rects, OverlayRect{Color: p.colors.Text,
		Rect: Rect{at[0] - dot, at[1] - dot, at[0] + dot, at[1] + dot}})
	y := min(max(at[1], box.Y0), box.Y1)
	x := min(max(at[0], box.X0), box.X1)
	p.pole(Rect{at[0], min(at[1], y), at[0], max(at[1], y)}, 1)
	p.pole(Rect{min(at[0], x), y, max(at[0], x), y}, 1)
}
