package timeline

import (
	"math/rand/v2"
	"testing"

	"tiv/tracefeed"
)

// tempos returns tempos of very long and very short steps, with the end of a trace each.
func tempos(rng *rand.Rand) (all []*Tempo, ends []tracefeed.Time) {
	for _, step := range []tracefeed.Time{1, 7, 1000, tracefeed.Millisecond, 30 * tracefeed.Minute} {
		seconds := make([]float64, 1+rng.IntN(1000))
		for i := range seconds {
			seconds[i] = 0.0005 + 0.4*rng.Float64()*rng.Float64()
		}
		all = append(all, NewTempo(step, seconds))
		ends = append(ends, step*tracefeed.Time(len(seconds))-tracefeed.Time(rng.Int64N(int64(step))))
	}
	return all, ends
}

// Playback at a tempo never goes back, moves as far in a second as Speed says, and takes the seconds of
// the steps for the whole trace, in frames of any length, forwards and backwards.
func TestTempo(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	list, ends := tempos(rng)
	for k, tempo := range list {
		end := ends[k]
		for _, backwards := range []bool{false, true} {
			p := Playback{Playing: true, Speed: 1, Rhythm: true, Tempo: tempo, Backwards: backwards}
			if backwards {
				p.Moment = end
			}
			played := 0.0
			for p.Playing {
				before, frame := p.Moment, 0.03*rng.Float64()
				p.Advance(frame, end)
				played += frame
				if went := p.Moment - before; backwards && went > 0 || !backwards && went < 0 || p.Moment < 0 || p.Moment > end {
					t.Fatalf("tempo %d, backwards %v: from %v to %v of %v", k, backwards, before, p.Moment, end)
				}
			}
			// A nanosecond is the least that a moment moves.
			if all, least := tempo.seconds(end), 0.4/float64(tempo.step); played < all-0.001-least || played > all+0.1 {
				t.Errorf("tempo %d, backwards %v: %v s, want %v s", k, backwards, played, all)
			}
		}
	}
}

// A moment and its time of playback belong together, whatever the rounding.
func TestTempoTimes(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 8))
	list, ends := tempos(rng)
	for k, tempo := range list {
		last := -1.0
		for i := range tracefeed.Time(500) {
			m := ends[k] / 500 * i
			at := tempo.seconds(m)
			if back := tempo.moment(at); max(back-m, m-back) > 1+m>>36 || at < last {
				t.Fatalf("tempo %d: the moment %v is at %v s, which is the moment %v; the one before is at %v s", k, m, at, back, last)
			}
			last = at
		}
		if speed := tempo.Speed(0); speed*tempo.at[1]*1e9 < 0.99*float64(tempo.step) || speed*tempo.at[1]*1e9 > 1.01*float64(tempo.step) {
			t.Errorf("tempo %d: speed %v for a step of %v in %v s", k, speed, tempo.step, tempo.at[1])
		}
	}
	fast := Playback{Playing: true, Rhythm: true, Tempo: list[0]}
	if fast.Advance(1e18, ends[0]); fast.Moment != ends[0] || fast.Playing {
		t.Errorf("after a very long time the moment is %v", fast.Moment)
	}
}
