package timeline

import (
	"math/rand/v2"
	"testing"

	"tiv/tracefeed"
)

// Copies of a table of lives have the lives of their time.
func TestLifeTable(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 1))
	var table lifeTable
	var now []life
	type copied struct {
		lifeTable
		want []life
	}
	var all []copied
	for range 2000 {
		x := life{born: tracefeed.Time(rng.Int())}
		if n := len(now); n > 0 && rng.IntN(2) == 0 {
			i := rng.IntN(n)
			now[i] = x
			*table.change(tracefeed.ThreadID(i)) = x
		} else {
			now = append(now, x)
			table.append(x)
		}
		if rng.IntN(50) == 0 {
			all = append(all, copied{table.snapshot(), append([]life(nil), now...)})
		}
	}
	for i, c := range append(all, copied{table, now}) {
		if c.len != len(c.want) {
			t.Fatalf("copy %d has %d lives, want %d", i, c.len, len(c.want))
		}
		for id, want := range c.want {
			if *c.at(tracefeed.ThreadID(id)) != want {
				t.Fatalf("copy %d: thread %d has another life", i, id)
			}
		}
	}
}
