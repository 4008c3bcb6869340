package lane

import (
	"slices"

	"tiv/execution"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/stage"
)

// maxTexels is the largest number of texels of all walls. The farthest walls beyond that have
// none.
const maxTexels = 4 << 20

// WallRaster draws the lanes of walls, and keeps the last drawing.
type WallRaster struct {
	Painter
	rows []WallRow
	shape.Walls
	Names []wallName
}

// wallName is a call that is wide enough for its name: its wall, lane, and columns.
type wallName struct {
	Function   int32
	Wall, Lane int
	X0, X1     int
	Color      paint.Color
}

// Draw draws the lanes of rows, unless they are the last ones.
func (r *WallRaster) Draw(in Input, rows []WallRow, st *stage.Stage) {
	if r.keeps(in, st) && slices.Equal(r.rows, rows) {
		return
	}
	r.rows, r.Names = rows, r.Names[:0]
	r.begin(in, st)
	r.Version = shape.NextVersion()
	r.place()
	for i := range rows {
		r.wall(i, st)
	}
}

// place gives the walls their texels, the near ones first.
func (r *WallRaster) place() {
	r.List = make([]shape.Wall, len(r.rows))
	all := 0
	for i := len(r.rows) - 1; i >= 0; i-- {
		w := r.rows[i].Wall
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
func (r *WallRaster) wall(i int, st *stage.Stage) {
	w, row := &r.List[i], &r.rows[i]
	r.row(st, row.Slot, row.Time, row.strength)
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
				line[x] = r.Palette.Ground.Toward(line[x], paint.AfterEmphasis)
			}
			copy(striped[x0:x1], line[x0:x1])
			if c.Evidence() == execution.Sampled {
				for x := x0; x < x1; x++ {
					striped[x] = r.shade(line[x])
				}
			}
			if float32(x1-x0) >= leastNameWide*r.Scale && high >= LeastNameHigh*r.Scale {
				r.Names = append(r.Names, wallName{c.Function, i, lane, x0, x1, line[(x0+x1)/2]})
			}
		})
	}
}
