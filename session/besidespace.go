package session

import (
	"fmt"
	"reflect"
	"slices"
	"time"

	"tiv/workspace"
)

// BesideSpace is a workspace beside the shown one of the same trace. All its state is
// the state of the shown one: its own trace has only the needs of a second picture.
type BesideSpace struct {
	trace *Trace
	of    *Trace // the shown one
	// space is the workspace here, shown the one that of showed at the last match.
	space int
	shown int
}

// beginSpaces shows a workspace of the shown trace beside the shown workspace. They are in
// the order of their tabs.
func (c *Comparison) beginSpaces(space int) {
	of := c.session.Shown
	if ws := of.Workspace; space == ws.Shown || !ws.Spaces.Has(space) {
		c.session.Messages.Say(fmt.Sprintf("There is no other workspace %d.", space))
		return
	}
	c.end()
	d := &Document{Path: of.Path, Wake: of.Wake, Workspace: of.Workspace.Clone(), Loader: of.Loader, Begun: of.Begun, seen: of.seen}
	d.Builder.MaxEvents = of.Builder.MaxEvents
	p := &BesideSpace{&Trace{Document: d}, of, space, of.Workspace.Shown}
	c.Space, c.Ready, c.Coupling, c.matched = p, true, Coupling{}, [2]workspace.Shared{}
	c.Sides = [2]*Trace{of, p.trace}
	if ids := of.Workspace.Spaces.IDs(); slices.Index(ids, space) < slices.Index(ids, p.shown) {
		slices.Reverse(c.Sides[:])
	}
	of.Stale = true
	p.follow(c)
}

// follow shows the workspace as the other side's trace, times and camera are now. If that
// has changed to this workspace, they change places.
func (p *BesideSpace) follow(c *Comparison) {
	ws := p.of.Workspace
	if ws.Shown == p.space {
		p.space = p.shown
		slices.Reverse(c.Sides[:])
		slices.Reverse(c.matched[:])
		p.of.Frame, p.trace.Frame = p.trace.Frame, p.of.Frame
		p.of.Area, p.trace.Area = p.trace.Area, p.of.Area
		p.of.jump()
	}
	p.shown = ws.Shown
	if p.space == p.shown || !ws.Spaces.Has(p.space) {
		c.end()
		return
	}
	lead, here := slices.Index(c.Sides[:], p.of), slices.Index(c.Sides[:], p.trace)
	if now := workspace.SharedBy(p.trace.Workspace); workspace.SharedBy(ws).Equal(c.matched[lead]) && !now.Equal(c.matched[here]) {
		c.take(lead, now)
		p.of.Changed = time.Now()
	}
	own := p.trace.Workspace
	before, tl := own.Look, own.Timeline
	if workspace.ShowBeside(own, ws, p.space); tl != own.Timeline || !reflect.DeepEqual(&before, &own.Look) {
		p.trace.Stale = true
	}
	c.noteMatch()
}

// activate makes this workspace the shown one.
func (p *BesideSpace) activate(c *Comparison) {
	p.of.Workspace.Do(workspace.ShowSpace{ID: p.space})
	p.of.Changed = time.Now()
	p.follow(c)
}
