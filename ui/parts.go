package ui

import "slices"

// part is a panel, a dialog or another piece of the window.
type part interface {
	layOut() // what of it is open
	// busy reports whether work is pending that changes what the part shows.
	busy() bool
	// close ends the work of the part, and waits until it has ended.
	close()
}

// idle is embedded in parts without background work.
type idle struct{}

func (idle) busy() bool { return false }

func (idle) close() {}

// parts are laid out one after the other.
type parts []part

func (l parts) layOut() {
	for _, p := range l {
		p.layOut()
	}
}

// busy reports whether any part is busy.
func (l parts) busy() bool { return slices.ContainsFunc(l, part.busy) }

func (l parts) close() {
	for _, p := range l {
		p.close()
	}
}
