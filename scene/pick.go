package scene

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/interaction/turns"
	"tiv/scene/shape"
	"tiv/scene/stage"
	"tiv/tracefeed"
)

// At returns the thing at a pixel, and the index of its view; view is -1
// outside all views. The sentence above views belongs to them.
func (f *Frame) At(x, y float32) (pick shape.PickID, view int) {
	for i := range f.Flags {
		if n := &f.Flags[i]; n.Box.Holds(x, y) || n.label.Holds(x, y) {
			return shape.PickID{Kind: shape.PickNote, Index: int32(n.Note)}, n.view
		}
	}
	view = f.viewAt(x, y)
	if view < 0 {
		return shape.PickID{}, f.viewBelow(x, y)
	}
	if bar, ok := f.NameAt(x, y); ok {
		return bar, view
	}
	if i, _, ok := f.TaskAt(x, y); ok {
		return shape.PickID{Kind: shape.PickTask, Index: int32(i)}, view
	}
	if pick, ok := f.Processors.Pick(x, y); ok {
		return pick, view
	}
	if row, _, _, ok := f.Tasks.RowAt(x, y); ok {
		return row.Pick(), view
	}
	return f.Views[view].Strike(f.Shares, f.Scale, x, y).Pick, view
}

// TaskAt returns the task at a pixel of a view of tasks, by its index in Look.Tasks, and the number of tasks for
// which its mark stands.
func (f *Frame) TaskAt(x, y float32) (task, among int, ok bool) {
	if f.spiral != nil {
		return f.spiral.At(x, y)
	}
	return f.plot.At(x, y)
}

// NameAt returns the bar whose name is at a pixel; ok is false if no name is
// there.
func (f *Frame) NameAt(x, y float32) (bar shape.PickID, ok bool) {
	i := slices.IndexFunc(f.Names, func(n Name) bool { return n.Box.Holds(x, y) })
	if i < 0 {
		return shape.PickID{}, false
	}
	return f.Names[i].Pick, true
}

// LastView returns the last view of threads: the one at the right.
func (f *Frame) LastView() *shape.View {
	if f.Processors != nil {
		return &f.Views[len(f.Views)-2]
	}
	return &f.Views[len(f.Views)-1]
}

// viewAt returns the index of the view at a pixel, -1 outside all views.
func (f *Frame) viewAt(x, y float32) int {
	return slices.IndexFunc(f.Views, func(v shape.View) bool { return v.Rect.Holds(x, y) })
}

// viewBelow returns the index of the view below a pixel of the sentence, -1 elsewhere.
func (f *Frame) viewBelow(x, y float32) int {
	return slices.IndexFunc(f.Views, func(v shape.View) bool {
		return y >= v.Rect.Y0-stage.SentenceRoom*shape.Em(f.Scale) && v.Rect.Holds(x, max(y, v.Rect.Y0))
	})
}

// TimeAt returns the time at a pixel: that of its column if time lies along x,
// in the 3D view that of the nearest bar, or plate of a lock, at the point under the pixel. The front
// of a bar shows the moment, or the end of its threads. ok is false if neither is
// there.
func (f *Frame) TimeAt(x, y float32) (t tracefeed.Time, ok bool) {
	i := f.viewAt(x, y)
	if i < 0 {
		return 0, false
	}
	if v, g := &f.Views[i], f.depths.Grid; v.TimeAxis {
		return v.TimeIn(g.From, g.To, x), true
	}
	s := f.Views[i].Strike(f.Shares, f.Scale, x, y)
	return f.depths.Time(s.At[2]), s.Bar >= 0 || s.OnPlate
}

// Turns is a step of the past of a lock, and a part of it.
type Turns struct {
	turns.Step
	From, To tracefeed.Time
	// Owner is the thread of the part; NoThread if it is of several, or of nobody known.
	Owner tracefeed.ThreadID
}

// Threads returns the threads of the part.
func (t *Turns) Threads() []tracefeed.ThreadID {
	if t.Owner != tracefeed.NoThread {
		return []tracefeed.ThreadID{t.Owner}
	}
	return t.Owners()
}

// TurnsAt returns the turns at one of Locks of which the plate is at a pixel; ok is false if no plate is there. Like
// the frame, they are valid until the next one.
func (f *Frame) TurnsAt(x, y float32) (t Turns, ok bool) {
	i := f.viewAt(x, y)
	if i < 0 {
		return t, false
	}
	hit := f.Views[i].Strike(f.Shares, f.Scale, x, y)
	if !hit.OnPlate {
		return t, false
	}
	if hit.Part.Kind == shape.PickThread {
		t.Owner = tracefeed.ThreadID(hit.Part.Index)
	}
	t.Step, t.From, t.To, ok = f.plates.StepAt(f.Locks[hit.Pick.Index].Monitors, f.depths.Time(hit.At[2]))
	return t, ok
}

// Threads returns the threads of a thing in the frame: the thread itself, the
// members of a cluster, or both ends of an edge, the waiting one first.
func (f *Frame) Threads(p shape.PickID) []tracefeed.ThreadID {
	i := int(p.Index)
	switch {
	case i < 0:
	case p.Kind == shape.PickThread:
		return []tracefeed.ThreadID{tracefeed.ThreadID(i)}
	case p.Kind == shape.PickCluster && i < len(f.Clusters):
		return f.Clusters[i].Threads
	case p.Kind == shape.PickAlike && i < len(f.Alike):
		return f.Alike[i].Threads
	case p.Kind == shape.PickLock && i < len(f.Locks):
		return slices.Concat(f.Locks[i].Holders, f.Locks[i].Waiting)
	case p.Kind == shape.PickDebt && i < len(f.Debts):
		return []tracefeed.ThreadID{f.Debts[i].Waiter, f.Debts[i].Gone}
	case p.Kind == shape.PickEdge && i < len(f.Links):
		return []tracefeed.ThreadID{f.Links[i].Blocked, f.Links[i].Blocker}
	}
	return nil
}

// Within returns the threads inside a polygon in pixels in a view: those with
// the middle of the bar's front inside or, if time lies along x, with a row
// that it covers.
func (f *Frame) Within(view int, outline []mgl32.Vec2) (threads []tracefeed.ThreadID) {
	v := &f.Views[view]
	low, high := heights(outline)
	for i := range v.Bars {
		b := &v.Bars[i]
		at, ok := v.Project(b.Center)
		if !ok || at[1] < low || at[1] > high || !v.TimeAxis && !shape.Inside(outline, at) {
			continue
		}
		threads = append(threads, f.Threads(b.Pick)...)
	}
	return threads
}

// heights returns the heights of a polygon's highest and lowest points.
func heights(outline []mgl32.Vec2) (low, high float32) {
	if len(outline) == 0 {
		return 1, 0
	}
	low, high = outline[0][1], outline[0][1]
	for _, p := range outline {
		low, high = min(low, p[1]), max(high, p[1])
	}
	return low, high
}

// Relative returns a point in the moment's plane relative to the bounding box of
// all bars before the user moves any: from -1 to 1 within it.
func (f *Frame) Relative(at mgl32.Vec2) mgl32.Vec2 { return f.unmoved.Part(at) }
