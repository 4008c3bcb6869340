package shape

import (
	"cmp"

	"github.com/go-gl/mathgl/mgl32"
)

// Bar is a box along z that shows a row of Shares: its front the step that the
// moment cuts, its left and right sides all steps before the moment, the latest
// at the near end. Top, bottom and back are neutral. A second box before the
// front, which is fainter, shows steps after the moment.
type Bar struct {
	// Center is the middle of the front.
	Center mgl32.Vec3
	// HalfWidth and HalfHeight are in world units.
	HalfWidth, HalfHeight float32
	// Part is the part of the height, from below, that the box takes; a wall has
	// the rest. 0 is all of the height.
	Part float32
	// Depth is the length along z of the time before the moment, Ahead that of the
	// time after it, and Step that of a step.
	Depth, Ahead, Step float32
	// Row is which row of Shares it shows.
	Row int32
	// Emphasis: 1 is normal, less is dimmed towards the ground, more is
	// brighter.
	Emphasis float32
	// Outlined draws a border in Frame.Outline.
	Outlined bool
	// Flat says that only one side is visible, straight on: sides are not
	// shaded.
	Flat bool
	// Detailed says that its layers are DetailLayers.
	Detailed bool
	// Pick identifies the thing that the rectangle shows.
	Pick PickID
}

// Solid returns the middle of the front of the bar's box, and half its height.
func (b *Bar) Solid() (center mgl32.Vec3, halfHeight float32) {
	part := cmp.Or(b.Part, 1)
	return b.Center.Sub(mgl32.Vec3{0, (1 - part) * b.HalfHeight}), part * b.HalfHeight
}
