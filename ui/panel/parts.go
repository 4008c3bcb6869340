package panel

import "slices"

// Part is a panel, a dialog or another piece of the window.
type Part interface {
	// LayOut lays out what of the part is open.
	LayOut()
	// Busy reports whether work is pending that changes what the part shows.
	Busy() bool
	// Close ends the work of the part, and waits until it has ended.
	Close()
}

// Idle is embedded in parts without background work.
type Idle struct{}

// Busy returns false.
func (Idle) Busy() bool { return false }

// Close does nothing.
func (Idle) Close() {}

// Parts are laid out one after the other.
type Parts []Part

// LayOut lays all parts out.
func (l Parts) LayOut() {
	for _, p := range l {
		p.LayOut()
	}
}

// Busy reports whether any part is busy.
func (l Parts) Busy() bool { return slices.ContainsFunc(l, Part.Busy) }

// Close closes all parts.
func (l Parts) Close() {
	for _, p := range l {
		p.Close()
	}
}
