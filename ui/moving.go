package ui

import (
	"time"

	"tiv/workspace"
)

// moving takes threads from where they stood to where they stand.
type moving struct{ began time.Time }

// movesThreads reports whether a command can change where threads stand.
func movesThreads(c workspace.Command) bool {
	switch c.(type) {
	case workspace.Arrange, workspace.Propose, workspace.ResetPlaces, workspace.Hide, workspace.HideRest, workspace.ShowAll,
		workspace.PutAside, workspace.SetFilter, workspace.ToggleRuntime, workspace.OnlyInteracting, workspace.MakeCluster,
		workspace.JoinCluster, workspace.LeaveCluster, workspace.FoldCluster, workspace.FoldAll, workspace.Ungroup,
		workspace.UngroupAll, workspace.SetLevel, workspace.LookClosely, workspace.Undo, workspace.Redo, workspace.Found:
		return true
	}
	return false
}

// findAhead lets a goroutine find out what a command takes long for, if it does;
// it is carried out when that is known.
func (a *app) findAhead(c workspace.Command) bool {
	find := a.ws.Ahead(c)
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

// depart lets the next frames follow threads from where they stand now.
func (t *tab) depart() {
	t.builder.Depart()
	t.moving.began = time.Now()
}

// on reports whether threads are on their way.
func (m *moving) on() bool { return !m.began.IsZero() }

// part returns how much of the way threads have gone, from 0 to 1. It is 1 once,
// and then they are on their way no more.
func (m *moving) part(now time.Time) float32 {
	t := float32(now.Sub(m.began)) / float32(moveTime)
	if t >= 1 {
		m.began = time.Time{}
		return 1
	}
	return eased(t)
}
