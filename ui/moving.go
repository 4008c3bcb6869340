package ui

import (
	"time"
)

// moving is a transition of threads from their old places to the new ones.
type moving struct{ began time.Time }

// depart makes the next frames move threads from their present places.
func (s *stage) depart() {
	s.builder.Depart()
	s.moving.began = time.Now()
}

// on reports whether threads are on their way.
func (m *moving) on() bool { return !m.began.IsZero() }

// part returns the progress of the transition, from 0 to 1. It is 1 once, which
// ends the transition.
func (m *moving) part(now time.Time) float32 {
	t := float32(now.Sub(m.began)) / float32(moveTime)
	if t >= 1 {
		m.began = time.Time{}
		return 1
	}
	return eased(t)
}
