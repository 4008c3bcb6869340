package workspace

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/interaction/detect"
	"tiv/internal/oracle"
	"tiv/scene/paint"
	"tiv/scene/view"
	"tiv/tracefeed"
)

func TestFilter(t *testing.T) {
	t.Parallel()
	w := opened(t, SetFilter{Filter{"blocking > 0%", true}}) // A and B deadlock, C sleeps
	if want := []tracefeed.ThreadID{1, 2}; !slices.Equal(w.Look.Threads, want) || len(w.Look.Dimmed) != 0 {
		t.Errorf("shown %v, dimmed %v", w.Look.Threads, w.Look.Dimmed)
	}
	w.Do(SetFilter{Filter{"blocking > 0%", false}})
	if want := []tracefeed.ThreadID{3}; len(w.Look.Threads) != 3 || !slices.Equal(w.Look.Dimmed, want) {
		t.Errorf("shown %v, dimmed %v", w.Look.Threads, w.Look.Dimmed)
	}
	w.Do(SeekTo{2 * s}) // before any wait
	w.Do(ShowRange{0, 2 * s})
	if len(w.Look.Dimmed) != 3 {
		t.Errorf("at %v, dimmed %v", w.Look.Moment, w.Look.Dimmed)
	}
	w.Do(SetFilter{Filter{"blocking > (", true}})
	if FilteringOf(w).Status().Err == nil || len(w.Look.Threads) != 3 || len(w.Look.Dimmed) != 0 {
		t.Errorf("a wrong filter: %v, shown %v, dimmed %v", FilteringOf(w).Status().Err, w.Look.Threads, w.Look.Dimmed)
	}
	w.Do(ShowAll{})
	if FilteringOf(w).Status().Err != nil {
		t.Errorf("no filter: %v", FilteringOf(w).Status().Err)
	}
	w.Do(SeekEnd{})
	w.Do(OnlyInteracting{1})
	if want := []tracefeed.ThreadID{1, 2}; !slices.Equal(w.Look.Threads, want) {
		t.Errorf("with A interact %v (filter %q, %v)", w.Look.Threads, w.Filter.Text, FilteringOf(w).Status().Err)
	}
}

// fight is a trace of some threads each of which now and then waits for the one
// that came before it.
func fight(rng *rand.Rand, threads, rounds int) string {
	var b strings.Builder
	b.WriteString("tiv-text 1\n")
	for i := range threads {
		fmt.Fprintf(&b, "0s w%d start\n", i)
	}
	for now := range rounds {
		at, m := 10*now, rng.IntN(3)
		i, k := rng.IntN(threads), rng.IntN(threads)
		fmt.Fprintf(&b, "%dms w%d monitor-enter M%d\n", at, i, m)
		if i != k {
			fmt.Fprintf(&b, "%dms w%d monitor-wait M%d\n", at+2, k, m)
		}
		fmt.Fprintf(&b, "%dms w%d monitor-exit M%d\n", at+5, i, m)
		if i != k {
			fmt.Fprintf(&b, "%dms w%d monitor-enter M%d\n%dms w%d monitor-exit M%d\n", at+5, k, m, at+7, k, m)
		}
	}
	return b.String()
}

// A filter evaluated in the background has the same final result as one
// evaluated immediately, for any commands meanwhile; until then the last result
// is shown as such.
func TestFilterAside(t *testing.T) {
	t.Parallel()
	ctx, ignore := context.Background(), func(float64) {}
	for seed := range oracle.Seeds(30) {
		rng := rand.New(rand.NewPCG(seed, 1))
		tl := load(t, fight(rng, 6, 60))
		at, aside := New("at once"), New("aside")
		aside.MaxFilterEvents = 1
		both := func(do func(*Workspace)) { do(at); do(aside) }
		both(func(w *Workspace) { w.Update(tl, detect.Report{}) })
		var old []FilterResult
		late := 0
		for range 120 {
			c := someCommand(rng, tl.End)
			before := aside.Look
			both(func(w *Workspace) { w.Do(c) })
			if aside.Look.FilterPending {
				late++
				if _, filters := c.(SetFilter); filters &&
					(!slices.Equal(before.Threads, aside.Look.Threads) || !slices.Equal(before.Dimmed, aside.Look.Dimmed)) {
					t.Fatalf("seed %d: %+v: threads %v, dimmed %v before there is an answer; were %v, %v", seed, c,
						aside.Look.Threads, aside.Look.Dimmed, before.Threads, before.Dimmed)
				}
			}
			if hidden := without(aside.Look.Threads, union(aside.Timeline, at.unhidden)); len(hidden) > 0 {
				t.Fatalf("seed %d: %+v: %v are shown", seed, c, hidden)
			}
			if len(old) > 0 && rng.IntN(3) == 0 {
				FilteringOf(aside).Take(old[rng.IntN(len(old))])
			}
			if q := FilteringOf(aside).Query(); q != nil && rng.IntN(2) == 0 {
				a, _ := q.Run(ctx, ignore)
				old = append(old, a)
			}
			if rng.IntN(3) > 0 {
				continue
			}
			for n := 0; aside.Look.FilterPending; n++ {
				q := FilteringOf(aside).Query()
				a, ok := q.Run(ctx, ignore)
				if !ok || !q.Current(aside) || n > 3 {
					t.Fatalf("seed %d: %+v: no end of questions", seed, c)
				}
				FilteringOf(aside).Take(a)
			}
			if !slices.Equal(at.Look.Threads, aside.Look.Threads) || !slices.Equal(at.Look.Dimmed, aside.Look.Dimmed) ||
				(FilteringOf(at).Status().Err == nil) != (FilteringOf(aside).Status().Err == nil) {
				t.Fatalf("seed %d: %q at %v: threads %v, dimmed %v; at once %v, %v", seed, at.Filter.Text, at.Look.Moment,
					aside.Look.Threads, aside.Look.Dimmed, at.Look.Threads, at.Look.Dimmed)
			}
		}
		if late < 2 {
			t.Errorf("seed %d: only %d times late", seed, late)
		}
	}
}

// someCommand returns a command that has to do with filters.
func someCommand(rng *rand.Rand, end tracefeed.Time) Command {
	texts := []string{`waits > 2`, `interacts("w1")`, `interacts("w2") && waits > 1`, ``, `name ~ "1"`, `waits > (`}
	switch rng.IntN(9) {
	case 0, 1:
		return SeekTo{tracefeed.Time(rng.Int64N(int64(end) + 1))}
	case 2:
		return StepBy{rng.IntN(5) - 2}
	case 3:
		return SetHistory{1 + rng.IntN(300)}
	case 4:
		return Hide{[]tracefeed.ThreadID{tracefeed.ThreadID(1 + rng.IntN(6))}}
	case 5:
		return ShowAll{}
	case 6:
		return Undo{}
	}
	return SetFilter{Filter{texts[rng.IntN(len(texts))], rng.IntN(2) == 0}}
}

// If only the time changes, the cached results suffice: nothing is late.
func TestFilterRemembers(t *testing.T) {
	t.Parallel()
	ctx, ignore := context.Background(), func(float64) {}
	w := New("remembers")
	w.MaxFilterEvents = 1
	tl := load(t, fight(rand.New(rand.NewPCG(1, 1)), 6, 60))
	w.Update(tl, detect.Report{})
	w.Do(OnlyInteracting{2})
	q := FilteringOf(w).Query()
	if q == nil || !w.Look.FilterPending || len(w.Look.Threads) != 6 {
		t.Fatalf("not asked aside: %v", w.Look.Threads)
	}
	a, _ := q.Run(ctx, ignore)
	var look view.Look
	q.Apply(a, &look)
	if FilteringOf(w).Take(a); w.Look.FilterPending || len(w.Look.Threads) == 6 || !slices.Equal(look.Threads, w.Look.Threads) {
		t.Errorf("answered: late %t, %v; a look shows %v", w.Look.FilterPending, w.Look.Threads, look.Threads)
	}
	seen := map[int]bool{}
	for at := tracefeed.Time(0); at < tl.End; at += tl.End / 40 {
		w.Do(SeekTo{at})
		seen[len(w.Look.Threads)] = true
		if w.Look.FilterPending {
			t.Fatalf("at %v it is late", at)
		}
	}
	if len(seen) < 2 {
		t.Errorf("always as many: %v", seen)
	}
	stopped, stop := context.WithCancel(ctx)
	w.Do(SetFilter{Filter{`waits > 2`, true}})
	stop()
	if _, ok := FilteringOf(w).Query().Run(stopped, ignore); ok {
		t.Error("it answers although nobody wants to know")
	}
	if w.Do(SetFilter{FilteringOf(w).Status().Shown}); w.Look.FilterPending || w.Filter.Text == "waits > 2" {
		t.Errorf("cancelled: %+v, late %t", w.Filter, w.Look.FilterPending)
	}
}

// Proposals replace proposals, and keep clusters that the user has changed.
func TestPropose(t *testing.T) {
	t.Parallel()
	w := opened(t, SelectMany{}, Propose{SameWaits})
	if c := w.Look.Clusters; len(c) != 1 || !c[0].Proposed || !slices.Equal(c[0].Threads, []tracefeed.ThreadID{1, 2}) ||
		c[0].Color != paint.ClusterColors[0] {
		t.Fatalf("by waits: %+v", c)
	}
	w.Do(Propose{SameName}) // no two are alike
	if len(w.Look.Clusters) != 0 {
		t.Errorf("by name: %+v", w.Look.Clusters)
	}
	for _, c := range []Command{Undo{}, NameCluster{0, "the two"}, Propose{SameName}, Propose{SameProfile}} {
		w.Do(c)
	}
	if c := w.Look.Clusters; len(c) == 0 || c[0].Name != "the two" || len(c[0].Threads) != 2 || c[0].Proposed {
		t.Errorf("what the user has named: %+v", c)
	}
}

// Proposed clusters have distinct names, also from the user's clusters, for any
// names of threads and monitors.
func TestProposedNamesDiffer(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("tiv-text 1\n")
	for pair := range 4 {
		for _, t := range "ab" {
			fmt.Fprintf(&b, "0s %c%d start name=worker\n", t, pair)
		}
	}
	for pair := range 4 {
		fmt.Fprintf(&b, "1s a%d monitor-enter L%d\n", pair, pair)
	}
	for pair := range 4 {
		fmt.Fprintf(&b, "2s b%d monitor-wait L%d\n", pair, pair)
	}
	b.WriteString("9s b3 end\n")
	w := New("story")
	tl := load(t, b.String())
	for i := range tl.Monitors {
		tl.Monitors[i].Name = "lock"
	}
	w.Update(tl, detect.Report{})
	for _, c := range []Command{SelectMany{Threads: []tracefeed.ThreadID{1, 2}}, MakeCluster{Name: "worker and 1 other"},
		Propose{SameWaits}} {
		w.Do(c)
	}
	var names []string
	for _, c := range w.Look.Clusters {
		names = append(names, c.Name)
	}
	want := []string{"worker and 1 other", "users of lock lock", "worker and 1 other (2)", "worker and 1 other (3)"}
	if !slices.Equal(names, want) {
		t.Errorf("names: %q", names)
	}
}

func TestDistinct(t *testing.T) {
	t.Parallel()
	d := distinct{}
	for _, x := range [][2]string{{"a", "a"}, {"a", "a (2)"}, {"a (3)", "a (3)"}, {"a", "a (4)"}, {"a (2)", "a (2) (2)"},
		{"", ""}, {"", " (2)"}, {"a", "a (5)"}} {
		if got := d.take(x[0]); got != x[1] {
			t.Errorf("%q is %q, not %q", x[0], got, x[1])
		}
	}
}

func TestProposalNames(t *testing.T) {
	t.Parallel()
	for p := range Proposals {
		if got, ok := ParseProposal(p.String()); !ok || got != p {
			t.Errorf("%v is read as %v, %v", p, got, ok)
		}
	}
	if p, ok := ParseProposal("luck"); ok {
		t.Errorf("luck is read as %v", p)
	}
}
