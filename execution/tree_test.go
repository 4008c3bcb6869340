package execution_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/execution"
	"tiv/internal/oracle"
	"tiv/timeline"
	"tiv/tracefeed"
)

// pathSum is what a tree has of one call path.
type pathSum struct {
	calls int64
	self  tracefeed.StateTimes
}

// paths returns the nodes of a tree, by path.
func paths(tree *execution.Tree) map[string]pathSum {
	sums, names := map[string]pathSum{}, make([]string, len(tree.Nodes))
	for i, n := range tree.Nodes {
		if i > 0 {
			names[i] = names[n.Parent] + step(tree.Functions[n.Function], n.Evidence)
		}
		if n.Calls > 0 || n.Self != (tracefeed.StateTimes{}) {
			sums[names[i]] = pathSum{n.Calls, n.Self}
		}
	}
	return sums
}

func step(function string, e execution.Evidence) string { return "/" + function + ":" + e.String() }

// apart gives all events times of their own.
func apart(trace oracle.Trace) oracle.Trace {
	trace.Events = slices.Clone(trace.Events)
	for i := range trace.Events {
		trace.Events[i].Time = trace.Events[i].Time*3 + tracefeed.Time(i)
	}
	return trace
}

func TestTree(t *testing.T) {
	differ := func(trace oracle.Trace, seed uint64) error {
		trace = apart(trace)
		rng := rand.New(rand.NewPCG(seed, 8))
		q := window(trace, rng)
		tls, err := reductions(trace, rng)
		if err != nil {
			return err
		}
		want, calls := wantPaths(t, trace, q, tls[0])
		for i, tl := range tls {
			if got := paths(execution.NewTree(t.Context(), tl, q)); !maps.Equal(got, want) {
				return fmt.Errorf("timeline %d, %+v: got\n%v\nwant\n%v", i, q, text(got), text(want))
			}
			if got, want := fmt.Sprint(sorted(treeCalls(t, tl, q))), fmt.Sprint(calls); got != want {
				return fmt.Errorf("timeline %d, %+v: got\n%s\nwant\n%s", i, q, got, want)
			}
		}
		return nil
	}
	for seed := range oracle.Seeds(60) {
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

func text(sums map[string]pathSum) string {
	var b strings.Builder
	for _, path := range slices.Sorted(maps.Keys(sums)) {
		fmt.Fprintf(&b, "%s %+v\n", path, sums[path])
	}
	return b.String()
}

// seen is a stack at which a thread was seen without a call.
type seen struct {
	start, end tracefeed.Time // equal for a sample
	stack      tracefeed.StackID
}

// wantPaths is the definition of a tree: for each thread, it cuts the interval at
// everything that happens, and looks up the calls of each part. It also returns the calls
// of the tree.
func wantPaths(t *testing.T, trace oracle.Trace, q execution.Query, tl *timeline.Timeline) (sums map[string]pathSum, calls []treeCall) {
	sums = map[string]pathSum{}
	live := alive(trace)
	for id := 1; id < len(q.Of); id++ {
		if q.Of[id] {
			o := &threadOracle{live: live, tl: tl, q: execution.Query{Of: make([]bool, len(q.Of)), From: q.From, To: q.To}, sums: sums}
			o.q.Of[id] = true
			o.read(t, trace, tracefeed.ThreadID(id))
			o.sum()
			calls = append(calls, o.list(tracefeed.ThreadID(id))...)
		}
	}
	return sums, sorted(calls)
}

type threadOracle struct {
	live  []bool // by event: it is one that its thread could have
	tl    *timeline.Timeline
	q     execution.Query
	sums  map[string]pathSum
	spans []timeline.Span
	ends  []tracefeed.Time
	// around are the calls without an entry, the inner ones first.
	calls, around []call
	// resets are times across which stacks are not connected.
	resets []tracefeed.Time
	seen   []seen
	// inner are the sampled calls in measured ones.
	inner []treeCall
	cuts  []tracefeed.Time
}

func (o *threadOracle) read(t *testing.T, trace oracle.Trace, thread tracefeed.ThreadID) {
	o.tl.EachSpan(t.Context(), o.q.Of, 0, o.tl.End, func(_ tracefeed.ThreadID, s *timeline.Span, end tracefeed.Time) {
		o.spans, o.ends = append(o.spans, *s), append(o.ends, end)
		o.cuts = append(o.cuts, s.Start, end)
	})
	for _, c := range wantCalls(trace, o.q, false) {
		o.cuts = append(o.cuts, c.Start, c.End)
		if c.Entered {
			o.calls, o.resets = append(o.calls, c), append(o.resets, c.Start, c.End)
		} else {
			o.around, o.resets = append(o.around, c), append(o.resets, c.End)
		}
	}
	for i, ev := range trace.Events {
		gap := ev.Kind == tracefeed.Lost && ev.Thread == tracefeed.NoThread
		if !gap && (ev.Thread != thread || !o.live[i] && ev.Kind != tracefeed.ThreadEnd) {
			continue
		}
		switch ev.Kind {
		case tracefeed.Lost, tracefeed.ThreadEnd:
			o.resets = append(o.resets, ev.Time)
		}
	}
	o.cuts = append(append(o.cuts, o.resets...), o.q.From, min(o.q.To, o.tl.End))
	slices.Sort(o.cuts)
	o.cuts = slices.Compact(o.cuts)
	o.waits()
	for i, ev := range trace.Events {
		if ev.Kind == tracefeed.Sample && ev.Thread == thread && o.live[i] && contains(trace, o.q, ev.Time) &&
			ev.Stack != tracefeed.NoStack &&
			len(o.entered(ev.Time, ev.Time)) == 0 && o.wait(ev.Time, ev.Time) == tracefeed.NoStack {
			o.seen = append(o.seen, seen{ev.Time, ev.Time, ev.Stack})
		}
	}
	slices.SortFunc(o.seen, func(a, b seen) int { return int(a.start - b.start) })
}

// part clips an interval to the query.
func (o *threadOracle) part(a, b tracefeed.Time) (start, end tracefeed.Time, ok bool) {
	a, b = max(a, o.q.From), min(b, o.q.To, o.tl.End)
	return a, b, a < b
}

// waits finds the waits with stacks, in parts in which the calls are the same.
func (o *threadOracle) waits() {
	for i := range o.spans {
		start := o.spans[i].Start
		for _, cut := range o.cuts {
			if cut <= start || cut > o.ends[i] || cut != o.ends[i] && !slices.Contains(o.resets, cut) {
				continue
			}
			a, b, ok := o.part(start, cut)
			start = cut
			if stack := o.wait(a, b); ok && stack != tracefeed.NoStack {
				if entered := o.entered(a, b); len(entered) == 0 {
					o.seen = append(o.seen, seen{a, b, stack})
				} else {
					frames := o.within(entered, stack)
					o.appear(o.measured(a, b), "", frames)
					for i, f := range frames {
						o.inner = append(o.inner, treeCall{f,
							execution.TreeCall{Evidence: execution.Sampled, Depth: len(entered) + i, Start: a, End: b}})
					}
				}
			}
		}
	}
}

// wait returns the stack of the wait at all times from a to b.
func (o *threadOracle) wait(a, b tracefeed.Time) tracefeed.StackID {
	for i, s := range o.spans {
		waits := s.State == tracefeed.Blocking || s.State == tracefeed.Suspended || s.State == tracefeed.IO
		if waits && s.Start <= a && b <= o.ends[i] && (a < b || s.Start < a && (b < o.ends[i] || b == o.tl.End)) {
			return s.Stack
		}
	}
	return tracefeed.NoStack
}

// entered returns the calls with an entry that are open from a to b, the outermost first.
func (o *threadOracle) entered(a, b tracefeed.Time) (list []call) {
	for _, c := range o.calls {
		if c.Start <= a && b <= c.End && (a < b || c.Start < a && (b < c.End || b == o.tl.End && !c.Left)) {
			list = append(list, c)
		}
	}
	slices.SortFunc(list, func(a, b call) int { return a.Depth - b.Depth })
	return list
}

func (o *threadOracle) function(c call) string {
	return step(o.tl.Names[c.Function], execution.Measured)
}

// outer is the path of the calls without an entry from a to b.
func (o *threadOracle) outer(a, b tracefeed.Time) (path string) {
	for _, c := range o.around {
		if c.Start <= a && b <= c.End {
			path = o.function(c) + path
		}
	}
	return path
}

// measured is the path of the measured calls from a to b.
func (o *threadOracle) measured(a, b tracefeed.Time) string {
	path := o.outer(a, b)
	for _, c := range o.entered(a, b) {
		path += o.function(c)
	}
	return path
}

// frames is the path of a stack.
func (o *threadOracle) frames(stack tracefeed.StackID) (list []string) {
	for _, f := range slices.Backward(o.tl.Stacks[stack]) {
		list = append(list, o.tl.Frames[f].Func)
	}
	return list
}

// within is the part of a stack that is within the innermost of some calls.
func (o *threadOracle) within(calls []call, stack tracefeed.StackID) []string {
	name, frames := o.tl.Names[calls[len(calls)-1].Function], o.frames(stack)
	for i := len(frames) - 1; i >= 0; i-- {
		if frames[i] == name {
			return frames[i+1:]
		}
	}
	return nil
}

// sampled returns the sampled calls from a to b, which no call measures and no wait covers.
func (o *threadOracle) sampled(a, b tracefeed.Time) []string {
	for i := 1; i < len(o.seen); i++ {
		before, after := o.seen[i-1], o.seen[i]
		if before.end > a || b > after.start || !o.connected(before, after) {
			continue
		}
		x, y := o.frames(before.stack), o.frames(after.stack)
		switch half := o.half(before, after); {
		case b <= half && before.start == before.end:
			return x
		case a >= half && after.start == after.end:
			return y
		}
		return x[:o.common(before, after)]
	}
	return nil
}

func (o *threadOracle) half(before, after seen) tracefeed.Time {
	return before.end + (after.start-before.end)/2
}

func (o *threadOracle) connected(before, after seen) bool {
	return !slices.ContainsFunc(o.resets, func(r tracefeed.Time) bool { return before.end <= r && r <= after.start })
}

// common returns the number of frames that two stacks share.
func (o *threadOracle) common(before, after seen) (n int) {
	a, b := o.frames(before.stack), o.frames(after.stack)
	most := min(len(a), len(b))
	if before.end > before.start {
		most = min(most, len(a)-1)
	}
	if after.end > after.start {
		most = min(most, len(b)-1)
	}
	for n < most && a[n] == b[n] {
		n++
	}
	return n
}

// appear counts sampled calls.
func (o *threadOracle) appear(path, shared string, frames []string) {
	path += shared
	for _, f := range frames {
		path += step(f, execution.Sampled)
		o.count(path)
	}
}

func (o *threadOracle) count(path string) {
	s := o.sums[path]
	s.calls++
	o.sums[path] = s
}

// sum adds up the thread.
func (o *threadOracle) sum() {
	for i, s := range o.seen {
		frames, n := o.frames(s.stack), 0
		if i > 0 && o.connected(o.seen[i-1], s) {
			n = o.common(o.seen[i-1], s)
			o.cuts = append(o.cuts, o.half(o.seen[i-1], s))
		}
		o.cuts = append(o.cuts, s.start, s.end)
		o.appear(o.outer(s.start, s.end), samples(frames[:n]), frames[n:])
	}
	slices.SortStableFunc(o.calls, func(a, b call) int { return a.Depth - b.Depth })
	for _, c := range o.calls {
		path := o.outer(c.Start, c.End)
		for _, p := range o.calls {
			if p.Depth < c.Depth && p.Start <= c.Start && c.End <= p.End {
				path += o.function(p)
			}
		}
		o.count(path + o.function(c))
	}
	for i, c := range o.around {
		path := o.function(c)
		for _, p := range o.around[i+1:] {
			if p.Start == c.Start {
				path = o.function(p) + path
			}
		}
		o.count(path)
	}
	slices.Sort(o.cuts)
	for i := 1; i < len(o.cuts); i++ {
		if a, b, ok := o.part(o.cuts[i-1], o.cuts[i]); ok {
			o.add(a, b)
		}
	}
}

func samples(frames []string) (path string) {
	for _, f := range frames {
		path += step(f, execution.Sampled)
	}
	return path
}

// add adds the time from a to b, in which nothing changes.
func (o *threadOracle) add(a, b tracefeed.Time) {
	for i, s := range o.spans {
		if s.Start <= a && b <= o.ends[i] && s.State != tracefeed.NotAlive {
			path := o.measured(a, b)
			entered, stack := o.entered(a, b), o.wait(a, b)
			switch {
			case len(entered) > 0 && stack != tracefeed.NoStack:
				path += samples(o.within(entered, stack))
			case len(entered) > 0:
			case stack != tracefeed.NoStack:
				path += samples(o.frames(stack))
			default:
				path += samples(o.sampled(a, b))
			}
			sum := o.sums[path]
			sum.self[s.State] += b - a
			o.sums[path] = sum
		}
	}
}
