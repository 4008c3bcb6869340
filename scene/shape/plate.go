package shape

import "github.com/go-gl/mathgl/mgl32"

// Plate is an upright surface along z with a height for each step of time, which can be picked.
type Plate struct {
	X, Low float32
	// Steps are in order of time, without overlaps.
	Steps []PlateStep
	Pick  PickID
}

// PlateStep is a plate from a depth to another, up to a height.
type PlateStep struct{ Far, Near, High float32 }

// meets returns the distance along a ray to the plate.
func (p *Plate) meets(origin, ray mgl32.Vec3) (d float32, ok bool) {
	if ray[0] == 0 {
		return 0, false
	}
	d = (p.X - origin[0]) / ray[0]
	at := origin.Add(ray.Mul(d))
	if d < 0 || at[1] < p.Low {
		return d, false
	}
	for _, s := range p.Steps {
		if at[2] >= s.Far && at[2] <= s.Near {
			return d, at[1] <= s.High
		}
	}
	return d, false
}

// plateAt returns the index of the nearest plate that a ray meets, and the distance along the ray; -1 for
// none.
func (v *View) plateAt(origin, ray mgl32.Vec3) (plate int, distance float32) {
	plate = -1
	for i := range v.Plates {
		if d, ok := v.Plates[i].meets(origin, ray); ok && (plate < 0 || d < distance) {
			plate, distance = i, d
		}
	}
	return plate, distance
}
