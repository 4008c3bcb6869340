package scene

import "github.com/go-gl/mathgl/mgl32"

// Relative returns a point in the moment's plane relative to the bounding box of
// all bars before the user moves any: from -1 to 1 within it.
func (f *Frame) Relative(at mgl32.Vec2) mgl32.Vec2 { return f.unmoved.Part(at) }
