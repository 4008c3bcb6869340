package stage

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/interaction"
	"tiv/interaction/detect"
	"tiv/scene/paint"
	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Stuck is a bar with a thread whose wait nothing can end.
type Stuck struct {
	Slot int
	// Since is the start of the wait.
	Since tracefeed.Time
	// Sure says that the trace shows it. Otherwise it is inferred.
	Sure bool
}

// Debt is an answer that never came: the thread of the slot Gone has ended, and may have been
// the one to end the wait of the slot Waiter.
type Debt struct {
	Finding      *detect.Finding
	Waiter, Gone int
	ended        tracefeed.Time
}

// DebtText names the arrow of a debt in pictures.
const DebtText = "its answer never came"

// stuckSearch finds the stuck threads of a moment, and what is owed to them.
type stuckSearch struct {
	tl     *timeline.Timeline
	look   *view.Look
	layout *place.Layout
	stuck  []Stuck
	debts  []Debt
}

// all searches all findings.
func (x *stuckSearch) all() {
	for i := range x.look.Findings {
		f := &x.look.Findings[i]
		x.of(f)
		for k := range f.Also {
			x.of(&f.Also[k])
		}
	}
	for _, d := range x.debts {
		x.layout.Slots[d.Waiter].InDebt, x.layout.Slots[d.Gone].InDebt = true, true
	}
}

// of searches a finding.
func (x *stuckSearch) of(f *detect.Finding) {
	moment := x.look.Moment
	if !f.Stuck() || !f.InProgress(x.tl, moment, x.look.Searched) {
		return
	}
	first, last := min(moment, f.End-1), max(moment, f.End-1)
	debt, owed := f.Debt()
	for _, t := range f.Asked() {
		k, shown := x.layout.SlotOf[t]
		lane := x.tl.Lane(t)
		if !shown || !interaction.InSameWait(lane, first, last) {
			continue
		}
		if n := len(x.stuck); n == 0 || x.stuck[n-1].Slot != k {
			sure := f.Evidence == interaction.Proven || f.Evidence == interaction.Observed
			x.stuck = append(x.stuck, Stuck{k, interaction.WaitStart(lane, lane.Since(moment)), sure})
		}
		if !owed || t != debt.Waiter {
			continue
		}
		gone, shown := x.layout.SlotOf[debt.Gone]
		if ended := place.EndOf(x.tl, []tracefeed.ThreadID{debt.Gone}, moment); shown && gone != k && ended > 0 {
			x.debts = append(x.debts, Debt{f, k, gone, ended})
		}
	}
}

// end returns the depth of the end of the thread that owes an answer, at most that of the begin
// of the interval shown; seen is false if the end is before that.
func (d *Debt) end(in Depths) (z float32, seen bool) {
	z, far := in.Of(d.ended), in.Far()
	return max(z, far), z >= far
}

// front is end for the 3D view, in which a bar reaches up to the end of its last step.
func (d *Debt) front(in Depths, shares *shape.Shares) (z float32, seen bool) {
	if z, seen = d.end(in); seen {
		_, _, to := in.CellAt(shares, d.Gone, d.ended)
		z = in.Of(to)
	}
	return z, seen
}

// asideAlpha is the opacity of marks of stuck threads that the picture is not about.
const asideAlpha = 0.4

// stuckColor returns the colour of the marks of a stuck thread. While an interval is selected the
// waits are those of another time, and say nothing of the threads that are stuck at the moment.
func stuckColor(look *view.Look, s *place.Slot) paint.Color {
	if look.HasSubject() && !HasPart(s) && !look.HasInterval() {
		return look.Palette.Stuck.Alpha(asideAlpha)
	}
	return look.Palette.Stuck
}

// frame draws the frame of a stuck thread, broken if that is inferred.
func (s *Stuck) frame(d shape.Pen, f shape.Face, pixels float32, color paint.Color) {
	if s.Sure {
		d.Frame(f.At, f.Half, pixels, color)
	} else {
		d.BrokenFrame(f.At, f.Half, 0, pixels, color)
	}
}

// FrameStuck draws a frame around the front of each stuck thread.
func (fv *Front) FrameStuck() {
	k := fv.Sheet.Canvas.Scale
	for _, s := range fv.Stuck {
		color := stuckColor(fv.Look, &fv.Layout.Slots[s.Slot])
		f, grow := fv.Layout.Face(s.Slot), fv.Pen.Size().Mul(2*k)
		s.frame(fv.Pen, shape.Face{At: f.At, Half: f.Half.Add(grow)}, 3*k, color)
	}
}

// Debt draws an answer that never came: a broken wedge to the end of the thread that owes it,
// and a broken frame there. In the 3D view the wedge goes back in time.
func (fv *Front) Debt(d *Debt, w shape.Wedge, pick shape.PickID) shape.Wedge {
	k, seen := fv.Sheet.Canvas.Scale, true
	if fv.Deep {
		w.Depths[1], seen = d.front(fv.Depths, fv.Shares)
	}
	color := stuckColor(fv.Look, &fv.Layout.Slots[d.Waiter])
	drawDebt(fv.Pen, fv.Sheet, w, color)
	fv.View.AddWedge(w, pick)
	if f := fv.Layout.Face(d.Gone); seen {
		fv.Pen.BrokenFrame(f.At, f.Half.Add(fv.Pen.Size().Mul(k)), w.Depths[1], 2*k, color)
	}
	return w
}

// drawDebt draws the broken wedge of a debt, on a band in the colour of the ground.
func drawDebt(d shape.Pen, sh *shape.Sheet, w shape.Wedge, color paint.Color) {
	under := w
	under.From, under.To = w.From+3*sh.Canvas.Scale*d.Size()[1], w.To+3*sh.Canvas.Scale*d.Size()[1]
	d.Band(under, sh.Colors.Ground.Alpha(0.6))
	d.Broken(w, 12*sh.Canvas.Scale, color)
}

// FrameStuck draws, in the timeline view, a frame around each stuck wait up to the moment, and a
// broken wedge back in time to the end of the thread that owes the answer.
func (sv *Side) FrameStuck() {
	d, k := sv.Above(), sv.Sheet.Canvas.Scale
	plane, far := d.Plane(), sv.Depths.Far()
	for _, s := range sv.Stuck {
		slot := &sv.Layout.Slots[s.Slot]
		color := stuckColor(sv.Look, slot)
		z := max(sv.Depths.Of(s.Since), far)
		f := shape.Face{At: mgl32.Vec2{z / 2, slot.At[1]}, Half: mgl32.Vec2{-z / 2, slot.Row / 2}}
		s.frame(plane, f, 2*k, color)
	}
	size := plane.Size()
	for i := range sv.Debts {
		debt := &sv.Debts[i]
		from, to := &sv.Layout.Slots[debt.Waiter], &sv.Layout.Slots[debt.Gone]
		color := stuckColor(sv.Look, from)
		z, seen := debt.end(sv.Depths)
		if seen {
			d.Line(z, to.At[1]-to.Row/2, to.At[1]+to.Row/2, 3*k, color)
		}
		side := float32(1)
		if to.At[1] < from.At[1] {
			side = -1
		}
		w := shape.Wedge{A: mgl32.Vec2{0, from.At[1] + side*from.Row/2}, B: mgl32.Vec2{z, to.At[1] - side*to.Row/2},
			From: 3 * k * size[1], To: min(to.Row/2, 16*k*size[1]), Aspect: plane.Aspect(), Side: true, X: d.X}
		drawDebt(plane, sv.Sheet, w, color)
		sv.View.AddWedge(w, shape.PickID{Kind: shape.PickDebt, Index: int32(i)})
		t := shape.Text{Size: 0.9 * sv.Sheet.Em, Color: color, Text: DebtText}
		for _, t := range sv.View.Beside(w, t) {
			if sv.Sheet.Label(t) {
				break
			}
		}
	}
}
