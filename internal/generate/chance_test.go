package generate

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/tracefeed"
)

// TestLength compares durations with their docstring, and with the tail of a
// Pareto distribution: twice the duration is 2^(4/3) times less frequent.
func TestLength(t *testing.T) {
	t.Parallel()
	const n, scale = 200_000, 10_000
	c := newChance(1)
	lengths := make([]int, n)
	sum := 0
	for i := range lengths {
		lengths[i] = int(c.length(scale))
		sum += lengths[i]
	}
	slices.Sort(lengths)
	if least, most := lengths[0], lengths[n-1]; least < scale/4 || least > scale/3 || most > 381*scale || most < 300*scale {
		t.Errorf("from %d to %d", least, most)
	}
	if mean := sum / n; mean < 26*scale/10 || mean > 28*scale/10 {
		t.Errorf("mean %d", mean)
	}
	over := func(length int) int {
		i, _ := slices.BinarySearch(lengths, length)
		return n - i
	}
	for d := 4 * scale; d <= 16*scale; d *= 2 {
		if ratio := 100 * over(d) / over(2*d); ratio < 235 || ratio > 270 {
			t.Errorf("%d are over %d, %d over twice that", over(d), d, over(2*d))
		}
	}
}

func TestSkewed(t *testing.T) {
	t.Parallel()
	c := newChance(2)
	var counts [4]int
	for range 16_000 {
		counts[c.skewed(4)]++
	}
	for i, n := range counts {
		if want := 1000 * (7 - 2*i); n < want-200 || n > want+200 {
			t.Errorf("%d came %d times, want %d", i, n, want)
		}
	}
}

// TestTimers compares the heap with a sorted list.
func TestTimers(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 1))
	var q timers
	var want []tracefeed.Time
	now := tracefeed.Time(0)
	for range 50_000 {
		for range rng.IntN(3) {
			at := now + tracefeed.Time(rng.IntN(100))
			q.add(at, 1)
			i, _ := slices.BinarySearch(want, at)
			want = slices.Insert(want, i, at)
		}
		got, ok := q.take()
		if ok != (len(want) > 0) || ok && got.at != want[0] {
			t.Fatalf("got %v, %t of %d, the first %v", got, ok, len(want), want[:min(1, len(want))])
		}
		if ok {
			now, want = got.at, want[1:]
		}
	}
}
