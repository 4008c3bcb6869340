package scene

import (
	"cmp"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/execution"
	"tiv/lod"
	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/tracefeed"
)

// In the 3D view, a bar can have the calls of its thread on it. The bar has the lower part of
// its place; the rest of the side near the viewer is a wall of lanes, the outermost calls
// lowest. A column of the wall is about a pixel wide, so the work follows what is in view.

const (
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
	wall     shape.Wall
	time     timeScale
	strength float32
	// after is the first column of the time after the moment, which is fainter.
	after int
}

// wallRows returns the walls that are in view, without lanes: one for each thread with a bar
// of its own.
func wallRows(st *stage, v *shape.View, scale float32) (rows []wallRow) {
	from, to := st.look.Window()
	if st.layout.Ahead == 0 {
		to = st.look.Moment
	}
	for i := range st.layout.Slots {
		s := &st.layout.Slots[i]
		if s.Members != nil || s.Level == lod.Far {
			continue
		}
		row := wallRow{laneRow: laneRow{slot: i, least: leastWallLane * scale, most: execution.MaxLanes}, strength: st.emphasis(s)}
		if s.Level == lod.Mid {
			row.most = midLanes
		}
		begin, end := st.tl.Lane(s.Thread).Life()
		if row.place(st, v, max(from, begin), min(to, end)) && row.bottom >= leastWall*scale {
			rows = append(rows, row)
		}
	}
	slices.SortStableFunc(rows, func(a, b wallRow) int {
		return cmp.Compare(mgl32.Abs(b.wall.X-v.Eye[0]), mgl32.Abs(a.wall.X-v.Eye[0]))
	})
	return rows
}

// place places the wall of an interval on the side of the bar that is nearer to the viewer, as
// far as that side is in view. It reports whether anything of it is.
func (r *wallRow) place(st *stage, v *shape.View, from, to tracefeed.Time) bool {
	if from >= to {
		return false
	}
	s, w := &st.layout.Slots[r.slot], &r.wall
	half := st.layout.HalfOf(s)
	far, near := st.depths.of(from), st.depths.of(to)
	*w = shape.Wall{Bar: int32(r.slot), X: s.At[0] + half[0], Low: s.At[1] - half[1] + 2*place.StatesPart*half[1], High: s.At[1] + half[1]}
	if v.Eye[0] < s.At[0] {
		w.X -= 2 * half[0]
	}
	a, b, ok := v.Seen(w.X, mgl32.Vec2{s.At[1] - half[1], far}, mgl32.Vec2{w.High, near})
	if !ok {
		return false
	}
	length := float64(to - from)
	from, to = from+tracefeed.Time(math.Floor(float64(a)*length)), from+tracefeed.Time(math.Ceil(float64(b)*length))
	w.Far, w.Near = st.depths.of(from), st.depths.of(to)
	columns, ok := w.Measure(v)
	r.bottom = w.Tall
	r.time = newTimeScale(from, to, columns, float64(w.Bend))
	r.after = columns
	if st.look.Moment < to {
		r.after = int(math.Ceil(r.time.column(st.look.Moment)))
	}
	w.Columns = int32(columns)
	return ok && from < to
}
