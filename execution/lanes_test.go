package execution_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/execution"
	"tiv/internal/oracle"
	"tiv/timeline"
	"tiv/tracefeed"
)

// laneKey is a lane of a thread.
type laneKey struct {
	thread tracefeed.ThreadID
	depth  int
}

// laneCall is an entry of a lane, with the name of its function.
type laneCall struct {
	name       string
	start, end tracefeed.Time
	evidence   execution.Evidence
	calls      int
	busy       tracefeed.Time
}

// wantLanes is the definition of unmerged lanes: a call is as deep as there are known
// calls around it when it began, and calls without an entry that contain it.
func wantLanes(t *testing.T, tl *timeline.Timeline, q execution.Query) map[laneKey][]laneCall {
	var around []execution.Call
	execution.EachCall(t.Context(), tl, q, func(c execution.Call) {
		if !c.Entered {
			around = append(around, c)
		}
	})
	lanes := map[laneKey][]laneCall{}
	for _, c := range treeCalls(t, tl, q) {
		key := laneKey{c.Thread, c.Depth}
		for _, a := range around {
			inner := a.Thread == c.Thread && a.Start <= c.Start && c.End <= a.End
			if itself := a.Start == c.Start && a.End == c.End && c.Depth == 0 && tl.Names[a.Function] == c.name; inner && !itself {
				key.depth++
			}
		}
		lanes[key] = append(lanes[key], laneCall{c.name, c.Start, c.End, c.Evidence, 1, c.End - c.Start})
	}
	for _, lane := range lanes {
		slices.SortStableFunc(lane, func(a, b laneCall) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end)) })
	}
	return lanes
}

// wantMerged is the definition of cells: the calls of a lane within a cell are one.
func wantMerged(lanes map[laneKey][]laneCall, cell tracefeed.Time) map[laneKey][]laneCall {
	merged := map[laneKey][]laneCall{}
	for key, lane := range lanes {
		for i, c := range lane {
			within := c.end <= c.start-c.start%cell+cell
			if !within {
				merged[key] = append(merged[key], c)
				continue
			}
			sum := laneCall{}
			for _, other := range lane[:i] {
				if other.start/cell == c.start/cell && other.end <= c.start-c.start%cell+cell {
					sum.calls++
				}
			}
			if sum.calls > 0 {
				continue // counted with the first one
			}
			for _, other := range lane {
				if other.start/cell != c.start/cell || other.end > c.start-c.start%cell+cell {
					continue
				}
				if sum.calls == 0 || other.end-other.start > sum.end-sum.start {
					sum.name, sum.start, sum.end, sum.evidence = other.name, other.start, other.end, other.evidence
				}
				sum.calls, sum.busy = sum.calls+1, sum.busy+other.end-other.start
			}
			merged[key] = append(merged[key], sum)
		}
	}
	return merged
}

// gotLanes returns lanes with the names of functions.
func gotLanes(l *execution.Lanes, threads int) map[laneKey][]laneCall {
	lanes := map[laneKey][]laneCall{}
	for t := range threads {
		list, _ := l.Of(tracefeed.ThreadID(t))
		for depth, lane := range list {
			for _, c := range lane {
				key := laneKey{tracefeed.ThreadID(t), depth}
				lanes[key] = append(lanes[key], laneCall{l.Functions[c.Function], c.Start, c.End, c.Evidence(), c.Calls(), c.Busy})
			}
		}
	}
	return lanes
}

// lanesText writes lanes in a fixed order.
func lanesText(lanes map[laneKey][]laneCall) (s string) {
	keys := make([]laneKey, 0, len(lanes))
	for key := range lanes {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b laneKey) int { return cmp.Or(cmp.Compare(a.thread, b.thread), cmp.Compare(a.depth, b.depth)) })
	for _, key := range keys {
		s += fmt.Sprintf("%+v %+v\n", key, lanes[key])
	}
	return s
}

// different returns the lines of two texts that only one of them has.
func different(got, want string) (diff string) {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for _, line := range g {
		if !slices.Contains(w, line) {
			diff += "got  " + line + "\n"
		}
	}
	for _, line := range w {
		if !slices.Contains(g, line) {
			diff += "want " + line + "\n"
		}
	}
	return diff
}

// The lanes of random traces are those of the definition, with any cells.
func TestLanes(t *testing.T) {
	differ := func(trace oracle.Trace, seed uint64) error {
		trace = apart(trace)
		rng := rand.New(rand.NewPCG(seed, 8))
		q := window(trace, rng)
		tls, err := reductions(trace, rng)
		if err != nil {
			return err
		}
		cell := tracefeed.Time(1) << rng.IntN(8)
		want := lanesText(wantMerged(wantLanes(t, tls[0], q), cell))
		for i, tl := range tls {
			l := execution.NewLanes(t.Context(), tl, execution.LaneQuery{Query: q, Cell: cell, Deepest: execution.MaxLanes})
			if got := lanesText(gotLanes(l, len(q.Of))); got != want || l.Cell != cell {
				return fmt.Errorf("timeline %d, %+v, cells of %d: \n%s", i, q, cell, different(got, want))
			}
		}
		return nil
	}
	for seed := range oracle.Seeds(150) {
		trace := random(rand.New(rand.NewPCG(seed, 7)))
		if differ(trace, seed) == nil {
			continue
		}
		trace = oracle.Shrink(trace, func(tr oracle.Trace) bool { return differ(tr, seed) != nil })
		for _, ev := range apart(trace).Events {
			t.Logf("%+v", ev)
		}
		t.Fatalf("seed %d: %v", seed, differ(trace, seed))
	}
}

// entries returns the number of calls and merged calls in the lanes of so many threads.
func entries(l *execution.Lanes, threads int) (n int) {
	for t := range threads {
		lanes, _ := l.Of(tracefeed.ThreadID(t))
		for _, lane := range lanes {
			n += len(lane)
		}
	}
	return n
}

// If there are too many calls, the cells are longer: the result is that of a query with
// longer cells. If that is not enough, there are fewer lanes.
func TestLanesLimit(t *testing.T) {
	for seed := range oracle.Seeds(60) {
		trace := apart(random(rand.New(rand.NewPCG(seed, 7))))
		rng := rand.New(rand.NewPCG(seed, 8))
		tls, err := reductions(trace, rng)
		if err != nil {
			t.Fatal(err)
		}
		q := execution.LaneQuery{Query: execution.Query{Of: make([]bool, trace.Threads()), To: tls[0].End}, Cell: 2, Deepest: 8}
		for i := range q.Of {
			q.Of[i] = true
		}
		q.Most = 2 * len(q.Of) * (1 + rng.IntN(10))
		l := execution.NewLanes(t.Context(), tls[0], q)
		if n := entries(l, len(q.Of)); n > q.Most {
			t.Fatalf("seed %d: %d entries, more than %d", seed, n, q.Most)
		}
		most := 0
		for thread := range q.Of {
			lanes, _ := l.Of(tracefeed.ThreadID(thread))
			most = max(most, len(lanes))
		}
		q.Most, q.Cell, q.Deepest = 0, l.Cell, max(most, 1)
		again := execution.NewLanes(t.Context(), tls[0], q)
		if got, want := lanesText(gotLanes(l, len(q.Of))), lanesText(gotLanes(again, len(q.Of))); got != want {
			t.Fatalf("seed %d: with cells of %d: \n%s", seed, l.Cell, different(got, want))
		}
	}
}

// The lanes of a part of the trace equal the same part of the lanes of the whole trace,
// because the query is given those: they have the calls that reach beyond the part.
func TestLanesOfPart(t *testing.T) {
	for seed := range oracle.Seeds(150) {
		trace := apart(random(rand.New(rand.NewPCG(seed, 7))))
		rng := rand.New(rand.NewPCG(seed, 8))
		part := window(trace, rng)
		for i := range part.Of {
			part.Of[i] = true
		}
		tls, err := reductions(trace, rng)
		if err != nil {
			t.Fatal(err)
		}
		for i, tl := range tls {
			all := part
			all.From, all.To = 0, tl.End
			whole := execution.NewLanes(t.Context(), tl, execution.LaneQuery{Query: all, Cell: 1, Deepest: execution.MaxLanes})
			l := execution.NewLanes(t.Context(), tl, execution.LaneQuery{Query: part, Cell: 1, Deepest: execution.MaxLanes, Whole: whole})
			within := func(lanes map[laneKey][]laneCall) string {
				for key, lane := range lanes {
					// What only touches the part may be missing from it.
					lanes[key] = slices.DeleteFunc(lane, func(c laneCall) bool { return c.end <= part.From || c.start >= part.To })
					if len(lanes[key]) == 0 {
						delete(lanes, key)
					}
				}
				return lanesText(lanes)
			}
			if got, want := within(gotLanes(l, len(part.Of))), within(gotLanes(whole, len(part.Of))); got != want {
				t.Fatalf("seed %d, timeline %d, %v to %v: \n%s", seed, i, part.From, part.To, different(got, want))
			}
		}
	}
}

// Lanes deeper than wanted are left out, and counted.
func TestDeepLanes(t *testing.T) {
	trace := oracle.Trace{}
	for i := range 20 {
		trace.Events = append(trace.Events, tracefeed.Event{Time: tracefeed.Time(i), Thread: 1, Kind: tracefeed.CallEnter, Name: 1})
	}
	trace.Events = append(trace.Events, tracefeed.Event{Time: 100, Thread: 1, Kind: tracefeed.CallExit, Name: 1})
	tls, err := reductions(trace, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	q := execution.LaneQuery{Query: execution.Query{Of: []bool{false, true}, To: 100}, Cell: 1, Deepest: 5}
	lanes, depth := execution.NewLanes(t.Context(), tls[0], q).Of(1)
	if len(lanes) != 5 || depth != 20 {
		t.Errorf("%d of %d lanes, want 5 of 20", len(lanes), depth)
	}
}
