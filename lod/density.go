package lod

// Density is how far a picture merges edges and bars, because of the number of
// threads in view.
type Density uint8

const (
	// Sparse pictures have an edge for each monitor between two threads.
	Sparse Density = iota
	// Busy pictures have an edge for each pair of threads.
	Busy
	// Dense pictures have an edge for each pair of clusters.
	Dense
	// Crowded pictures also have one bar for each cluster.
	Crowded
)

// mostThreads is the largest number of threads in view of each density.
var mostThreads = [...]float32{Sparse: 10, Busy: 60, Dense: 200}

// ChooseDensity returns the density for a number of threads in view. It leaves
// the current density at the limits, and returns only well within them, so that
// nothing flickers; current is Sparse at first.
func ChooseDensity(current Density, threads int) Density {
	for d := Sparse; d < Crowded; d++ {
		most := mostThreads[d]
		if current > d {
			most *= 0.85
		}
		if float32(threads) <= most {
			return d
		}
	}
	return Crowded
}

// Density returns the density that belongs to a level that the user chose, not
// Auto.
func (l Level) Density() Density { return Density(l - Near) }
