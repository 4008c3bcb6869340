package view

// Arrangement is a layout of threads in the plane of the moment. In each of
// them, every thread has a height of its own.
type Arrangement uint8

const (
	// Rows are columns in which each thread is a little lower than the one
	// before it. The columns are as close together as possible.
	Rows Arrangement = iota
	// Grid is Rows with room between the rows, so that they are nearly level.
	Grid
	// Ring puts threads around an ellipse. Look.Targets decides which threads are
	// neighbours: those with long waits for each other.
	Ring
	// Force puts threads at the places in Look.Targets, and the others below
	// them.
	Force
)

var arrangementNames = [...]string{"rows", "grid", "ring", "force"}

// String returns the arrangement's name as the command line spells it.
func (a Arrangement) String() string { return arrangementNames[a] }

// ParseArrangement reads an arrangement's name.
func ParseArrangement(name string) (Arrangement, bool) {
	for i, n := range arrangementNames {
		if n == name {
			return Arrangement(i), true
		}
	}
	return Rows, false
}

// MarshalText returns the name.
func (a Arrangement) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText reads a name; that of a newer program is Rows.
func (a *Arrangement) UnmarshalText(name []byte) error {
	*a, _ = ParseArrangement(string(name))
	return nil
}
