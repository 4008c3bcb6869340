package main

import (
	"context"
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// label says for whom a thread works: for a request, from 1 on, or one of the constants below.
type label struct {
	request int
	all     []int // the requests, if those are several
}

const (
	several  = -2
	unmarked = -1
	nobody   = 0
)

// is reports whether two labels are the same.
func (l label) is(o label) bool { return l.request == o.request && slices.Equal(l.all, o.all) }

// requests returns the requests for which the thread works, in order.
func (l label) requests() []int {
	if l.request > nobody {
		return []int{l.request}
	}
	return l.all
}

// isAmong reports whether the thread works for some of a list of requests only.
func (l label) isAmong(list []int) bool {
	of := l.requests()
	return len(of) > 0 && !slices.ContainsFunc(of, func(n int) bool { return !slices.Contains(list, n) })
}

// stretch is an interval of a thread in which neither its state nor the truth changes.
type stretch struct {
	start, end tracefeed.Time
	label
	state tracefeed.State
	// stopped is true if the thread is suspended by the collector, or its wait is over: another
	// one has woken it, or given it an item.
	stopped bool
	// called is true within a call or a region that is recorded because it begins a task.
	called bool
}

// idle reports whether the program has not said for whom the thread works, and it waits: so
// for none. Libraries of an application are not marked: within a call that begins a task they
// wait for it, and what they read and write does not wait for the next one.
func (s *stretch) idle(application bool) bool {
	waits := s.state == tracefeed.Suspended || s.state == tracefeed.IO
	if application {
		waits = s.state == tracefeed.Suspended && !s.called
	}
	return s.request == unmarked && waits && !s.stopped
}

// marked is a thread, as far as its events were read.
type marked struct {
	open    []label
	calls   int // open ones that are no marks
	last    stretch
	stopped bool
}

// follow follows calls and marks.
func (t *marked) follow(ev *tracefeed.Event, marks *marks) {
	switch mark, begins, ok := marks.of(ev); {
	case ok && begins:
		t.open = append(t.open, mark)
	case ok && len(t.open) > 0:
		t.open = t.open[:len(t.open)-1]
	case ev.Kind == tracefeed.CallEnter || ev.Kind == tracefeed.RegionStart:
		t.calls++
	case ev.Kind == tracefeed.CallExit || ev.Kind == tracefeed.RegionEnd:
		t.calls = max(0, t.calls-1)
	}
}

// truth returns the stretches of all threads, by thread and time.
func truth(ctx context.Context, tl *timeline.Timeline) [][]stretch {
	marks := marksOf(ctx, tl)
	all, threads := make([][]stretch, len(tl.Threads)), make([]marked, len(tl.Threads))
	for i := range threads {
		threads[i].last = stretch{label: label{request: unmarked}, state: tracefeed.NotAlive}
	}
	change := func(id tracefeed.ThreadID, now tracefeed.Time, state tracefeed.State) {
		t := &threads[id]
		mark := label{request: unmarked}
		if n := len(t.open); n > 0 {
			mark = t.open[n-1]
		}
		next := stretch{start: now, label: mark, state: state, stopped: t.stopped, called: t.calls > 0}
		if mark.is(t.last.label) && state == t.last.state && t.stopped == t.last.stopped && next.called == t.last.called {
			return
		}
		if t.last.end = now; t.last.start < now && t.last.state != tracefeed.NotAlive {
			all[id] = append(all[id], t.last)
		}
		t.last = next
	}
	eachEvent(ctx, tl, func(ev *tracefeed.Event, state tracefeed.State) {
		t := &threads[ev.Thread]
		switch {
		case ev.Kind == tracefeed.SuspendStart, ev.Kind == tracefeed.IOStart:
			t.stopped = ev.Cause == tracefeed.CauseCollector
		case ev.Kind == tracefeed.Wake, ev.Kind == tracefeed.Take && ev.Value > 0:
			t.stopped = true
		}
		t.follow(ev, marks)
		change(ev.Thread, ev.Time, state)
	})
	for id := range threads {
		change(tracefeed.ThreadID(id), tl.End, tracefeed.NotAlive)
	}
	return all
}

// eachEvent calls f with all events of threads, those of a thread in order of time, and the state
// after them.
func eachEvent(ctx context.Context, tl *timeline.Timeline, f func(*tracefeed.Event, tracefeed.State)) {
	var ev tracefeed.Event
	tl.EachPage(ctx, 0, tl.End, func(p *timeline.Page) {
		for g := range p.Groups {
			events := p.Events(g)
			for {
				state, ok := events.Next(&ev)
				if !ok {
					break
				}
				if ev.Thread != tracefeed.NoThread {
					f(&ev, state)
				}
			}
		}
	})
}
