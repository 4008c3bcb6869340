package execution_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/execution"
	"tiv/execution/slice"
	"tiv/internal/oracle"
	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
)

// sliceOracle says by definition what a slice covers, moment by moment.
type sliceOracle struct {
	tl    *timeline.Timeline
	calls [][]treeCall // by thread, in order of their ends
	spans [][]oracleSpan
	// objects are by number, regions by thread.
	objects map[int64][]execution.Life
	regions [][]call
	// index has the tasks, tasks are those of it.
	index *task.Index
	tasks []task.Task
	// deepest is the depth up to which there are calls in slices of calls.
	deepest int
}

type oracleSpan struct {
	timeline.Span
	end tracefeed.Time
}

func newSliceOracle(t *testing.T, tl *timeline.Timeline) *sliceOracle {
	o := &sliceOracle{tl: tl, calls: make([][]treeCall, len(tl.Threads)), spans: make([][]oracleSpan, len(tl.Threads)),
		deepest: slice.AnyDepth}
	for _, c := range treeCalls(t, tl, execution.All(tl)) {
		o.calls[c.Thread] = append(o.calls[c.Thread], c)
	}
	for i := range tl.Threads {
		tl.Lane(tracefeed.ThreadID(i)).Spans(0, tl.End, func(s *timeline.Span, end tracefeed.Time) bool {
			o.spans[i] = append(o.spans[i], oracleSpan{*s, end})
			return true
		})
	}
	return o
}

// mark reads objects, tasks and regions. Package task has oracles of its own for the work of tasks.
func (o *sliceOracle) mark(t *testing.T, trace oracle.Trace) {
	q := execution.All(o.tl)
	o.objects, o.regions = map[int64][]execution.Life{}, make([][]call, len(o.tl.Threads))
	var err error
	if o.index, err = task.Build(t.Context(), o.tl, task.Options{}); err != nil {
		t.Fatal(err)
	}
	o.tasks = o.index.Tasks
	for number := int64(1); number < 4; number++ {
		o.objects[number] = livesAt(trace, number)
	}
	for _, c := range wantCalls(trace, q, true) {
		o.regions[c.Thread] = append(o.regions[c.Thread], c)
	}
}

// task returns the index of the task with a number at a time, -1 if there is none.
func (o *sliceOracle) task(number int64, at tracefeed.Time) int {
	found := -1
	for i, x := range o.tasks {
		if x.Number == number && number != 0 && (found < 0 || x.Start <= at) {
			found = i
		}
	}
	return found
}

// work returns what a thread did for tasks.
func (o *sliceOracle) work(t tracefeed.ThreadID) []task.Work {
	if o.index == nil {
		return nil
	}
	return o.index.Work(t)
}

// around returns the index of the task of which one is a part.
func (o *sliceOracle) around(i int) int {
	x := o.tasks[i]
	if p := o.task(x.Parent, x.Start); p >= 0 && o.tasks[p].Start <= x.Start {
		return p
	}
	return -1
}

func (o *sliceOracle) span(t tracefeed.ThreadID, at tracefeed.Time) *oracleSpan {
	for i := range o.spans[t] {
		if s := &o.spans[t][i]; s.Start <= at && at < s.end {
			return s
		}
	}
	return nil
}

// spent returns the time in a call in which its thread was in a state.
func (o *sliceOracle) spent(c *treeCall, state tracefeed.State) (sum tracefeed.Time) {
	for _, s := range o.spans[c.Thread] {
		if s.State == state {
			sum += max(0, min(s.end, c.End)-max(s.Start, c.Start))
		}
	}
	return sum
}

// moments returns those at which anything can change for a thread, and those before them.
func (o *sliceOracle) moments(t tracefeed.ThreadID) (list []tracefeed.Time) {
	for _, c := range o.calls[t] {
		list = append(list, c.Start-1, c.Start, c.End-1, c.End)
	}
	for _, w := range o.work(t) {
		list = append(list, w.Start-1, w.Start, w.End-1, w.End)
	}
	if o.regions != nil {
		for _, c := range o.regions[t] {
			list = append(list, c.Start-1, c.Start, c.End-1, c.End)
		}
	}
	for _, x := range o.tasks {
		list = append(list, x.Start-1, x.Start, x.End-1, x.End)
	}
	for other := range o.spans { // also those of owners
		for _, s := range o.spans[other] {
			list = append(list, s.Start-1, s.Start)
		}
	}
	slices.Sort(list)
	list = slices.Compact(list)
	return slices.DeleteFunc(list, func(at tracefeed.Time) bool { return at < 0 || at >= o.tl.End })
}

// depth returns the number of calls around call i of a thread, at a moment in it.
func (o *sliceOracle) depth(t tracefeed.ThreadID, i int, at tracefeed.Time) (n int) {
	for _, c := range o.calls[t][i+1:] { // those around it end later
		if c.Start <= at && at < c.End {
			n++
		}
	}
	return n
}

// called is the definition for slices of calls.
func (o *sliceOracle) called(fits func(*treeCall) bool, extent slice.Extent, t tracefeed.ThreadID, at tracefeed.Time) bool {
	for i := range o.calls[t] {
		c := &o.calls[t][i]
		if at < c.Start || at >= c.End {
			continue
		}
		// The first in the list is the innermost one.
		switch fit := fits(c); {
		case fit && (extent == slice.Callers || o.depth(t, i, at) <= o.deepest):
			return true
		case extent == slice.Self:
			return false
		case extent == slice.Callers:
			return slices.ContainsFunc(o.calls[t][:i], func(x treeCall) bool { return x.Start >= c.Start && fits(&x) })
		}
	}
	return false
}

// sliceCase is a definition, twice.
type sliceCase struct {
	slice.Definition
	covers func(o *sliceOracle, t tracefeed.ThreadID, at tracefeed.Time) bool
}

// sliceCases returns slices of all kinds.
func sliceCases() (list []sliceCase) {
	calls := func(where string, fits func(*treeCall) bool) {
		for _, e := range slice.Calls.Extents() {
			list = append(list, sliceCase{slice.Definition{Of: slice.Calls, Where: where, Extent: e},
				func(o *sliceOracle, t tracefeed.ThreadID, at tracefeed.Time) bool {
					return o.called(fits, e, t, at)
				}})
		}
	}
	spans := func(where string, fits func(*sliceOracle, tracefeed.ThreadID, *oracleSpan) bool) {
		list = append(list, sliceCase{slice.Definition{Of: slice.Spans, Where: where, Extent: slice.Whole},
			func(o *sliceOracle, t tracefeed.ThreadID, at tracefeed.Time) bool {
				s := o.span(t, at)
				return s != nil && s.State != tracefeed.NotAlive && fits(o, t, s)
			}})
	}
	calls(`function == "f1"`, func(c *treeCall) bool { return c.name == "f1" })
	calls(`function ~ "^f" && duration > 20ns`, func(c *treeCall) bool { return strings.HasPrefix(c.name, "f") && c.End-c.Start > 20 })
	calls(`function == "g1" || measured and start >= 100ns`, func(c *treeCall) bool {
		return c.name == "g1" || c.Evidence == execution.Measured && c.Start >= 100
	})
	calls(`depth == 1 && !(function == "f2") && thread != "none"`, func(c *treeCall) bool { return c.Depth == 1 && c.name != "f2" })
	calls("", func(*treeCall) bool { return true })
	spans(`state == "blocking" || cause == "sleep"`, func(_ *sliceOracle, _ tracefeed.ThreadID, s *oracleSpan) bool {
		return s.State == tracefeed.Blocking ||
			(s.State == tracefeed.Suspended || s.State == tracefeed.IO) && s.Cause == tracefeed.CauseSleep
	})
	spans(`stack == "g1" && duration < 1s`, func(o *sliceOracle, _ tracefeed.ThreadID, s *oracleSpan) bool {
		return slices.ContainsFunc(o.tl.Stacks[s.Stack], func(f tracefeed.FrameID) bool { return o.tl.Frames[f].Func == "g1" })
	})
	spans(`lock == "1" && end > 50ns`, func(o *sliceOracle, _ tracefeed.ThreadID, s *oracleSpan) bool {
		return s.State == tracefeed.Blocking && s.Monitor == 1 && s.end > 50
	})
	for _, e := range slice.Locks.Extents() {
		list = append(list, sliceCase{slice.Definition{Of: slice.Locks, Where: `lock == "1" || lock == "2"`, Extent: e},
			func(o *sliceOracle, t tracefeed.ThreadID, at tracefeed.Time) bool {
				waits := func(t tracefeed.ThreadID) bool {
					s := o.span(t, at)
					return s != nil && s.State == tracefeed.Blocking && (s.Monitor == 1 || s.Monitor == 2)
				}
				if e != slice.Holds && waits(t) {
					return true
				}
				for other := range o.tl.Threads {
					if id := tracefeed.ThreadID(other); e != slice.Waits && waits(id) &&
						slices.Contains(o.tl.Owners(o.span(id, at).Monitor, at), t) {
						return true
					}
				}
				return false
			}})
	}
	list = append(list, sliceCase{slice.Definition{Of: slice.Threads, Where: `name ~ "[02468]$"`, Extent: slice.Whole, From: 10, To: 200},
		func(o *sliceOracle, t tracefeed.ThreadID, at tracefeed.Time) bool {
			start, end := o.tl.Lane(t).Life()
			return at >= max(start, 10) && at < min(end, 200) &&
				strings.Contains("02468", o.tl.Threads[t].Name[len(o.tl.Threads[t].Name)-1:])
		}})
	list = append(list, sliceCase{slice.Definition{Of: slice.Combinations,
		Where: `in slice("0") && !(slice == "1") or slice == "15"`, Extent: slice.Whole},
		func(o *sliceOracle, t tracefeed.ThreadID, at tracefeed.Time) bool {
			return list[0].covers(o, t, at) && !list[1].covers(o, t, at) || list[15].covers(o, t, at)
		}})
	list = append(list, sliceCase{slice.Definition{Of: slice.Calls, Where: `!in slice("0") && function ~ "f"`, Extent: slice.Self},
		func(o *sliceOracle, t tracefeed.ThreadID, at tracefeed.Time) bool {
			whole := *o
			whole.deepest = slice.AnyDepth
			return o.called(func(c *treeCall) bool {
				return strings.Contains(c.name, "f") &&
					!list[0].covers(&whole, t, c.Start)
			}, slice.Self, t, at)
		}})
	list = append(list, sliceCase{slice.Definition{Of: slice.Calls, Where: `blocking + suspended > 20ns || running > 60%`},
		func(o *sliceOracle, t tracefeed.ThreadID, at tracefeed.Time) bool {
			return o.called(func(c *treeCall) bool {
				return o.spent(c, tracefeed.Blocking)+o.spent(c, tracefeed.Suspended) > 20 ||
					100*o.spent(c, tracefeed.Running) > 60*(c.End-c.Start)
			}, slice.Callees, t, at)
		}})
	list = append(list, objectCases()...)
	list = append(list, taskCases()...)
	for i := range list {
		list[i].Name = fmt.Sprint(i)
	}
	return list
}

// objectCases returns slices of objects.
func objectCases() (list []sliceCase) {
	for where, fits := range map[string]func(execution.Life) bool{
		"":                          func(execution.Life) bool { return true },
		"size > 50":                 func(o execution.Life) bool { return o.Allocated && o.Size > 50 },
		"!(size > 50)":              func(o execution.Life) bool { return !o.Allocated || o.Size <= 50 },
		`!allocated || type ~ "f2"`: func(o execution.Life) bool { return !o.Allocated || o.Type == "f2" },
		`object in ["0x1", "0x3"] && age >= 30ns && ending == "freed"`: func(o execution.Life) bool {
			return o.Number != 2 && o.End-o.Start >= 30 && o.Ending == execution.Freed
		},
		"birth > 100ns || death < 200ns": func(o execution.Life) bool { return o.Start > 100 || o.End < 200 },
	} {
		for _, e := range slice.Objects.Extents() {
			list = append(list, sliceCase{slice.Definition{Of: slice.Objects, Where: where, Extent: e},
				func(o *sliceOracle, t tracefeed.ThreadID, at tracefeed.Time) bool {
					return o.called(func(c *treeCall) bool { return c.Object != 0 && fits(onAt(o.objects[c.Object], c.Start)) }, e, t, at)
				}})
		}
	}
	return list
}

// taskCases returns slices of tasks.
func taskCases() (list []sliceCase) {
	for where, fits := range map[string]func(*sliceOracle, int) bool{
		"": func(*sliceOracle, int) bool { return true },
		`type == "f1" && duration > 30ns`: func(o *sliceOracle, i int) bool {
			return o.tasks[i].Type == "f1" && o.tasks[i].End-o.tasks[i].Start > 30
		},
		"task == 2 && parent == 0 || threads > 2": func(o *sliceOracle, i int) bool {
			return o.tasks[i].Number == 2 && o.tasks[i].Parent == 0 || len(o.tasks[i].Threads) > 2
		},
	} {
		for _, e := range slice.Tasks.Extents() {
			list = append(list, sliceCase{slice.Definition{Of: slice.Tasks, Where: where, Extent: e},
				func(o *sliceOracle, t tracefeed.ThreadID, at tracefeed.Time) bool {
					return o.worked(fits, e, t, at)
				}})
		}
	}
	return list
}

// worked is the definition for slices of tasks.
func (o *sliceOracle) worked(fits func(*sliceOracle, int) bool, extent slice.Extent, t tracefeed.ThreadID, at tracefeed.Time) bool {
	if extent == slice.Life {
		start, end := o.tl.Lane(t).Life()
		for i, x := range o.tasks {
			if fits(o, i) && slices.Contains(x.Threads, t) && max(x.Start, start) <= at && at < min(x.End, end) {
				return true
			}
		}
		return false
	}
	for _, w := range o.work(t) {
		if at < w.Start || at >= w.End {
			continue
		}
		i := int(w.Task)
		for range 100 { // tasks can be around themselves
			if i >= 0 && fits(o, i) {
				return true
			}
			if i < 0 || extent == slice.OwnWork {
				break
			}
			i = o.around(i)
		}
	}
	return false
}

// TestSlices compares slices with their definition, at each moment of random traces.
func TestSlices(t *testing.T) {
	cases := sliceCases()
	covered := make([]int, len(cases))
	for seed := range oracle.Seeds(15) {
		rng := rand.New(rand.NewPCG(seed, 8))
		trace := apart(allocating(random(rand.New(rand.NewPCG(seed, 9))), rng))
		tls, err := reductions(trace, rng)
		if err != nil {
			t.Fatal(err)
		}
		o := newSliceOracle(t, tls[0])
		o.mark(t, trace)
		for i, tl := range tls {
			s := computed(t, tl, cases, nil)
			for k, c := range cases {
				if s.Errors[k] != nil {
					t.Fatal(s.Errors[k])
				}
				for thread := range tl.Threads[1:] {
					id := tracefeed.ThreadID(thread + 1)
					for _, at := range o.moments(id) {
						got, want := s.Sets[k].Contains(id, at), c.covers(o, id, at)
						if got != want {
							t.Fatalf("seed %d, timeline %d, %+v, thread %d at %d: %v; want %v\n%v\n%v", seed, i, c.Definition,
								id, at, got, want, s.Sets[k].Of(id), o.calls[id])
						}
						if got {
							covered[k]++
						}
					}
				}
			}
		}
	}
	for k, n := range covered {
		if n == 0 {
			t.Errorf("%+v was never tried", cases[k].Definition)
		}
	}
}

// TestSliceDepths compares which calls are in slices, by their depths, with the definition: a
// slice of calls has no calls that only lead to it. A combination has the calls from the
// first depth on at which the others fulfil it.
func TestSliceDepths(t *testing.T) {
	cases, apartOf := sliceCases(), 0
	for seed := range oracle.Seeds(12) {
		rng := rand.New(rand.NewPCG(seed, 8))
		trace := apart(allocating(random(rand.New(rand.NewPCG(seed, 17))), rng))
		tls, err := reductions(trace, rng)
		if err != nil {
			t.Fatal(err)
		}
		o := newSliceOracle(t, tls[0])
		o.mark(t, trace)
		tl := tls[rng.IntN(len(tls))]
		s := computed(t, tl, cases, nil)
		for k, c := range cases {
			p := slice.NewPartition(t.Context(), s.Sets[k:k+1], nil)
			sums := make([]tracefeed.Time, p.Parts())
			for thread := range tl.Threads[1:] {
				id := tracefeed.ThreadID(thread + 1)
				for _, at := range o.moments(id) {
					o.deepest = slice.AnyDepth
					whole, want := c.covers(o, id, at), false
					for depth := range 8 {
						o.deepest = depth
						want = want || whole && c.covers(o, id, at)
						clear(sums)
						if p.Add(id, depth, at, at+1, sums); (sums[0] > 0) != want {
							t.Fatalf("seed %d, %+v, thread %d at %d, depth %d: got %v\n%v\n%v", seed, c.Definition, id, at,
								depth, sums, s.Sets[k].Of(id), o.calls[id])
						}
						if whole && !want {
							apartOf++
						}
					}
				}
			}
		}
	}
	if apartOf == 0 {
		t.Error("no call only led to a slice")
	}
}

func computed(t *testing.T, tl *timeline.Timeline, cases []sliceCase, before *slice.Slices) *slice.Slices {
	var definitions []slice.Definition
	for _, c := range cases {
		definitions = append(definitions, c.Definition)
	}
	in := slice.Input{Timeline: tl, Locks: func(m tracefeed.MonitorID) []string { return []string{fmt.Sprint(m)} }}
	s, err := slice.Compute(t.Context(), in, definitions, before)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSlicesAgain changes, moves, renames and removes slices: with the former result the
// new one is the same as without.
func TestSlicesAgain(t *testing.T) {
	for seed := range oracle.Seeds(8) {
		rng := rand.New(rand.NewPCG(seed, 9))
		tls, err := reductions(random(rand.New(rand.NewPCG(seed, 7))), rng)
		if err != nil {
			t.Fatal(err)
		}
		cases, before := sliceCases(), (*slice.Slices)(nil)
		for range 6 {
			now := computed(t, tls[0], cases, before)
			for i, want := range computed(t, tls[0], cases, nil).Sets {
				for id := range tls[0].Threads {
					if got, want := now.Sets[i].Of(tracefeed.ThreadID(id)), want.Of(tracefeed.ThreadID(id)); !slices.Equal(got, want) {
						t.Fatalf("seed %d, %+v: %v; want %v", seed, cases[i].Definition, got, want)
					}
				}
			}
			before = now
			i, j := rng.IntN(len(cases)), rng.IntN(len(cases))
			switch rng.IntN(4) {
			case 0:
				cases[i], cases[j] = cases[j], cases[i]
			case 1:
				cases[i].Name, cases[j].Name = cases[j].Name, cases[i].Name
			case 2:
				cases = slices.Delete(cases, i, i+1)
			default:
				cases[i].From, cases[i].To = 3, 3+tracefeed.Time(1+rng.IntN(90))
			}
		}
	}
}

// TestTreeSets compares the part of each function's time that is in slices with its
// definition, and with the tree that has only that time.
func TestTreeSets(t *testing.T) {
	some := 0
	for seed := range oracle.Seeds(15) {
		tls, err := reductions(apart(random(rand.New(rand.NewPCG(seed, 7)))), rand.New(rand.NewPCG(seed, 8)))
		if err != nil {
			t.Fatal(err)
		}
		o, cases := newSliceOracle(t, tls[0]), sliceCases()
		for i, tl := range tls {
			q := execution.Query{Of: make([]bool, len(tl.Threads)), To: tl.End}
			for id := range q.Of {
				q.Of[id] = id%3 > 0
			}
			computed := computed(t, tl, cases, nil)
			for _, s := range computed.Sets {
				q.Sets = append(q.Sets, s)
			}
			tree := execution.NewTree(t.Context(), tl, q)
			want := o.times(q, computed)
			for k, g := range tree.By(tl, execution.ByFunction) {
				q := q
				if q.Within = q.Sets[k%len(q.Sets)]; g.Calls == 0 {
					continue
				}
				for n := range q.Sets {
					got, want := at(g.In, n), at(want[g.Name], n)
					if got != want {
						t.Fatalf("seed %d, timeline %d, %s in %+v: %v; want %v", seed, i, g.Name, cases[n].Definition, got, want)
					}
					if got > 0 {
						some++
					}
				}
				within := execution.NewTree(t.Context(), tl, q).By(tl, execution.ByFunction)[k]
				if got, want := within.Cumulative.Alive(), at(want[g.Name], k%len(q.Sets)); got != want {
					t.Fatalf("seed %d, timeline %d, %s within %d: %v; want %v", seed, i, g.Name, k%len(q.Sets), got, want)
				}
			}
		}
	}
	if some < 100 {
		t.Errorf("only %d times", some)
	}
}

// at returns an element of a list; nil has zeros.
func at(list []tracefeed.Time, i int) tracefeed.Time {
	if list == nil {
		return 0
	}
	return list[i]
}

// times returns the time in each function in each set, piece by piece.
func (o *sliceOracle) times(q execution.Query, s *slice.Slices) map[string][]tracefeed.Time {
	times := map[string][]tracefeed.Time{}
	for id := range o.calls {
		t := tracefeed.ThreadID(id)
		if !q.Of[id] {
			continue
		}
		moments := o.moments(t)
		for _, set := range s.Sets {
			for _, v := range set.Of(t) {
				moments = append(moments, v.Start, v.End)
			}
		}
		slices.Sort(moments)
		moments = slices.Compact(append(moments, o.tl.End))
		for i, from := range moments[:max(len(moments)-1, 0)] {
			functions := map[string]bool{}
			for _, c := range o.calls[t] {
				if c.Start <= from && from < c.End {
					functions[c.name] = true
				}
			}
			for f := range functions {
				if times[f] == nil {
					times[f] = make([]tracefeed.Time, len(s.Sets))
				}
				for n, set := range s.Sets {
					if span := o.span(t, from); set.Contains(t, from) && span != nil && span.State != tracefeed.NotAlive {
						times[f][n] += moments[i+1] - from
					}
				}
			}
		}
	}
	return times
}
