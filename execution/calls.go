package execution

import (
	"context"
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// Call is one execution of a function by a thread.
type Call struct {
	Thread   tracefeed.ThreadID
	Function tracefeed.NameID
	// Stack is the stack of the thread at the entry, if the trace has it.
	Stack tracefeed.StackID
	// Depth is the number of open calls at the entry, as far as they are known: 0 for
	// a call without an entry.
	Depth int
	// Start is where the calls of the thread begin to be known if Entered is false.
	// End is the end of the query, or where the calls of the thread cease to be known,
	// if Left is false.
	Start, End tracefeed.Time
	// Entered and Left say that the trace has the entry and the exit.
	Entered, Left bool
}

// Region is a part of a thread's time that the program marks.
type Region struct {
	Thread tracefeed.ThreadID
	Name   tracefeed.NameID
	// Task is the number of the region's task, 0 for none.
	Task int64
	// The other fields are those of a call.
	Stack         tracefeed.StackID
	Start, End    tracefeed.Time
	Entered, Left bool
}

// Counts are the calls and regions that a query left out.
type Counts struct {
	// Deep is the number of calls and regions that began in the interval at a depth of
	// timeline.MaxCallDepth or more.
	Deep int64
	// Unbalanced is the number of exits in the interval that contradict the entries.
	Unbalanced int64
}

// EachCall calls f for each measured call that overlaps the interval. Calls of a thread
// come in order of their ends; an inner call comes before the calls around it.
//
// What comes after the interval is not read: a call that lasts longer is cut, and one
// without an entry is not found if its exit is later. The cost grows with the events in
// the interval, the memory with the calls that are open at once. Once ctx is done, it
// returns early.
func EachCall(ctx context.Context, tl *timeline.Timeline, q Query, f func(Call)) Counts {
	return eachEnded(ctx, tl, q, func(t tracefeed.ThreadID, c *timeline.EndedCall) {
		if !c.Region {
			f(Call{Thread: t, Function: c.Name, Stack: c.Stack, Depth: c.Depth, Start: c.Start, End: c.End, Entered: c.Entered,
				Left: c.Left})
		}
	})
}

// EachRegion is EachCall for regions.
func EachRegion(ctx context.Context, tl *timeline.Timeline, q Query, f func(Region)) Counts {
	return eachEnded(ctx, tl, q, func(t tracefeed.ThreadID, c *timeline.EndedCall) {
		if c.Region {
			f(Region{Thread: t, Name: c.Name, Task: c.Object, Stack: c.Stack, Start: c.Start, End: c.End, Entered: c.Entered, Left: c.Left})
		}
	})
}

// eachEnded calls f for the calls and regions that overlap the interval.
func eachEnded(ctx context.Context, tl *timeline.Timeline, q Query, f func(tracefeed.ThreadID, *timeline.EndedCall)) Counts {
	w := callWalk{tl: tl, q: q, f: f, open: map[tracefeed.ThreadID]*timeline.CallStack{}, first: true}
	q.eachPage(ctx, tl, w.page)
	if ctx.Err() == nil {
		w.endAll(min(q.To, tl.End))
	}
	return w.counts
}

// callWalk follows the calls of many threads from page to page.
type callWalk struct {
	tl    *timeline.Timeline
	q     Query
	f     func(tracefeed.ThreadID, *timeline.EndedCall)
	first bool // no page was read
	// knownSince is that of the page.
	knownSince tracefeed.Time
	// open are the stacks of the threads that have open calls or regions.
	open   map[tracefeed.ThreadID]*timeline.CallStack
	counts Counts
}

// page adds the events of a page.
func (w *callWalk) page(p *timeline.Page) {
	if w.first || p.Restart {
		w.endAll(p.Start)
		for i := range p.OpenCalls {
			if t := p.OpenCalls[i].Thread; w.q.includes(t) {
				w.open[t] = stackAt(p, t)
			}
		}
	}
	w.first, w.knownSince = false, p.KnownSince
	if !hasKind(p, tracefeed.CallEnter, tracefeed.CallExit, tracefeed.RegionStart, tracefeed.RegionEnd) && len(w.open) == 0 {
		return
	}
	for g, group := range p.Groups {
		if group.Thread != tracefeed.NoThread && w.q.includes(group.Thread) {
			w.group(p, g, group.Thread)
		}
	}
}

// stackAt returns the stack of a thread at the start of a page.
func stackAt(p *timeline.Page, t tracefeed.ThreadID) *timeline.CallStack {
	s := &timeline.CallStack{Dead: p.OpenSpan(t) == nil}
	if o := p.OpenCallsOf(t); o != nil {
		s.OpenCalls = *o
		s.Calls, s.Regions = slices.Clone(o.Calls), slices.Clone(o.Regions)
	}
	s.Thread = t
	return s
}

// group adds the events of a thread in a page.
func (w *callWalk) group(p *timeline.Page, g int, t tracefeed.ThreadID) {
	group := p.Groups[g]
	if !slices.ContainsFunc(p.Codes[group.First:group.First+group.Len], func(c uint8) bool { return timeline.CallKind(p.Table[c].Kind) }) {
		return
	}
	s := w.open[t]
	if s == nil {
		s = stackAt(p, t)
	}
	unbalanced := s.Unbalanced
	eachEvent(p, g, func(ev *tracefeed.Event, state tracefeed.State) {
		if ev.Time >= w.q.To && (ev.Time < w.tl.End || w.q.To < w.tl.End) {
			return
		}
		s.Apply(ev, state, func(c *timeline.EndedCall) { w.end(s, c) })
		if isIn := ev.Time >= w.q.From; isIn &&
			(ev.Kind == tracefeed.CallEnter && s.MoreCalls > 0 || ev.Kind == tracefeed.RegionStart && s.MoreRegions > 0) {
			w.counts.Deep++
		} else if !isIn {
			unbalanced = s.Unbalanced
		}
	})
	w.counts.Unbalanced += s.Unbalanced - unbalanced
	if w.open[t] = s; s.Empty() {
		delete(w.open, t)
	}
}

// end passes a call that has ended to w.f if it overlaps the interval.
func (w *callWalk) end(s *timeline.CallStack, c *timeline.EndedCall) {
	if !c.Entered {
		born, _ := w.tl.Lane(s.Thread).Life()
		c.Start = min(c.End, max(w.knownSince, born, s.Since))
	}
	if w.q.overlaps(w.tl, c.Start, c.End) {
		w.f(s.Thread, c)
	}
}

// endAll ends all open calls, thread by thread.
func (w *callWalk) endAll(at tracefeed.Time) {
	for t := range w.q.Of {
		if s := w.open[tracefeed.ThreadID(t)]; s != nil {
			s.EndAll(at, func(c *timeline.EndedCall) { w.end(s, c) })
		}
	}
	clear(w.open)
}
