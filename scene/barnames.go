package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/assets"
	"tiv/lod"
)

// Name is the name of a bar in a view from the front.
type Name struct {
	// Pick is the bar.
	Pick PickID
	// Box contains the text.
	Box Rect
	// Anchor is the pixel of the bar that the name belongs to. It shows the bar
	// unless the name is faded.
	Anchor mgl32.Vec2
	// Faded says that the name stands beside its bar, with a line to it, because
	// other bars hide it, or that there is no bar in the time shown.
	Faded bool
}

// barNames writes the names of bars in a view from the front.
type barNames struct {
	fv   *frontView
	size float32
	// most is the number of bars that can still be named, room the number of
	// pixels that names can still cover.
	most int
	room float32
	// sight is nil if no bar can hide another one.
	sight *sight
	// searches is the number of bars for whose names a place may still be
	// searched on all their faces; leaders is the number of names that may still
	// be linked to their bars by a line.
	searches, leaders int
	placed            []Name
}

// The limits of a picture: a search takes some microseconds, and many lines are
// clutter.
const (
	maxSearches = 250
	maxLeaders  = 8
)

// names returns the writer of the view's names.
func (fv *frontView) names(s *sight) *barNames {
	r := fv.view.Rect
	return &barNames{fv: fv, size: fv.nameSize(), most: fv.maxNames(), room: maxNameCover * r.Width() * r.Height(),
		sight: s, searches: maxSearches, leaders: maxLeaders}
}

// write names slots in the given order as long as there is room: above the upper
// left corner of the front or, if that is hidden, on a visible part of the bar.
func (w *barNames) write(order []int) {
	for _, i := range order {
		if w.most == 0 || w.room < 0 {
			return
		}
		n, ok := w.place(i)
		if !ok {
			continue
		}
		n.Pick = w.fv.pick(i)
		w.placed = append(w.placed, n)
		w.most--
		w.room -= n.Box.Width() * w.size
	}
}

// texts returns the name of a slot with a remark if its threads have ended or not started.
// dated is the name with the time of the end of a thread.
func (w *barNames) texts(s *slot) (t, dated Text) {
	t = w.fv.sheet.nameText(s, w.size, w.fv.sheet.longestName(w.fv.view.Rect.Width()))
	if s.gone != "" && !s.selected {
		t.Color = w.fv.sheet.colors.Faint
	}
	remark := s.gone
	if s.ended > 0 {
		remark = "ended"
	}
	dated = t
	if remark == "" || s.absent { // the name of absent threads says so
		return t, dated
	}
	t.Text += " · " + remark
	dated.Text = t.Text
	if s.ended > 0 && s.members == nil && w.fv.density <= lod.Busy {
		dated.Text += " at " + w.fv.look.Clock().Name(s.ended, w.fv.look.Step)
	}
	return t, dated
}

// place places the name of a slot; ok is false if there is no room for it.
func (w *barNames) place(i int) (n Name, ok bool) {
	t, dated := w.texts(&w.fv.layout.slots[i])
	if t != dated && w.clear(i, dated) {
		if n, ok = w.atBar(i, dated); ok {
			return n, ok
		}
	}
	if n, ok = w.atBar(i, t); ok {
		return n, ok
	}
	if w.sight == nil || w.sight.empty(i) || w.searches == 0 {
		return n, false
	}
	w.searches--
	anchor, seen, n, ok := w.onFaces(i, t)
	if ok || w.leaders == 0 {
		return n, ok
	}
	chosen := w.fv.layout.slots[i].selected || w.fv.isHovered(i)
	if !seen {
		if !chosen {
			return n, false
		}
		box := w.sight.boxes[i]
		if anchor, ok = w.fv.view.Project(box.low.Add(box.high).Mul(0.5)); !ok {
			return n, false
		}
	}
	return w.aside(anchor, t, chosen)
}

// clear reports whether a name that begins at the corner of its bar is inside the view and
// covers no front of another bar. Its cost is linear in the bars.
func (w *barNames) clear(i int, t Text) bool {
	v := w.fv.view
	at, ok := v.Project(w.corner(i))
	t.X, t.Y = at[0], at[1]-0.45*t.Size
	box := w.fv.sheet.labels.box(t)
	if !ok || box.X1 > v.Rect.X1 {
		return false
	}
	for k := range w.fv.layout.slots {
		s := &w.fv.layout.slots[k]
		f := w.fv.layout.face(k)
		low, inView := v.Project(f.at.Sub(f.half).Vec3(0))
		high, alsoInView := v.Project(f.at.Add(f.half).Vec3(0))
		if k != i && s.gone == "" && inView && alsoInView && box.X0 < high[0] && low[0] < box.X1 && box.Y0 < low[1] && high[1] < box.Y1 {
			return false
		}
	}
	return true
}

// corner returns the upper left corner of the near end of a bar.
func (w *barNames) corner(i int) mgl32.Vec3 {
	s := &w.fv.layout.slots[i]
	half := w.fv.layout.halfOf(s)
	return s.at.Add(mgl32.Vec2{-half[0], half[1]}).Vec3(w.fv.nearEnd(s))
}

// atBar places a name above the end of a bar that faces the viewer, or above the place of
// a bar that is not there.
func (w *barNames) atBar(i int, t Text) (n Name, ok bool) {
	corner := w.corner(i)
	switch {
	case w.sight == nil:
		return w.atCorner(corner, t)
	case !w.sight.empty(i):
		return w.atFront(i, t)
	}
	if at, ok := w.fv.view.Project(corner); !ok || w.sight.hidden(corner, at) {
		return n, false
	}
	n, ok = w.atCorner(corner, t)
	n.Faded = true
	return n, ok
}

// atCorner places a name above a corner of the world.
func (w *barNames) atCorner(corner mgl32.Vec3, t Text) (n Name, ok bool) {
	at, ok := w.fv.view.Project(corner)
	if !ok {
		return n, false
	}
	t = w.above(at, t)
	if !w.fv.view.Rect.Holds(at[0], at[1]-0.45*t.Size) || !w.fv.sheet.label(t) {
		return n, false
	}
	return Name{Box: w.fv.sheet.labels.box(t), Anchor: at}, true
}

// above puts a text above a pixel, and inside the view.
func (w *barNames) above(at mgl32.Vec2, t Text) Text {
	r, wide := w.fv.view.Rect, assets.TextWidth(t.Text, t.Size, t.Bold)
	t.X = min(at[0], r.X1-wide-w.fv.sheet.labels.gap)
	t.Y = max(at[1]-0.45*t.Size, r.Y0+t.Size)
	return t
}

// atFront places a name above the upper left corner of the end of the bar that
// faces the viewer, if the corner is visible and no nearer bar is under the name.
func (w *barNames) atFront(i int, t Text) (n Name, ok bool) {
	b, eye := w.sight.boxes[i], w.fv.view.Eye
	z := b.high[2]
	if eye[2] < b.low[2] {
		z = b.low[2]
	} else if eye[2] < z {
		return n, false
	}
	const inset = 0.08 // of the end, from the corner to the anchor
	middle := b.low.Add(b.high).Mul(0.5)
	middle[2] = z
	var corner, anchor mgl32.Vec2
	for k, x := range []float32{b.low[0], b.high[0]} {
		p := mgl32.Vec3{x, b.high[1], z}
		at, ok := w.fv.view.Project(p)
		if !ok {
			return n, false
		}
		if k == 0 || at[0] < corner[0] {
			corner = at
			anchor, _ = w.fv.view.Project(p.Add(middle.Sub(p).Mul(inset)))
		}
	}
	bar, d := w.sight.at(anchor)
	if bar != i {
		return n, false
	}
	wide := assets.TextWidth(t.Text, t.Size, t.Bold)
	for _, part := range []float32{0, 0.3, 0.6} { // of the text, to the left of the corner
		t = w.above(corner.Sub(mgl32.Vec2{part * wide, 0}), t)
		if w.covers(i, d, t) != nearer && w.fv.sheet.label(t) {
			return Name{Box: w.fv.sheet.labels.box(t), Anchor: anchor}, true
		}
	}
	return n, false
}

// cover is the kind of things under a name.
type cover uint8

const (
	own     cover = iota // only its bar
	free                 // also the ground, or only that
	farther              // also bars farther away
	nearer               // also bars before its own
)

// covers returns the things that a text would cover: the text of a bar that is
// seen at a distance, or of no bar at all.
func (w *barNames) covers(bar int, distance float32, t Text) (c cover) {
	box := w.fv.sheet.labels.box(t)
	for _, x := range []float32{box.X0, (box.X0 + box.X1) / 2, box.X1} {
		for _, y := range []float32{box.Y0, box.Y1} {
			switch k, d := w.sight.at(mgl32.Vec2{x, y}); {
			case k == bar && k >= 0:
			case k < 0:
				c = max(c, free)
			case d > distance:
				c = max(c, farther)
			default:
				return nearer
			}
		}
	}
	return c
}

// onFaces places a name at a visible point of the bar: on nothing but the bar,
// or else also on the ground. If there is no room, anchor is a visible point of
// the bar, and seen is false if there is none.
func (w *barNames) onFaces(i int, t Text) (anchor mgl32.Vec2, seen bool, n Name, ok bool) {
	sh, best := w.fv.sheet, farther
	wide := assets.TextWidth(t.Text, t.Size, t.Bold)
	var text Text
	w.sight.boxes[i].eachPoint(w.fv.view.Eye, func(p mgl32.Vec3) {
		at, inView := w.fv.view.Project(p)
		if !inView || best == own {
			return
		}
		bar, d := w.sight.at(at)
		if bar != i {
			return
		}
		if !seen {
			anchor, seen = at, true
		}
		for _, part := range []float32{0.5, 0.05, 0.95} {
			t.X, t.Y = at[0]-part*wide, at[1]+0.35*t.Size
			if c := w.covers(i, d, t); c < best && sh.labels.free(sh.labels.box(t), w.fv.view.Rect) {
				best, text, anchor = c, t, at
			}
		}
	})
	if best == farther || !sh.label(text) {
		return anchor, seen, n, false
	}
	return anchor, seen, Name{Box: sh.labels.box(text), Anchor: anchor}, true
}

// aside places a faded name near a pixel, with a line to it: on the ground, or
// anywhere.
func (w *barNames) aside(anchor mgl32.Vec2, t Text, anywhere bool) (n Name, ok bool) {
	sh := w.fv.sheet
	wide := assets.TextWidth(t.Text, t.Size, t.Bold)
	distances := []float32{2, 3, 4.5, 7, 10}
	if !anywhere {
		distances = distances[:3]
	}
	for _, far := range distances {
		for _, to := range []mgl32.Vec2{{-1, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {1, 1}, {0, -1}, {0, 1}} {
			middle := anchor.Add(to.Mul(far * t.Size))
			t.X, t.Y = middle[0]+(to[0]-1)/2*wide, middle[1]+0.35*t.Size
			box := sh.labels.box(t)
			if !anywhere && w.covers(-1, 0, t) != free || !sh.labels.free(box, w.fv.view.Rect) {
				continue
			}
			t.Color, t.Bold = sh.colors.Faint, false
			sh.label(t)
			sh.leader(anchor, box)
			w.leaders--
			return Name{Box: box, Anchor: anchor, Faded: true}, true
		}
	}
	return n, false
}
