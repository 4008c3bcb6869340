package report

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/interaction/totals"
	"tiv/interaction/turns"
	"tiv/internal/oracle"
	"tiv/internal/reduced"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

func describing(tl *timeline.Timeline) Turns {
	return Turns{Name: func(t tracefeed.ThreadID) string { return tl.Threads[t].Name }, Clock: view.Clock(tl.End)}
}

func TestTurnWords(t *testing.T) {
	tl := load(t, story)
	lane := turns.LaneOf(context.Background(), tl, 1, turns.Grid{From: 5 * ms, Step: 10 * ms, Steps: 7})
	var got []string
	for i := range lane.Turns {
		got = append(got, strings.Join(describing(tl).Turn(&lane.Turns[i]), "; "))
	}
	want := []string{
		"held by Alpha; from 10 ms to 60 ms (50 ms); 2 threads waited for it, 70 ms in all",
		"held by B; from 60 ms to 75 ms (15 ms), and after; 1 thread waited for it, 15 ms in all",
	}
	if !slices.Equal(got, want) {
		t.Errorf("turns %q, want %q", got, want)
	}
	column := strings.Join(describing(tl).Step(&lane.Steps[5], 10*ms, "free"), "; ")
	if want := "held by Alpha (50.0 %), B (50.0 %); 1.5 waiting threads on average, 15 ms in all; " +
		"they waited for Alpha (66.7 %), B (33.3 %)"; column != want {
		t.Errorf("a column says %q, want %q", column, want)
	}
}

// The words about each turn of a random trace name the holders that the timeline has at a time of it, and the turns of
// each thread add up to its row in the table of holders.
func TestTurnsAreHolders(t *testing.T) {
	compared := 0
	for seed := range oracle.Seeds(60) {
		rng := rand.New(rand.NewPCG(seed, 3))
		tl, err := reduced.Timeline(oracle.Random(rng, oracle.Small(rng)).Feed(), timeline.Tuning{})
		if err != nil {
			t.Fatal(err)
		}
		_, uses, _ := totals.Monitors(context.Background(), tl, totals.Query{To: tl.End, Of: func(tracefeed.ThreadID) bool { return true }})
		for lock := tracefeed.MonitorID(1); int(lock) < len(tl.Monitors); lock++ {
			if tl.HandedOver(lock) {
				continue
			}
			held := map[tracefeed.ThreadID]tracefeed.Time{}
			lane := turns.LaneOf(context.Background(), tl, lock, turns.Grid{Step: 1, Steps: int(tl.End)})
			for i := range lane.Turns {
				turn := &lane.Turns[i]
				said, more := "free", 0
				for k, holder := range tl.Holds(lock).At(turn.Start + tracefeed.Time(rng.Int64N(int64(turn.End-turn.Start)))) {
					held[holder] += turn.End - turn.Start
					switch {
					case k == 0:
						said = "held by " + tl.Threads[holder].Name
					case k < mostListed:
						said += ", " + tl.Threads[holder].Name
					default:
						more++
					}
				}
				if more > 0 {
					said += fmt.Sprintf(" and %d more", more)
				}
				words := describing(tl).Turn(turn)
				if when := fmt.Sprintf("(%v)", turn.End-turn.Start); words[0] != said || !strings.HasSuffix(words[1], when) {
					t.Fatalf("seed %d, lock %d: %q, want %q %s", seed, lock, words, said, when)
				}
			}
			for _, u := range uses {
				if u.Monitor == lock && u.Held > 0 {
					if compared++; held[u.Thread] != u.Held {
						t.Fatalf("seed %d, lock %d: turns of %d take %v, its holds %v", seed, lock, u.Thread, held[u.Thread], u.Held)
					}
				}
			}
		}
	}
	if compared < oracle.Least(20) {
		t.Errorf("%d holders are compared", compared)
	}
}
