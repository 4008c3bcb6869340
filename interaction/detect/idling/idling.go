// Package idling tells which threads idle in a trace: they wait for the next event of a loop that
// package handler found.
//
// Only stacks acquit: a thread whose stack is not known, or in a trace without found loops, is not
// idle.
package idling

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"tiv/handler"
	"tiv/interaction/detect/ending"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Threads finds the loops of a trace once they are needed. That reads the trace again, so it is not
// done for a trace that grows: in one, no thread is idle.
type Threads struct {
	ctx  context.Context
	tl   *timeline.Timeline
	idle *handler.Idle
	read bool
}

// New returns the idle threads of a trace. Once ctx is done, none is idle.
func New(ctx context.Context, tl *timeline.Timeline) *Threads { return &Threads{ctx: ctx, tl: tl} }

// loop returns the loop for whose next event a thread waits in a span; "" for none.
func (x *Threads) loop(s *timeline.Span) string {
	waits := s.State == tracefeed.Suspended || s.State == tracefeed.IO
	if !waits || s.Stack == tracefeed.NoStack || !x.tl.Complete {
		return ""
	}
	if !x.read {
		x.idle, x.read = handler.FindIdle(x.ctx, x.tl), true
	}
	return x.idle.Loop(s.State, s.Stack)
}

// Found returns the idle waits of the trace; nil if they were not needed.
func (x *Threads) Found() *handler.Idle { return x.idle }

// AtEnd returns the loop for whose next event a thread waits at the end of what is known of it; ""
// for none.
func (x *Threads) AtEnd(t tracefeed.ThreadID) string {
	s, _ := ending.LastKnown(x.tl, t)
	return x.loop(&s)
}

// Loop is the threads that wait for the next event of a loop.
type Loop struct {
	// Func is the function of the loop, Threads their number.
	Func    string
	Threads int
}

// Loops returns the loops for whose next events threads wait at the end, those with the most
// threads first, then by name.
func (x *Threads) Loops(threads []tracefeed.ThreadID) (list []Loop) {
	of := map[string]int{}
	for _, t := range threads {
		if f := x.AtEnd(t); f != "" {
			of[f]++
		}
	}
	for f, n := range of {
		list = append(list, Loop{f, n})
	}
	slices.SortFunc(list, func(a, b Loop) int {
		return cmp.Or(cmp.Compare(b.Threads, a.Threads), strings.Compare(a.Func, b.Func))
	})
	return list
}

// Within returns the loop for whose next events threads waited longest in an interval, if they were
// idle for at least half of the time in which those of them that were idle at all were suspended;
// "" otherwise. It reads the interval once.
func (x *Threads) Within(threads []tracefeed.ThreadID, from, to tracefeed.Time) string {
	of := make([]bool, len(x.tl.Threads))
	for _, t := range threads {
		of[t] = true
	}
	idle, by, suspended := map[tracefeed.ThreadID]tracefeed.Time{}, map[string]tracefeed.Time{}, map[tracefeed.ThreadID]tracefeed.Time{}
	x.tl.EachSpan(x.ctx, of, from, to, func(t tracefeed.ThreadID, s *timeline.Span, end tracefeed.Time) {
		d := min(end, to) - max(s.Start, from)
		if s.State == tracefeed.Suspended {
			suspended[t] += d
		}
		if f := x.loop(s); f != "" {
			idle[t] += d
			by[f] += d
		}
	})
	sum, most := tracefeed.Time(0), ""
	for t, d := range idle {
		sum += suspended[t] - 2*d
	}
	for f, d := range by {
		if most == "" || d > by[most] || d == by[most] && f < most {
			most = f
		}
	}
	if sum > 0 || len(idle) == 0 || x.ctx.Err() != nil {
		return ""
	}
	return most
}
