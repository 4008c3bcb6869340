package scene

import (
	"cmp"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/execution"
	"tiv/lod"
	"tiv/tracefeed"
)

// In the 3D view, a bar can have the calls of its thread on it. The bar has the lower part of
// its place; the rest of the side near the viewer is a wall of lanes, the outermost calls
// lowest. A column of the wall is about a pixel wide, so the work follows what is in view.

const (
	// statesPart is the part of the height that a bar has below its lanes.
	statesPart = 1.0 / 3
	// leastWallLane is the smallest height of a lane at its near end, leastWall that of a
	// wall, in pixels of a common screen. Lower bars have no lanes.
	leastWallLane, leastWall = 3, 6
	// wallText is the size of texts for which lanes leave room at their near end: their
	// far end is lower.
	wallText = 1.6
	// midLanes is the largest number of lanes at the level Mid. At Far there are none.
	midLanes = 3
	// AfterEmphasis is the emphasis of the time after the moment, relative to that of the
	// time before it.
	AfterEmphasis = 0.45
)

// wallRow is a wall with its time and its thread.
type wallRow struct {
	laneRow
	wall     Wall
	time     timeScale
	strength float32
	// after is the first column of the time after the moment, which is fainter.
	after int
}

// wallRows returns the walls that are in view, without lanes: one for each thread with a bar
// of its own.
func wallRows(st *stage, v *View, scale float32) (rows []wallRow) {
	from, to := st.look.Window()
	if st.layout.front == 0 {
		to = st.look.Moment
	}
	for i := range st.layout.slots {
		s := &st.layout.slots[i]
		if s.members != nil || s.level == lod.Far {
			continue
		}
		row := wallRow{laneRow: laneRow{slot: i, least: leastWallLane * scale, most: execution.MaxLanes}, strength: st.emphasis(s)}
		if s.level == lod.Mid {
			row.most = midLanes
		}
		begin, end := st.tl.Lane(s.thread).Life()
		if row.place(st, v, max(from, begin), min(to, end)) && row.bottom >= leastWall*scale {
			rows = append(rows, row)
		}
	}
	slices.SortStableFunc(rows, func(a, b wallRow) int {
		return cmp.Compare(abs(b.wall.X-v.Eye[0]), abs(a.wall.X-v.Eye[0]))
	})
	return rows
}

// place places the wall of an interval on the side of the bar that is nearer to the viewer, as
// far as that side is in view. It reports whether anything of it is.
func (r *wallRow) place(st *stage, v *View, from, to tracefeed.Time) bool {
	if from >= to {
		return false
	}
	s, w := &st.layout.slots[r.slot], &r.wall
	half := st.layout.halfOf(s)
	far, near := st.depths.of(from), st.depths.of(to)
	*w = Wall{Bar: int32(r.slot), X: s.at[0] + half[0], Low: s.at[1] - half[1] + 2*statesPart*half[1], High: s.at[1] + half[1]}
	if v.Eye[0] < s.at[0] {
		w.X -= 2 * half[0]
	}
	a, b, ok := v.seen(w.X, mgl32.Vec2{s.at[1] - half[1], far}, mgl32.Vec2{w.High, near})
	if !ok {
		return false
	}
	length := float64(to - from)
	from, to = from+tracefeed.Time(math.Floor(float64(a)*length)), from+tracefeed.Time(math.Ceil(float64(b)*length))
	w.Far, w.Near = st.depths.of(from), st.depths.of(to)
	columns, ok := w.measure(v)
	r.bottom = w.Tall
	r.time = newTimeScale(from, to, columns, float64(w.Bend))
	r.after = columns
	if st.look.Moment < to {
		r.after = int(math.Ceil(r.time.column(st.look.Moment)))
	}
	w.Columns = int32(columns)
	return ok && from < to
}

// measure measures the wall on the screen: its height, its bend, and its number of columns.
func (w *Wall) measure(v *View) (columns int, ok bool) {
	var ends, ups [2]mgl32.Vec2
	var away [2]float32
	for i, z := range [2]float32{w.Far, w.Near} {
		middle := mgl32.Vec3{w.X, (w.Low + w.High) / 2, z}
		low, ok := v.Project(mgl32.Vec3{w.X, w.Low, z})
		high, ok2 := v.Project(mgl32.Vec3{w.X, w.High, z})
		at, ok3 := v.Project(middle)
		if !ok || !ok2 || !ok3 {
			return 0, false
		}
		ends[i], ups[i], away[i] = at, high.Sub(low), v.Camera.Mul4x1(middle.Vec4(1))[3]
	}
	near := 0
	if away[1] < away[0] {
		near = 1
	}
	along, up := ends[1].Sub(ends[0]), ups[near]
	w.Tall, w.Bend = up.Len(), away[1]/away[0]
	wide := abs(along[0]*up[1]-along[1]*up[0]) / max(up.Len(), 1e-6)
	most := 2 * (v.Rect.Width() + v.Rect.Height())
	return int(min(max(wide, 1), most)), true
}
