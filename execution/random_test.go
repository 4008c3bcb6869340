package execution_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/execution"
	"tiv/internal/oracle"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

const names, stacks = 3, 4

// random returns a random trace with many events of calls, samples, regions and
// tasks, some of which make no sense.
func random(rng *rand.Rand) oracle.Trace {
	trace := oracle.Random(rng, oracle.Small(rng))
	kinds := []tracefeed.Kind{tracefeed.Sample, tracefeed.TaskStart, tracefeed.TaskEnd, tracefeed.CallEnter, tracefeed.CallEnter,
		tracefeed.CallExit, tracefeed.RegionStart, tracefeed.RegionStart, tracefeed.RegionEnd, tracefeed.Lost}
	var events []tracefeed.Event
	for _, ev := range trace.Events {
		if ev.Kind == tracefeed.Wake && ev.Name != tracefeed.NoName { // names are those of calls here
			continue
		}
		for range rng.IntN(4) {
			x := tracefeed.Event{Time: ev.Time, Thread: ev.Thread, Kind: kinds[rng.IntN(len(kinds))]}
			if x.Kind == tracefeed.Lost && rng.IntN(5) > 0 {
				x.Kind = tracefeed.CallExit
			}
			if rng.IntN(20) == 0 {
				x.Thread = tracefeed.NoThread
			}
			events = append(events, x)
		}
		events = append(events, ev)
	}
	for i := range events {
		switch ev := &events[i]; ev.Kind {
		case tracefeed.Sample:
			ev.Value, ev.Stack = rng.Int64N(3), tracefeed.StackID(rng.IntN(stacks+1))
		case tracefeed.CallEnter, tracefeed.CallExit:
			ev.Name, ev.Stack = tracefeed.NameID(rng.IntN(names+1)), tracefeed.StackID(rng.IntN(stacks+1))
			ev.Object = rng.Int64N(4)
		case tracefeed.SuspendStart, tracefeed.IOStart, tracefeed.MonitorWait:
			ev.Stack = tracefeed.StackID(rng.IntN(stacks + 1))
		case tracefeed.MonitorEnter:
			ev.Stack = tracefeed.StackID(1 + rng.IntN(stacks))
		case tracefeed.TaskStart, tracefeed.TaskEnd, tracefeed.RegionStart, tracefeed.RegionEnd:
			ev.Name, ev.Object, ev.Value = tracefeed.NameID(rng.IntN(names+1)), rng.Int64N(4), rng.Int64N(3)
		}
	}
	trace.Events = events
	return trace
}

// feed returns a feed of a trace of random.
func feed(trace oracle.Trace) tracefeed.Feed {
	f := trace.Feed()
	for i := range names {
		f.Tables().AddName(fmt.Sprint("f", i+1))
	}
	var frames []tracefeed.FrameID
	for _, function := range []string{"f1", "f2", "g1", "g2"} {
		frames = append(frames, tracefeed.FrameID(len(f.Tables().Frames)))
		f.Tables().Frames = append(f.Tables().Frames, tracefeed.Frame{Func: function})
	}
	for _, stack := range [stacks][]int{{0}, {2, 0}, {3, 2, 0}, {2, 1, 0, 2, 3}} {
		var list []tracefeed.FrameID
		for _, i := range stack {
			list = append(list, frames[i])
		}
		f.Tables().AddStack(list)
	}
	return f
}

// file is a file in memory.
type file struct{ bytes.Buffer }

func (f *file) ReadAt(p []byte, at int64) (int, error) {
	return bytes.NewReader(f.Bytes()).ReadAt(p, at)
}

// reductions returns timelines of a trace: of one page, of small pages, followed, and of
// small pages in a file.
func reductions(trace oracle.Trace, rng *rand.Rand) (list []*timeline.Timeline, err error) {
	small := timeline.Tuning{PageEvents: 1 + rng.IntN(1+rng.IntN(40))}
	for _, tuning := range []timeline.Tuning{{}, small} {
		tl, err := reduced.Timeline(feed(trace), tuning)
		if err != nil {
			return nil, err
		}
		list = append(list, tl)
	}
	followed, err := follow(trace, small.PageEvents, rng)
	if err != nil {
		return nil, err
	}
	list = append(list, followed)
	f, out := feed(trace), &file{}
	r := timeline.NewReducer(f, small)
	s := r.SaveTo(out, binfeed.Header{}, nil, timeline.NewMemory(1))
	if err := reduced.AddAll(r, f); err != nil {
		return nil, err
	}
	if err := s.Finish(nil, nil); err != nil {
		return nil, err
	}
	opened, err := binfeed.Open(out, int64(out.Len()))
	if err != nil {
		return nil, err
	}
	tl, _, err := timeline.Open(opened, timeline.NewMemory(1<<20), timeline.Tuning{})
	return append(list, tl), err
}

// example returns a random trace with its reductions, a random query of it, and further
// random numbers.
func example(t *testing.T, seed uint64) (trace oracle.Trace, q execution.Query, tls []*timeline.Timeline, rng *rand.Rand) {
	t.Helper()
	trace, rng = random(rand.New(rand.NewPCG(seed, 7))), rand.New(rand.NewPCG(seed, 8))
	q = window(trace, rng)
	tls, err := reductions(trace, rng)
	if err != nil {
		t.Fatal(err)
	}
	return trace, q, tls, rng
}

// follow returns the last of several snapshots of a growing trace: the page that it was
// filling is in two parts.
func follow(trace oracle.Trace, pageEvents int, rng *rand.Rand) (tl *timeline.Timeline, err error) {
	f := feed(trace)
	r := timeline.NewReducer(f, timeline.Tuning{PageEvents: pageEvents, TailEvents: 1 + rng.IntN(5)})
	for {
		batch, err := f.Batch(nil)
		if err == io.EOF {
			return r.Snapshot(false, nil), nil
		}
		if err := r.Add(batch); err != nil {
			return nil, err
		}
		if rng.IntN(3) == 0 {
			r.Snapshot(false, nil)
		}
	}
}

// window returns a random part of a trace, sometimes all of it.
func window(trace oracle.Trace, rng *rand.Rand) execution.Query {
	end := trace.Events[len(trace.Events)-1].Time
	q := execution.Query{Of: make([]bool, trace.Threads()), To: end}
	all := rng.IntN(2) == 0
	for t := range q.Of {
		q.Of[t] = all || rng.IntN(2) == 0
	}
	if rng.IntN(2) == 0 {
		q.From = tracefeed.Time(rng.Int64N(int64(end) + 1))
		q.To = q.From + tracefeed.Time(rng.Int64N(int64(end)+1))
	}
	return q
}

// check compares the results of a query on random traces with those of an oracle.
func check[R any](t *testing.T, query func(*timeline.Timeline, execution.Query) []R, want func(oracle.Trace, execution.Query) []R) {
	t.Helper()
	differ := func(trace oracle.Trace, seed uint64) error {
		rng := rand.New(rand.NewPCG(seed, 8))
		q := window(trace, rng)
		tls, err := reductions(trace, rng)
		if err != nil {
			return err
		}
		want := fmt.Sprintf("%+v", want(trace, q))
		for i, tl := range tls {
			if got := fmt.Sprintf("%+v", query(tl, q)); got != want {
				return fmt.Errorf("timeline %d, %+v: got\n%s\nwant\n%s", i, q, got, want)
			}
		}
		return nil
	}
	for seed := range oracle.Seeds(300) {
		trace := random(rand.New(rand.NewPCG(seed, 7)))
		if differ(trace, seed) == nil {
			continue
		}
		trace = oracle.Shrink(trace, func(tr oracle.Trace) bool { return differ(tr, seed) != nil })
		for _, ev := range trace.Events {
			t.Logf("%+v", ev)
		}
		t.Fatalf("seed %d: %v", seed, differ(trace, seed))
	}
}

// contains reports whether an instant is in a window of a trace.
func contains(trace oracle.Trace, q execution.Query, t tracefeed.Time) bool {
	end := trace.Events[len(trace.Events)-1].Time
	return q.From <= t && t < q.To || t == end && q.From <= end && end <= q.To
}

// alive reports of each event of a trace whether it is one that its thread could have.
func alive(trace oracle.Trace) []bool {
	live := make([]bool, len(trace.Events))
	for i, state := range oracle.States(trace) {
		live[i] = trace.Events[i].Thread == tracefeed.NoThread || state != oracle.NotAlive
	}
	return live
}

func TestSamples(t *testing.T) {
	check(t, func(tl *timeline.Timeline, q execution.Query) (list []execution.Sample) {
		execution.EachSample(t.Context(), tl, q, func(s execution.Sample) { list = append(list, s) })
		slices.SortStableFunc(list, func(a, b execution.Sample) int { return int(a.Thread - b.Thread) })
		return list
	}, wantSamples)
}

func wantSamples(trace oracle.Trace, q execution.Query) (list []execution.Sample) {
	states := map[oracle.State]tracefeed.State{oracle.Unknown: tracefeed.Unknown, oracle.Running: tracefeed.Running,
		oracle.Runnable: tracefeed.Runnable, oracle.Suspended: tracefeed.Suspended, oracle.Blocking: tracefeed.Blocking,
		oracle.IO: tracefeed.IO}
	after, live := oracle.States(trace), alive(trace)
	for thread := range q.Of {
		for i, ev := range trace.Events {
			if ev.Kind != tracefeed.Sample || int(ev.Thread) != thread || !q.Of[thread] || !contains(trace, q, ev.Time) ||
				!live[i] {
				continue
			}
			s := execution.Sample{Thread: ev.Thread, Time: ev.Time, Weight: ev.Value, Stack: ev.Stack, State: tracefeed.NotAlive}
			if thread > 0 {
				s.State = states[after[i]]
			}
			list = append(list, s)
		}
	}
	return list
}
