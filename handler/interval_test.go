package handler_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"tiv/execution"
	"tiv/handler"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
)

// stretches are a part of the time of threads, which has no objects.
type stretches map[tracefeed.ThreadID][]timeline.Interval

func (s stretches) Of(t tracefeed.ThreadID) []timeline.Interval { return s[t] }
func (s stretches) Has(*execution.Life) bool                    { return false }
func (s stretches) Admits(*execution.Life) bool                 { return false }

// halves divides the time of threads at random.
func halves(rng *rand.Rand, threads int, end tracefeed.Time) (a, b stretches) {
	a, b = stretches{}, stretches{}
	for t := range tracefeed.ThreadID(threads) {
		for at := tracefeed.Time(0); at <= end; {
			to := at + 1 + tracefeed.Time(rng.Int64N(int64(end)/3+1))
			if rng.IntN(8) == 0 {
				to = end + 1
			}
			half := []stretches{a, b}[rng.IntN(2)]
			half[t] = append(half[t], timeline.Interval{Start: at, End: to})
			at = to
		}
		a[t], b[t] = joined(a[t]), joined(b[t])
	}
	return a, b
}

// joined joins intervals that touch.
func joined(list []timeline.Interval) (out []timeline.Interval) {
	for _, v := range list {
		if n := len(out); n > 0 && out[n-1].End == v.Start {
			out[n-1].End = v.End
		} else {
			out = append(out, v)
		}
	}
	return out
}

// amounts returns the amounts of a trace by call path.
func amounts(x *handler.Trace) map[string]handler.Counts {
	all, paths := map[string]handler.Counts{}, make([]string, len(x.Nodes))
	for i, n := range x.Nodes {
		if paths[i] = x.Functions[n.Function].Name; n.Parent >= 0 {
			paths[i] = paths[n.Parent] + "/" + paths[i]
		}
		all[paths[i]] = n.Counts
	}
	return all
}

// A part of the time of threads, and the rest, have together what the whole has; and an interval has the time of the
// threads in it, to the nanosecond: waits are cut.
func TestParts(t *testing.T) {
	t.Parallel()
	inTime, cut := 0, 0
	for seed := range uint64(150) {
		rng := rand.New(rand.NewPCG(seed, 17))
		tl := reduced.Story(t, mixed(rng))
		read := func(o handler.Options) *handler.Trace {
			o.Patterns = patterns
			return handler.New(context.Background(), tl, o)
		}
		whole := read(handler.Options{})
		if whole.InTime() {
			inTime++
			from := tracefeed.Time(rng.Int64N(int64(tl.End)))
			to := from + 1 + tracefeed.Time(rng.Int64N(int64(tl.End-from)))
			want := int64(0)
			for id := 1; id < len(tl.Threads); id++ {
				tl.Lane(tracefeed.ThreadID(id)).Spans(from, to, func(s *timeline.Span, end tracefeed.Time) bool {
					if s.State != tracefeed.NotAlive {
						want += int64(max(0, min(end, to)-max(s.Start, from)))
						if s.State == tracefeed.Suspended && (s.Start < from || end > to) {
							cut++
						}
					}
					return true
				})
			}
			x := read(handler.Options{From: from, To: to})
			if x.InTime() && (x.Samples != want || x.Instants != int64(to-from)) {
				t.Fatalf("seed %d, %v to %v: %d of %d, want %d", seed, from, to, x.Samples, x.Instants, want)
			}
		}
		a, b := halves(rng, len(tl.Threads), tl.End)
		one, other := read(handler.Options{Within: a}), read(handler.Options{Within: b})
		if one.InTime() != whole.InTime() || other.InTime() != whole.InTime() {
			continue // all samples, or none, are in a part
		}
		want, got, rest := amounts(whole), amounts(one), amounts(other)
		if one.Samples+other.Samples != whole.Samples || one.Aside+other.Aside != whole.Aside {
			t.Fatalf("seed %d: %d and %d, want %d", seed, one.Samples, other.Samples, whole.Samples)
		}
		for path, n := range want {
			sum := got[path]
			o := rest[path]
			if sum.Add(&o); sum != n {
				t.Fatalf("seed %d: %s has %v and %v, want %v", seed, path, got[path], o, n)
			}
		}
	}
	if inTime < 50 || cut < 50 {
		t.Errorf("%d traces in time, %d waits cut: too few to tell", inTime, cut)
	}
}

// What is outside the part of time that counts is not found.
func TestFindWithin(t *testing.T) {
	t.Parallel()
	tl := reduced.Story(t, twoLoops)
	for _, test := range []struct {
		o    handler.Options
		want string
	}{
		{handler.Options{}, "acme.A.handle acme.B.handle"},
		{handler.Options{To: 500 * tracefeed.Millisecond}, "acme.A.handle"},
		{handler.Options{From: 500 * tracefeed.Millisecond}, "acme.B.handle"},
		{handler.Options{Within: stretches{1: {{Start: 0, End: tl.End}}}}, "acme.A.handle"},
		{handler.Options{Within: stretches{2: {{Start: 0, End: tl.End}}}}, "acme.B.handle"},
		{handler.Options{Within: stretches{}}, ""},
	} {
		got := ""
		for _, f := range handler.New(context.Background(), tl, test.o).Find(handler.DefaultThresholds()) {
			got += " " + f.Function
		}
		if got = got[min(1, len(got)):]; got != test.want {
			t.Errorf("%+v: got %q, want %q", test.o, got, test.want)
		}
	}
}

// twoLoops is two threads that wait and handle items: the first one in the first half of the trace, the second one
// in the second half.
var twoLoops = func() string {
	var b strings.Builder
	b.WriteString("tiv-text 1 sched\nframe wait java.lang.Object.wait\n")
	for _, c := range []string{"A", "B"} {
		fmt.Fprintf(&b, "frame loop%[1]s acme.%[1]s.loop\nframe handle%[1]s acme.%[1]s.handle\nstack wait%[1]s wait loop%[1]s\n"+
			"stack handle%[1]s handle%[1]s loop%[1]s\n", c)
	}
	b.WriteString("0s A start\n0s A run\n0s B start\n0s B run\n")
	for i := range 20 {
		fmt.Fprintf(&b, "%dms %s suspend-start wait stack=wait%[2]s\n%dms %[2]s suspend-end\n%[3]dms %[2]s run\n"+
			"%dms %[2]s sample value=1 stack=handle%[2]s\n", 50*i, []string{"A", "B"}[i/10], 50*i+20, 50*i+30)
	}
	b.WriteString("1s A end\n")
	return b.String()
}()
