package ui

import (
	"time"

	"tiv/workspace"
)

// moving is a transition of threads from their old places to the new ones.
type moving struct{ began time.Time }

// prepare computes the expensive part of a command in a goroutine, and carries
// the command out afterwards. It reports whether it does so; it does nothing for
// a fast command.
func (a *app) prepare(c workspace.Command) bool {
	find := a.ws.Prepare(c)
	if find == nil {
		return false
	}
	a.start("The "+c.Info().Task, func(m *maker) (message, error) {
		prepared := find(m.ctx)
		m.lands = prepared
		return message{text: prepared.Note}, m.ctx.Err()
	})
	return true
}

// depart makes the next frames move threads from their present places.
func (t *tab) depart() {
	t.builder.Depart()
	t.moving.began = time.Now()
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
