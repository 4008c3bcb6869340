package demo_test

import (
	"context"
	"strings"
	"testing"

	"tiv/interaction"
	"tiv/interaction/detect"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace/opening"
)

const ms = tracefeed.Millisecond

// threads returns the threads that run a function of the program.
func threads(tl *timeline.Timeline, function string) []tracefeed.ThreadID {
	var ids []tracefeed.ThreadID
	for id := 1; id < len(tl.Threads); id++ {
		if is(tl, tracefeed.ThreadID(id), function) {
			ids = append(ids, tracefeed.ThreadID(id))
		}
	}
	return ids
}

// is reports whether a thread runs a function of the program.
func is(tl *timeline.Timeline, id tracefeed.ThreadID, function string) bool {
	return strings.HasPrefix(tl.Threads[id].Name, "main."+function+" ")
}

// share is the part of a thread's life between two times that it spent in a
// state.
func share(tl *timeline.Timeline, id tracefeed.ThreadID, from, to tracefeed.Time, s tracefeed.State) float64 {
	b := tl.Lane(id).Sum(from, to)
	return float64(b[s]) / float64(max(b.Alive(), 1))
}

// wantShare fails unless every thread that runs a function spent between low
// and high of the time in a state.
func wantShare(t *testing.T, tl *timeline.Timeline, function string, count int, from, to tracefeed.Time, s tracefeed.State, low,
	high float64) {
	t.Helper()
	ids := threads(tl, function)
	if len(ids) != count {
		t.Errorf("%d threads run %s, want %d", len(ids), function, count)
	}
	for _, id := range ids {
		if got := share(tl, id, from, to, s); got < low || got > high {
			t.Errorf("%s from %v to %v: %.3f %v, want %.3f to %.3f", tl.Threads[id].Name, from, to, got, s, low, high)
		}
	}
}

// find returns the findings of a kind.
func find(tl *timeline.Timeline, kind string) []detect.Finding {
	var found []detect.Finding
	for _, f := range detect.Find(context.Background(), tl, nil).Findings {
		for _, f := range append([]detect.Finding{f}, f.Also...) {
			if f.Kind == kind {
				found = append(found, f)
			}
		}
	}
	return found
}

// wantHealthy fails if there is a finding that accuses.
func wantHealthy(t *testing.T, tl *timeline.Timeline) {
	t.Helper()
	for _, f := range detect.Find(context.Background(), tl, nil).Findings {
		if f.Severity.Accuses() {
			t.Errorf("found: %s", f.Text)
		}
	}
}

// locksBetween returns the sums of lock waits by pair of threads.
func locksBetween(tl *timeline.Timeline, from, to tracefeed.Time) []interaction.Pair {
	var locks []interaction.Pair
	for _, p := range interaction.Pairs(context.Background(), tl, from, to) {
		if p.Kind == interaction.Lock {
			locks = append(locks, p)
		}
	}
	return locks
}

func TestDeadlock(t *testing.T) {
	tl := load(t, "deadlock")
	dead := find(tl, detect.Deadlock)
	if len(dead) != 1 || len(dead[0].Threads) != 2 || dead[0].Evidence != interaction.Observed ||
		dead[0].Start < 600*ms || dead[0].Start > 700*ms || dead[0].End != tl.End {
		t.Fatalf("deadlocks: %+v", dead)
	}
	ring := dead[0].Threads
	if !is(tl, ring[0], "payer") || !is(tl, ring[1], "refunder") {
		t.Errorf("deadlocked: %s and %s", tl.Threads[ring[0]].Name, tl.Threads[ring[1]].Name)
	}
	wantShare(t, tl, "payer", 1, 700*ms, tl.End, tracefeed.Blocking, 1, 1)
	wantShare(t, tl, "refunder", 1, 700*ms, tl.End, tracefeed.Blocking, 1, 1)
	wantShare(t, tl, "payer", 1, 0, 600*ms, tracefeed.Blocking, 0, 0.05)
	// The inspector waits for the ring, but is not part of it.
	stuck := find(tl, detect.Stuck)
	if len(stuck) != 1 || !is(tl, stuck[0].Threads[0], "inspector") {
		t.Errorf("stuck: %+v", stuck)
	}
	// All other threads keep working.
	wantShare(t, tl, "auditor", 3, tl.End-500*ms, tl.End, tracefeed.Running, 0.1, 0.9)
	wantShare(t, tl, "ticker", 1, tl.End-500*ms, tl.End, tracefeed.Suspended, 0.5, 0.99)
}

func TestTwoLocks(t *testing.T) {
	tl := load(t, "two-locks")
	wantHealthy(t, tl)
	wantShare(t, tl, "pricer", 5, 0, tl.End, tracefeed.Blocking, 0.5, 0.9)
	wantShare(t, tl, "stocker", 5, 0, tl.End, tracefeed.Blocking, 0.5, 0.9)
	pairs := locksBetween(tl, 0, tl.End)
	for _, p := range pairs {
		if is(tl, p.Blocked, "pricer") != is(tl, p.Blocker, "pricer") {
			t.Errorf("%s waits for %s", tl.Threads[p.Blocked].Name, tl.Threads[p.Blocker].Name)
		}
	}
	// In each group every thread waits for every other.
	if len(pairs) != 40 {
		t.Errorf("%d pairs, want 40", len(pairs))
	}
}

func TestServerOf5(t *testing.T) {
	tl := load(t, "server-5")
	wantHealthy(t, tl)
	// Ready most of the time, and all of the time before the first message.
	wantShare(t, tl, "listener", 5, 0, tl.End, tracefeed.IO, 0.6, 0.95)
	wantShare(t, tl, "listener", 5, 20*ms, 280*ms, tracefeed.IO, 1, 1)
	// In each of three rounds one of two blocks while the other draws; it may
	// be the same one again.
	blocked := 0
	for _, id := range threads(tl, "listener") {
		if b := share(tl, id, 0, tl.End, tracefeed.Blocking); b > 0.2 {
			t.Errorf("%s: %.3f blocking", tl.Threads[id].Name, b)
		} else if b > 0.02 {
			blocked++
		}
	}
	if pairs := locksBetween(tl, 0, tl.End); len(pairs) != 3 || blocked < 2 {
		t.Errorf("%d pairs, %d blocked, want 3, and 2 at least", len(pairs), blocked)
	}
}

func TestServerOf40(t *testing.T) {
	tl := load(t, "server-40")
	listeners, greedy := threads(tl, "listener"), threads(tl, "greedyListener")
	if len(listeners) != 39 || len(greedy) != 1 {
		t.Fatalf("%d listeners, %d greedy", len(listeners), len(greedy))
	}
	// Nothing happens in the first half second.
	wantShare(t, tl, "listener", 39, 100*ms, 480*ms, tracefeed.IO, 1, 1)
	// Then all of them work.
	wantShare(t, tl, "listener", 39, 500*ms, 1500*ms, tracefeed.Running, 0.002, 0.2)
	// In the end 17 block on the greedy one, and 22 are ready.
	blocked, ready := 0, 0
	for _, id := range listeners {
		if share(tl, id, tl.End-500*ms, tl.End, tracefeed.Blocking) == 1 {
			blocked++
		} else if share(tl, id, tl.End-500*ms, tl.End, tracefeed.IO) == 1 {
			ready++
		}
	}
	if blocked != 17 || ready != 22 {
		t.Errorf("in the end %d block and %d are ready, want 17 and 22", blocked, ready)
	}
	for _, p := range locksBetween(tl, tl.End-500*ms, tl.End) {
		if p.Blocker != greedy[0] || p.Evidence != interaction.Observed {
			t.Errorf("%s waits for %s (%v)", tl.Threads[p.Blocked].Name, tl.Threads[p.Blocker].Name, p.Evidence)
		}
	}
	wantShare(t, tl, "greedyListener", 1, tl.End-500*ms, tl.End, tracefeed.IO, 1, 1)
	// Most of the lost time is behind one hold, during IO.
	if holds := find(tl, detect.LongHold); len(holds) != 1 || holds[0].Culprit() != greedy[0] ||
		holds[0].Blame().Hold.Behind != 17 || holds[0].Blame().Hold.Doing != tracefeed.IO {
		t.Errorf("long holds: %+v", holds)
	}
	// The lock was never held across a wait for the network before: the 17 hang.
	if hangs := find(tl, detect.Hang); len(hangs) != 1 || len(hangs[0].Threads) != 17 || hangs[0].Culprit() != greedy[0] {
		t.Errorf("hangs: %+v, want one of 17 threads", hangs)
	}
	if long := find(tl, detect.LongWait); len(long) > 0 {
		t.Errorf("long waits: %+v", long)
	}
	if stuck := find(tl, detect.Stuck); len(stuck) > 0 {
		t.Errorf("stuck: %+v", stuck)
	}
}

func TestLostUpdater(t *testing.T) {
	tl := load(t, "lost-updater")
	updaters := threads(tl, "updater")
	if len(updaters) != 2 {
		t.Fatalf("%d updaters", len(updaters))
	}
	first, second := tl.Lane(updaters[0]), tl.Lane(updaters[1])
	if second.Sum(0, tl.End).Alive() < first.Sum(0, tl.End).Alive() {
		first, second = second, first
	}
	died := first.Sum(0, tl.End).Alive()
	stuck := find(tl, detect.Stuck)
	if len(stuck) != 1 || !is(tl, stuck[0].Threads[0], "listener") || stuck[0].Evidence != interaction.Proven {
		t.Fatalf("stuck: %+v", stuck)
	}
	if d, ok := stuck[0].Debt(); !ok || d.Waiter != stuck[0].Threads[0] || tl.Lane(d.Gone) != first {
		t.Errorf("%q names the debt %+v, not that of the updater that ended", stuck[0].Text, d)
	}
	// It began to wait just before the updater died, for a request of 20 ms.
	victim := stuck[0].Threads[0]
	span, end := tl.Lane(victim).At(tl.End - 1)
	if span.State != tracefeed.Suspended || end != tl.End || span.Start > died+10*ms || span.Start < died-100*ms {
		t.Errorf("the victim is %v from %v to %v; the updater died at %v", span.State, span.Start, end, died)
	}
	// The second takes over at once, and the other listeners go on.
	if got := second.Sum(0, died+100*ms).Alive(); got < 90*ms {
		t.Errorf("the second updater lived %v in the 100 ms after the first died", got)
	}
	for _, id := range threads(tl, "listener") {
		if got := share(tl, id, died+200*ms, tl.End, tracefeed.Running); (got > 0.01) == (id == victim) {
			t.Errorf("%s: %.3f running after the updater died", tl.Threads[id].Name, got)
		}
	}
}

// Demos open at a moment that tells their story.
func TestOpenings(t *testing.T) {
	for name, tells := range map[string]func(tl *timeline.Timeline, at tracefeed.Time) bool{
		"lost-updater": func(tl *timeline.Timeline, at tracefeed.Time) bool { // the first updater has ended
			ended := 0
			for _, id := range threads(tl, "updater") {
				if _, died := tl.Lane(id).Life(); died < at {
					ended++
				}
			}
			return ended == 1 && at < tl.End/2
		},
		"server-40": func(tl *timeline.Timeline, at tracefeed.Time) bool {
			waiting := 0
			for _, id := range threads(tl, "listener") {
				if tl.Lane(id).StateAt(at) == tracefeed.Blocking {
					waiting++
				}
			}
			return waiting == 17
		},
		"priorities": func(tl *timeline.Timeline, at tracefeed.Time) bool { return at > tl.End-tl.End/10 },
		"gc-wild":    func(tl *timeline.Timeline, at tracefeed.Time) bool { return at > tl.End-tl.End/5 },
	} {
		tl := load(t, name)
		if at := opening.Find(tl, detect.Find(context.Background(), tl, nil)).At; !tells(tl, at) {
			t.Errorf("%s opens at %v of %v", name, at, tl.End)
		}
	}
}

func TestCrawlers(t *testing.T) {
	tl := load(t, "crawler-contended")
	wantHealthy(t, tl)
	wantShare(t, tl, "crawler", 32, 0, tl.End, tracefeed.Blocking, 0.4, 0.9)
	hot := map[tracefeed.ThreadID]bool{}
	for from := 100 * ms; from < 3200*ms; from += 800 * ms {
		hot[hottest(t, tl, from, from+600*ms, 0.4)] = true
	}
	if len(hot) != 4 {
		t.Errorf("%d hot spots in four shifts, want 4", len(hot))
	}

	tl = load(t, "crawler-healthy")
	wantHealthy(t, tl)
	wantShare(t, tl, "crawler", 32, 0, tl.End, tracefeed.Blocking, 0, 0.05)
	for _, id := range threads(tl, "crawler") {
		busy := share(tl, id, 0, tl.End, tracefeed.Running) + share(tl, id, 0, tl.End, tracefeed.Runnable)
		if busy < 0.75 {
			t.Errorf("%s: %.3f running or runnable", tl.Threads[id].Name, busy)
		}
	}
}

// hottest returns the thread with the longest total wait of others for it, which
// must be at least a part of all waiting.
func hottest(t *testing.T, tl *timeline.Timeline, from, to tracefeed.Time, part float64) tracefeed.ThreadID {
	t.Helper()
	charged := map[tracefeed.ThreadID]tracefeed.Time{}
	var all tracefeed.Time
	best := tracefeed.NoThread
	for _, p := range locksBetween(tl, from, to) {
		all += p.Total
		charged[p.Blocker] += p.Total
		if charged[p.Blocker] > charged[best] {
			best = p.Blocker
		}
	}
	if got := float64(charged[best]) / float64(max(all, 1)); got < part {
		t.Errorf("from %v: %s is charged %.3f of all waiting, want %.3f", from, tl.Threads[best].Name, got, part)
	}
	return best
}

func TestCollector(t *testing.T) {
	wild, healthy := load(t, "gc-wild"), load(t, "gc-healthy")
	bad, good := collecting(wild), collecting(healthy)
	if bad < 0.5 || good == 0 || good > 0.3 || good > bad/2 {
		t.Errorf("the collector works %.3f of the time, and %.3f in the healthy twin", bad, good)
	}
	for _, tl := range []*timeline.Timeline{wild, healthy} {
		wantHealthy(t, tl)
		wantShare(t, tl, "allocator", 4, 0, tl.End, tracefeed.Running, 0.1, 0.6)
	}
}

// collecting returns the share of time in garbage collections.
func collecting(tl *timeline.Timeline) float64 {
	var sum tracefeed.Time
	for _, gc := range tl.GC {
		sum += gc.End - gc.Start
	}
	return float64(sum) / float64(tl.End)
}

func TestPriorities(t *testing.T) {
	tl := load(t, "priorities")
	wantHealthy(t, tl)
	// Two processors for eight threads: about a quarter each.
	wantShare(t, tl, "ordinary", 7, 0, tl.End, tracefeed.Running, 0.15, 0.35)
	wantShare(t, tl, "important", 1, 0, tl.End, tracefeed.Running, 0.15, 0.35)
	wantShare(t, tl, "ordinary", 7, 0, tl.End, tracefeed.Runnable, 0.65, 0.85)
	wantShare(t, tl, "important", 1, 0, tl.End, tracefeed.Runnable, 0.65, 0.85)
}
