package plate

import (
	"context"
	"slices"

	"tiv/interaction/turns"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// syncEvents is the number of events up to which a frame reads the turns at locks itself, although its
// Builder has a limit: in playback it is those of a few steps.
const syncEvents = 100_000

// Cache holds the turns at the locks of the last picture, so that a frame reads only the steps that come
// into view.
type Cache struct {
	input   input
	locks   map[key]*history
	pending bool // some steps of the last picture are missing
	run     *run
}

// input is the part of a picture that turns depend on, besides its locks. Steps of the grid are counted
// from the start of the trace: those from first on are shown, and the moment lies in the one of number
// cut, or at its end.
type input struct {
	tl         *timeline.Timeline
	step       tracefeed.Time
	first, cut tracefeed.Time
	moment     tracefeed.Time
	locks      [][]tracefeed.MonitorID
}

// key identifies a lock, or several that are one object.
type key struct {
	first tracefeed.MonitorID
	count int
}

func keyOf(monitors []tracefeed.MonitorID) key { return key{monitors[0], len(monitors)} }

// history is the turns at one lock: whole steps, the first of which has the number first, and the part
// of a step up to the moment at.
type history struct {
	first tracefeed.Time
	steps []turns.Step
	last  turns.Step
	at    tracefeed.Time
}

// end returns the number of the step after the last one.
func (h *history) end() tracefeed.Time { return h.first + tracefeed.Time(len(h.steps)) }

// lacks returns the numbers of the whole steps from a up to b that are missing, from lo up to hi.
func (h *history) lacks(a, b tracefeed.Time) (lo, hi tracefeed.Time) {
	switch end := h.end(); {
	case a >= h.first && b <= end:
		return a, a
	case a >= h.first && a <= end:
		return end, b
	case b >= h.first && b <= end:
		return a, h.first
	}
	return a, b
}

// store adds whole steps from number lo on that are next to the others, or replaces these.
func (h *history) store(lo tracefeed.Time, steps []turns.Step) {
	switch hi := lo + tracefeed.Time(len(steps)); {
	case len(h.steps) > 0 && lo == h.end():
		h.steps = append(h.steps, steps...)
	case len(h.steps) > 0 && hi == h.first:
		h.first, h.steps = lo, append(steps, h.steps...)
	default:
		h.first, h.steps = lo, steps
	}
}

// grow adds the part of a step up to the last moment to the whole steps, if it is one and the next before b.
func (h *history) grow(step, b tracefeed.Time) {
	if n := h.end(); len(h.steps) > 0 && n < b && h.at == (n+1)*step {
		h.steps = append(h.steps, h.last)
	}
}

// trim drops the whole steps before a, and those from b on.
func (h *history) trim(a, b tracefeed.Time) {
	if b < h.end() {
		h.steps = h.steps[:max(0, b-h.first)]
	}
	if n := min(a-h.first, tracefeed.Time(len(h.steps))); n > 0 {
		h.first, h.steps = h.first+n, slices.Clone(h.steps[n:])
	}
}

// update reads the turns at some locks in the steps of a look up to its moment, as far as that is
// little work; see Pending. With maxEvents 0 it reads all.
func (c *Cache) update(tl *timeline.Timeline, look *view.Look, bodies []Body, maxEvents int) {
	locks := make([][]tracefeed.MonitorID, len(bodies))
	for i := range bodies {
		locks[i] = bodies[i].Monitors
	}
	g := look.Grid()
	in := input{tl: tl, step: g.Step, first: max(g.From, 0) / g.Step, cut: max(0, g.Moment-1) / g.Step, moment: g.Moment, locks: locks}
	if in.tl != c.input.tl || in.step != c.input.step || c.locks == nil {
		c.locks = map[key]*history{}
	}
	c.input, c.pending = in, false
	limit := min(maxEvents, syncEvents)
	if maxEvents == 0 {
		limit = tl.Events(0, tl.End)
	}
	kept := map[key]*history{}
	for _, l := range locks {
		h := c.locks[keyOf(l)]
		if h == nil {
			h = &history{at: -1}
		}
		h.grow(in.step, in.cut)
		h.trim(in.first, in.cut)
		kept[keyOf(l)] = h
	}
	c.locks = kept
	for _, p := range c.missing() {
		if tl.Events(p.grid.From, p.to()) > limit {
			c.pending = true
			continue
		}
		p.read(context.Background(), tl)
		c.take(&p)
	}
}

// Pending reports whether steps of the last picture are missing.
func (c *Cache) Pending() bool { return c.pending }

// part is the turns at some locks in some steps. Of the step that the moment cuts it is the part up to
// the moment.
type part struct {
	locks [][]tracefeed.MonitorID
	grid  turns.Grid
	cut   bool
	steps [][]turns.Step
}

// to returns the end of the part.
func (p *part) to() tracefeed.Time { return p.grid.From + p.grid.Step*tracefeed.Time(p.grid.Steps) }

// read reads the steps of the part.
func (p *part) read(ctx context.Context, tl *timeline.Timeline) {
	p.steps = turns.Of(ctx, tl, p.locks, p.grid)
}

// missing returns the parts that the picture lacks, without their steps.
func (c *Cache) missing() (parts []part) {
	in := &c.input
	var cut [][]tracefeed.MonitorID
	for _, l := range in.locks {
		h := c.locks[keyOf(l)]
		if h.at != in.moment {
			cut = append(cut, l)
		}
		lo, hi := h.lacks(in.first, in.cut)
		if lo == hi {
			continue
		}
		g := turns.Grid{From: lo * in.step, Step: in.step, Steps: int(hi - lo)}
		if i := slices.IndexFunc(parts, func(p part) bool { return p.grid == g }); i >= 0 {
			parts[i].locks = append(parts[i].locks, l)
		} else {
			parts = append(parts, part{locks: [][]tracefeed.MonitorID{l}, grid: g})
		}
	}
	if start := in.cut * in.step; len(cut) > 0 && start < in.moment {
		parts = append(parts, part{locks: cut, cut: true, grid: turns.Grid{From: start, Step: in.moment - start, Steps: 1}})
	}
	return parts
}

// take takes over the steps of a part.
func (c *Cache) take(p *part) {
	for k, l := range p.locks {
		h := c.locks[keyOf(l)]
		switch {
		case h == nil:
		case p.cut:
			h.last, h.at = p.steps[k][0], p.to()
		default:
			h.store(p.grid.From/p.grid.Step, p.steps[k])
		}
	}
}

// each calls f for each step of a lock that is known, from the first to that of the moment, with the
// interval that it covers.
func (c *Cache) each(monitors []tracefeed.MonitorID, f func(s *turns.Step, start, end tracefeed.Time)) {
	h, in := c.locks[keyOf(monitors)], &c.input
	if h == nil {
		return
	}
	for i := range h.steps {
		start := (h.first + tracefeed.Time(i)) * in.step
		f(&h.steps[i], start, start+in.step)
	}
	if h.at == in.moment {
		f(&h.last, in.cut*in.step, in.moment)
	}
}

// StepAt returns the step of a lock at a time, and the interval that it covers; ok is false if it is not
// known. The moment belongs to the step before it.
func (c *Cache) StepAt(monitors []tracefeed.MonitorID, t tracefeed.Time) (s turns.Step, start, end tracefeed.Time, ok bool) {
	c.each(monitors, func(step *turns.Step, from, to tracefeed.Time) {
		if from <= t && t < to || t == to && to == c.input.moment {
			s, start, end, ok = *step, from, to, true
		}
	})
	return s, start, end, ok
}
