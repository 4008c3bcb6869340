package panel

import (
	"slices"
	"time"
)

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

// Asker is a part that takes the keyboard while it is open.
type Asker interface {
	Part
	// Asking reports whether it is open, or about to be.
	Asking() bool
}

// Asking reports whether a part is open that takes the keyboard.
func (l Parts) Asking() bool {
	return slices.ContainsFunc(l, func(p Part) bool {
		a, ok := p.(Asker)
		return ok && a.Asking()
	})
}

// ShowAfter is the duration of work after which its progress is shown.
const ShowAfter = 300 * time.Millisecond
