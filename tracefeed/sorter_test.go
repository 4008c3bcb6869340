package tracefeed

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// jumbled returns events in runs that overlap in time by at most slack. Value
// numbers them in the order of arrival.
func jumbled(rng *rand.Rand, slack Time) (runs [][]Event) {
	latest, number := Time(0), int64(0)
	for range 1 + rng.IntN(20) {
		run := make([]Event, rng.IntN(8))
		for i := range run {
			at := max(0, latest-slack) + Time(rng.Int64N(int64(slack)+4))
			run[i] = Event{Time: at, Thread: ThreadID(rng.IntN(3)), Kind: Sample}
			if run[i].Thread == NoThread && rng.IntN(2) == 0 {
				run[i].Kind = Lost
			}
		}
		slices.SortStableFunc(run, func(a, b Event) int { return Compare(&a, &b) })
		for i := range run {
			number++
			run[i].Value = number
			latest = max(latest, run[i].Time)
		}
		runs = append(runs, run)
	}
	return runs
}

// TestSorter compares the result with a stable sort of all events.
func TestSorter(t *testing.T) {
	t.Parallel()
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 1))
		s := Sorter{Slack: Time(rng.IntN(30))}
		var got, want []Event
		for _, run := range jumbled(rng, s.Slack) {
			want = append(want, run...)
			got = s.Add(got, run)
			if first := len(got); first < len(want) && s.latest-s.held[0].Time > s.Slack {
				t.Fatalf("seed %d: at %d holds an event of %d", seed, s.latest, s.held[0].Time)
			}
		}
		got = s.Flush(got)
		slices.SortStableFunc(want, func(a, b Event) int { return Compare(&a, &b) })
		if !slices.Equal(got, want) || s.Late() > 0 {
			t.Fatalf("seed %d: %d too late, events are\n%v, want\n%v", seed, s.Late(), got, want)
		}
	}
}

// TestSorterTooLate has events later than the slack, and more than may be held.
func TestSorterTooLate(t *testing.T) {
	t.Parallel()
	at := func(times ...Time) (events []Event) {
		for _, t := range times {
			events = append(events, Event{Time: t})
		}
		return events
	}
	for _, x := range []struct {
		sorter Sorter
		runs   [][]Event
		want   []Event
		late   int
	}{
		{Sorter{Slack: 5}, [][]Event{at(5, 20), at(25, 30), at(10, 12, 40)}, at(5, 20, 20, 20, 25, 30, 40), 2},
		{Sorter{Slack: 100, maxHeld: 2}, [][]Event{at(1, 2, 3), at(0, 2, 4)}, at(1, 1, 2, 2, 3, 4), 1},
		{Sorter{}, [][]Event{at(1, 2), at(2, 3)}, at(1, 2, 2, 3), 0},
	} {
		var got []Event
		for _, run := range x.runs {
			got = x.sorter.Add(got, run)
			if n := len(x.sorter.held); x.sorter.maxHeld > 0 && n > x.sorter.maxHeld {
				t.Errorf("holds %d events, want at most %d", n, x.sorter.maxHeld)
			}
		}
		if got = x.sorter.Flush(got); !slices.Equal(got, x.want) || x.sorter.Late() != x.late {
			t.Errorf("%v: %d too late, want %v and %d", got, x.sorter.Late(), x.want, x.late)
		}
	}
}
