package scene

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/interaction"
	"tiv/internal/generate"
	"tiv/internal/oracle"
	"tiv/internal/reduced"
	"tiv/lod"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Waits at locks that are objects lead to these and from these, and no wait is lost: as the
// edges of the history add up.
func TestWaitsPassThroughLocks(t *testing.T) {
	t.Parallel()
	objects := 0
	for seed := range oracle.Seeds(150) {
		rng := rand.New(rand.NewPCG(seed, 31))
		shape := oracle.Small(rng)
		shape.Events += 40
		oracle.Check(t, seed, oracle.Random(rng, shape), func(trace oracle.Trace) error {
			n, err := differThrough(trace, rand.New(rand.NewPCG(seed, 32)))
			objects += n
			return err
		})
	}
	if objects < 20 {
		t.Errorf("only %d locks are objects", objects)
	}
}

// differThrough compares the links of frames at random moments with the edges.
func differThrough(trace oracle.Trace, rng *rand.Rand) (objects int, err error) {
	tl, err := reduced.Timeline(trace.Feed(), timeline.Tuning{PageEvents: rng.IntN(40)})
	if err != nil || tl.End < 2 {
		return 0, err
	}
	h, look := oracle.Replay(trace), frontLook(tl, rng)
	look.Findings, look.Signals, look.AllEqual = lookAt(tl).Findings, false, false
	for range 6 {
		look.Moment = 1 + tracefeed.Time(rng.Int64N(int64(tl.End)))
		tell(tl, &look)
		p, _ := pictureOf(tl, &look)
		objects += len(p.graph.locks)
		from, to := look.Past()
		if err := differLocks(p.graph, h.Window(from, to).Edges()); err != nil {
			return objects, fmt.Errorf("from %d to %d: %w", from, to, err)
		}
	}
	return objects, nil
}

// differLocks compares the links of a graph with the edges of its history.
func differLocks(g *linkGraph, edges []oracle.Edge) error {
	type key struct{ from, to int }
	want, got := map[key]tracefeed.Time{}, map[key]tracefeed.Time{}
	deadlocked, object := g.deadlockPairs(), objectOf(g.locks)
	for _, e := range edges {
		if e.Blocker == tracefeed.NoThread && !e.Signal {
			o := object[e.Monitor]
			if o != nil && !o.held && !o.Ring && slices.Contains(o.Threads, e.Blocked) {
				want[key{int(g.endOf[g.Layout.SlotOf[e.Blocked]]), o.end}] += e.Time
			}
			continue
		}
		if e.Blocker == tracefeed.NoThread || e.Signal {
			continue
		}
		ends := endsOf(&interaction.Part{Blocked: e.Blocked, Blocker: e.Blocker}, g)
		if o := object[e.Monitor]; o != nil && !deadlocked[ends] {
			want[key{ends[0], o.end}] += e.Time
			want[key{o.end, ends[1]}] += e.Time
		} else {
			want[key{ends[0], ends[1]}] += e.Time
		}
	}
	for i := range g.all {
		l := &g.all[i]
		got[key{l.blocked, l.blocker}] += l.Total
	}
	if !maps.Equal(got, want) {
		return fmt.Errorf("links %v, want %v", got, want)
	}
	return nil
}

// The waits of two threads beside an object are not for its lock.
func TestWaitsBesideLock(t *testing.T) {
	t.Parallel()
	tl := story(t, `
0ms A start
0ms B start
1ms A monitor-enter M
1ms A monitor-enter N
2ms B monitor-wait M
80ms A monitor-exit M
80ms B monitor-enter M
90ms B monitor-wait N
92ms A monitor-exit N
92ms B monitor-enter N
100ms B end
`)
	look := lookAt(tl)
	look.Kind, look.Level, look.Moment, look.History, look.DirectWaits = view.Interaction, lod.Mid, tl.End, look.Steps, false
	p, f := pictureOf(tl, &look)
	if len(f.Locks) != 1 || len(p.graph.all) != 3 {
		t.Fatalf("%d locks, %d links", len(f.Locks), len(p.graph.all))
	}
	for _, l := range p.graph.all {
		if !l.through && (l.Total != 2*tracefeed.Millisecond || l.Monitor == f.Locks[0].Monitors[0]) {
			t.Errorf("beside lock %v: %v at %v", f.Locks[0].Monitors, l.Total, l.Monitor)
		}
	}
}

// A lock of a finding is an object without holders, too: it is hollow, and waits lead to it.
func TestLockWithoutHolders(t *testing.T) {
	t.Parallel()
	tl := story(t, `
0ms A start
0ms B start
0ms C start
10ms A monitor-wait M
20ms B monitor-wait M
40ms A run
50ms B run
60ms A monitor-wait M
80ms A run
100ms B end
`)
	look := lookAt(tl)
	look.Kind, look.Moment, look.History = view.Interaction, 70*tracefeed.Millisecond, look.Steps
	look.DirectWaits, look.AllEqual = false, false
	tell(tl, &look)
	p, f := pictureOf(tl, &look)
	if len(f.Locks) != 1 || len(p.graph.all) != 2 || f.Locks[0].Total != 70*tracefeed.Millisecond || !f.Locks[0].Hollow {
		t.Fatalf("%+v with %d links; findings %v", f.Locks, len(p.graph.all), look.Findings)
	}
}

// Beside a lock of the subject stands that it is taken at its place.
func TestNameOfLock(t *testing.T) {
	t.Parallel()
	names := strings.NewReplacer("-enter M", "-enter 0x1", "-wait M", "-wait 0x1", "-enter N", "-enter 0x2", "-wait N", "-wait 0x2")
	tl := story(t, "monitor 0x1 name=0x1%20main.move:36\nmonitor 0x2 name=0x2%20Queue%20main.pay:7\n"+names.Replace(deadlocked))
	look := lookAt(tl)
	look.Kind, look.Moment, look.DirectWaits = view.Free, 50*tracefeed.Millisecond, false
	tell(tl, &look)
	_, f := pictureOf(tl, &look)
	for _, want := range []string{"taken at move:36", "Queue taken at pay:7", "O"} {
		if !slices.ContainsFunc(f.Overlay.Texts, func(x shape.Text) bool { return x.Text == want }) {
			t.Errorf("no %q in %s", want, words(f))
		}
	}
}

// The queue of a lock has the threads that wait for it at the moment, as they came.
func TestQueueOfLock(t *testing.T) {
	tl := story(t, `
0ms A start
0ms B start
0ms C start
0ms D start
1ms A monitor-enter M
20ms C monitor-wait M
30ms B monitor-wait M
80ms A monitor-exit M
80ms C monitor-enter M
100ms D end
`)
	look := lookAt(tl)
	look.Kind, look.Moment, look.History, look.DirectWaits = view.Interaction, 50*tracefeed.Millisecond, look.Steps, false
	_, f := pictureOf(tl, &look)
	if len(f.Locks) != 1 || !slices.Equal(f.Locks[0].Waiting, []tracefeed.ThreadID{3, 2}) || f.Locks[0].Total != 50*tracefeed.Millisecond {
		t.Fatalf("locks %+v", f.Locks)
	}
	look.DirectWaits = true
	if _, f = pictureOf(tl, &look); len(f.Locks) != 0 {
		t.Errorf("direct waits have the locks %+v", f.Locks)
	}
}

// The queue of a lock of very many threads is of some threads of each bar, and it says so.
func TestQueueOfManyThreads(t *testing.T) {
	t.Parallel()
	for _, n := range []int{500, 2500} {
		var b strings.Builder
		b.WriteString("0ms A start\n1ms A monitor-enter M\n")
		for i := range n {
			fmt.Fprintf(&b, "%dus w%d start\n%dus w%d monitor-wait M\n", 2000+2*i, i, 2001+2*i, i)
		}
		tl := story(t, b.String()+"100ms A io-start\n")
		look := lookAt(tl)
		look.Kind, look.Moment, look.DirectWaits, look.AllEqual = view.Interaction, tl.End/2, false, false
		tell(tl, &look)
		p, f := pictureOf(tl, &look)
		if len(p.graph.locks) == 0 || len(look.Story.Locks) == 0 || len(look.Story.Locks[0].Threads) < n/2 {
			t.Fatalf("%d threads have the locks %+v", n, look.Story.Locks)
		}
		o, want := &p.graph.locks[0], 0
		for _, id := range look.Story.Locks[0].Threads {
			if tl.Lane(id).StateAt(look.Moment) == tracefeed.Blocking {
				want++
			}
		}
		if got := len(o.queue); f.Locks[0].Sampled != (n > mostSampled) || len(o.Threads) > mostSampled+len(p.Layout.Slots) ||
			got > want || got < min(want, mostQueued) || got < want && !f.Locks[0].Sampled {
			t.Errorf("%d threads: %d of %d wait among %d, sampled %v", n, got, want, len(o.Threads), f.Locks[0].Sampled)
		}
	}
}

// A lock covers no front. While a finding lasts it stays at its place, whoever holds it; the one
// that a thread keeps is beside its bar.
func TestPlacesOfLocks(t *testing.T) {
	t.Parallel()
	traces := []*timeline.Timeline{contended(t, 50), story(t, deadlocked), reduced.Busy(t, 9, 900, 3), reduced.Busy(t, 30, 3000, 4)}
	for _, trace := range traces {
		look := lookAt(trace)
		look.Kind, look.History, look.AllEqual, look.DirectWaits = view.Interaction, look.Steps, false, false
		first := map[tracefeed.MonitorID]mgl32.Vec2{}
		var finding any
		for k := range 20 {
			look.Moment = trace.End * tracefeed.Time(k+1) / 20
			tell(trace, &look)
			p, _ := pictureOf(trace, &look)
			if finding != any(look.Story.Finding) {
				finding, first = look.Story.Finding, map[tracefeed.MonitorID]mgl32.Vec2{}
			}
			v := &shape.View{Rect: shape.Rect{X1: 1280, Y1: 720}, Camera: mgl32.Scale3D(0.1, 0.1, 0.1)}
			placeLocks(v, p.graph, 13, map[tracefeed.MonitorID]mgl32.Vec2{}, nil)
			for i := range p.graph.locks {
				o := &p.graph.locks[i]
				at := p.graph.ends[o.end].At
				if !o.Ring && p.graph.course.overFront(at, mgl32.Vec2{}) {
					t.Errorf("at %v lock %v lies on a front", look.Moment, o.Monitors)
				}
				if !p.graph.ends[o.end].lit || o.Ring {
					continue
				}
				if was, known := first[o.Monitors[0]]; known && was != at {
					t.Errorf("at %v lock %v moves from %v to %v", look.Moment, o.Monitors, was, at)
				}
				first[o.Monitors[0]] = at
			}
		}
	}
}

// In dense pictures, where the nearest free place is beside all bars, locks are still whole in the view.
func TestLocksAreInView(t *testing.T) {
	feed, err := generate.Pool(200, 40_000)
	if err != nil {
		t.Fatal(err)
	}
	tl, err := reduced.Timeline(feed, timeline.Tuning{})
	if err != nil {
		t.Fatal(err)
	}
	look, seen := view.LookAt(tl), 0
	var b Builder
	for _, kind := range []*view.Kind{view.Free, view.Interaction, view.Split} {
		for _, c := range []shape.Canvas{small, {Width: 1280, Height: 800, Scale: 1}, {Width: 700, Height: 1000, Scale: 1}} {
			look.Kind = kind
			f := b.Frame(tl, &look, c)
			for _, v := range f.Views {
				for _, h := range v.Hits {
					if h.Pick.Kind != shape.PickLock || h.Between { // its disc
						continue
					}
					for _, at := range h.Outline {
						if seen++; !v.Rect.Holds(at[0], at[1]) {
							t.Fatalf("%v, %d × %d: a lock has a part at %v, outside of %v", kind, c.Width, c.Height, at, v.Rect)
						}
					}
				}
			}
		}
	}
	if seen == 0 {
		t.Error("there are no locks")
	}
}
