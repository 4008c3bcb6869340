package render

import (
	"fmt"

	"github.com/go-gl/gl/v4.1-core/gl"

	"tiv/scene/shape"
)

// shares holds the data of bars on the graphics card, in a buffer texture: one
// fetch reads LayerUnit values of a cell.
type shares struct {
	buffer, texture uint32
	limit           int // units of cells that a buffer texture can have
	loaded          bool
	version         uint64
	cutVersion      uint64
	rows, steps     int
	layers          int // values of a cell
	uploads         int
	finest          int // the first level that fits
	data            pyramid
	from            *shape.Shares // of this frame
}

func newShares(o *objects) *shares {
	s := &shares{buffer: o.buffer(), texture: o.texture()}
	var n int32
	gl.GetIntegerv(gl.MAX_TEXTURE_BUFFER_SIZE, &n)
	s.limit = int(n)
	return s
}

// load brings the data to the graphics card unless this version is there.
func (s *shares) load(from *shape.Shares) error {
	s.from = from
	if s.loaded && s.version == from.Version && s.rows == from.Rows && s.steps == from.Steps && s.layers == from.Layers {
		s.move(from)
		return nil
	}
	if from.Layers < shape.LayerUnit || from.Layers > shape.MaxLayers || from.Layers%shape.LayerUnit != 0 {
		return fmt.Errorf("shares: cells of %d layers, want %d to %d, a multiple of %d", from.Layers, shape.LayerUnit,
			shape.MaxLayers, shape.LayerUnit)
	}
	if want := from.Rows * from.Steps * from.Layers; from.Rows < 0 || from.Steps < 0 || len(from.Cum) != want {
		return fmt.Errorf("shares: %d values for %d rows of %d steps, want %d", len(from.Cum), from.Rows, from.Steps, want)
	}
	if want := shape.CutCells * from.Rows * from.Layers; from.Cut != nil &&
		(len(from.Cut) != want || from.Moment < 0 || int(from.Moment) >= max(from.Steps, 1)) {
		return fmt.Errorf("shares: %d values for the moment of %d rows, want %d, at %v of %d steps", len(from.Cut), from.Rows,
			want, from.Moment, from.Steps)
	}
	s.loaded = false
	s.rows, s.steps, s.layers = from.Rows, from.Steps, from.Layers
	if from.Rows*from.Steps > 0 {
		if err := s.upload(from); err != nil {
			return err
		}
	}
	s.version, s.cutVersion, s.loaded = from.Version, from.CutVersion, true
	s.uploads++
	return nil
}

// upload builds the levels and sends those that fit, all but the finest.
func (s *shares) upload(from *shape.Shares) error {
	s.data.build(from)
	s.data.divide(from)
	all, units := (len(s.data.cells)+len(s.data.cuts))/s.layers, s.layers/shape.LayerUnit
	s.finest = 0
	for (all-int(s.data.offsets[s.finest]))*units > s.limit {
		if s.finest++; s.finest == len(s.data.offsets) {
			return fmt.Errorf("shares: %d rows are more than the graphics driver takes (%d cells)", from.Rows, s.limit/units)
		}
	}
	cells := s.data.cells[int(s.data.offsets[s.finest])*s.layers:]
	gl.BindBuffer(gl.TEXTURE_BUFFER, s.buffer)
	gl.BufferData(gl.TEXTURE_BUFFER, 2*(len(cells)+len(s.data.cuts)), nil, gl.DYNAMIC_DRAW)
	gl.BufferSubData(gl.TEXTURE_BUFFER, 0, 2*len(cells), gl.Ptr(cells))
	gl.BindTexture(gl.TEXTURE_BUFFER, s.texture)
	gl.TexBuffer(gl.TEXTURE_BUFFER, gl.RGB32UI, s.buffer)
	gl.BindBuffer(gl.TEXTURE_BUFFER, 0)
	s.sendCuts()
	return nil
}

// move sends only the cells of the step that the moment cuts, if they differ from
// the last ones.
func (s *shares) move(from *shape.Shares) {
	if s.cutVersion == from.CutVersion || s.rows*s.steps == 0 {
		return
	}
	s.cutVersion = from.CutVersion
	s.data.divide(from)
	s.sendCuts()
}

func (s *shares) sendCuts() {
	if len(s.data.cuts) == 0 {
		return
	}
	gl.BindBuffer(gl.TEXTURE_BUFFER, s.buffer)
	gl.BufferSubData(gl.TEXTURE_BUFFER, 2*s.layers*s.cuts(), 2*len(s.data.cuts), gl.Ptr(s.data.cuts))
	gl.BindBuffer(gl.TEXTURE_BUFFER, 0)
}

// cuts returns the offset of the cells of the step that the moment cuts, behind
// all levels on the graphics card, in cells.
func (s *shares) cuts() int {
	return len(s.data.cells)/s.layers - int(s.data.offsets[s.finest])
}

// places returns the offset of each level on the graphics card, in cells.
// Offsets of missing levels have no meaning.
func (s *shares) places() (at [maxLevels]int32) {
	for k, offset := range s.data.offsets {
		at[k] = offset - s.data.offsets[s.finest]
	}
	return at
}

func (s *shares) release(o *objects) {
	if s == nil {
		return
	}
	o.dropTexture(&s.texture)
	o.dropBuffer(&s.buffer)
}
