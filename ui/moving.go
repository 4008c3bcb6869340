package ui

import (
	"time"

	"tiv/workspace"
)

// moving is a transition of threads from their old places to the new ones.
type moving struct{ began time.Time }

// movesThreads reports whether a command can change the places of threads.
func movesThreads(c workspace.Command) bool {
	switch c.(type) {
	case workspace.Arrange, workspace.Propose, workspace.ResetPlaces, workspace.Hide, workspace.HideRest, workspace.ShowAll,
		workspace.PutAside, workspace.SetFilter, workspace.ToggleRuntime, workspace.OnlyInteracting, workspace.MakeCluster,
		workspace.JoinCluster, workspace.LeaveCluster, workspace.FoldCluster, workspace.FoldAll, workspace.Ungroup,
		workspace.UngroupAll, workspace.SetLevel, workspace.LookClosely, workspace.Undo, workspace.Redo, workspace.Prepared:
		return true
	}
	return false
}

// findAhead computes a slow command in a goroutine, and carries it out
// afterwards. It reports whether the command is slow.
func (a *app) findAhead(c workspace.Command) bool {
	find := a.ws.Prepare(c)
	if find == nil {
		return false
	}
	name := "The layout"
	if _, ok := c.(workspace.Propose); ok {
		name = "The proposal"
	}
	a.start(name, func(m *maker) (message, error) {
		found := find(m.ctx)
		m.lands = found
		return message{text: found.Note}, m.ctx.Err()
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
