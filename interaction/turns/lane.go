package turns

import (
	"context"
	"slices"
	"sort"

	"tiv/interaction"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Turn is an interval without a change of the owners of a lock. Without an owner, the lock is free, and no thread waits
// for it.
type Turn struct {
	Step
	Start, End tracefeed.Time
	// Holders are the owners, by thread.
	Holders []tracefeed.ThreadID
	// Earlier says that the turn began before Start, Later that it ends after End: outside the lane.
	Earlier, Later bool
	// Waiters is the number of threads that waited for the lock in the turn.
	Waiters int
}

// Lane is the history of one lock, for a picture with a column for each step of a grid.
type Lane struct {
	Grid
	// To is the end of the last column: of the grid, or of the trace before.
	To    tracefeed.Time
	Steps []Step
	// Turns are those that fill a column or more, in order. Shorter ones are only in Steps.
	Turns []Turn
}

// LaneOf returns the lane of a lock. It costs as much as Of. Once ctx is done, it returns early, with a lane that is
// not complete.
func LaneOf(ctx context.Context, tl *timeline.Timeline, lock tracefeed.MonitorID, g Grid) Lane {
	from, to := g.in(tl)
	l := Lane{Grid: g, To: to, Steps: make([]Step, g.Steps)}
	columns, long := newAdder(g), longTurns{tl: tl, lock: lock}
	if !tl.HandedOver(lock) {
		tl.Holding(lock).Each(from, to, func(start, end tracefeed.Time, owners []tracefeed.ThreadID) {
			columns.own(0, start, end, owners)
			if l.fills(start, end) {
				long.owners(start, end, owners, from, to)
			}
		})
	}
	inLong, last := newAdder(&long), map[tracefeed.ThreadID]int{}
	for i := range long.list {
		inLong.own(0, long.list[i].Start, long.list[i].End, long.list[i].Holders)
	}
	interaction.EachLockEdge(ctx, tl, func(m tracefeed.MonitorID) bool { return m == lock }, from, to, func(e interaction.Edge) {
		columns.wait(0, e)
		inLong.wait(0, e)
		long.each(e.Start, e.End, func(i int, _, _ tracefeed.Time) {
			if last[e.Blocked] <= i { // the edges of a thread are in order of time
				last[e.Blocked] = i + 1
				long.list[i].Waiters++
			}
		})
	})
	columns.fill(func(_, i int) *Step { return &l.Steps[i] })
	inLong.fill(func(_, i int) *Step { return &long.list[i].Step })
	l.Turns = slices.DeleteFunc(long.list, func(t Turn) bool { return len(t.Holders) == 0 && len(t.Waited) > 0 })
	return l
}

// fills reports whether a whole column lies in an interval.
func (l *Lane) fills(start, end tracefeed.Time) bool {
	from, to := l.column(int((start - l.From + l.Step - 1) / l.Step))
	return from < to && to <= end
}

// column returns the interval of a column.
func (l *Lane) column(i int) (start, end tracefeed.Time) {
	start = min(l.From+l.Step*tracefeed.Time(i), l.To)
	if end = l.To; l.To-start > l.Step {
		end = start + l.Step
	}
	return start, end
}

// Each calls f for the parts of the lane, in order and without gaps: the whole columns of a turn, or else one column.
// Its turn is nil then.
func (l *Lane) Each(f func(start, end tracefeed.Time, s *Step, turn *Turn)) {
	rest := l.Turns
	for i := 0; i < len(l.Steps); i++ {
		start, end := l.column(i)
		if start == end {
			return
		}
		for len(rest) > 0 && rest[0].End < end {
			rest = rest[1:]
		}
		if len(rest) == 0 || rest[0].Start > start {
			f(start, end, &l.Steps[i], nil)
			continue
		}
		for i+1 < len(l.Steps) {
			if _, next := l.column(i + 1); next > rest[0].End {
				break
			}
			i++
		}
		_, end = l.column(i)
		f(start, end, &rest[0].Step, &rest[0])
	}
}

// EachColumn calls f for the columns, in order.
func (l *Lane) EachColumn(f func(start, end tracefeed.Time, s *Step)) {
	for i := range l.Steps {
		if start, end := l.column(i); start < end {
			f(start, end, &l.Steps[i])
		}
	}
}

// Longest returns the length of the longest queue of the lane, the mean of a column.
func (l *Lane) Longest() (longest float64) {
	l.EachColumn(func(start, end tracefeed.Time, s *Step) { longest = max(longest, s.Queue(end-start)) })
	return longest
}

// longTurns are turns of a lock that fill columns.
type longTurns struct {
	tl   *timeline.Timeline
	lock tracefeed.MonitorID
	list []Turn
}

// owners adds a turn in a lane from one time to another.
func (l *longTurns) owners(start, end tracefeed.Time, owners []tracefeed.ThreadID, from, to tracefeed.Time) {
	t := Turn{Start: start, End: end, Holders: slices.Clone(owners)}
	at := func(time tracefeed.Time) bool { return slices.Equal(l.tl.Holds(l.lock).At(time), owners) }
	t.Earlier = start == from && from > 0 && at(from-1)
	t.Later = end == to && to < l.tl.End && at(to)
	l.list = append(l.list, t)
}

// each calls f for each turn that an interval touches, with the part of the interval in it.
func (l *longTurns) each(start, end tracefeed.Time, f func(i int, start, end tracefeed.Time)) {
	first := sort.Search(len(l.list), func(i int) bool { return l.list[i].End > start })
	for i := first; i < len(l.list) && l.list[i].Start < end; i++ {
		f(i, max(start, l.list[i].Start), min(end, l.list[i].End))
	}
}
