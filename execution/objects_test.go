package execution_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"tiv/execution"
	"tiv/internal/oracle"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
)

// TestObjects compares the sums of objects with their definition.
func TestObjects(t *testing.T) {
	known := int64(0)
	for seed := range uint64(60) {
		trace := apart(random(rand.New(rand.NewPCG(seed, 7))))
		rng := rand.New(rand.NewPCG(seed, 8))
		q := window(trace, rng)
		tls, err := reductions(trace, rng)
		if err != nil {
			t.Fatal(err)
		}
		want, calls := wantObjects(t, trace, q, tls[0])
		for i, tl := range tls {
			found := execution.Objects(t.Context(), tl, q)
			got := map[int64]execution.Sum{}
			for _, o := range found.Objects {
				got[o.Number] = o.Sum
			}
			if !reflect.DeepEqual(got, want) || found.Calls != calls {
				t.Fatalf("seed %d, timeline %d, %+v: got %d calls\n%+v\nwant %d\n%+v", seed, i, q, found.Calls, got, calls, want)
			}
			known += found.Known
		}
	}
	if known < 1000 {
		t.Errorf("only %d calls on objects", known)
	}
}

// wantObjects is the definition of the sums of objects: it cuts the interval at everything
// that happens, and looks up the calls of each part. It also returns the number of calls.
func wantObjects(t *testing.T, trace oracle.Trace, q execution.Query, tl *timeline.Timeline) (sums map[int64]execution.Sum, calls int64) {
	sums = map[int64]execution.Sum{}
	live := make([]bool, len(trace.Events))
	for i := range trace.Events {
		live[i] = alive(trace, i)
	}
	for id := 1; id < len(q.Of); id++ {
		if !q.Of[id] {
			continue
		}
		o := &threadOracle{live: live, tl: tl, q: execution.Query{Of: make([]bool, len(q.Of)), From: q.From, To: q.To}, sums: map[string]pathSum{}}
		o.q.Of[id] = true
		o.read(t, trace, tracefeed.ThreadID(id))
		for _, c := range o.calls {
			if calls++; c.object != 0 {
				s := sums[c.object]
				s.Calls++
				sums[c.object] = s
			}
		}
		for i := 1; i < len(o.cuts); i++ {
			if a, b, ok := o.part(o.cuts[i-1], o.cuts[i]); ok {
				o.addObjects(sums, a, b)
			}
		}
	}
	return sums, calls
}

// addObjects adds the time from a to b, in which nothing changes.
func (o *threadOracle) addObjects(sums map[int64]execution.Sum, a, b tracefeed.Time) {
	entered, stack := o.entered(a, b), o.wait(a, b)
	for i, span := range o.spans {
		if span.Start > a || b > o.ends[i] || span.State == tracefeed.NotAlive {
			continue
		}
		seen := map[int64]bool{0: true}
		for k, c := range entered {
			s := sums[c.object]
			if !seen[c.object] {
				s.Cumulative[span.State] += b - a
				seen[c.object] = true
			}
			if innermost := k == len(entered)-1; innermost && c.object != 0 && (stack == tracefeed.NoStack || len(o.within(entered, stack)) == 0) {
				s.Self[span.State] += b - a
			}
			if c.object != 0 {
				sums[c.object] = s
			}
		}
	}
}

// An object has the type of the functions called on it, if that is one.
func TestTypesOfObjects(t *testing.T) {
	trace := oracle.Trace{}
	f := trace.Feed()
	for i, function := range []string{"net/http.(*Server).Serve", "net/http.(*Server).Close", "main.(*pool).get", "main.run"} {
		name := f.Tables().AddName(function)
		for object := int64(1); object < 4; object++ {
			if int64(i) < object {
				trace.Events = append(trace.Events, tracefeed.Event{Kind: tracefeed.CallEnter, Thread: 1, Name: name, Object: object},
					tracefeed.Event{Kind: tracefeed.CallExit, Thread: 1, Name: name})
			}
		}
	}
	trace = apart(trace)
	names := f.Tables().Names
	f = trace.Feed()
	for _, name := range names[1:] {
		f.Tables().AddName(name)
	}
	tl, err := reduced.Timeline(f, timeline.Tuning{})
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, o := range execution.Objects(t.Context(), tl, execution.Query{Of: []bool{false, true}, To: tl.End}).Objects {
		got += fmt.Sprintf("%d %s %d, ", o.Number, o.Type, o.Calls)
	}
	if want := "1 net/http.Server 1, 2 net/http.Server 2, 3  3, "; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
