package scene

import (
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/assets"
	"tiv/lod"
	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/stage"
	"tiv/tracefeed"
)

// Name is the name of a bar in a view from the front.
type Name struct {
	// Pick is the bar.
	Pick shape.PickID
	// Box contains the text.
	Box shape.Rect
	// anchor is the pixel of the bar that the name belongs to. It shows the bar
	// unless the name is faded.
	anchor mgl32.Vec2
	// faded says that the name stands beside its bar, with a line to it, because
	// other bars hide it, or that there is no bar in the time shown.
	faded bool
	// text is the begin of its baseline; corner says that it is at the corner of its bar, aside that a
	// line leads to the bar.
	text          mgl32.Vec2
	corner, aside bool
	// number says that it is the number of the thread alone.
	number bool
}

// barNames writes the names of bars in a view from the front.
type barNames struct {
	fv   *stage.Front
	size float32
	// all is the room for names, important that for those that are important.
	all, important room
	// sight is nil if no bar can hide another one.
	sight *shape.Sight
	// searches is the number of bars for whose names a place may still be
	// searched on all their faces; leaders is the number of names that may still
	// be linked to their bars by a line.
	searches, leaders int
	placed            []Name
	// kept has the places of names in the last picture, held are those that still have room there, and
	// spots the places in this one.
	kept  *stage.Kept
	held  map[shape.PickID]heldName
	spots map[shape.PickID]stage.Spot
}

// room is the number of bars that can still be named, and the number of pixels that names can still
// cover.
type room struct {
	most   int
	pixels float32
}

// The limits of a picture: a search takes some microseconds, and many lines are
// clutter.
const (
	maxSearches = 250
	maxLeaders  = 8
)

// barNamesOf returns the writer of the view's names.
func barNamesOf(fv *stage.Front, s *shape.Sight, kept *stage.Kept) *barNames {
	rect := fv.View.Rect
	r := room{maxNames(fv), maxNameCover * rect.Width() * rect.Height()}
	if s != nil {
		r.pixels /= 3 // they lie over the sides of bars
	}
	return &barNames{fv: fv, size: nameSize(fv), all: r, important: r, sight: s, searches: maxSearches, leaders: maxLeaders,
		kept: kept, held: map[shape.PickID]heldName{}, spots: map[shape.PickID]stage.Spot{}}
}

// heldName is a name with its text that has room where it was in the last picture.
type heldName struct {
	Name
	shape.Text
}

// hold reserves the places where names were in the last picture and have room, before others can take
// them.
func (w *barNames) hold(n *stage.Naming) {
	for _, i := range n.Slots {
		pick := w.fv.Pick(i)
		switch spot, known := w.kept.Names[pick]; {
		case known && spot.Number:
			t, _ := w.texts(&w.fv.Layout.Slots[i])
			if t.Text = w.number(i); t.Text != "" {
				w.holdAt(i, pick, t)
			}
		case known:
			if t, dated := w.texts(&w.fv.Layout.Slots[i]); t == dated || !w.clear(i, dated) || !w.holdAt(i, pick, dated) {
				w.holdAt(i, pick, t)
			}
		}
	}
	for k := range w.fv.Alike {
		a, pick := &w.fv.Alike[k], stage.PickAlike(k)
		if _, known := w.kept.Names[pick]; known && a.There(w.fv.Layout) {
			w.holdAt(a.Slots[0], pick, w.shared(a))
		}
	}
}

// takeHeld writes a name where it was; ok is false if it had no room there.
func (w *barNames) takeHeld(pick shape.PickID) (n Name, ok bool) {
	h, ok := w.held[pick]
	switch {
	case !ok:
	case h.aside:
		w.lead(h.Text, h.Name)
	default:
		w.fv.Sheet.Labels.Place(shape.Label{Text: h.Text, Back: w.fv.Sheet.Colors.Plate(), Box: h.Box})
	}
	return h.Name, ok
}

// write names slots in the given order as long as there is room: above the upper
// left corner of the front or, if that is hidden, on a visible part of the bar. Names that must be
// seen are beside the bar if nothing else has room.
func (w *barNames) write(order []int, r *room, must bool) {
	for _, i := range order {
		if r.most <= 0 || r.pixels < 0 {
			return
		}
		n, ok := w.takeHeld(w.fv.Pick(i))
		if !ok {
			t, dated := w.texts(&w.fv.Layout.Slots[i])
			n, ok = w.place(i, t, dated, must)
			if _, known := w.kept.Names[w.fv.Pick(i)]; !ok && !known { // a name that loses its place does not jump
				n, ok = w.numberAt(i, t)
			}
		}
		if ok {
			w.note(n, i, w.fv.Pick(i), r != &w.all)
		}
	}
}

// note records a name at a slot.
func (w *barNames) note(n Name, i int, pick shape.PickID, important bool) {
	n.Pick = pick
	w.placed = append(w.placed, n)
	corner, _ := w.fv.View.Project(w.corner(i))
	w.spots[pick] = stage.Spot{Text: n.text.Sub(corner), Anchor: n.anchor.Sub(corner), Corner: n.corner, Aside: n.aside,
		Absent: n.faded && !n.aside, Number: n.number}
	w.all.take(&n, w.size)
	if important {
		w.important.take(&n, w.size)
	}
}

// take takes the room of a name with letters of a size.
func (r *room) take(n *Name, size float32) {
	r.most--
	r.pixels -= n.Box.Width() * size
}

// shared returns the text of a name that threads share.
func (w *barNames) shared(a *place.Alike) shape.Text {
	t := sharedName(w.fv.Sheet, a, w.size, w.fv.Sheet.LongestName(w.fv.View.Rect.Width()))
	t.Bold = true
	return t
}

// share writes the names that threads which are alike share: at the first bar that has room, or
// beside the first.
func (w *barNames) share() {
	const looked = 12
	for k := range w.fv.Alike {
		a := &w.fv.Alike[k]
		if !a.There(w.fv.Layout) {
			continue
		}
		t := w.shared(a)
		n, ok := w.takeHeld(stage.PickAlike(k))
		for i := 0; i < len(a.Slots) && !ok; i += 1 + len(a.Slots)/looked {
			n, ok = w.atBar(a.Slots[i], t)
		}
		if !ok {
			n, ok = w.place(a.Slots[0], t, t, true)
		}
		if ok {
			w.note(n, a.Slots[0], stage.PickAlike(k), true)
		}
	}
}

// whyItWaits says what a thread of the subject waits for that is not a lock, where the subject is threads
// that wait, perhaps for ever: elsewhere it would change all the time.
func (w *barNames) whyItWaits(s *place.Slot) string {
	look, f := w.fv.Look, w.fv.Look.Story.Finding
	if s.Members != nil || !s.Lit || !look.AboutFinding() || f == nil || !f.Lasts() {
		return ""
	}
	switch span := w.fv.Timeline.Lane(s.Thread).Since(look.Moment); span.State {
	case tracefeed.Suspended, tracefeed.IO:
		return span.Cause.Waits()
	}
	return ""
}

// texts returns the name of a slot with a remark if its threads have ended or not started.
// dated is the name with the time of the end of a thread, or what it waits for.
func (w *barNames) texts(s *place.Slot) (t, dated shape.Text) {
	t = nameText(w.fv.Sheet, s, w.size, w.fv.Sheet.LongestName(w.fv.View.Rect.Width()))
	if s.Gone != "" && !s.Selected {
		t.Color = w.fv.Sheet.Colors.Faint
	}
	remark := s.Gone
	if s.Ended > 0 {
		remark = "ended"
	}
	dated = t
	if remark == "" {
		if why := w.whyItWaits(s); why != "" {
			dated.Text += " · " + why
		}
		return t, dated
	}
	if s.Absent { // the name of absent threads says so
		return t, dated
	}
	t.Text += " · " + remark
	dated.Text = t.Text
	if s.Ended > 0 && s.Members == nil && w.fv.Density <= lod.Busy {
		dated.Text += " at " + w.fv.Look.Clock().Name(s.Ended, w.fv.Look.Step)
	}
	return t, dated
}

// place places the name of a slot, with the time of its end if there is room; ok is false if there is
// no room for it.
func (w *barNames) place(i int, t, dated shape.Text, must bool) (n Name, ok bool) {
	if t != dated && w.clear(i, dated) {
		if n, ok = w.atBar(i, dated); ok {
			return n, ok
		}
	}
	if n, ok = w.atBar(i, t); ok {
		return n, ok
	}
	if w.sight == nil {
		if !must {
			return n, false
		}
		return w.onFront(i, t)
	}
	if w.sight.Empty(i) || w.searches == 0 && !must {
		return n, false
	}
	w.searches--
	anchor, seen, n, ok := w.onFaces(i, t)
	must = must || w.fv.Layout.Slots[i].Selected
	if ok || w.leaders <= 0 && !must {
		return n, ok
	}
	if !seen {
		if !must {
			return n, false
		}
		box := w.sight.Boxes[i]
		if anchor, ok = w.fv.View.Project(box.Low.Add(box.High).Mul(0.5)); !ok {
			return n, false
		}
	}
	return w.aside(anchor, t, must)
}

// numberAt places the number of a thread alone above its bar or on it, where its name has no room; ok
// is false if the number has none either, or if there is no number.
func (w *barNames) numberAt(i int, t shape.Text) (n Name, ok bool) {
	t.Text = w.number(i)
	if t.Text == "" {
		return n, false
	}
	if n, ok = w.atBar(i, t); !ok && w.sight != nil && !w.sight.Empty(i) && w.searches > 0 {
		w.searches--
		_, _, n, ok = w.onFaces(i, t)
	}
	n.number = true
	return n, ok
}

// number returns the number that the name of a thread ends with, "" if it has none, or for a cluster.
func (w *barNames) number(i int) string {
	s := &w.fv.Layout.Slots[i]
	if s.Members != nil {
		return ""
	}
	return s.Name[len(strings.TrimRight(s.Name, "0123456789")):]
}

// holdAt reserves the place that a name had in the last picture; ok is false if it has no room there.
// The name that threads share belongs to any of their bars.
func (w *barNames) holdAt(i int, pick shape.PickID, t shape.Text) (ok bool) {
	spot := w.kept.Names[pick]
	corner, ok := w.fv.View.Project(w.corner(i))
	absent := w.sight != nil && w.sight.Empty(i)
	if !ok || w.kept.Turning && !spot.Corner || pick.Kind != shape.PickAlike && !spot.Aside && spot.Absent != absent {
		return false
	}
	at := corner.Add(spot.Text)
	n := Name{anchor: corner.Add(spot.Anchor), faded: spot.Aside || spot.Absent, text: at, corner: spot.Corner, aside: spot.Aside,
		number: spot.Number}
	t.X, t.Y = at[0], at[1]
	if n.Box = w.fv.Sheet.Labels.Box(t); !w.fv.Sheet.Labels.Free(n.Box, w.fv.View.Rect) {
		return false
	}
	if w.sight != nil && !n.faded {
		bar, d := w.sight.At(n.anchor)
		slack, inner := 2*w.fv.Sheet.Canvas.Scale, n.Box // a bar can move by a part of a pixel
		inner.X1, inner.Y1 = inner.X1-slack, inner.Y1-slack
		inner.X0, inner.Y0 = inner.X0+slack, inner.Y0+slack
		if bar < 0 || !w.isOf(pick, bar) || w.covers(bar, d, inner) == nearer {
			return false
		}
	}
	w.fv.Sheet.Labels.Reserve(n.Box)
	w.held[pick] = heldName{n, t}
	return true
}

// isOf reports whether a bar is one of those that a name is for.
func (w *barNames) isOf(pick shape.PickID, bar int) bool {
	if pick.Kind != shape.PickAlike {
		return w.fv.Pick(bar) == pick
	}
	return slices.Contains(w.fv.Alike[pick.Index].Slots, bar)
}

// lead writes a faint name with a line to its bar.
func (w *barNames) lead(t shape.Text, n Name) {
	t.Color = w.fv.Sheet.Colors.Faint
	w.fv.Sheet.Labels.Place(shape.Label{Text: t, Back: w.fv.Sheet.Colors.Plate(), Box: n.Box})
	w.fv.Sheet.Leader(n.anchor, n.Box)
	w.leaders--
}

// clear reports whether a name that begins at the corner of its bar is inside the view and
// covers no front of another bar. Its cost is linear in the bars.
func (w *barNames) clear(i int, t shape.Text) bool {
	v := w.fv.View
	at, ok := v.Project(w.corner(i))
	t.X, t.Y = at[0], at[1]-0.45*t.Size
	box := w.fv.Sheet.Labels.Box(t)
	if !ok || box.X1 > v.Rect.X1 {
		return false
	}
	for k := range w.fv.Layout.Slots {
		s := &w.fv.Layout.Slots[k]
		f := w.fv.Layout.Face(k)
		low, inView := v.Project(f.At.Sub(f.Half).Vec3(0))
		high, alsoInView := v.Project(f.At.Add(f.Half).Vec3(0))
		if k != i && s.Gone == "" && inView && alsoInView && box.X0 < high[0] && low[0] < box.X1 && box.Y0 < low[1] && high[1] < box.Y1 {
			return false
		}
	}
	return true
}

// corner returns the upper left corner of the near end of a bar.
func (w *barNames) corner(i int) mgl32.Vec3 {
	s := &w.fv.Layout.Slots[i]
	half := w.fv.Layout.HalfOf(s)
	return s.At.Add(mgl32.Vec2{-half[0], half[1]}).Vec3(w.fv.NearEnd(s))
}

// atBar places a name above the end of a bar that faces the viewer, or above the place of
// a bar that is not there.
func (w *barNames) atBar(i int, t shape.Text) (n Name, ok bool) {
	corner := w.corner(i)
	switch {
	case w.sight == nil:
		return w.atCorner(corner, t)
	case !w.sight.Empty(i):
		return w.atFront(i, t)
	}
	if at, ok := w.fv.View.Project(corner); !ok || w.sight.Hidden(corner, at) {
		return n, false
	}
	n, ok = w.atCorner(corner, t)
	n.faded = true
	return n, ok
}

// atCorner places a name above a corner of the world.
func (w *barNames) atCorner(corner mgl32.Vec3, t shape.Text) (n Name, ok bool) {
	at, ok := w.fv.View.Project(corner)
	if !ok {
		return n, false
	}
	if !w.fv.View.Rect.Holds(at[0], at[1]-0.45*t.Size) {
		return n, false
	}
	wide := assets.TextWidth(t.Text, t.Size, t.Bold)
	for _, part := range leftward {
		t = w.above(at.Sub(mgl32.Vec2{part * wide, 0}), t)
		if (part == 0 || t.X >= w.fv.View.Rect.X0) && w.fv.Sheet.Label(t) {
			n = w.named(t, at)
			n.corner = true
			return n, true
		}
	}
	return n, false
}

// leftward are the parts of a name to try to the left of its corner.
var leftward = []float32{0, 0.3, 0.6}

// named returns the name that a text is.
func (w *barNames) named(t shape.Text, anchor mgl32.Vec2) Name {
	return Name{Box: w.fv.Sheet.Labels.Box(t), anchor: anchor, text: mgl32.Vec2{t.X, t.Y}}
}

// above puts a text above a pixel, and inside the view.
func (w *barNames) above(at mgl32.Vec2, t shape.Text) shape.Text {
	r, wide := w.fv.View.Rect, assets.TextWidth(t.Text, t.Size, t.Bold)
	t.X = min(at[0], r.X1-wide-w.fv.Sheet.Labels.Gap)
	t.Y = max(at[1]-0.45*t.Size, r.Y0+t.Size)
	return t
}

// atFront places a name above the upper left corner of the end of the bar that
// faces the viewer, if the corner is visible and no nearer bar is under the name.
func (w *barNames) atFront(i int, t shape.Text) (n Name, ok bool) {
	b, eye := w.sight.Boxes[i], w.fv.View.Eye
	z := b.High[2]
	if eye[2] < b.Low[2] {
		z = b.Low[2]
	} else if eye[2] < z {
		return n, false
	}
	const inset = 0.08 // of the end, from the corner to the anchor
	middle := b.Low.Add(b.High).Mul(0.5)
	middle[2] = z
	var corner, anchor mgl32.Vec2
	for k, x := range []float32{b.Low[0], b.High[0]} {
		p := mgl32.Vec3{x, b.High[1], z}
		at, ok := w.fv.View.Project(p)
		if !ok {
			return n, false
		}
		if k == 0 || at[0] < corner[0] {
			corner = at
			anchor, _ = w.fv.View.Project(p.Add(middle.Sub(p).Mul(inset)))
		}
	}
	bar, d := w.sight.At(anchor)
	if bar != i {
		return n, false
	}
	wide := assets.TextWidth(t.Text, t.Size, t.Bold)
	for _, part := range leftward {
		t = w.above(corner.Sub(mgl32.Vec2{part * wide, 0}), t)
		if w.covers(i, d, w.fv.Sheet.Labels.Box(t)) != nearer && w.fv.Sheet.Label(t) {
			n = w.named(t, anchor)
			n.corner = true
			return n, true
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

// covers returns the things that a text in a box would cover: the text of a bar that is
// seen at a distance, or of no bar at all.
func (w *barNames) covers(bar int, distance float32, box shape.Rect) (c cover) {
	for _, x := range []float32{box.X0, (box.X0 + box.X1) / 2, box.X1} {
		for _, y := range []float32{box.Y0, box.Y1} {
			switch k, d := w.sight.At(mgl32.Vec2{x, y}); {
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
func (w *barNames) onFaces(i int, t shape.Text) (anchor mgl32.Vec2, seen bool, n Name, ok bool) {
	sh, best := w.fv.Sheet, farther
	wide := assets.TextWidth(t.Text, t.Size, t.Bold)
	var text shape.Text
	w.sight.Boxes[i].EachPoint(w.fv.View.Eye, func(p mgl32.Vec3) {
		at, inView := w.fv.View.Project(p)
		if !inView || best == own {
			return
		}
		bar, d := w.sight.At(at)
		if bar != i {
			return
		}
		if !seen {
			anchor, seen = at, true
		}
		for _, part := range []float32{0.5, 0.05, 0.95} {
			t.X, t.Y = at[0]-part*wide, at[1]+0.35*t.Size
			if c := w.covers(i, d, w.fv.Sheet.Labels.Box(t)); c < best && sh.Labels.Free(sh.Labels.Box(t), w.fv.View.Rect) {
				best, text, anchor = c, t, at
			}
		}
	})
	if best == farther || !sh.Label(text) {
		return anchor, seen, n, false
	}
	return anchor, seen, w.named(text, anchor), true
}

// onFront places a name on the front of its bar in a view straight on, or beside the bar.
func (w *barNames) onFront(i int, t shape.Text) (n Name, ok bool) {
	f := w.fv.Layout.Face(i)
	low, ok := w.fv.View.Project(f.At.Sub(f.Half).Vec3(0))
	high, ok2 := w.fv.View.Project(f.At.Add(f.Half).Vec3(0))
	if !ok || !ok2 {
		return n, false
	}
	middle, wide := low.Add(high).Mul(0.5), assets.TextWidth(t.Text, t.Size, t.Bold)
	for _, y := range []float32{0.5, 0.25, 0.75} {
		for _, x := range []float32{middle[0] - wide/2, low[0], high[0] - wide} {
			t.X, t.Y = x, low[1]+y*(high[1]-low[1])+0.35*t.Size
			if w.fv.Sheet.Labels.Free(w.fv.Sheet.Labels.Box(t), w.fv.View.Rect) && w.fv.Sheet.Label(t) {
				return w.named(t, mgl32.Vec2{middle[0], t.Y - 0.35*t.Size}), true
			}
		}
	}
	return w.aside(middle, t, true)
}

// aside places a faded name near a pixel, with a line to it: on the ground, or
// anywhere.
func (w *barNames) aside(anchor mgl32.Vec2, t shape.Text, anywhere bool) (n Name, ok bool) {
	sh := w.fv.Sheet
	wide := assets.TextWidth(t.Text, t.Size, t.Bold)
	distances := []float32{2, 3, 4.5, 7, 10}
	if !anywhere {
		distances = distances[:3]
	}
	for _, far := range distances {
		for _, to := range []mgl32.Vec2{{-1, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {1, 1}, {0, -1}, {0, 1}} {
			middle := anchor.Add(to.Mul(far * t.Size))
			t.X, t.Y = middle[0]+(to[0]-1)/2*wide, middle[1]+0.35*t.Size
			box := sh.Labels.Box(t)
			if !anywhere && w.covers(-1, 0, box) != free || !sh.Labels.Free(box, w.fv.View.Rect) {
				continue
			}
			n = Name{Box: box, anchor: anchor, faded: true, aside: true, text: mgl32.Vec2{t.X, t.Y}}
			w.lead(t, n)
			return n, true
		}
	}
	return n, false
}
