package joined

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/tracefeed"
)

// carries reports that all threads of the system below 100 carry goroutines.
func carries(number int64) bool { return number < 100 }

// world is a machine with a Go program: what it does is told by events of both traces, and
// known state by state.
type world struct {
	rng             *rand.Rand
	now             tracefeed.Time
	program, kernel []tracefeed.Event
	threads         []worldThread    // by id in the kernel's feed; the last carries nothing
	gs              []worldGoroutine // by id in the program's feed
}

type worldThread struct {
	state tracefeed.State
	runs  tracefeed.ThreadID
}

type worldGoroutine struct {
	state tracefeed.State // while it is on no thread
	on    tracefeed.ThreadID
	call  bool // in a system call
}

func newWorld(seed uint64) *world {
	w := &world{rng: rand.New(rand.NewPCG(seed, 3)), threads: make([]worldThread, 5), gs: make([]worldGoroutine, 7)}
	for t := 1; t < len(w.threads); t++ {
		w.threads[t].state = tracefeed.Running
		w.tell(tracefeed.ThreadID(t), tracefeed.Run)
	}
	for g := 1; g < len(w.gs); g++ {
		w.gs[g].state = tracefeed.Runnable
		w.act(tracefeed.ThreadID(g), tracefeed.Ready, 0)
	}
	return w
}

// tell adds an event of the kernel.
func (w *world) tell(t tracefeed.ThreadID, k tracefeed.Kind) {
	w.kernel = append(w.kernel, tracefeed.Event{Time: w.now, Thread: t, Kind: k, CPU: 3})
}

// act adds an event of the program.
func (w *world) act(g tracefeed.ThreadID, k tracefeed.Kind, on tracefeed.ThreadID) {
	ev := tracefeed.Event{Time: w.now, Thread: g, Kind: k, CPU: 9}
	if on != 0 {
		ev.Object = 10 + int64(on)
	}
	w.program = append(w.program, ev)
}

// step does something.
func (w *world) step() {
	w.now += 1000 * us
	if w.rng.IntN(2) == 0 {
		w.schedule(tracefeed.ThreadID(1 + w.rng.IntN(len(w.threads)-1)))
		return
	}
	id := tracefeed.ThreadID(1 + w.rng.IntN(len(w.gs)-1))
	g := &w.gs[id]
	switch {
	case g.on != 0 && w.threads[g.on].state == tracefeed.Running:
		w.run(id, g)
	case g.on != 0:
	case g.state == tracefeed.Suspended:
		g.state = tracefeed.Runnable
		w.act(id, tracefeed.SuspendEnd, 0)
	default:
		for t := 1; t < len(w.threads)-1; t++ {
			if th := &w.threads[t]; th.runs == 0 && th.state == tracefeed.Running {
				th.runs, g.on = id, tracefeed.ThreadID(t)
				w.act(id, tracefeed.Run, g.on)
				return
			}
		}
	}
}

// schedule lets the kernel do something with a thread.
func (w *world) schedule(t tracefeed.ThreadID) {
	th := &w.threads[t]
	next := tracefeed.Ready
	switch {
	case th.state == tracefeed.Running && w.rng.IntN(3) > 0:
		next = []tracefeed.Kind{tracefeed.SuspendStart, tracefeed.IOStart}[w.rng.IntN(2)]
	case th.state == tracefeed.Runnable:
		next = tracefeed.Run
	}
	th.state = meaning[next]
	w.tell(t, next)
}

// run lets a goroutine on a processor do something.
func (w *world) run(id tracefeed.ThreadID, g *worldGoroutine) {
	on := g.on
	switch choice := w.rng.IntN(4); {
	case g.call && choice > 0:
		g.call = false
		w.act(id, tracefeed.IOEnd, on)
		w.act(id, tracefeed.Run, on)
		return
	case g.call:
		g.call, g.state = false, tracefeed.Runnable
		w.act(id, tracefeed.IOEnd, 0)
	case choice < 2:
		g.call = true
		w.act(id, tracefeed.IOStart, on)
		return
	case choice == 2:
		g.state = tracefeed.Suspended
		w.act(id, tracefeed.SuspendStart, 0)
	default:
		g.state = tracefeed.Runnable
		w.act(id, tracefeed.Ready, 0)
	}
	w.threads[on].runs, g.on = 0, 0
}

// states returns the states of all goroutines, and of the thread that carries none.
func (w *world) states() (all []tracefeed.State) {
	for _, g := range w.gs[1:] {
		s := g.state
		if g.on != 0 {
			if s = w.threads[g.on].state; g.call && s != tracefeed.Running && s != tracefeed.Runnable {
				s = tracefeed.IO
			}
		}
		all = append(all, s)
	}
	return append(all, w.threads[len(w.threads)-1].state)
}

// meaning are the states that events begin.
var meaning = [tracefeed.NumKinds]tracefeed.State{
	tracefeed.Run: tracefeed.Running, tracefeed.Ready: tracefeed.Runnable, tracefeed.SuspendEnd: tracefeed.Runnable,
	tracefeed.IOEnd:        tracefeed.Runnable,
	tracefeed.SuspendStart: tracefeed.Suspended, tracefeed.IOStart: tracefeed.IO, tracefeed.MonitorWait: tracefeed.Blocking,
}

// open joins the traces of the world. The kernel's starts earlier.
func (w *world) open(t *testing.T) tracefeed.Feed {
	t.Helper()
	const ahead = 5_000_000
	p := &list{tables: tracefeed.NewTables(), events: w.program, err: io.EOF}
	for g := 1; g < len(w.gs); g++ {
		p.tables.AddThread(tracefeed.Thread{ID: fmt.Sprint(g), Name: fmt.Sprint("g", g)})
	}
	k := &list{tables: tracefeed.NewTables(), err: io.EOF, base: 1000}
	for i := range w.kernel {
		if i >= len(w.threads)-1 { // the first ones precede the program's start
			w.kernel[i].Time += ahead
		}
	}
	k.events = w.kernel
	for th := 1; th < len(w.threads); th++ {
		id := 10 + th
		if th == len(w.threads)-1 {
			id = 100
		}
		k.tables.AddThread(tracefeed.Thread{ID: fmt.Sprint(id), Name: "machine"})
	}
	return Schedule(Program{Feed: p, Start: 1000 + ahead, Carries: carries}, Kernel{k, k.base, k.Number})
}

// TestGoroutines compares the states of goroutines with those of a random world, after each
// of its steps.
func TestGoroutines(t *testing.T) {
	t.Parallel()
	seen := map[tracefeed.State]int{}
	for seed := range uint64(60) {
		w := newWorld(seed)
		var want [][]tracefeed.State
		for range 400 {
			w.step()
			want = append(want, w.states())
			for _, s := range want[len(want)-1] {
				seen[s]++
			}
		}
		w.act(1, tracefeed.CallEnter, 0)
		f := w.open(t)
		got, step := make([]tracefeed.State, len(w.gs)), 0
		for ev, err := range tracefeed.All(f) {
			if err != nil {
				t.Fatal(err)
			}
			for ; step < len(want) && ev.Time > tracefeed.Time(step+1)*1000*us; step++ {
				if !slices.Equal(got, want[step]) {
					t.Fatalf("seed %d, step %d: states %v, want %v", seed, step+1, got, want[step])
				}
			}
			if s := meaning[ev.Kind]; s != tracefeed.Unknown {
				got[ev.Thread-1] = s
			}
			if ev.Time < 0 || ev.Object != 0 || ev.CPU != tracefeed.NoCPU && ev.CPU != 3 {
				t.Fatalf("seed %d: the event %+v has a time before the start, or a processor or thread of the program", seed, ev)
			}
		}
		if n := len(f.Tables().Threads); n != len(w.gs)+1 || !f.Tables().Threads[n-1].System {
			t.Fatalf("%d threads, want %d, the last of the runtime", n, len(w.gs)+1)
		}
		if step < len(want)-1 { // the last step may have no event after it
			t.Fatalf("seed %d: the trace ends after %d of %d steps", seed, step, len(want))
		}
	}
	for _, s := range []tracefeed.State{tracefeed.Running, tracefeed.Runnable, tracefeed.Suspended, tracefeed.IO} {
		if seen[s] == 0 {
			t.Errorf("no goroutine was in state %v", s)
		}
	}
}

// TestCarriers tells cases that random worlds do not have.
func TestCarriers(t *testing.T) {
	t.Parallel()
	on := func(ev tracefeed.Event, number int64) tracefeed.Event { ev.Object = number; return ev }
	run, ready, wait, wake, end, sleep := tracefeed.Run, tracefeed.Ready, tracefeed.MonitorWait, tracefeed.Wake,
		tracefeed.ThreadEnd, tracefeed.SuspendStart
	type events = []tracefeed.Event
	for name, x := range map[string]struct {
		program, kernel events
		want            string
	}{
		"woken by a goroutine": {events{on(at(10, 1, run), 11), on(at(10, 2, run), 12)},
			events{at(0, 1, run), at(0, 2, run), at(20, 1, wait), at(30, 1, wake), at(30, 1, ready), at(40, 1, run)},
			"10 first run; 10 only run; 20 first monitor-wait futex; 30 first wake by only; 30 first ready; 40 first run"},
		"woken by a thread without a goroutine": {events{on(at(10, 1, run), 11)},
			events{at(0, 1, run), at(0, 2, run), at(20, 1, wait), at(30, 1, wake), at(30, 1, ready)},
			"10 first run; 20 first monitor-wait futex; 30 first ready"},
		"the thread ends": {events{on(at(10, 1, run), 11)}, events{at(0, 1, run), at(20, 1, end), at(30, 1, run)},
			"10 first run; 20 first unknown"},
		"lost": {events{on(at(10, 1, run), 11), at(10, 2, sleep)},
			events{at(0, 1, run), {Time: 20 * us, Kind: tracefeed.Lost, Value: 5}, at(30, 1, ready)},
			"10 first run; 10 only suspend-start; 20 first lost; 30 first ready"},
		"two goroutines on a thread": {events{on(at(10, 1, run), 11), on(at(20, 2, run), 11)}, events{at(0, 1, run), at(30, 1, ready)},
			"10 first run; 20 only run; 30 only ready"},
		"off the processor when it begins": {events{on(at(10, 1, run), 11)}, events{at(0, 1, run), at(5, 1, ready), at(30, 1, run)},
			"10 first run; 10 first ready; 30 first run"},
		"two parts of IO": {events{on(at(10, 1, run), 11), on(at(15, 1, tracefeed.IOStart), 11)},
			events{at(0, 1, run), at(20, 1, sleep), at(30, 1, ready), at(40, 1, run), at(45, 1, sleep)},
			"10 first run; 20 first io-start; 30 first ready; 40 first run; 45 first io-start"},
		"two looks at a wait": {events{on(at(10, 1, run), 11), on(at(15, 1, sleep), 11)},
			events{at(0, 1, run), at(20, 1, sleep), at(30, 1, ready), at(40, 1, run), at(45, 1, sleep)},
			"10 first run; 20 first suspend-start"},
		"a thread without events": {events{on(at(10, 1, run), 77), on(at(20, 1, tracefeed.IOStart), 77), at(30, 1, ready)},
			events{at(0, 1, run), at(5, 1, ready)},
			"10 first run; 20 first io-start; 30 first ready"},
		"the end of the program's trace": {events{on(at(10, 1, run), 11)}, events{at(0, 1, run), at(70, 1, ready)}, "10 first run"},
	} {
		p, k := traces(append(x.program, tracefeed.Event{Time: 60 * us, Kind: tracefeed.GCStart}), x.kernel)
		f := Schedule(Program{Feed: p.Feed, Start: 1000, Carries: carries}, k)
		if got := strings.TrimSuffix(inWords(f), "; 60  gc-start"); got != x.want {
			t.Errorf("%s: %q, want %q", name, got, x.want)
		}
	}
}
