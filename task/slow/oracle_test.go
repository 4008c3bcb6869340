package slow

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/interaction"
	"tiv/interaction/groups"
	"tiv/internal/reduced"
	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
)

// randomTrace is a trace of threads that do all they can for tasks, some of which makes no sense.
func randomTrace(rng *rand.Rand) string {
	var b strings.Builder
	b.WriteString("tiv-text 1\n")
	threads, now, gc, task := 2+rng.IntN(4), 0, false, 0
	for i := range threads {
		fmt.Fprintf(&b, "0ns t%d start name=worker-%d\n", i, i)
	}
	for range 30 + rng.IntN(90) {
		now += rng.IntN(9)
		thread, lock := fmt.Sprint("t", rng.IntN(threads)), rng.IntN(3)
		some := 1 + rng.IntN(max(1, task))
		what := []string{"io-start net", "io-start disk", "io-end", "suspend-start channel monitor=C", "suspend-start gc",
			"suspend-end", "ready", "run", fmt.Sprintf("monitor-enter M%d", lock), fmt.Sprintf("monitor-enter M%d mode=shared", lock),
			fmt.Sprintf("monitor-exit M%d", lock), fmt.Sprintf("monitor-wait M%d", lock), fmt.Sprintf("monitor-wait M%d", lock),
			fmt.Sprintf("region-start r object=%d", some), fmt.Sprintf("region-end r object=%d", some), "unknown"}[rng.IntN(16)]
		switch rng.IntN(8) {
		case 0:
			task++
			what = fmt.Sprintf("region-start r object=%d", task)
			fmt.Fprintf(&b, "%dns - task-start type%d object=%d value=%d\n", now, rng.IntN(2), task, max(0, task-1-rng.IntN(4)))
		case 1:
			what = fmt.Sprintf("task-end x object=%d", some)
		case 2:
			if gc = !gc; gc {
				fmt.Fprintf(&b, "%dns - gc-start\n", now)
			} else {
				fmt.Fprintf(&b, "%dns - gc-end\n", now)
			}
		}
		fmt.Fprintf(&b, "%dns %s %s\n", now, thread, what)
	}
	fmt.Fprintf(&b, "%dns - none\n", now+5)
	return b.String()
}

// slowLives says, nanosecond by nanosecond, where a task spends its life.
type slowLives struct {
	tl *timeline.Timeline
	x  *task.Index
}

// worker is a thread at work for a task.
type worker struct {
	thread tracefeed.ThreadID
	work   *task.Work
}

// at returns the threads at work for a task or its parts, by id.
func (o *slowLives) at(i int, t tracefeed.Time) (list []worker) {
	for id := range tracefeed.ThreadID(len(o.tl.Threads)) {
		for n := range o.x.Work(id) {
			w := &o.x.Work(id)[n]
			inner := int(w.Task)
			for inner >= 0 && inner != i {
				inner = o.x.Tasks[inner].Around
			}
			if inner == i && w.Start <= t && t < w.End {
				list = append(list, worker{id, w})
			}
		}
	}
	return list
}

// each calls f for each nanosecond and thread, with the time that the thread has of it.
func (o *slowLives) each(i int, f func(t tracefeed.Time, w worker, has tracefeed.Time)) (queue tracefeed.Time) {
	same := func(a, b []worker) bool {
		return slices.EqualFunc(a, b, func(a, b worker) bool { return a.thread == b.thread })
	}
	for t := o.x.Tasks[i].Start; t < o.x.Tasks[i].End; {
		list, end := o.at(i, t), t+1
		for end < o.x.Tasks[i].End && same(o.at(i, end), list) {
			end++
		}
		if len(list) == 0 {
			queue += end - t
		}
		for rank, w := range list {
			share := (end - t) / tracefeed.Time(len(list))
			if rank == 0 {
				share += (end - t) % tracefeed.Time(len(list))
			}
			for n := range end - t {
				now := worker{w.thread, nil}
				for _, x := range o.at(i, t+n) {
					if x.thread == w.thread {
						now = x
					}
				}
				f(t+n, now, share*(n+1)/(end-t)-share*n/(end-t))
			}
		}
		t = end
	}
	return queue
}

// sums returns the time of a task by factor, in words.
func (o *slowLives) sums(i int) map[string]tracefeed.Time {
	out := map[string]tracefeed.Time{}
	add := func(d tracefeed.Time, words ...any) {
		if d > 0 {
			out[strings.TrimSpace(fmt.Sprintln(words...))] += d
		}
	}
	type stretch struct {
		thread     tracefeed.ThreadID
		start, end tracefeed.Time // of the edge
		from       tracefeed.Time // of the work, or the step
	}
	type moment struct {
		t, has  tracefeed.Time
		words   []any
		holders []interaction.Edge
	}
	blocked := map[stretch][]moment{}
	add(o.each(i, func(t tracefeed.Time, w worker, has tracefeed.Time) {
		part := "itself"
		if int(w.work.Task) != i {
			part = o.x.Tasks[w.work.Task].Type
		}
		collecting := slices.ContainsFunc(o.tl.GC, func(g timeline.Interval) bool { return g.Start <= t && t < g.End })
		where := []any{part, groups.Pattern(o.tl.Threads[w.thread].Name), collecting}
		span, _ := o.tl.Lane(w.thread).At(t)
		switch s := span.State; {
		case s == tracefeed.Blocking:
			var edges []interaction.Edge
			interaction.EachEdge(o.tl, w.thread, 0, o.tl.End, func(e interaction.Edge) {
				if e.Start <= t && t < e.End {
					edges = append(edges, e)
				}
			})
			// A stretch begins anew where the workers or the work change.
			from := t
			for from > 0 && from > o.x.Tasks[i].Start && from > w.work.Start && len(o.at(i, from-1)) == len(o.at(i, t)) &&
				fmt.Sprint(threadsOf(o.at(i, from-1))) == fmt.Sprint(threadsOf(o.at(i, t))) {
				from--
			}
			k := stretch{w.thread, edges[0].Start, edges[0].End, from}
			blocked[k] = append(blocked[k], moment{t, has, where, edges})
		case s == tracefeed.Suspended && span.Cause == tracefeed.CauseCollector, s == tracefeed.Runnable && collecting:
			add(has, append([]any{"collector"}, where...)...)
		case s == tracefeed.Suspended, s == tracefeed.IO:
			kind := map[tracefeed.State]string{tracefeed.Suspended: "suspended", tracefeed.IO: "IO"}[s]
			add(has, append([]any{kind, span.Cause, o.tl.Monitors[span.Monitor].ID}, where...)...)
		default:
			add(has, append([]any{map[tracefeed.State]string{tracefeed.Running: "running", tracefeed.Runnable: "runnable",
				tracefeed.Unknown: "unknown"}[s]}, where...)...)
		}
	}), "queue")
	for _, list := range blocked {
		all := tracefeed.Time(0)
		for _, m := range list {
			all += m.has
		}
		for n := range list[0].holders {
			sharers := tracefeed.Time(len(list[0].holders))
			whole, done := all/sharers, tracefeed.Time(0)
			if n == 0 {
				whole += all % sharers
			}
			for _, m := range list {
				e := m.holders[n]
				d := whole
				if all > 0 {
					d = whole*(done+m.has)/all - whole*done/all
				}
				done += m.has
				holder := "no task of " + groups.Pattern(o.tl.Threads[e.Blocker].Name)
				for _, w := range o.x.Work(e.Blocker) {
					if w.Start <= m.t && m.t < w.End {
						of := &o.x.Tasks[w.Task]
						for of.Around >= 0 {
							of = &o.x.Tasks[of.Around]
						}
						holder = "a " + of.Type
					}
				}
				if e.Blocker == tracefeed.NoThread {
					holder = "an unknown thread"
				}
				if all > 0 {
					add(d, append([]any{"blocking", o.tl.Monitors[e.Monitor].ID, holder}, m.words...)...)
				}
			}
		}
	}
	return out
}

func threadsOf(list []worker) (ids []tracefeed.ThreadID) {
	for _, w := range list {
		ids = append(ids, w.thread)
	}
	return ids
}

// inWords returns a cell as the oracle has it.
func (s *spending) inWords(c cell) string {
	f := Factor{Kind: c.kind, Object: c.object, Holding: c.holding, Cause: c.cause, Holder: s.texts.list[c.holder],
		Owners: s.texts.list[c.owners]}
	words := []any{f.Kind}
	switch holder := ""; f.Kind {
	case Queue:
		return "queue"
	case Blocking:
		switch f.Holding {
		case ByTask:
			holder = "a " + f.Holder
		case ByThread:
			holder = "no task of " + f.Owners
		case ByUnknown:
			holder = "an unknown thread"
		}
		words = append(words, s.tl.Monitors[f.Object].ID, holder)
	case Suspended, IO:
		words = append(words, f.Cause, s.tl.Monitors[f.Object].ID)
	}
	part := "itself"
	if c.part != none {
		part = s.texts.list[c.part]
	}
	return strings.TrimSpace(fmt.Sprintln(append(words, part, s.texts.list[c.threads], c.collecting)...))
}

// TestLives compares the lives of tasks with an oracle that knows no interval, and checks that
// they add up.
func TestLives(t *testing.T) {
	t.Parallel()
	kinds := map[string]int{}
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 3))
		tl := reduced.Story(t, randomTrace(rng))
		x, err := task.Build(t.Context(), tl, task.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(x.Tasks) == 0 {
			continue
		}
		var sets []Sets
		for i := range x.Tasks { // a set each
			sets = append(sets, Sets{Slow: []int{i}})
		}
		s := newSpending(tl, x, sets)
		if err := s.spend(t.Context()); err != nil {
			t.Fatal(err)
		}
		o := &slowLives{tl, x}
		for i := range x.Tasks {
			got, sum := map[string]tracefeed.Time{}, tracefeed.Time(0)
			for c, tally := range s.sums[i] {
				got[s.inWords(c)] += tally.time[0]
				sum += tally.time[0]
				kinds[c.kind.String()]++
			}
			if want := x.Tasks[i].End - x.Tasks[i].Start; sum != want {
				t.Fatalf("seed %d: the life of task %d has %v, want %v: %v", seed, i, sum, want, got)
			}
			if want := o.sums(i); !maps.Equal(got, want) {
				t.Fatalf("seed %d: task %d: got\n%v\nwant\n%v", seed, i, got, want)
			}
		}
	}
	for k := range numKinds {
		if kinds[k.String()] < 5 {
			t.Errorf("%v came up %d times", k, kinds[k.String()])
		}
	}
}
