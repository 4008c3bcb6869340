package lane

import (
	"cmp"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/execution"
	"tiv/lod"
	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/stage"
	"tiv/tracefeed"
)

const (
	// leastWallLane is the smallest height of a lane at its near end, leastWall that of a
	// wall, in pixels of a common screen. Lower bars have no lanes.
	leastWallLane, leastWall = 3, 6
	// WallText is the size of texts for which lanes leave room at their near end: their
	// far end is lower.
	WallText = 1.6
	// midLanes is the largest number of lanes at the level Mid. At Far there are none.
	midLanes = 3
)

// WallRow is a wall with its time and its thread.
type WallRow struct {
	Row
	Wall     shape.Wall
	Time     TimeScale
	strength float32
	// after is the first column of the time after the moment, which is fainter.
	after int
}

// WallRows returns the walls that are in view, without lanes: one for each thread with a bar
// of its own.
func WallRows(st *stage.Stage, v *shape.View, scale float32) (rows []WallRow) {
	from, to := st.Look.Window()
	if st.Layout.Ahead == 0 {
		to = st.Look.Moment
	}
	for i := range st.Layout.Slots {
		s := &st.Layout.Slots[i]
		if s.Members != nil || s.Level == lod.Far {
			continue
		}
		row := WallRow{Row: Row{Slot: i, Least: leastWallLane * scale, Most: execution.MaxLanes}, strength: st.Emphasis(s)}
		if s.Level == lod.Mid {
			row.Most = midLanes
		}
		begin, end := st.Timeline.Lane(s.Thread).Life()
		if row.place(st, v, max(from, begin), min(to, end)) && row.Bottom >= leastWall*scale {
			rows = append(rows, row)
		}
	}
	slices.SortStableFunc(rows, func(a, b WallRow) int {
		return cmp.Compare(mgl32.Abs(b.Wall.X-v.Eye[0]), mgl32.Abs(a.Wall.X-v.Eye[0]))
	})
	return rows
}

// place places the wall of an interval on the side of the bar that is nearer to the viewer, as
// far as that side is in view. It reports whether anything of it is.
func (r *WallRow) place(st *stage.Stage, v *shape.View, from, to tracefeed.Time) bool {
	if from >= to {
		return false
	}
	s, w := &st.Layout.Slots[r.Slot], &r.Wall
	half := st.Layout.HalfOf(s)
	far, near := st.Depths.Of(from), st.Depths.Of(to)
	*w = shape.Wall{Bar: int32(r.Slot), X: s.At[0] + half[0], Low: s.At[1] - half[1] + 2*place.StatesPart*half[1], High: s.At[1] + half[1]}
	if v.Eye[0] < s.At[0] {
		w.X -= 2 * half[0]
	}
	a, b, ok := v.Seen(w.X, mgl32.Vec2{s.At[1] - half[1], far}, mgl32.Vec2{w.High, near})
	if !ok {
		return false
	}
	length := float64(to - from)
	from, to = from+tracefeed.Time(math.Floor(float64(a)*length)), from+tracefeed.Time(math.Ceil(float64(b)*length))
	w.Far, w.Near = st.Depths.Of(from), st.Depths.Of(to)
	columns, ok := w.Measure(v)
	r.Bottom = w.Tall
	r.Time = NewTimeScale(from, to, columns, float64(w.Bend))
	r.after = columns
	if st.Look.Moment < to {
		r.after = int(math.Ceil(r.Time.Column(st.Look.Moment)))
	}
	w.Columns = int32(columns)
	return ok && from < to
}
