package execution_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"

	"tiv/execution"
	"tiv/internal/oracle"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
)

// treeCall is a call with the name of its function.
type treeCall struct {
	name string
	execution.TreeCall
}

// treeCalls returns the calls of a tree, with names instead of functions.
func treeCalls(t *testing.T, tl *timeline.Timeline, q execution.Query) (list []treeCall) {
	ends := make([]tracefeed.Time, len(q.Of))
	functions, _ := execution.EachTreeCall(t.Context(), tl, q, func(c *execution.TreeCall) {
		if list = append(list, treeCall{"", *c}); c.End < ends[c.Thread] {
			t.Errorf("%+v comes after a call that ends at %v", *c, ends[c.Thread])
		}
		ends[c.Thread] = c.End
	})
	for i := range list {
		list[i].name, list[i].Function, list[i].Name = functions[list[i].Function], 0, ""
	}
	return list
}

// list is the definition of the calls of a tree.
func (o *threadOracle) list(thread tracefeed.ThreadID) (list []treeCall) {
	for _, c := range append(o.calls, o.around...) {
		x := execution.TreeCall{Depth: c.Depth, Start: c.Start, End: c.End}
		if c.Entered {
			x.Object = c.object
		}
		list = append(list, treeCall{o.tl.Names[c.Function], x})
	}
	list = append(list, o.inner...)
	for i, s := range o.seen {
		from := 0
		if i > 0 && o.connected(o.seen[i-1], s) {
			from = o.common(o.seen[i-1], s)
		}
		frames := o.frames(s.stack)
		for depth := from; depth < len(frames); depth++ {
			list = append(list, treeCall{frames[depth],
				execution.TreeCall{Evidence: execution.Sampled, Depth: depth, Start: o.begin(i), End: o.end(i, depth)}})
		}
	}
	for i := range list {
		list[i].Thread = thread
	}
	return list
}

// begin is the start of the calls that are new in a stack.
func (o *threadOracle) begin(i int) tracefeed.Time {
	if s := o.seen[i]; i > 0 && s.start == s.end && o.connected(o.seen[i-1], s) {
		return o.half(o.seen[i-1], s)
	}
	return o.seen[i].start
}

// end is the end of the call at a depth of a stack.
func (o *threadOracle) end(i, depth int) tracefeed.Time {
	for ; i+1 < len(o.seen) && o.connected(o.seen[i], o.seen[i+1]); i++ {
		if o.common(o.seen[i], o.seen[i+1]) > depth {
			continue
		}
		if o.seen[i].start == o.seen[i].end {
			return o.half(o.seen[i], o.seen[i+1])
		}
		break
	}
	return o.seen[i].end
}

// part is the calls of a function of one evidence.
type part struct {
	function string
	evidence execution.Evidence
}

// TestTreeCalls adds up calls by function: their number and their time in each state are
// those of the tree, also where events have the same time.
func TestTreeCalls(t *testing.T) {
	for seed := range oracle.Seeds(60) {
		_, q, tls, _ := example(t, seed)
		for i, tl := range tls {
			if got, want := sumCalls(t, tl, q), sumTree(execution.NewTree(t.Context(), tl, q)); !maps.Equal(got, want) {
				t.Fatalf("seed %d, timeline %d: got\n%+v\nwant\n%+v", seed, i, got, want)
			}
		}
	}
}

// TestTreeCallsWithin compares the calls that count in a part of time with those of a query
// of all time, one by one: the tree has as many of each function, in total and by thread.
func TestTreeCallsWithin(t *testing.T) {
	in, out := 0, 0
	for seed := range oracle.Seeds(60) {
		trace, q, tls, rng := example(t, seed)
		base := randomStretches(rng, len(q.Of), trace.Events[len(trace.Events)-1].Time)
		want, byThread := map[part]int64{}, map[tracefeed.ThreadID]int64{}
		limited := q
		limited.Within = base
		for _, c := range treeCalls(t, tls[0], q) {
			if counts(&limited, c.Thread, c.Start, c.End) {
				want[part{c.name, c.Evidence}]++
				byThread[c.Thread]++
				in++
			} else {
				out++
			}
		}
		for i, tl := range tls {
			tree := execution.NewTree(t.Context(), tl, limited)
			got, threads := map[part]int64{}, map[tracefeed.ThreadID]int64{}
			for p, sum := range sumTree(tree) {
				if sum.calls > 0 {
					got[p] = sum.calls
				}
			}
			for _, g := range tree.Threads {
				if g.Calls > 0 {
					threads[g.Longest.Thread] = g.Calls
				}
			}
			listed := map[part]int64{}
			for _, c := range treeCalls(t, tl, limited) {
				listed[part{c.name, c.Evidence}]++
			}
			if !maps.Equal(got, want) || !maps.Equal(threads, byThread) || !maps.Equal(listed, want) {
				t.Fatalf("seed %d, timeline %d: got %v, by thread %v, listed %v\nwant %v, by thread %v", seed, i, got, threads,
					listed, want, byThread)
			}
		}
	}
	if in < oracle.Least(1000) || out < oracle.Least(300) {
		t.Errorf("only %d calls within, %d outside", in, out)
	}
}

// sumCalls adds up the calls by function, with the states of their threads.
func sumCalls(t *testing.T, tl *timeline.Timeline, q execution.Query) map[part]pathSum {
	sums := map[part]pathSum{}
	calls := make([][]treeCall, len(q.Of))
	for _, c := range treeCalls(t, tl, q) {
		calls[c.Thread] = append(calls[c.Thread], c)
		sum := sums[part{c.name, c.Evidence}]
		sum.calls++
		sums[part{c.name, c.Evidence}] = sum
	}
	tl.EachSpan(t.Context(), q.Of, q.From, q.To, func(thread tracefeed.ThreadID, s *timeline.Span, end tracefeed.Time) {
		for _, c := range calls[thread] {
			from, to := max(s.Start, c.Start, q.From), min(end, c.End, q.To)
			if sum := sums[part{c.name, c.Evidence}]; from < to && s.State != tracefeed.NotAlive {
				sum.self[s.State] += to - from
				sums[part{c.name, c.Evidence}] = sum
			}
		}
	})
	return sums
}

// sumTree adds up the nodes by function, with the time of all that they call.
func sumTree(tree *execution.Tree) map[part]pathSum {
	sums := map[part]pathSum{}
	for i, n := range tree.Nodes {
		for at := i; at > 0; at = int(tree.Nodes[at].Parent) {
			in := &tree.Nodes[at]
			sum := sums[part{tree.Functions[in.Function], in.Evidence}]
			if at == i {
				sum.calls += n.Calls
			}
			sum.self.Add(n.Self)
			sums[part{tree.Functions[in.Function], in.Evidence}] = sum
		}
	}
	return sums
}

// Threads with more call paths than are kept at once have the calls of the tree, and each
// function's longest call is the longest of these.
func TestManyPaths(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	trace := oracle.Trace{}
	const functions = 20
	depth := [3]int{}
	for i := range 60_000 {
		ev := tracefeed.Event{Time: tracefeed.Time(3 * i), Thread: tracefeed.ThreadID(1 + rng.IntN(3)), Kind: tracefeed.CallEnter}
		d := &depth[ev.Thread-1]
		switch n := rng.IntN(10); {
		case n == 0:
			ev.Kind, ev.Stack = tracefeed.SuspendStart, tracefeed.StackID(1+rng.IntN(functions))
		case n == 1:
			ev.Kind = tracefeed.SuspendEnd
		case *d > 6 || *d > 0 && n < 5:
			ev.Kind = tracefeed.CallExit
			*d--
		default:
			ev.Name = tracefeed.NameID(1 + rng.IntN(functions))
			*d++
		}
		trace.Events = append(trace.Events, ev)
	}
	f := trace.Feed()
	for i := range functions {
		f.Tables().AddName(fmt.Sprint("f", i))
		f.Tables().Frames = append(f.Tables().Frames, tracefeed.Frame{Func: fmt.Sprint("f", i)}, tracefeed.Frame{Func: fmt.Sprint("g", i)})
	}
	for i := range functions {
		f.Tables().AddStack([]tracefeed.FrameID{tracefeed.FrameID(len(f.Tables().Frames) - 1 - 2*i),
			tracefeed.FrameID(len(f.Tables().Frames) - 2 - 2*i)})
	}
	tl, err := reduced.Timeline(f, timeline.Tuning{})
	if err != nil {
		t.Fatal(err)
	}
	q := execution.Query{Of: []bool{false, true, true, true}, To: tl.End}
	tree := execution.NewTree(t.Context(), tl, q)
	if len(tree.Nodes) < 10_000 {
		t.Fatalf("only %d paths", len(tree.Nodes))
	}
	if got, want := sumCalls(t, tl, q), sumTree(tree); !maps.Equal(got, want) {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
	longest := map[string]execution.TreeCall{}
	for _, c := range treeCalls(t, tl, q) {
		if was, ok := longest[c.name]; !ok || c.End-c.Start > was.End-was.Start {
			longest[c.name] = c.TreeCall
		}
	}
	for i, c := range tree.Longest {
		if want := longest[tree.Functions[i]]; c.End-c.Start != want.End-want.Start ||
			c.Thread == tracefeed.NoThread != (want.Thread == tracefeed.NoThread) {
			t.Errorf("%s: longest %+v, want %+v", tree.Functions[i], c, want)
		}
	}
}
