package clock

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// instant is a time of a machine.
type instant struct {
	m  Machine
	at Time
}

// oracle finds the ranges of offsets to machine 0 at instants: from each message, and from the drift
// between any two instants of a machine, until nothing changes.
func oracle(model Model, all []Message, at []instant) map[instant]span {
	for _, m := range all {
		at = append(at, instant{m.From, m.Sent}, instant{m.To, m.Received})
	}
	ranges := map[instant]span{}
	for _, x := range at {
		ranges[x] = span{-none, none}
		if x.m == 0 {
			ranges[x] = span{}
		}
	}
	for changed := true; changed; {
		changed = false
		narrow := func(x instant, low, high Time) {
			r := ranges[x]
			if n := (span{max(r.low, low), min(r.high, high)}); n != r && x.m != 0 {
				ranges[x], changed = n, true
			}
		}
		for _, m := range all {
			sent, received := instant{m.From, m.Sent}, instant{m.To, m.Received}
			if high := ranges[received].high; high < none {
				narrow(sent, -none, m.Received+high-m.Sent)
			}
			if low := ranges[sent].low; low > -none {
				narrow(received, m.Sent+low-m.Received, none)
			}
		}
		for x := range ranges {
			for y, r := range ranges {
				change := model.drift().over(x.at - y.at)
				if x.m == y.m && r.low > -none {
					narrow(x, r.low-change, none)
				}
				if x.m == y.m && r.high < none {
					narrow(x, -none, r.high+change)
				}
			}
		}
	}
	return ranges
}

// TestOracle compares the ranges of all machines with those of the oracle.
func TestOracle(t *testing.T) {
	t.Parallel()
	compared := 0
	for seed := range uint64(400) {
		w := newWorld(rand.New(rand.NewPCG(seed, 5)), 2+int(seed%4), 1e9)
		model := Model{MaxDrift: []int64{0, 100_000, 5_000_000}[seed%3]}
		n, err := NewNetwork(len(w.clocks), model)
		if err != nil {
			t.Fatal(err)
		}
		var all []Message
		for _, by := range w.random() {
			all = append(all, w.messages(by, 4+w.rng.IntN(10))...)
		}
		for _, m := range w.arrive(all) {
			if err := n.Add(m); err != nil {
				t.Fatal(err)
			}
		}
		s := n.Solve(0)
		if slices.ContainsFunc(s.members, func(m *member) bool { return m.root != 0 }) {
			continue // the way to machine 0 has only one direction
		}
		compared++
		var at []instant
		for range 5 {
			m := Machine(w.rng.IntN(len(w.clocks)))
			at = append(at, instant{m, Time(w.clocks[m].read(w.rng.Float64() * 1e9))})
		}
		for x, want := range oracle(model, all, slices.Clone(at)) {
			got := s.members[x.m].span(x.at)
			if got.low > want.low+8 || got.low < want.low-8 || got.high > want.high+8 || got.high < want.high-8 {
				t.Fatalf("seed %d: machine %d at %v: the range is %v, want %v", seed, x.m, x.at, got, want)
			}
		}
	}
	if compared < 300 {
		t.Errorf("%d networks were compared", compared)
	}
}
