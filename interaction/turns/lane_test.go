package turns_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/interaction/turns"
	"tiv/internal/oracle"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
)

// owners is an interval in which the owners of a lock do not change.
type owners struct {
	start, end tracefeed.Time
	threads    []tracefeed.ThreadID
}

// ownersOf returns the owners of a lock over a whole trace.
func ownersOf(h oracle.History, lock tracefeed.MonitorID) (list []owners) {
	for _, m := range h {
		of := m.Owners[lock]
		if n := len(list); n > 0 && slices.Equal(list[n-1].threads, of) {
			list[n-1].end = m.End
		} else {
			list = append(list, owners{m.Start, m.End, of})
		}
	}
	return list
}

// turn is a turn as the rules of the oracle have it: one of owners, cut at the ends of a lane.
func (o owners) turn(h oracle.History, lock tracefeed.MonitorID, from, to tracefeed.Time) turns.Turn {
	t := turns.Turn{Start: max(o.start, from), End: min(o.end, to), Earlier: o.start < from, Later: o.end > to, Holders: o.threads}
	t.Step = wanted(h, []tracefeed.MonitorID{lock}, t.Start, t.End-t.Start, 1)[0]
	var waited []tracefeed.ThreadID
	for _, e := range h.Window(t.Start, t.End).Edges() {
		if !e.Signal && e.Monitor == lock && e.Time > 0 && !slices.Contains(waited, e.Blocked) {
			waited = append(waited, e.Blocked)
		}
	}
	t.Waiters = len(waited)
	return t
}

// equalTurns reports whether two turns are the same.
func equalTurns(a, b turns.Turn) bool {
	return a.Start == b.Start && a.End == b.End && a.Earlier == b.Earlier && a.Later == b.Later && a.Waiters == b.Waiters &&
		slices.Equal(a.Holders, b.Holders) && slices.Equal(a.Held, b.Held) && slices.Equal(a.Waited, b.Waited)
}

// differLane compares a lane with the oracle, and its parts with its interval.
func differLane(trace oracle.Trace, rng *rand.Rand) error {
	tl, err := reduced.Timeline(trace.Feed(), timeline.Tuning{PageEvents: rng.IntN(2) * rng.IntN(40)})
	if err != nil || len(tl.Monitors) < 2 {
		return err
	}
	h, lock := oracle.Replay(trace), tracefeed.MonitorID(1+rng.IntN(len(tl.Monitors)-1))
	step := max(1, h.End()/tracefeed.Time(1+rng.IntN(40)))
	g := turns.Grid{From: tracefeed.Time(rng.Int64N(int64(h.End()) + 1)), Step: step, Steps: 1 + rng.IntN(40)}
	if rng.IntN(2) == 0 {
		g.From = 0
	}
	l := turns.LaneOf(context.Background(), tl, lock, g)
	for i, want := range turns.Of(context.Background(), tl, [][]tracefeed.MonitorID{{lock}}, g)[0] {
		if !slices.Equal(l.Steps[i].Held, want.Held) || !slices.Equal(l.Steps[i].Waited, want.Waited) {
			return fmt.Errorf("column %d: %v, want %v", i, l.Steps[i], want)
		}
	}
	var want []turns.Turn
	for _, o := range ownersOf(h, lock) {
		first := (max(o.start, g.From) - g.From + step - 1) / step * step
		start := g.From + first
		if end := min(start+step, l.To); start >= l.To || end > o.end || tl.HandedOver(lock) {
			continue
		}
		if t := o.turn(h, lock, g.From, l.To); len(t.Holders) > 0 || len(t.Waited) == 0 {
			want = append(want, t)
		}
	}
	if !slices.EqualFunc(l.Turns, want, equalTurns) {
		return fmt.Errorf("lock %d, grid %+v, end %v:\ngot  %+v\nwant %+v", lock, g, tl.End, l.Turns, want)
	}
	return addUp(&l)
}

// addUp compares the parts of a lane with its interval, and the time that they are held with its columns.
func addUp(l *turns.Lane) (wrong error) {
	at, drawn := l.From, map[*turns.Turn]bool{}
	l.Each(func(start, end tracefeed.Time, s *turns.Step, turn *turns.Turn) {
		switch {
		case start != at || end <= start:
			wrong = fmt.Errorf("a part from %v to %v after %v", start, end, at)
		case turn != nil && (turn.Start > start || turn.End < end || drawn[turn]):
			wrong = fmt.Errorf("a part from %v to %v of the turn %+v", start, end, turn)
		case turn == nil && end-start > l.Step, turn == nil && turns.Sum(s.Held) > end-start:
			wrong = fmt.Errorf("a column from %v to %v: %v", start, end, s)
		}
		if at = end; turn != nil {
			drawn[turn] = true
		}
	})
	if at != max(l.To, l.From) && wrong == nil {
		wrong = fmt.Errorf("the parts end at %v, the lane at %v", at, l.To)
	}
	if len(drawn) < len(l.Turns) && wrong == nil {
		wrong = fmt.Errorf("%d turns of %d are drawn", len(drawn), len(l.Turns))
	}
	return wrong
}

// The turns of random lanes are those of the oracle, and the parts of a lane add up to its interval.
func TestRandomLanes(t *testing.T) {
	for seed := range oracle.Seeds(400) {
		trace := oracle.Random(rand.New(rand.NewPCG(seed, 1)), oracle.Small(rand.New(rand.NewPCG(seed, 2))))
		oracle.Check(t, seed, trace, func(trace oracle.Trace) error { return differLane(trace, rand.New(rand.NewPCG(seed, 7))) })
	}
}

// A lane of one column has as many turns as one of a column for each nanosecond has parts, added up.
func TestManyShortTurns(t *testing.T) {
	tl := reduced.Busy(t, 12, 4000, 1)
	whole := turns.LaneOf(context.Background(), tl, 1, turns.Grid{Step: tl.End, Steps: 1})
	if len(whole.Turns) > 0 || len(whole.Steps[0].Owners()) < 2 {
		t.Fatalf("one column of many turns: %+v", whole)
	}
	const columns = 300
	fine := turns.LaneOf(context.Background(), tl, 1, turns.Grid{Step: tl.End/columns + 1, Steps: columns})
	held := tracefeed.Time(0)
	for i := range fine.Steps {
		held += turns.Sum(fine.Steps[i].Held)
	}
	if held != turns.Sum(whole.Steps[0].Held) {
		t.Errorf("columns are held for %v, the trace for %v", held, turns.Sum(whole.Steps[0].Held))
	}
	parts := 0
	fine.Each(func(_, _ tracefeed.Time, _ *turns.Step, _ *turns.Turn) { parts++ })
	if parts > columns {
		t.Errorf("%d parts in %d columns", parts, columns)
	}
}
