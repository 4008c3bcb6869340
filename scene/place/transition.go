package place

import (
	"cmp"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/shape"
	"tiv/scene/view"
)

// Transition moves bars and the camera from the places of an earlier picture to the present ones.
type Transition struct {
	// start is the layout at its begin, nil if bars do not move; last is that of the
	// last picture, which was on the way to target.
	start, last, target *Layout
	// restless says that it began with the last picture, which showed nothing of it yet.
	restless bool
	// turning says that the camera is on the way from another view; from is where it began, and
	// pose that of the last picture, of a kind. point keeps its place as far as possible.
	turning    bool
	from, pose Pose
	kind       *view.Kind
	point      mgl32.Vec3
	// space is the room of the last picture, which depends on the view.
	space shape.Rect
}

// Change is what moves in a transition.
type Change uint8

const (
	Nothing Change = iota
	Shift          // bars move to new places
	Turn           // the camera moves to another view of the same bars
)

// HasPose reports whether a view has a camera from which others can be reached. A view of two parts has
// two cameras: a motion to it would begin with two pictures of the view before, each in its part, so
// it comes at once. So does a view of tasks, which has none of the bars.
func HasPose(k *view.Kind) bool { return k != nil && k.Columns == nil && !k.Tasks }

// turns reports whether the camera moves from a view to another. The timeline and the execution view
// have the same one: lanes come below the states at once, rather than after a while without a motion.
func turns(from, to *view.Kind) bool {
	return HasPose(from) && HasPose(to) && !(from.TimeAxis && to.TimeAxis)
}

// Begin begins a transition if a picture has other places than the last one, or is another view;
// else the present one goes on. Bars are in their places at once if it is not eased, or if new
// places follow in the picture after it. space is the room of the picture.
func (t *Transition) Begin(l *Layout, look *view.Look, space shape.Rect, eased bool) (c Change) {
	moves := t.target != nil && !t.leadsTo(l)
	other := t.last != nil && look.Kind != t.kind
	switch {
	case other && eased && turns(t.kind, look.Kind):
		t.start, t.turning, t.from, t.point, c = t.last, true, t.pose.in(space, t.space), pointOf(look, l), Turn
	case other:
		t.start, t.turning = nil, false
	case moves && (t.restless || !eased):
		t.start = nil
	case moves:
		t.start, t.from, c = t.last, t.pose, Shift
	}
	t.target, t.restless, t.kind, t.space = l, c == Shift, look.Kind, space
	return c
}

// pointOf returns the front of the bar under the pointer, else that of the selected thread, else the
// middle of the picture.
func pointOf(look *view.Look, l *Layout) mgl32.Vec3 {
	for i := range l.Slots {
		s := &l.Slots[i]
		if k := look.Hovered.Kind; k == shape.PickThread && s.Members == nil && int32(s.Thread) == look.Hovered.Index ||
			k == shape.PickCluster && s.Members != nil && int32(s.Cluster) == look.Hovered.Index {
			return s.At.Vec3(0)
		}
	}
	if i, ok := l.SlotOf[look.Selected]; ok {
		return l.Slots[i].At.Vec3(0)
	}
	pan := look.Camera.Pan
	if look.Kind.Turns {
		pan = look.Camera.OnMoment(pan).Vec2()
	}
	return l.middle(look.Camera).Sub(pan.Mul(l.High[1] - l.Low[1])).Vec3(0)
}

// leadsTo reports whether a layout has the bars of the target in the same places.
func (t *Transition) leadsTo(l *Layout) bool {
	m := t.target
	if len(l.Slots) != len(m.Slots) || l.Half != m.Half || l.Depth != m.Depth {
		return false
	}
	for i := range l.Slots {
		a, b := &l.Slots[i], &m.Slots[i]
		if a.Thread != b.Thread || (a.Members == nil) != (b.Members == nil) || a.At != b.At || a.Row != b.Row || a.size != b.size {
			return false
		}
	}
	return true
}

// Move returns a layout at part of the transition to it.
func (t *Transition) Move(l *Layout, part float32) *Layout {
	if t.start != nil && part < 1 {
		l = l.from(t.start, max(part, 0))
	} else {
		t.start = nil
	}
	t.last = l
	return l
}

// Turning reports whether the camera is on the way from another view at part of the transition.
func (t *Transition) Turning(part float32) bool {
	t.turning = t.turning && part < 1
	return t.turning
}

// Turn returns the camera at part of the transition to a pose.
func (t *Transition) Turn(to Pose, part float32) Pose {
	if t.Turning(part) {
		to = t.from.Toward(to, max(part, 0), t.point)
	}
	t.pose = to
	return to
}

// from returns the layout at part of the way from an earlier layout to l. Slots
// that the earlier one lacks are at their place in l; a thread of a former
// cluster bar starts from that bar.
func (l *Layout) from(start *Layout, part float32) *Layout {
	m := *l
	m.Slots = make([]Slot, len(l.Slots))
	between := func(a, b float32) float32 { return a + (b-a)*part }
	for i, s := range l.Slots {
		if k, ok := start.SlotOf[s.Thread]; ok {
			was := &start.Slots[k]
			s.Row, s.size = between(was.Row, s.Row), between(cmp.Or(was.size, 1), cmp.Or(s.size, 1))
			for c := range s.At {
				s.At[c] = between(was.At[c], s.At[c])
			}
		}
		m.Slots[i] = s
	}
	m.Depth = between(start.Depth, l.Depth)
	for c := range m.Half {
		m.Half[c], m.Cell[c] = between(start.Half[c], l.Half[c]), between(start.Cell[c], l.Cell[c])
		m.Low[c], m.High[c] = between(start.Low[c], l.Low[c]), between(start.High[c], l.High[c])
	}
	return &m
}
