package ui

import (
	"reflect"
	"slices"
	"time"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/ui/widget"
	"tiv/workspace"
)

// besideSpace is a workspace beside the shown one of the same trace. All its state is that of
// the shown one's tab: the tab here has only what a second picture needs, and no panels.
type besideSpace struct {
	*tab
	of *tab
	// space is the workspace here, shown the one that of showed at the last match.
	space, shown int
}

// beginSpaces shows a workspace of the shown trace beside the shown workspace. They are in
// the order of their tabs.
func (c *comparison) beginSpaces(space int) {
	c.end()
	of := c.tabs.shown
	d := &document{path: of.path, ws: of.ws.Clone(), loader: of.loader, begun: of.begun, seen: of.seen}
	d.builder.MaxEvents = of.builder.MaxEvents
	p := &besideSpace{c.tabs.newTab(d), of, space, of.ws.Shown}
	c.space, c.ready, c.coupling, c.matched = p, true, coupling{}, [2]workspace.Shared{}
	c.sides = [2]*tab{of, p.tab}
	if ids := of.ws.Spaces.IDs(); slices.Index(ids, space) < slices.Index(ids, p.shown) {
		slices.Reverse(c.sides[:])
	}
	of.stale = true
	p.follow(c)
}

// follow shows the workspace as the other side's trace, times and camera are now. If that
// has changed to this workspace, they change places.
func (p *besideSpace) follow(c *comparison) {
	ws := p.of.ws
	if ws.Shown == p.space {
		p.space = p.shown
		slices.Reverse(c.sides[:])
		slices.Reverse(c.matched[:])
		p.of.frame, p.frame = p.frame, p.of.frame
		p.of.area, p.area = p.area, p.of.area
		p.of.stale, p.of.motion = true, motion{}
	}
	p.shown = ws.Shown
	if p.space == p.shown || !ws.Spaces.Has(p.space) {
		c.end()
		return
	}
	lead, here := slices.Index(c.sides[:], p.of), slices.Index(c.sides[:], p.tab)
	if now := workspace.SharedBy(p.ws); workspace.SharedBy(ws).Equal(c.matched[lead]) && !now.Equal(c.matched[here]) {
		c.take(lead, now)
		p.of.changed = time.Now()
	}
	before, tl := p.ws.Look, p.ws.Timeline
	if workspace.ShowBeside(p.ws, ws, p.space); tl != p.ws.Timeline || !reflect.DeepEqual(&before, &p.ws.Look) {
		p.stale = true
	}
	c.noteMatch()
}

// activate makes this workspace the shown one.
func (p *besideSpace) activate(c *comparison) {
	p.of.ws.Do(workspace.ShowSpace{ID: p.space})
	p.of.changed = time.Now()
	p.follow(c)
}

// besideShown shows another workspace beside the shown one, or ends that.
func besideShown(a *app) {
	switch other := a.ws.Spaces.Beside(a.ws.Shown); {
	case a.comparison.showsSpaces():
		a.comparison.endByUser()
	case other == a.ws.Shown:
		a.messages.chose("There is no other workspace. Open a slice as workspace first: Slices > Open the slice as workspace.")
	default:
		a.comparison.beginSpaces(other)
	}
}

// menu is the menu of a workspace's entry in the bar of tabs. It reports whether the
// workspace is to be shown beside the shown one.
func (e spaceTab) menu(s *tabs) (beside bool) {
	if !imgui.BeginPopupContextItemV("more", imgui.PopupFlagsMouseButtonRight) {
		return false
	}
	defer imgui.EndPopup()
	can := e.tab == s.shown && e.space != e.ws.Shown
	beside = imgui.MenuItemBoolV("Show beside the shown workspace", "", false, can)
	s.ui.Mark("show beside", widget.LastItem())
	widget.Tip("Shows both side by side, at the same times. They must be two workspaces of one trace.")
	return beside
}
