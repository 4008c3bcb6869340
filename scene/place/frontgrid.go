package place

import (
	"iter"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/shape"
)

// FrontGrid finds the fronts of bars near a place, in the plane of the moment. It
// has about as many cells as there are bars.
type FrontGrid struct {
	low, cell  mgl32.Vec2
	wide, tall int
	// slots lists the slots of each cell in turn: those of cell i begin at first[i].
	first, slots []int32
}

// NewFrontGrid enters the fronts of all slots into the cells that they touch.
func NewFrontGrid(l *Layout) *FrontGrid {
	size := l.High.Sub(l.Low)
	most := max(len(l.Slots), 1)
	aspect := float64(size[0]) / max(float64(size[1]), 1e-9)
	g := &FrontGrid{low: l.Low, wide: min(max(int(math.Sqrt(float64(most)*aspect)), 1), most)}
	g.tall = max(most/g.wide, 1)
	g.cell = mgl32.Vec2{max(size[0]/float32(g.wide), 1e-9), max(size[1]/float32(g.tall), 1e-9)}
	g.first = make([]int32, g.wide*g.tall+1)
	for i := range l.Slots {
		for cell := range g.Cells(l.Face(i)) {
			g.first[cell]++
		}
	}
	sum := int32(0)
	for i, n := range g.first {
		sum += n
		g.first[i] = sum // the end of the cell, which filling turns into its begin
	}
	g.slots = make([]int32, sum)
	for i := range l.Slots {
		for cell := range g.Cells(l.Face(i)) {
			g.first[cell]--
			g.slots[g.first[cell]] = int32(i)
		}
	}
	return g
}

// Cells returns the cells that a rectangle touches.
func (g *FrontGrid) Cells(r shape.Face) iter.Seq[int] {
	along := func(x float32, axis, n int) int {
		return int(min(max((x-g.low[axis])/g.cell[axis], 0), float32(n-1)))
	}
	x0, x1 := along(r.At[0]-r.Half[0], 0, g.wide), along(r.At[0]+r.Half[0], 0, g.wide)
	y0, y1 := along(r.At[1]-r.Half[1], 1, g.tall), along(r.At[1]+r.Half[1], 1, g.tall)
	return func(yield func(int) bool) {
		for y := y0; y <= y1; y++ {
			for x := x0; x <= x1; x++ {
				if !yield(y*g.wide + x) {
					return
				}
			}
		}
	}
}

// Of returns the slots whose fronts may touch a cell. The slice belongs to the grid.
func (g *FrontGrid) Of(cell int) []int32 { return g.slots[g.first[cell]:g.first[cell+1]] }
