package plate

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/stage"
)

// The height of plates: of the longest queue as a part of the height of a bar and at least of
// all bars, and of the rail below it as a part of that.
const (
	barPart, leastPart = 1.2, 0.15
	railPart           = 0.14
)

// heights returns the height of the longest queue of a view, and that of rails.
func heights(fv *stage.Front) (high, rail float32) {
	l := fv.Layout
	high = max(2*barPart*l.Half[1], leastPart*(l.High[1]-l.Low[1]))
	return high, railPart * high
}

// Height returns the height of plates above the middle of their locks.
func (p *Painter) Height() float32 { return p.high + p.rail }

// hiddenCost is the cost of a plate that is hidden, in sizes of locks, inBarCost that of one that a bar lies in.
const hiddenCost, inBarCost = 70, 40

// Cost returns the cost of a place for a plate: more of it is hidden behind bars, or it is in a bar.
func (p *Painter) Cost(place mgl32.Vec2, inBar bool) (cost float32) {
	const depths = 8
	hidden := 0
	for i := range depths {
		z := -p.fv.Layout.Depth * (float32(i) + 0.5) / depths
		for _, part := range [3]float32{0.1, 0.5, 0.9} {
			at := mgl32.Vec3{place[0], place[1] + part*p.Height(), z}
			if pixel, ok := p.fv.View.Project(at); !ok || !p.fv.View.Rect.Holds(pixel[0], pixel[1]) || p.sight.Hidden(at, pixel) {
				hidden++
			}
		}
	}
	if inBar {
		cost = inBarCost
	}
	return cost + hiddenCost*float32(hidden)/(3*depths)
}
