package clock

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// shown is a time that was settled.
type shown struct {
	at Time
	Estimate
}

// follow settles a link of machine 1 to machine 0 every 100 ms of real time, as messages arrive. It
// returns what was shown. hold: nothing is settled before there is a bound.
func follow(t testing.TB, w *world, model Model, hold bool, all []Message) (l *Link, out []shown) {
	t.Helper()
	l, err := NewLink(model, 12345)
	if err != nil {
		t.Fatal(err)
	}
	next := 0
	for real := 0.0; real < float64(w.length); real += 1e8 {
		for ; next < len(all) && w.arrival(all[next]) <= real; next++ {
			m := all[next]
			if err := l.Add(m.From == 1, m.Sent, m.Received); err != nil {
				t.Fatal(err)
			}
		}
		settled := Time(w.clocks[1].read(real))
		if hold && l.At(settled).Bound == Unknown {
			continue
		}
		l.Settle(settled)
		for i := range Time(20) {
			at := settled - i*4e6
			out = append(out, shown{at, l.At(at)})
		}
	}
	return l, out
}

// TestFollow checks times that are settled while messages arrive: they are within their bounds, never
// change, and their bounds only become less.
func TestFollow(t *testing.T) {
	t.Parallel()
	for seed := range uint64(300) {
		w := newWorld(rand.New(rand.NewPCG(seed, 2)), 2, 10e9)
		by := w.random()[0]
		all := w.arrive(append(w.probes(by, 1e7+w.rng.Float64()*2e8), w.messages(by, w.rng.IntN(500))...))
		l, out := follow(t, w, Model{}, seed%2 == 0, all)
		latest := Estimate{Time: math.MinInt64}
		lastAt := Time(math.MinInt64)
		for _, s := range out {
			if d, within := distance(s.Estimate, w.right(1, 0, s.at)); !within {
				t.Fatalf("seed %d: at %v the error is %.0f ns, with a bound of %v", seed, s.at, d, s.Bound)
			}
			if now := l.At(s.at); now.Time != s.Time || now.Bound > s.Bound {
				t.Fatalf("seed %d: %v became %+v, shown as %+v", seed, s.at, now, s.Estimate)
			}
			if s.at > lastAt && s.Time < latest.Time || s.at < lastAt && s.Time > latest.Time {
				t.Fatalf("seed %d: at %v time goes back", seed, s.at)
			}
			lastAt, latest = s.at, s.Estimate
		}
		if e := l.Evidence(); e.Contradictions > 0 || e.Messages == 0 {
			t.Fatalf("seed %d: %+v", seed, e)
		}
	}
}

// quiet returns a link with 1 ms of delay on which few messages wait.
func quiet(seed uint64, symmetric bool) (w *world, all []Message) {
	w = newWorld(rand.New(rand.NewPCG(seed, 3)), 2, 20e9)
	by := way{a: 0, b: 1, there: 1e6, back: 1e6, queue: 0.02, length: 1e5}
	if !symmetric {
		by.there, by.back = 0.2e6, 1.8e6
	}
	return w, w.arrive(w.probes(by, 1e8))
}

// TestQuietLink checks the bounds on a quiet link with 1 ms of delay, at 99 of 100 times: 1 ms without
// assumptions, below 100 µs if each way takes at least 95 % of half the round trip.
func TestQuietLink(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		model       Model
		most, least Time
	}{
		{Model{}, 1200e3, 950e3},
		{Model{Symmetry: 95}, 100e3, 45e3},
		{Model{MinDelay: 950e3}, 100e3, 45e3},
		{Model{Symmetry: 95, MaxDrift: 100_000}, 70e3, 45e3},
	} {
		var bounds []Time
		for seed := range uint64(100) {
			w, all := quiet(seed, true)
			l, _ := follow(t, w, c.model, true, all)
			for at := w.clocks[1].read(1e9); at < w.clocks[1].read(19e9); at += 1e7 {
				e := l.At(Time(at))
				if d, within := distance(e, w.right(1, 0, Time(at))); !within {
					t.Fatalf("%+v, seed %d: at %v the error is %.0f ns, with a bound of %v", c.model, seed, Time(at), d, e.Bound)
				}
				bounds = append(bounds, e.Bound)
			}
		}
		slices.Sort(bounds)
		n := len(bounds)
		bound := bounds[n*99/100]
		t.Logf("%+v: median %v, of 99 %% %v, greatest %v", c.model, bounds[n/2], bound, bounds[n-1])
		if bound > c.most || bound < c.least {
			t.Errorf("%+v: the bound is %v, want %v to %v", c.model, bound, c.least, c.most)
		}
	}
}

// TestAsymmetricLink checks that an assumption that is wrong gives bounds that are wrong: without
// it, they are right. So it is an assumption.
func TestAsymmetricLink(t *testing.T) {
	t.Parallel()
	w, all := quiet(1, false)
	for model, want := range map[Model]bool{{}: true, {Symmetry: 95}: false, {Symmetry: 20}: true} {
		l, _ := follow(t, w, model, true, all)
		at := Time(w.clocks[1].read(10e9))
		if _, within := distance(l.At(at), w.right(1, 0, at)); within != want {
			t.Errorf("%+v: within its bound: %v, want %v", model, within, want)
		}
	}
}

// TestStep checks that messages after a step of a clock count, and that the step is reported.
func TestStep(t *testing.T) {
	t.Parallel()
	for _, step := range []Time{-700e6, 700e6} {
		l, err := NewLink(Model{}, 0)
		if err != nil {
			t.Fatal(err)
		}
		before := Time(math.MinInt64)
		for at := Time(0); at < 4e9; at += 1e7 {
			offset := Time(5e6)
			if at > 1e9 {
				offset += step
			}
			if l.Add(true, at, at+offset+1e5) != nil || l.Add(false, at+2e5+offset, at+3e5) != nil {
				t.Fatal("a message is no evidence")
			}
			l.Settle(at)
			if now := l.At(at).Time; now < before {
				t.Fatalf("step %v: at %v time goes back", step, at)
			} else {
				before = now
			}
		}
		e := l.At(3.9e9)
		if want := 3.9e9 + 5e6 + step; e.Time > want+200e3 || e.Time < want-200e3 || e.Bound > 200e3 {
			t.Errorf("step %v: %+v, want %v", step, e, want)
		}
		if n := l.Evidence().Contradictions; n == 0 || n > 2 {
			t.Errorf("step %v: %d contradictions", step, n)
		}
	}
}

// TestStepAtEnd checks that a correction that is still on its way after a step does not go on like this
// where there is no more evidence.
func TestStepAtEnd(t *testing.T) {
	t.Parallel()
	l, err := NewLink(Model{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for at := Time(0); at <= 1e9; at += 1e8 {
		offset := Time(0)
		if at == 1e9 {
			offset = -700e6
		}
		if l.Add(true, at, at+offset+1e5) != nil || l.Add(false, at+2e5+offset, at+3e5) != nil {
			t.Fatal("a message is no evidence")
		}
	}
	l.Settle(1e9)
	if e := l.At(1000e9); e.Time < 998e9 || e.Time > 1001e9 || e.Bound < 0 || e.Bound > 2e9 {
		t.Errorf("%+v", e)
	}
}

// TestOneDirection checks that messages in one direction give no bound, but leave no effect before
// its cause.
func TestOneDirection(t *testing.T) {
	t.Parallel()
	l, err := NewLink(Model{}, 900)
	if err != nil {
		t.Fatal(err)
	}
	for at := Time(0); at < 1e9; at += 1e6 {
		if err := l.Add(true, at, at+500-at/10000); err != nil {
			t.Fatal(err)
		}
	}
	l.Settle(1e9)
	for at := Time(0); at < 1e9; at += 1e6 {
		if e := l.At(at); e.Time > at+500-at/10000 || e.Time < at-at/5000 || e.Bound != Unknown {
			t.Fatalf("%v becomes %+v", at, e)
		}
	}
}

// TestNoEvidence checks that the prior offset counts without messages.
func TestNoEvidence(t *testing.T) {
	t.Parallel()
	l, err := NewLink(Model{}, 900)
	if err != nil {
		t.Fatal(err)
	}
	if e := l.At(5); e != (Estimate{905, Unknown}) {
		t.Errorf("%+v", e)
	}
	l.Settle(100)
	if e := l.At(105); e != (Estimate{1005, Unknown}) || l.Evidence() != (Evidence{}) {
		t.Errorf("%+v, %+v", e, l.Evidence())
	}
}

// TestLimits checks a range against all limits.
func TestLimits(t *testing.T) {
	t.Parallel()
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 4))
		drift := rate(1 + rng.IntN(2e6))
		e := envelope{drift: drift}
		var upper, lower []limit
		for range rng.IntN(60) {
			x := limit{Time(rng.IntN(1e7)), Time(rng.IntN(2e4))}
			if rng.IntN(2) == 0 {
				e.add(x, true)
				upper = append(upper, x)
			} else {
				x.offset = -x.offset - 2e4
				e.add(x, false)
				lower = append(lower, x)
			}
		}
		for range 20 {
			at := Time(rng.IntN(3e7) - 1e7)
			want := span{-none, none}
			for _, x := range upper {
				want.high = min(want.high, x.offset+drift.over(at-x.at))
			}
			for _, x := range lower {
				want.low = max(want.low, x.offset-drift.over(at-x.at))
			}
			if got := e.at(at); got != want {
				t.Fatalf("seed %d: at %v the range is %v, want %v", seed, at, got, want)
			}
		}
		knots := e.knots(-1, 1e7)
		for i, t1 := range knots[:max(len(knots)-1, 0)] {
			t2 := knots[i+1]
			at := t1 + Time(rng.Int64N(int64(t2-t1)))
			a, b, r := e.at(t1), e.at(t2), e.at(at)
			part := float64(at-t1) / float64(t2-t1)
			low, high := float64(a.low)+part*float64(b.low-a.low), float64(a.high)+part*float64(b.high-a.high)
			if e.contradictions == 0 && r.closed() && (math.Abs(low-float64(r.low)) > 3 || math.Abs(high-float64(r.high)) > 3) {
				t.Fatalf("seed %d: from %v %v to %v %v is a bend at %v %v", seed, t1, a, t2, b, at, r)
			}
		}
	}
}

// TestRefused checks models and messages that are impossible.
func TestRefused(t *testing.T) {
	t.Parallel()
	for _, m := range []Model{{MaxDrift: -1}, {MaxDrift: 1e9}, {MinDelay: -1}, {Symmetry: 101}, {Symmetry: -1}} {
		if _, err := NewLink(m, 0); err == nil {
			t.Errorf("%+v is a model", m)
		}
	}
	l, err := NewLink(Model{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range [][2]Time{{math.MinInt64, 0}, {0, math.MaxInt64}} {
		if l.Add(true, m[0], m[1]) == nil || l.Add(false, m[0], m[1]) == nil {
			t.Errorf("%v is evidence", m)
		}
	}
}

func BenchmarkAdd(b *testing.B) {
	for _, name := range []string{"quiet", "busy"} {
		b.Run(name, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 1))
			l, err := NewLink(Model{}, 0)
			if err != nil {
				b.Fatal(err)
			}
			at, scale := Time(0), 1e3
			if name == "busy" {
				scale = 1e6
			}
			for i := 0; b.Loop(); i++ {
				at += 20e3
				wait := Time(rng.ExpFloat64() * scale)
				if i%2 == 0 {
					err = l.Add(true, at, at+1e5+wait)
				} else {
					err = l.Add(false, at-1e5-wait, at)
				}
				if err != nil {
					b.Fatal(err)
				}
			}
			kept := 0
			for _, s := range l.offsets.stretches {
				kept += len(s.upper) + len(s.lower)
			}
			b.ReportMetric(float64(kept)/float64(l.messages), "kept/op")
		})
	}
}

func BenchmarkSettle(b *testing.B) {
	w, all := quiet(1, true)
	for b.Loop() {
		follow(b, w, Model{}, true, all)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(all)), "ns/message")
}

func BenchmarkAt(b *testing.B) {
	w, all := quiet(1, true)
	l, _ := follow(b, w, Model{}, true, all)
	sum, at := Time(0), Time(0)
	for b.Loop() {
		at = (at + 12345678) % w.length
		sum += l.At(at).Time
	}
	if sum == 0 {
		b.Error("no time")
	}
}
