package view

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/tracefeed"
)

// Change is the difference of a thread from its group in another trace.
type Change uint8

// The changes, of a thread without one the first.
const (
	Unchanged Change = iota
	// Shorter: its group waits less here for locks or processors.
	Shorter
	// OnlyHere: the other trace has no such thread.
	OnlyHere
	// Longer: its group waits longer here.
	Longer
)

// changeStrokes are the lines of the signs, from -1 to 1, y upwards.
var changeStrokes = [...][][2]mgl32.Vec2{
	Unchanged: nil,
	Shorter:   {{{-1, 0.5}, {0, -0.5}}, {{0, -0.5}, {1, 0.5}}},
	OnlyHere:  {{{-1, 0}, {1, 0}}, {{0, -1}, {0, 1}}},
	Longer:    {{{-1, -0.5}, {0, 0.5}}, {{0, 0.5}, {1, -0.5}}},
}

// Strokes returns the lines of the sign of a change, from -1 to 1 with y upwards. Callers
// must not change them.
func (c Change) Strokes() [][2]mgl32.Vec2 { return changeStrokes[c] }

// ChangeOf returns the change of a bar: of several threads, the last in the order above.
func (l *Look) ChangeOf(threads []tracefeed.ThreadID) (c Change) {
	for _, t := range threads {
		c = max(c, l.Changes[t])
	}
	return c
}
