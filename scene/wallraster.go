package scene

import (
	"slices"

	"tiv/execution"
	"tiv/scene/paint"
	"tiv/scene/shape"
)

// maxTexels is the largest number of texels of all walls. The farthest walls beyond that have
// none.
const maxTexels = 4 << 20

// wallRaster draws the lanes of walls, and keeps the last drawing.
type wallRaster struct {
	lanePainter
	rows []wallRow
	shape.Walls
	names []wallName
}

// wallName is a call that is wide enough for its name: its wall, lane, and columns.
type wallName struct {
	function   int32
	wall, lane int
	x0, x1     int
	color      paint.Color
}

// draw draws the lanes of rows, unless they are the last ones.
func (r *wallRaster) draw(in laneInput, rows []wallRow, st *stage, f *Frame) {
	if r.keeps(in, f) && slices.Equal(r.rows, rows) {
		return
	}
	r.rows, r.names = rows, r.names[:0]
	r.begin(in, st, f)
	r.Version = shape.NextVersion()
	r.place()
	for i := range rows {
		r.wall(i, st, f)
	}
}

// place gives the walls their texels, the near ones first.
func (r *wallRaster) place() {
	r.List = make([]shape.Wall, len(r.rows))
	all := 0
	for i := len(r.rows) - 1; i >= 0; i-- {
		w := r.rows[i].wall
		if n := 2 * int(w.Lanes*w.Columns); all+n <= maxTexels {
			w.First = int32(all)
			all += n
		} else {
			w.Lanes = 0
		}
		r.List[i] = w
	}
	r.Texels = slices.Grow(r.Texels[:0], all)[:all]
	clear(r.Texels)
}

// wall draws the lanes of a wall.
func (r *wallRaster) wall(i int, st *stage, f *Frame) {
	w, row := &r.List[i], &r.rows[i]
	r.row(st, f, row.slot, row.time, row.strength)
	high := w.Tall / float32(max(w.Lanes, 1))
	for lane := range int(w.Lanes) {
		if !r.collect(lane) {
			continue
		}
		n := int(w.Columns)
		texels := r.Texels[int(w.First)+2*lane*n:][:2*n]
		line, striped := texels[:n], texels[n:]
		r.line(line, func(c *execution.LaneCall, x0, x1 int) {
			for x := max(x0, row.after); x < x1; x++ {
				line[x] = r.palette.Ground.Toward(line[x], AfterEmphasis)
			}
			copy(striped[x0:x1], line[x0:x1])
			if c.Evidence() == execution.Sampled {
				for x := x0; x < x1; x++ {
					striped[x] = r.shade(line[x])
				}
			}
			if float32(x1-x0) >= leastNameWide*r.scale && high >= leastNameHigh*r.scale {
				r.names = append(r.names, wallName{c.Function, i, lane, x0, x1, line[(x0+x1)/2]})
			}
		})
	}
}
