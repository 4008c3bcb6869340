package execution_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"tiv/execution"
	"tiv/internal/oracle"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
)

// stretches is a set: intervals of each thread.
type stretches [][]timeline.Interval

func (s stretches) Of(t tracefeed.ThreadID) []timeline.Interval { return s[t] }

func (s stretches) Has(o *execution.Life) bool {
	return o.Allocated && s.covered(o.Thread, o.Start, o.Start+1) > 0
}

func (s stretches) Admits(*execution.Life) bool { return true }

// randomStretches returns intervals for threads, up to a time.
func randomStretches(rng *rand.Rand, threads int, end tracefeed.Time) stretches {
	s := make(stretches, threads)
	for t := range s {
		for at := tracefeed.Time(0); ; {
			at += 1 + tracefeed.Time(rng.Int64N(1+int64(end)/4))
			until := at + 1 + tracefeed.Time(rng.Int64N(1+int64(end)/4))
			if until > end {
				break
			}
			s[t] = append(s[t], timeline.Interval{Start: at, End: until})
			at = until
		}
	}
	return s
}

// covered is the part of an interval in a set.
func (s stretches) covered(t tracefeed.ThreadID, a, b tracefeed.Time) (sum tracefeed.Time) {
	for _, v := range s[t] {
		sum += max(min(b, v.End)-max(a, v.Start), 0)
	}
	return sum
}

// and returns what both sets cover.
func (s stretches) and(other stretches) stretches {
	both := make(stretches, len(s))
	for t := range s {
		for _, a := range s[t] {
			for _, b := range other[t] {
				if v := (timeline.Interval{Start: max(a.Start, b.Start), End: min(a.End, b.End)}); v.Start < v.End {
					both[t] = append(both[t], v)
				}
			}
		}
	}
	return both
}

// counts reports whether a call of a thread counts in a query.
func counts(q *execution.Query, t tracefeed.ThreadID, start, end tracefeed.Time) bool {
	from := max(start, q.From)
	return q.Within == nil || q.Within.(stretches).covered(t, from, max(min(end, q.To), from+1)) > 0
}

// TestObjects compares the sums of objects with their definition, also in sets of time.
func TestObjects(t *testing.T) {
	known := int64(0)
	for seed := range oracle.Seeds(60) {
		trace := random(rand.New(rand.NewPCG(seed, 7)))
		rng := rand.New(rand.NewPCG(seed, 8))
		if seed%3 > 0 {
			trace = allocating(trace, rng)
		}
		trace = apart(trace)
		q := window(trace, rng)
		if seed%2 == 0 {
			for range 2 {
				q.Sets = append(q.Sets, randomStretches(rng, len(q.Of), trace.Events[len(trace.Events)-1].Time))
			}
			if seed%4 == 0 {
				base := q.Sets[0].(stretches)
				q.Within, q.Sets[1] = base, base.and(q.Sets[1].(stretches))
			}
		}
		tls, err := reductions(trace, rng)
		if err != nil {
			t.Fatal(err)
		}
		want, calls := wantObjects(t, trace, q, tls[0])
		for i, tl := range tls {
			found := execution.Objects(t.Context(), tl, q)
			got := map[objectAt]execution.Sum{}
			for k := range found.Objects {
				if o := &found.Objects[k]; o.Calls > 0 && found.Find(o.Number, o.Longest.Start) != k {
					t.Fatalf("seed %d, timeline %d: %+v is not found at %v", seed, i, o, o.Longest.Start)
				}
			}
			for _, o := range found.Objects {
				if o.Calls == 0 {
					continue
				}
				if !slices.ContainsFunc(o.In, func(t tracefeed.Time) bool { return t > 0 }) {
					o.In = nil
				}
				got[objectAt{o.Number, o.Start, o.End}] = o.Sum
			}
			if !reflect.DeepEqual(got, want) || found.Calls != calls {
				t.Fatalf("seed %d, timeline %d, %+v: got %d calls\n%+v\nwant %d\n%+v", seed, i, q, found.Calls, got, calls, want)
			}
			known += found.Known
		}
	}
	if known < int64(oracle.Least(1000)) {
		t.Errorf("only %d calls on objects", known)
	}
}

// objectAt identifies an object.
type objectAt struct {
	number     int64
	start, end tracefeed.Time
}

// wantObjects is the definition of the sums of objects: it cuts the interval at everything
// that happens, and looks up the calls of each part. It also returns the number of calls.
func wantObjects(t *testing.T, trace oracle.Trace, q execution.Query, tl *timeline.Timeline) (sums map[objectAt]execution.Sum,
	calls int64) {
	sums = map[objectAt]execution.Sum{}
	of := objectsOfCalls(trace)
	live := alive(trace)
	for id := 1; id < len(q.Of); id++ {
		if !q.Of[id] {
			continue
		}
		o := &threadOracle{live: live, tl: tl, q: execution.Query{Of: make([]bool, len(q.Of)), From: q.From, To: q.To},
			sums: map[string]pathSum{}}
		o.q.Of[id] = true
		o.read(t, trace, tracefeed.ThreadID(id))
		for _, c := range o.calls {
			if !counts(&q, tracefeed.ThreadID(id), c.Start, c.End) {
				continue
			}
			if calls++; c.object != 0 {
				s := sums[of(c)]
				s.Calls++
				sums[of(c)] = s
			}
		}
		for i := 1; i < len(o.cuts); i++ {
			if a, b, ok := o.part(o.cuts[i-1], o.cuts[i]); ok {
				o.addObjects(sums, of, &q, a, b)
			}
		}
	}
	maps.DeleteFunc(sums, func(_ objectAt, s execution.Sum) bool { return s.Calls == 0 })
	return sums, calls
}

// objectsOfCalls returns the object of a call; the zero value is none.
func objectsOfCalls(trace oracle.Trace) func(call) objectAt {
	lists := map[int64][]execution.Life{}
	for number := range int64(4) {
		lists[number] = livesAt(trace, number)
	}
	return func(c call) objectAt {
		if c.object == 0 {
			return objectAt{}
		}
		o := onAt(lists[c.object], c.Start)
		return objectAt{o.Number, o.Start, o.End}
	}
}

// addObjects adds the time from a to b, in which nothing changes.
func (o *threadOracle) addObjects(sums map[objectAt]execution.Sum, of func(call) objectAt, q *execution.Query, a, b tracefeed.Time) {
	thread := tracefeed.ThreadID(slices.Index(o.q.Of, true))
	length := b - a
	if q.Within != nil {
		length = q.Within.(stretches).covered(thread, a, b)
	}
	entered, stack := o.entered(a, b), o.wait(a, b)
	for i, span := range o.spans {
		if span.Start > a || b > o.ends[i] || span.State == tracefeed.NotAlive {
			continue
		}
		seen := map[objectAt]bool{{}: true}
		for k, c := range entered {
			on := of(c)
			s := sums[on]
			if !seen[on] {
				s.Cumulative[span.State] += length
				for i, set := range q.Sets {
					if in := set.(stretches).covered(thread, a, b); in > 0 {
						if s.In == nil {
							s.In = make([]tracefeed.Time, len(q.Sets))
						}
						s.In[i] += in
					}
				}
				seen[on] = true
			}
			if innermost := k == len(entered)-1; innermost && c.object != 0 &&
				(stack == tracefeed.NoStack || len(o.within(entered, stack)) == 0) {
				s.Self[span.State] += length
			}
			if c.object != 0 {
				sums[on] = s
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
