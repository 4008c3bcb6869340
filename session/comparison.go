package session

import (
	"slices"
	"time"

	"tiv/command"
	"tiv/scene/shape"
	"tiv/tracefeed"
	"tiv/workspace"
)

// Comparison shows two traces side by side: before on the left, after on the right; or two
// workspaces of one trace. The trace that is shown is the active side, and has the panels and
// the keyboard. The zero value compares nothing.
type Comparison struct {
	// Sides are before and after; nil without a comparison.
	Sides [2]*Trace
	Coupling
	Differences Differences
	// Space is the workspace beside the shown one; nil for two traces.
	Space *BesideSpace
	// Ready is set once both traces have been read: from then on the sides follow each
	// other.
	Ready bool
	// Open shows the panels beside the scene, too.
	Open bool

	session *Session
	// saved are the views before the comparison, matched those at the last match.
	saved, matched [2]workspace.Shared
	anew           [2]bool // the trace was read again since then
	// placed is set when both sides have been given their times and threads.
	placed bool
}

// Visible reports whether the comparison is on the screen: one of its traces is shown.
func (c *Comparison) Visible() bool { return c.Sides[0] != nil && c.has(c.session.Shown) }

// Compares reports whether two traces are on the screen.
func (c *Comparison) Compares() bool { return c.Visible() && c.Space == nil }

// ShowsSpaces reports whether two workspaces of a trace are on the screen.
func (c *Comparison) ShowsSpaces() bool { return c.Visible() && c.Space != nil }

// has reports whether a trace is compared.
func (c *Comparison) has(t *Trace) bool { return t != nil && slices.Contains(c.Sides[:], t) }

// Active returns the side that is shown: 0 before, 1 after.
func (c *Comparison) Active() int { return max(0, slices.Index(c.Sides[:], c.session.Shown)) }

// Begin compares two traces. One of them is then shown.
func (c *Comparison) Begin(before, after *Trace) {
	c.end()
	c.Sides, c.Ready, c.Coupling = [2]*Trace{before, after}, false, Coupling{}
	if !c.has(c.session.Shown) {
		c.session.bring(after)
	}
	c.Other().Area = shape.Rect{} // until the scene's is divided
	for _, t := range c.Sides {
		t.Stale = true
	}
}

// end leaves both traces as they were before the comparison.
func (c *Comparison) end() {
	if c.Sides[0] == nil {
		return
	}
	if p := c.Space; p != nil {
		c.session.closed(p.trace)
		p.trace.stop()
		p.of.Stale = true
		c.Space, c.Sides = nil, [2]*Trace{}
		return
	}
	for i, t := range c.Sides {
		if c.Ready {
			c.take(i, c.before(i))
			t.Changed = time.Now()
		}
		t.Workspace.Do(workspace.MarkChanges{})
		if t.Stale = true; t != c.session.Shown {
			t.drop()
		}
	}
	c.Differences.close()
	c.Sides = [2]*Trace{}
}

// before returns the view that a side had before the comparison. A trace that was read again
// since then may have other threads, so its selection stays the present one.
func (c *Comparison) before(side int) workspace.Shared {
	v := c.saved[side]
	if c.anew[side] {
		now := workspace.SharedBy(c.Sides[side].Workspace)
		v.Selected, v.Selection, v.Camera.Target = now.Selected, now.Selection, now.Camera.Target
	}
	return v
}

// endByUser ends the comparison, and offers it again.
func (c *Comparison) endByUser() {
	if p := c.Space; p != nil {
		c.end()
		c.session.Messages.add(Message{Text: "One workspace is shown.", Label: "Both again",
			Tip: "Shows the two workspaces side by side again", Do: func() {
				if c.session.Shown == p.of && p.space != p.of.Workspace.Shown && p.of.Workspace.Spaces.Has(p.space) {
					c.beginSpaces(p.space)
				}
			}})
		return
	}
	before, after := c.Sides[0], c.Sides[1]
	c.end()
	c.session.Messages.add(Message{Text: "The comparison has ended.", Label: "Compare again",
		Tip: "Shows the two traces side by side again", Do: func() {
			if slices.Contains(c.session.Traces, before) && slices.Contains(c.session.Traces, after) {
				c.Begin(before, after)
			}
		}})
}

// endWith ends the comparison of a trace that is closed.
func (c *Comparison) endWith(t *Trace) {
	if c.has(t) {
		c.end()
	}
}

// replace compares a trace that has been read again in place of the old one.
func (c *Comparison) replace(old, fresh *Trace) {
	if c.Space != nil {
		c.endWith(old)
		return
	}
	if i := slices.Index(c.Sides[:], old); i >= 0 {
		c.Differences.close()
		c.Sides[i], c.anew[i], c.matched = fresh, true, [2]workspace.Shared{}
	}
}

// swap exchanges before and after.
func (c *Comparison) swap() {
	c.Differences.close()
	slices.Reverse(c.Sides[:])
	slices.Reverse(c.saved[:])
	slices.Reverse(c.anew[:])
	slices.Reverse(c.matched[:])
	slices.Reverse(c.Marks[:])
	for _, t := range c.Sides {
		t.Stale = true
	}
}

// activate makes the other side the active one. It plays on if this one does.
func (c *Comparison) activate() {
	if c.Space != nil {
		c.Space.activate(c)
		return
	}
	from, to := c.Sides[c.Active()], c.Sides[1-c.Active()]
	if p := from.Workspace.Playback; p.Playing && !c.Off {
		from.Workspace.Do(workspace.SeekTo{Moment: p.Moment})
		play := workspace.Command(workspace.Play{})
		if p.Backwards {
			play = workspace.Rewind{}
		}
		to.Workspace.Do(play)
		c.noteMatch()
	}
	c.session.bring(to)
}

// Other returns the side that is not shown.
func (c *Comparison) Other() *Trace { return c.Sides[1-c.Active()] }

// Each does something with the shown trace, and with the other one of the comparison.
func (c *Comparison) Each(do func(*Trace)) {
	if do(c.session.Shown); c.Visible() {
		do(c.Other())
	}
}

// follow gives one side the view of the other after a change; the active one leads if both
// have changed.
func (c *Comparison) follow() {
	switch {
	case c.ShowsSpaces():
		c.Space.follow(c)
		return
	case !c.Compares() || !c.readied():
		return
	}
	if c.placed {
		c.placed = false
		c.noteMatch()
	}
	now := [2]workspace.Shared{workspace.SharedBy(c.Sides[0].Workspace), workspace.SharedBy(c.Sides[1].Workspace)}
	lead := c.Active()
	if now[lead].Equal(c.matched[lead]) {
		lead = 1 - lead
	}
	if !now[lead].Equal(c.matched[lead]) {
		c.take(1-lead, c.match(&now[lead], &now[1-lead], lead))
	}
	c.noteMatch()
	c.Differences.update(c)
}

// noteMatch notes that the sides match.
func (c *Comparison) noteMatch() {
	for i, t := range c.Sides {
		c.matched[i] = workspace.SharedBy(t.Workspace)
	}
}

// readied reports whether both traces can be compared. At first it notes their views.
func (c *Comparison) readied() bool {
	for i, t := range c.Sides {
		if !t.Searched() && !t.Workspace.Growing() {
			return false
		}
		c.ends[i] = t.Workspace.Timeline.End
	}
	if !c.Ready {
		c.Ready = true
		c.anew = [2]bool{}
		for i, t := range c.Sides {
			c.saved[i] = workspace.SharedBy(t.Workspace)
		}
		workspace.OpenBeside(c.Sides[c.Active()].Workspace, c.Sides[1-c.Active()].Workspace)
		c.matched = c.saved
		c.matched[c.Active()] = workspace.Shared{} // it leads
	}
	return true
}

// match returns the view of the other side after the view of a side has changed.
func (c *Comparison) match(of, other *workspace.Shared, lead int) workspace.Shared {
	v, last := *of, &c.matched[lead]
	v.Viewpoint.Moment, v.From, v.Step, v.Steps, v.History = other.Moment, other.From, other.Step, other.Steps, other.History
	v.Interval, v.Speed, v.Loop = other.Interval, other.Speed, other.Loop
	v.Selected, v.Selection = other.Selected, other.Selection
	if !c.Off && timesOf(of) != timesOf(last) {
		c.couple(&v, of, lead)
	}
	if d := c.Differences.diff(); d != nil && !slices.Equal(of.Selection, last.Selection) {
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
func (c *Comparison) take(side int, v workspace.Shared) {
	t := c.Sides[side]
	if now := workspace.SharedBy(t.Workspace); !now.Equal(v) {
		t.Workspace.Do(workspace.MatchView{Shared: v})
		t.Stale, t.Motion, t.zooming = true, Motion{}, Zooming{} // it turns together with the other side
	}
}

// SideOf returns the side of a trace; 0 without a comparison.
func (c *Comparison) SideOf(t *Trace) int {
	return max(0, slices.Index(c.Sides[:], t))
}

// Folds reports whether the panels beside the scene are folded away.
func (c *Comparison) Folds() bool { return c.Visible() && !c.Open }

// busy reports whether the differences are being computed.
func (c *Comparison) busy() bool {
	return c.Compares() && c.Ready && c.Differences.busy()
}

// chooseCoupling couples the sides, or lets them go. The active one leads. Marks that are not set
// yet are the present moments.
func (c *Comparison) chooseCoupling(off bool, by command.Coupling) {
	c.Off, c.By = off, by
	if by == command.ByMarks && c.Marks[0] == c.Marks[1] {
		for i, t := range c.Sides {
			c.Marks[i] = t.Workspace.Look.Moment
		}
	}
	c.matched[c.Active()] = workspace.Shared{}
}

// lineUp couples the sides at their present moments.
func (c *Comparison) lineUp() {
	c.Marks = [2]tracefeed.Time{}
	c.chooseCoupling(false, command.ByMarks)
}

// CompareWith compares the trace shown with another one, if that is open; the one opened
// first is before.
func (s *Session) CompareWith(other *Trace) {
	at, shown := slices.Index(s.Traces, other), slices.Index(s.Traces, s.Shown)
	switch {
	case at < 0 || other == s.Shown:
	case at < shown:
		s.Comparison.Begin(other, s.Shown)
	default:
		s.Comparison.Begin(s.Shown, other)
	}
}

// isCalled reports whether a name or a path is the one of a trace; "" fits all.
func isCalled(name string, t *Trace) bool {
	return name == "" || name == t.Opened() || name == t.Workspace.Name
}

// isAs reports whether a comparison is as a command says.
func isAs(want command.Compare, c *Comparison) bool {
	on := c.Compares()
	return on == want.On && (!on || isCalled(want.With, c.Other()))
}

// compare compares the trace shown with another one, or ends the comparison.
func (s *Session) compare(want command.Compare) {
	n := len(s.Traces)
	i := slices.IndexFunc(s.Traces, func(t *Trace) bool { return t != s.Shown && isCalled(want.With, t) })
	switch {
	case isAs(want, &s.Comparison):
	case !want.On:
		s.Comparison.endByUser()
	case want.With != "" && i < 0:
		s.Opener.open(Request{Paths: []string{want.With}, beside: s.Shown})
	case want.With != "":
		s.CompareWith(s.Traces[i])
	case n < 2:
		s.Messages.Chose("Open a second trace to compare with this one.")
	default:
		s.CompareWith(s.Traces[(slices.Index(s.Traces, s.Shown)+1)%n])
	}
}

// showBeside shows another workspace beside the shown one, or ends that.
func (s *Session) showBeside() {
	ws := s.Shown.Workspace
	switch other := ws.Spaces.Beside(ws.Shown); {
	case s.Comparison.ShowsSpaces():
		s.Comparison.endByUser()
	case other == ws.Shown:
		s.Messages.Chose("There is no other workspace. Open a slice as workspace first: Slices > Open the slice as workspace.")
	default:
		s.Comparison.beginSpaces(other)
	}
}
