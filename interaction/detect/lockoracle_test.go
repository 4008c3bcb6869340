package detect_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/interaction/detect"
	"tiv/interaction/detect/lockorder"
	"tiv/tracefeed"
)

// lockRun is a random run of threads that acquire monitors, start each other and
// wait for each other's ends, one event a millisecond. Nothing ever waits for a
// monitor.
type lockRun struct {
	text   strings.Builder
	now    int
	held   [lockThreads]map[int]lockMode // by thread and monitor
	alive  [lockThreads]bool
	events []lockEvent
	takes  []take
}

const lockThreads, lockMonitors = 4, 6

// lockMode is a hold of a monitor, with the number of its acquisitions.
type lockMode struct {
	shared bool
	count  int
}

// lockEvent is an event of a thread. after are the indices of the events that
// directly precede it.
type lockEvent struct {
	thread int
	after  []int
}

// take is an acquisition by a thread with other monitors.
type take struct {
	thread, event, at int
	held              map[int]bool // shared or not, by monitor
	from, to          int
	shared            bool // of to
}

// event adds an event of a thread, after its last one and some others.
func (r *lockRun) event(thread int, after ...int) int {
	if last := r.last(thread); last >= 0 {
		after = append(after, last)
	}
	r.events = append(r.events, lockEvent{thread, after})
	return len(r.events) - 1
}

func (r *lockRun) last(thread int) int {
	for i := range slices.Backward(r.events) {
		if r.events[i].thread == thread {
			return i
		}
	}
	return -1
}

func (r *lockRun) write(format string, args ...any) {
	fmt.Fprintf(&r.text, "%dms %s\n", r.now, fmt.Sprintf(format, args...))
}

// step does something random with a thread.
func (r *lockRun) step(rng *rand.Rand) {
	r.now++
	t, m, other := rng.IntN(lockThreads), rng.IntN(lockMonitors), rng.IntN(lockThreads)
	switch {
	case !r.alive[t]:
		if t == other || !r.alive[other] || r.last(t) >= 0 {
			return
		}
		r.alive[t] = true
		r.event(t, r.last(other))
		r.write("t%d start by=t%d", t, other)
	case rng.IntN(40) == 0 && t != other && r.alive[other] && len(r.held[other]) == 0:
		end := r.event(other)
		r.alive[other] = false
		r.write("t%d suspend-start join", t)
		r.now++
		r.write("t%d end", other)
		r.write("- wake t%d by=t%d", t, other)
		r.write("t%d suspend-end", t)
		r.event(t, end)
	case rng.IntN(5) < 3:
		r.acquire(t, m, rng.IntN(3) == 0)
	case len(r.held[t]) > 0:
		held := slices.Sorted(maps.Keys(r.held[t]))
		r.release(t, held[rng.IntN(len(held))])
	}
}

func (r *lockRun) acquire(t, m int, shared bool) {
	for other := range r.held {
		if mode, ok := r.held[other][m]; ok && other != t && !(mode.shared && shared) {
			return
		}
	}
	mode, again := r.held[t][m]
	if again {
		shared = mode.shared
	}
	e := r.event(t)
	if !again {
		for from := range r.held[t] {
			k := take{thread: t, event: e, at: r.now, from: from, to: m, shared: shared, held: map[int]bool{}}
			for h, mode := range r.held[t] {
				k.held[h] = mode.shared
			}
			r.takes = append(r.takes, k)
		}
	}
	r.held[t][m] = lockMode{shared, mode.count + 1}
	word := ""
	if shared {
		word = " mode=shared"
	}
	r.write("t%d monitor-enter M%d%s", t, m, word)
}

func (r *lockRun) release(t, m int) {
	r.event(t)
	mode := r.held[t][m]
	if mode.count--; mode.count == 0 {
		delete(r.held[t], m)
	} else {
		r.held[t][m] = mode
	}
	r.write("t%d monitor-exit M%d", t, m)
}

// precedes reports whether event a happened before b in every run.
func (r *lockRun) precedes(a, b int) bool {
	return a == b || slices.ContainsFunc(r.events[b].after, func(c int) bool { return r.precedes(a, c) })
}

// meet reports whether two acquisitions can be waited for at the same time.
func (r *lockRun) meet(a, b *take) bool {
	for m, shared := range a.held {
		if other, ok := b.held[m]; ok && !(shared && other) {
			return false
		}
	}
	return a.thread != b.thread && !r.precedes(a.event, b.event) && !r.precedes(b.event, a.event)
}

// isCycle reports whether some acquisitions can all wait for each other, each for
// the next.
func (r *lockRun) isCycle(list []*take) bool {
	for i, a := range list {
		next := list[(i+1)%len(list)]
		if a.to != next.from || a.shared && next.held[next.from] {
			return false
		}
		for _, b := range list[:i] {
			if a.from == b.from || !r.meet(a, b) {
				return false
			}
		}
	}
	return true
}

// notable returns the first and the last acquisition of each thread with the same
// monitors.
func (r *lockRun) notable() (some []*take) {
	alike := map[string][]*take{}
	for i := range r.takes {
		k := &r.takes[i]
		key := fmt.Sprint(k.thread, k.from, k.to, k.shared, k.held)
		alike[key] = append(alike[key], k)
	}
	for _, list := range alike {
		if some = append(some, list[0]); len(list) > 1 {
			some = append(some, list[len(list)-1])
		}
	}
	return some
}

// cycles returns the monitors of all cycles that have no shorter one among them.
func (r *lockRun) cycles() (sets []string) {
	some, all := r.notable(), map[int]bool{} // by a bit for each monitor
	var extend func(list []*take)
	extend = func(list []*take) {
		if len(list) > 1 && r.isCycle(list) {
			set := 0
			for _, k := range list {
				set |= 1 << k.from
			}
			all[set] = true
		}
		for _, k := range some {
			if n := len(list); n == 0 || n < lockThreads && list[n-1].to == k.from {
				extend(append(list[:n:n], k))
			}
		}
	}
	extend(nil)
	for set := range all {
		smaller := func(other int) bool { return other != set && other&set == other }
		if !slices.ContainsFunc(slices.Collect(maps.Keys(all)), smaller) {
			sets = append(sets, monitorsOf(set))
		}
	}
	slices.Sort(sets)
	return sets
}

func monitorsOf(set int) string {
	var names []string
	for m := range lockMonitors {
		if set>>m&1 != 0 {
			names = append(names, fmt.Sprint("M", m))
		}
	}
	return strings.Join(names, " ")
}

// take returns the acquisition of an order of a finding.
func (r *lockRun) take(o lockorder.Order, thread func(lockorder.Order) string, monitor func(tracefeed.MonitorID) string) *take {
	i := slices.IndexFunc(r.takes, func(k take) bool {
		return tracefeed.Time(k.at)*tracefeed.Millisecond == o.At && fmt.Sprint("t", k.thread) == thread(o) &&
			fmt.Sprint("M", k.from) == monitor(o.Held) && fmt.Sprint("M", k.to) == monitor(o.Wanted)
	})
	if i < 0 {
		return nil
	}
	return &r.takes[i]
}

// TestLockOrderOracle compares the inversions of random runs with those that follow
// from the definition, by trying all combinations.
func TestLockOrderOracle(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(8, 7))
	runs := map[int]int{} // by the length of their longest cycle
	for range 1000 {
		r := &lockRun{}
		for i := range r.held {
			r.held[i] = map[int]lockMode{}
		}
		r.alive[0] = true
		r.event(0)
		r.write("t0 start")
		for n := 40 + rng.IntN(200); r.now < n; {
			r.step(rng)
		}
		tl := tell(t, "tiv-text 1", r.text.String())
		var got []string
		for _, f := range detect.Find(context.Background(), tl, nil).Findings {
			if f.Kind != detect.LockOrderInversion {
				continue
			}
			var list []*take
			set := 0
			for _, o := range f.Orders() {
				k := r.take(o, func(o lockorder.Order) string { return tl.Threads[o.Thread].ID },
					func(m tracefeed.MonitorID) string { return tl.Monitors[m].ID })
				if k == nil {
					t.Fatalf("no such acquisition: %+v\n%s", o, &r.text)
				}
				list, set = append(list, k), set|1<<k.from
			}
			if !r.isCycle(list) {
				t.Fatalf("no cycle: %s\n%s", f.Text, &r.text)
			}
			got = append(got, monitorsOf(set))
		}
		slices.Sort(got)
		want := r.cycles()
		if !slices.Equal(got, want) {
			t.Fatalf("%q, want %q\n%s", got, want, &r.text)
		}
		longest := 0
		for _, set := range want {
			longest = max(longest, len(strings.Fields(set)))
		}
		runs[longest]++
	}
	if runs[0] < 100 || runs[2] < 100 || runs[3] < 20 {
		t.Errorf("runs by the length of their longest cycle: %v: too easy", runs)
	}
}
