package shape

import "github.com/go-gl/mathgl/mgl32"

// Plate is an upright surface along z, of steps with parts above each other, which can be picked.
type Plate struct {
	X, Low float32
	// Steps are in order of time, without overlaps.
	Steps []PlateStep
	// Parts are those of all steps, from the lowest up.
	Parts []PlatePart
	Pick  PickID
}

// PlateStep is a plate from a depth to another. End is the index in Plate.Parts after its last part.
type PlateStep struct {
	Far, Near float32
	End       int32
}

// PlatePart is a colour of a step up to a height, and its thread; PickNothing for several.
type PlatePart struct {
	High float32
	Of   PickID
}

// Of returns the parts of a step.
func (p *Plate) Of(step int) []PlatePart {
	first := int32(0)
	if step > 0 {
		first = p.Steps[step-1].End
	}
	return p.Parts[first:p.Steps[step].End]
}

// meets returns the distance along a ray to the plate, and the part there.
func (p *Plate) meets(origin, ray mgl32.Vec3) (d float32, of PickID, ok bool) {
	if ray[0] == 0 {
		return 0, of, false
	}
	d = (p.X - origin[0]) / ray[0]
	at := origin.Add(ray.Mul(d))
	if d < 0 || at[1] < p.Low {
		return d, of, false
	}
	for i, s := range p.Steps {
		if at[2] < s.Far || at[2] > s.Near {
			continue
		}
		for _, part := range p.Of(i) {
			if at[1] <= part.High {
				return d, part.Of, true
			}
		}
		break
	}
	return d, of, false
}

// plateAt returns the index of the nearest plate that a ray meets, its part there, and the distance along the
// ray; -1 for none.
func (v *View) plateAt(origin, ray mgl32.Vec3) (plate int, of PickID, distance float32) {
	plate = -1
	for i := range v.Plates {
		if d, part, ok := v.Plates[i].meets(origin, ray); ok && (plate < 0 || d < distance) {
			plate, of, distance = i, part, d
		}
	}
	return plate, of, distance
}
