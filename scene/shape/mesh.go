package shape

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/paint"
)

// Mesh is a list of triangles: three vertices each.
type Mesh []Vertex

// Vertex is a corner of a triangle, in world coordinates.
type Vertex struct {
	Pos   mgl32.Vec3
	Color paint.Color
}
