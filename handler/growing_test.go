package handler_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"tiv/handler"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/textfeed"
)

// said returns all that a trace says, as text: the amounts of call paths, what is found, and its calls.
func said(x *handler.Trace, tl *timeline.Timeline, o handler.Options) string {
	paths := make([]string, len(x.Nodes))
	path := func(n int32) string {
		if n < 0 {
			return "none"
		}
		return paths[n]
	}
	var lines []string
	for i, n := range x.Nodes {
		paths[i] = x.Functions[n.Function].Name
		if n.Parent >= 0 {
			paths[i] = paths[n.Parent] + "/" + paths[i]
		}
		lines = append(lines, fmt.Sprint(paths[i], " ", n.Counts))
	}
	th := handler.DefaultThresholds()
	for _, limit := range []string{"returns=1", "begins=1", "own=2", "subtree=4"} {
		if err := th.Change(limit); err != nil {
			panic(err)
		}
	}
	all := x.Find(th)
	for _, f := range all {
		var loops []string
		for _, l := range f.Loops {
			loops = append(loops, path(l.Node)+" by "+path(l.Next))
		}
		slices.Sort(loops)
		f.Loops = nil
		lines = append(lines, fmt.Sprintf("%+v %q", f, loops))
	}
	for f, u := range x.Uses(context.Background(), tl, o, all) {
		lines = append(lines, fmt.Sprint(f, " ", u))
	}
	slices.Sort(lines)
	return fmt.Sprint(x.Unit, " ", x.Instants, " ", x.Samples, " ", x.Aside, " ", x.Length, "\n", strings.Join(lines, "\n"))
}

// mixed is a random trace of threads that start others, wait, are sampled, and call functions; some of it only in
// some traces, or from some time on.
func mixed(rng *rand.Rand) string {
	var b strings.Builder
	b.WriteString("tiv-text 1 sched\n")
	for _, f := range []string{"u.loop", "u.next", "s.wait", "u.handle", "u.serve", "s.sort", "u.compare"} {
		fmt.Fprintf(&b, "frame %[1]s %[1]s\n", f)
	}
	stacks := []string{"s.wait u.next u.loop", "s.wait u.loop", "u.handle u.loop", "s.wait u.handle u.loop", "u.loop", "u.serve",
		"s.wait u.serve", "u.compare s.sort u.handle u.loop"}
	for i, s := range stacks {
		fmt.Fprintf(&b, "stack k%d %s\n", i, s)
	}
	waitsFrom, callsFrom := rng.IntN(100)*rng.IntN(2), 100-rng.IntN(100)*rng.IntN(2)
	samples, waits, starts := rng.IntN(4), rng.IntN(3) > 0, rng.IntN(2) > 0
	alive, waiting, next := []string{}, map[string]bool{}, 0
	for at := range 100 {
		if len(alive) < 2 || starts && rng.IntN(4) == 0 && len(alive) < 12 {
			id := fmt.Sprint("t", next)
			next++
			by := ""
			if len(alive) > 0 {
				if by = alive[rng.IntN(len(alive))]; waiting[by] {
					continue
				}
				by = " by=" + by
				if rng.IntN(4) > 0 {
					by += fmt.Sprintf(" stack=k%d", rng.IntN(len(stacks)))
				}
			}
			fmt.Fprintf(&b, "%dms %s start%s\n%dms %[2]s run cpu=0\n", 10*at, id, by, 10*at)
			alive = append(alive, id)
			continue
		}
		i := rng.IntN(len(alive))
		t := alive[i]
		if waiting[t] {
			fmt.Fprintf(&b, "%dms %s suspend-end\n%[1]dms %s run cpu=0\n", 10*at, t)
			delete(waiting, t)
		}
		if rng.IntN(8) < 2*samples {
			fmt.Fprintf(&b, "%dms %s sample value=1 stack=k%d\n", 10*at+1, t, rng.IntN(len(stacks)))
		}
		if at > callsFrom && rng.IntN(2) == 0 {
			fmt.Fprintf(&b, "%dms %s call-%s u.handle\n", 10*at+2, t, []string{"enter", "exit"}[rng.IntN(2)])
		}
		switch {
		case waits && at >= waitsFrom && rng.IntN(4) > 0:
			fmt.Fprintf(&b, "%dms %s suspend-start wait stack=k%d\n", 10*at+4, t, []int{0, 0, 1, 3, 6}[rng.IntN(5)])
			waiting[t] = true
		case rng.IntN(5) == 0:
			fmt.Fprintf(&b, "%dms %s end\n", 10*at+5, t)
			alive = slices.Delete(alive, i, i+1)
		}
	}
	return b.String()
}

// Snapshots of a trace that grows give what each of them gives when it is read anew.
func TestGrowing(t *testing.T) {
	t.Parallel()
	snapshots, handlers, inTime := 0, 0, 0
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 11))
		text := mixed(rng)
		switch rng.IntN(6) {
		case 0:
			text = randomWorkers(rng)
		case 1:
			if o := random(rng); len(o.looks) > 0 {
				text = o.story(rng)
			}
		}
		// The feed reads no line before it must, so that its tables grow, too.
		feed, err := textfeed.Format().Open(tracefeed.Input{Reader: iotest.OneByteReader(strings.NewReader(text))})
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Count(text, "\n")
		o := handler.Options{Patterns: patterns, Paper: rng.IntN(5) == 0}
		g := handler.NewGrowing(o)
		r := timeline.NewReducer(feed, timeline.Tuning{PageEvents: 1 + rng.IntN(12), TailEvents: 1 + rng.IntN(8)})
		var last *timeline.Timeline
		check := func(tl *timeline.Timeline) {
			if rng.IntN(8) == 0 { // stopped, and continued
				ctx, stop := context.WithCancel(context.Background())
				stop()
				if g.Add(ctx, tl) != nil {
					t.Fatal("a search that was stopped has a result")
				}
			}
			x, all := g.Add(context.Background(), tl), handler.New(context.Background(), tl, o)
			if got, want := said(x, tl, o), said(all, tl, o); got != want {
				t.Fatalf("seed %d at %v: got\n%s\nwant\n%s\nin\n%s", seed, tl.End, got, want, text)
			}
			if x.InTime() {
				inTime++
			}
			snapshots++
			handlers += len(x.Find(handler.DefaultThresholds()))
		}
		for ev, err := range tracefeed.All(feed) {
			if err == nil {
				err = r.Add([]tracefeed.Event{*ev})
			}
			if err != nil {
				t.Fatalf("%v in\n%s", err, text)
			}
			if rng.IntN(1+lines/8) != 0 {
				continue
			}
			tl := r.Snapshot(false, nil)
			if check(tl); last != nil && rng.IntN(16) == 0 {
				check(last)
			}
			last = tl
		}
		check(r.Snapshot(true, nil))
	}
	if handlers < snapshots/4 || inTime < snapshots/4 || inTime > snapshots*9/10 {
		t.Errorf("%d snapshots, %d in time, with %d handlers", snapshots, inTime, handlers)
	}
}
