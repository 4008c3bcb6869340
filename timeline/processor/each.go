package processor

import (
	"context"
	"slices"

	"tiv/block"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Kind says what is known of a processor in a stretch of time.
type Kind uint8

// The kinds. Time in no stretch is that of no thread.
const (
	// One thread was on the processor.
	One Kind = iota
	// Several threads were on it at once, which contradicts itself.
	Several
	// Unknown: the trace does not say.
	Unknown
)

// Stretch is a time in which one thing is known of a processor.
type Stretch struct {
	Start, End tracefeed.Time
	CPU        tracefeed.CPU
	// Thread is the one on it; of several, one of them.
	Thread tracefeed.ThreadID
	Kind   Kind
}

// Run is a time in which a thread was on a processor.
type Run struct {
	Start, End tracefeed.Time // can be equal
	CPU        tracefeed.CPU
	Thread     tracefeed.ThreadID
}

// Visitor receives stretches and runs. Functions that are nil are not called.
type Visitor struct {
	// Stretch is called in order of time for each processor, but not across processors. Runs
	// that follow each other are stretches of their own.
	Stretch func(Stretch)
	// Run is called at the end of each run, in order of time for each thread.
	Run func(Run)
	// progress is called with the part that has been read, from 0 to 1.
	progress func(float64)
}

// Each calls the functions of v for all that overlaps [from, to), and for runs of no length in
// it. What goes on when the reading ends is passed on as ending there; Each returns that time,
// which is to or later. Unless from is 0, unknown stretches can be missing: those that begin
// before the first run that was read.
//
// The cost grows with the events in the interval, and with those since the last Run of the
// threads that run at its begin. Once ctx is done, Each returns early.
func Each(ctx context.Context, tl *timeline.Timeline, from, to tracefeed.Time, v Visitor) (end tracefeed.Time) {
	from, to = max(from, 0), min(to, tl.End)
	w := walk{v: v, from: from, to: to, threads: make([]thread, len(tl.Threads)), processors: map[tracefeed.CPU]*processor{}, lost: -1}
	w.begin = knownFrom(ctx, tl, from)
	tl.EachPage(ctx, w.begin, to, func(p *timeline.Page) {
		if v.progress != nil {
			v.progress(float64(max(p.Start-from, 0)) / float64(max(to-from, 1)))
		}
		w.page(p)
	})
	if ctx.Err() == nil {
		if to >= tl.End {
			w.now = tl.End
		}
		w.finish()
	}
	return w.now
}

// Named returns processors that a trace names where threads begin to run, sorted: those of the
// first page that does so. It looks at the first pages only; none means that they have none.
func Named(tl *timeline.Timeline) (list []tracefeed.CPU) {
	const looked = 8
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	pages := 0
	tl.EachPage(ctx, 0, tl.End, func(p *timeline.Page) {
		for i := range p.Table {
			if p.Table[i].Kind == tracefeed.Run && p.Table[i].Fields&block.HasCPU != 0 {
				list = slices.Clone(p.CPUs)
			}
		}
		if pages++; list != nil || pages == looked {
			stop()
		}
	})
	slices.Sort(list)
	return slices.Compact(list)
}

// knownFrom returns a time from which on the events have the processors of all threads that run
// at a time, as far as the trace has them.
func knownFrom(ctx context.Context, tl *timeline.Timeline, at tracefeed.Time) (from tracefeed.Time) {
	from = at
	for from > 0 && ctx.Err() == nil {
		since, first := runningSince(ctx, tl, from, at)
		if since > first {
			return from
		}
		// The last Run of that thread can be anywhere since then.
		from = max(since-1, first-2*(at-first)-1, 0)
	}
	return from
}

// carried is a thread that has run since before the events that were read: since when, and on
// which processor it is, NoCPU if no event says so.
type carried struct {
	since tracefeed.Time
	on    tracefeed.CPU
}

// runningSince returns the earliest begin of a span that runs all the time from the page of time
// from to time at, on one processor at most, and the begin of that page; a later time if there is
// none. Such a thread can have got its processor earlier.
func runningSince(ctx context.Context, tl *timeline.Timeline, from, at tracefeed.Time) (since, first tracefeed.Time) {
	open := map[tracefeed.ThreadID]*carried{}
	begun := false
	tl.EachPage(ctx, from, at, func(p *timeline.Page) {
		if p.Restart {
			clear(open)
		}
		if !begun {
			begun, first = true, p.Start
			for i := range p.OpenSpans {
				if o := &p.OpenSpans[i]; o.State == tracefeed.Running {
					open[o.Thread] = &carried{since: p.Span(o.Thread).Start}
				}
			}
		}
		for t, x := range open {
			if g := p.Group(t); g >= 0 && x.ends(p, g, at) {
				delete(open, t)
			}
		}
	})
	since = first + 1
	for _, x := range open {
		since = min(since, x.since)
	}
	return since, first
}

// ends reports whether a group has, up to a time, an event that takes the thread from its
// processor.
func (x *carried) ends(p *timeline.Page, g int, at tracefeed.Time) bool {
	var ev tracefeed.Event
	for events := p.Events(g); ; {
		state, ok := events.Next(&ev)
		if !ok || ev.Time > at {
			return false
		}
		if state != tracefeed.Running {
			return true
		}
		if ev.Kind == tracefeed.Run && ev.CPU != tracefeed.NoCPU {
			if x.on != tracefeed.NoCPU && x.on != ev.CPU {
				return true
			}
			x.on = ev.CPU
		}
	}
}
