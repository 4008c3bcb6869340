package ui

import (
	"slices"
	"time"

	"tiv/scene"
	"tiv/tracefeed"
	"tiv/ui/keys"
	"tiv/ui/widget"
	"tiv/workspace"
)

// comparison shows two tabs side by side: before on the left, after on the right; or two
// workspaces of one trace. The tab that is shown is the active side, and has the panels and
// the keyboard. The zero value compares nothing.
type comparison struct {
	ui       *widget.Kit
	keys     *keys.Bindings
	messages *messages
	tabs     *tabs
	sides    [2]*tab // before and after; nil without a comparison
	coupling
	differences differencesPanel
	// space is the workspace beside the shown one; nil for two traces.
	space *besideSpace
	// ready is set once both traces have been read: from then on the sides follow each
	// other.
	ready bool
	// saved are the views before the comparison, matched those at the last match.
	saved, matched [2]workspace.Shared
	// open shows the panels beside the scene, too.
	open bool
	// placed is set when both sides have been given their times and threads.
	placed bool
}

// visible reports whether the comparison is on the screen: one of its tabs is shown.
func (c *comparison) visible() bool { return c.sides[0] != nil && c.has(c.tabs.shown) }

// compares reports whether two traces are on the screen.
func (c *comparison) compares() bool { return c.visible() && c.space == nil }

// showsSpaces reports whether two workspaces of a trace are on the screen.
func (c *comparison) showsSpaces() bool { return c.visible() && c.space != nil }

// has reports whether a tab is compared.
func (c *comparison) has(t *tab) bool { return t != nil && slices.Contains(c.sides[:], t) }

// active returns the side that is shown: 0 before, 1 after.
func (c *comparison) active() int { return max(0, slices.Index(c.sides[:], c.tabs.shown)) }

// begin compares two tabs. One of them is then shown.
func (c *comparison) begin(before, after *tab) {
	c.end()
	c.sides, c.ready, c.coupling = [2]*tab{before, after}, false, coupling{}
	if !c.has(c.tabs.shown) {
		c.tabs.bring(after)
	}
	c.other().area = scene.Rect{} // until the scene's is divided
	for _, t := range c.sides {
		t.stale = true
	}
}

// end leaves both tabs as they were before the comparison.
func (c *comparison) end() {
	if c.sides[0] == nil {
		return
	}
	if p := c.space; p != nil {
		p.stop()
		p.of.stale = true
		c.space, c.sides = nil, [2]*tab{}
		return
	}
	for i, t := range c.sides {
		if c.ready {
			c.take(i, c.saved[i])
			t.changed = time.Now()
		}
		t.ws.Do(workspace.MarkChanges{})
		if t.stale = true; t != c.tabs.shown {
			t.builder.DropCaches()
			t.frame = nil
		}
	}
	c.differences.close()
	c.sides = [2]*tab{}
}

// endByUser ends the comparison, and offers it again.
func (c *comparison) endByUser() {
	if p := c.space; p != nil {
		c.end()
		c.messages.add(message{text: "One workspace is shown.", label: "Both again",
			tip: "Shows the two workspaces side by side again", do: func() {
				if c.tabs.shown == p.of && p.space != p.of.ws.Shown && p.of.ws.Spaces.Has(p.space) {
					c.beginSpaces(p.space)
				}
			}})
		return
	}
	before, after := c.sides[0], c.sides[1]
	c.end()
	c.messages.add(message{text: "The comparison has ended.", label: "Compare again",
		tip: "Shows the two traces side by side again", do: func() {
			if slices.Contains(c.tabs.list, before) && slices.Contains(c.tabs.list, after) {
				c.begin(before, after)
			}
		}})
}

// endWith ends the comparison of a tab that is closed.
func (c *comparison) endWith(t *tab) {
	if c.has(t) {
		c.end()
	}
}

// replace compares a tab that has been read again in place of the old one.
func (c *comparison) replace(old, fresh *tab) {
	if c.space != nil {
		c.endWith(old)
		return
	}
	if i := slices.Index(c.sides[:], old); i >= 0 {
		c.differences.close()
		c.sides[i], c.matched = fresh, [2]workspace.Shared{}
	}
}

// swap exchanges before and after.
func (c *comparison) swap() {
	c.differences.close()
	slices.Reverse(c.sides[:])
	slices.Reverse(c.saved[:])
	slices.Reverse(c.matched[:])
	slices.Reverse(c.marks[:])
	for _, t := range c.sides {
		t.stale = true
	}
}

// activate makes the other side the active one. It plays on if this one does.
func (c *comparison) activate() {
	if c.space != nil {
		c.space.activate(c)
		return
	}
	from, to := c.sides[c.active()], c.sides[1-c.active()]
	if p := from.ws.Playback; p.Playing && !c.off {
		from.ws.Do(workspace.SeekTo{Moment: p.Moment})
		play := workspace.Command(workspace.Play{})
		if p.Backwards {
			play = workspace.Rewind{}
		}
		to.ws.Do(play)
		c.noteMatch()
	}
	c.tabs.bring(to)
}

// other returns the side that is not shown.
func (c *comparison) other() *tab { return c.sides[1-c.active()] }

// each does something with the shown tab, and with the other one of the comparison.
func (c *comparison) each(do func(*tab)) {
	if do(c.tabs.shown); c.visible() {
		do(c.other())
	}
}

// follow gives one side the view of the other after a change; the active one leads if both
// have changed.
func (c *comparison) follow() {
	switch {
	case c.showsSpaces():
		c.space.follow(c)
		return
	case !c.compares() || !c.readied():
		return
	}
	if c.placed {
		c.placed = false
		c.noteMatch()
	}
	now := [2]workspace.Shared{workspace.SharedBy(c.sides[0].ws), workspace.SharedBy(c.sides[1].ws)}
	lead := c.active()
	if now[lead].Equal(c.matched[lead]) {
		lead = 1 - lead
	}
	if !now[lead].Equal(c.matched[lead]) {
		c.take(1-lead, c.match(&now[lead], &now[1-lead], lead))
	}
	c.noteMatch()
	c.differences.update()
}

// noteMatch notes that the sides match.
func (c *comparison) noteMatch() {
	for i, t := range c.sides {
		c.matched[i] = workspace.SharedBy(t.ws)
	}
}

// readied reports whether both traces can be compared. At first it notes their views.
func (c *comparison) readied() bool {
	for i, t := range c.sides {
		if !t.searched() && !t.ws.Growing() {
			return false
		}
		c.ends[i] = t.ws.Timeline.End
	}
	if !c.ready {
		c.ready = true
		for i, t := range c.sides {
			c.saved[i] = workspace.SharedBy(t.ws)
		}
		workspace.OpenBeside(c.sides[c.active()].ws, c.sides[1-c.active()].ws)
		c.matched = c.saved
		c.matched[c.active()] = workspace.Shared{} // it leads
	}
	return true
}

// match returns the view of the other side after that of a side has changed.
func (c *comparison) match(of, other *workspace.Shared, lead int) workspace.Shared {
	v, last := *of, &c.matched[lead]
	v.Viewpoint.Moment, v.From, v.Step, v.Steps, v.History = other.Moment, other.From, other.Step, other.Steps, other.History
	v.Interval, v.Speed, v.Loop = other.Interval, other.Speed, other.Loop
	v.Selected, v.Selection = other.Selected, other.Selection
	if !c.off && timesOf(of) != timesOf(last) {
		c.couple(&v, of, lead)
	}
	if d := c.differences.diff(); d != nil && !slices.Equal(of.Selection, last.Selection) {
		v.Selected, v.Selection = tracefeed.NoThread, nil
		for _, t := range of.Selection {
			v.Selection = append(v.Selection, d.Partners(lead, t)...)
		}
		if with := d.Partners(lead, of.Selected); len(with) > 0 {
			v.Selected = with[0]
		}
	}
	if v.Camera.Target = other.Camera.Target; of.Camera.Target != last.Camera.Target {
		v.Camera.Target = v.Selected
	}
	return v
}

// take gives a side a view.
func (c *comparison) take(side int, v workspace.Shared) {
	t := c.sides[side]
	if now := workspace.SharedBy(t.ws); !now.Equal(v) {
		t.ws.Do(workspace.MatchView{Shared: v})
		t.stale, t.motion = true, motion{}
	}
}

// sideOf returns the side of a tab; 0 without a comparison.
func (c *comparison) sideOf(t *tab) int {
	return max(0, slices.Index(c.sides[:], t))
}

// folds reports whether the panels beside the scene are folded away.
func (c *comparison) folds() bool { return c.visible() && !c.open }

// busy reports whether the differences are being computed.
func (c *comparison) busy() bool {
	return c.compares() && c.ready && c.differences.busy()
}

// chooseCoupling couples the sides, or lets them go. The active one leads.
func (c *comparison) chooseCoupling(off bool, by coupledBy) {
	c.off, c.by = off, by
	c.matched[c.active()] = workspace.Shared{}
}

// lineUp couples the sides at their present moments.
func (c *comparison) lineUp() {
	for i, t := range c.sides {
		c.marks[i] = t.ws.Look.Moment
	}
	c.chooseCoupling(false, byMarks)
}

// layOut lays out the panel of differences.
func (c *comparison) layOut() {
	if c.compares() {
		c.differences.layOut()
	}
}
