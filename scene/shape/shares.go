package shape

import "sync/atomic"

// MaxLayers is the largest number of categories in a bar. Cells have LayerUnit values, or
// a multiple of it, because that is what a graphics card reads at once.
const (
	LayerUnit = 6
	MaxLayers = 4 * LayerUnit
)

// The cells of a row at the moment, in the order of Shares.Cut: the two parts of the
// step of the grid that the moment cuts, and the step that ends at the moment.
const (
	BeforeMoment = iota
	AfterMoment
	UpToMoment
	CutCells // their number
)

// Shares are the heights of the layers of bars at each step of an interval.
//
// Cell (row, step) has Layers cumulative shares of the bar's height: layer
// k reaches from Cum[k-1] to Cum[k]; above the last the bar is empty, because
// the thread was not alive. 65535 is the whole height. Since they are
// cumulative, the mean of two neighbouring cells is exactly the cell of both
// steps together, which is how a picture with more steps than pixels is drawn.
type Shares struct {
	// Version changes whenever Cum does; a renderer that has drawn this version
	// need not look at Cum again.
	Version uint64
	Rows    int
	// Steps is the number of cells in a row. Step 0 is the latest.
	Steps int
	// Layers is the number of values of a cell, a multiple of LayerUnit: those beyond the
	// layers of a bar repeat the last.
	Layers int
	// First is the part of step 0 that is in the trace, above 0 and at most 1:
	// its cell covers only that part, and is drawn that much shorter.
	First float32
	// Cum has Rows × Steps × Layers values.
	Cum []uint16
	// Moment is the position of the moment in steps, from the later end of cell 0
	// on.
	Moment float32
	// Cut are, for each row, CutCells cells. The first two stand in place of the
	// cell that contains the moment: the part before the moment, and the part after
	// it. Each covers only that part, and is drawn that much shorter. The third is
	// the front of the bar: the step that ends at the moment, wherever the grid is.
	// CutVersion changes whenever Cut or Moment does. If Cut is nil, the moment is
	// the end of what is covered.
	Cut        []uint16
	CutVersion uint64
}

// Front returns the cell of a row for the step that ends at the moment.
func (s *Shares) Front(row int) []uint16 {
	if s.Cut == nil {
		return s.Cell(row, 0)
	}
	return s.Part(row, UpToMoment)
}

// Cell returns a cell of a row.
func (s *Shares) Cell(row, step int) []uint16 { return s.Cum[(row*s.Steps+step)*s.Layers:][:s.Layers] }

// Part returns one of the cells of a row at the moment, such as BeforeMoment.
func (s *Shares) Part(row, part int) []uint16 {
	return s.Cut[(CutCells*row+part)*s.Layers:][:s.Layers]
}

// AliveShare returns the share of a cell in which threads were alive.
func AliveShare(cell []uint16) uint16 { return cell[len(cell)-1] }

var versions atomic.Uint64

// NextVersion returns a number for contents, which no other contents have: one renderer draws
// the pictures of several traces.
func NextVersion() uint64 { return versions.Add(1) }
