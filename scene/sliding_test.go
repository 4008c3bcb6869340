package scene

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/interaction"
	"tiv/internal/oracle"
	"tiv/internal/reduced"
	"tiv/lod"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// frontLook returns a look at the fronts of all threads, each with a bar of its own.
func frontLook(tl *timeline.Timeline, rng *rand.Rand) view.Look {
	look := view.LookAt(tl)
	look.Kind, look.Level, look.Signals, look.Clusters = view.Interaction, lod.Near, true, nil
	look.Threads = view.AllThreads(tl)
	look.Detailed = slices.Sorted(slices.Values(look.Threads)) // none shares a bar
	look.Step = 1 + tracefeed.Time(rng.Int64N(int64(tl.End)/2+2))
	look.History = 1 + rng.IntN(5)
	return look
}

// waited is the waiting of one thread for another.
type waited struct {
	blocked, blocker tracefeed.ThreadID
	signal           bool
}

// Fronts show the step that ends at the moment, and edges the history that ends there,
// wherever the grid of steps is: as the sums of a second, slow reading of the trace.
func TestFrontsAndEdgesEndAtTheMoment(t *testing.T) {
	t.Parallel()
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 77))
		shape := oracle.Small(rng)
		shape.Events += 20
		oracle.Check(t, seed, oracle.Random(rng, shape), func(trace oracle.Trace) error {
			return differAtMoments(trace, rand.New(rand.NewPCG(seed, 78)))
		})
	}
}

// differAtMoments compares frames of random moments with the oracle.
func differAtMoments(trace oracle.Trace, rng *rand.Rand) error {
	tl, err := reduced.Timeline(trace.Feed(), timeline.Tuning{PageEvents: rng.IntN(2) * rng.IntN(40)})
	if err != nil || tl.End < 2 {
		return err
	}
	h, builder, look := oracle.Replay(trace), Builder{}, frontLook(tl, rng)
	for range 12 {
		look.Moment = 1 + tracefeed.Time(rng.Int64N(int64(tl.End)))
		f := builder.Frame(tl, &look, shape.Canvas{Width: 800, Height: 600, Scale: 1})
		for i := range f.Views[0].Bars {
			b := &f.Views[0].Bars[i]
			from := max(0, look.Moment-look.Step)
			sum := h.Sum(tracefeed.ThreadID(b.Pick.Index), from, look.Moment)
			if err := differCell(f.Shares.Front(int(b.Row)), sum, look.Moment-from); err != nil {
				return fmt.Errorf("step %d before %d, thread %d: %w", look.Step, look.Moment, b.Pick.Index, err)
			}
		}
		from := max(0, look.Moment-look.Step*tracefeed.Time(look.History))
		if got, want := waitsOf(&builder), waitsIn(h.Window(from, look.Moment)); !maps.Equal(got, want) {
			return fmt.Errorf("%d steps of %d before %d: edges %v, want %v", look.History, look.Step, look.Moment, got, want)
		}
	}
	return nil
}

// differCell compares the heights of the states in a cell with times in an interval.
func differCell(cell []uint16, times map[oracle.State]tracefeed.Time, length tracefeed.Time) error {
	below := uint16(0)
	for k, layer := range lod.Near.Layers() {
		name := oracle.State(strings.ToLower(layer.States[0].String()))
		got, want := float64(cell[k]-below)/65535, float64(times[name])/float64(length)
		if got-want > 1.01/65535 || want-got > 1.01/65535 {
			return fmt.Errorf("%s has %v of the front, want %v", name, got, want)
		}
		below = cell[k]
	}
	return nil
}

// waitsOf adds up the links of the last frame.
func waitsOf(b *Builder) map[waited]tracefeed.Time {
	sums := map[waited]tracefeed.Time{}
	for _, l := range b.links.all {
		sums[waited{l.Blocked, l.Blocker, l.Kind == interaction.Signal}] += l.Total
	}
	return sums
}

// waitsIn adds up the edges of a history.
func waitsIn(h oracle.History) map[waited]tracefeed.Time {
	sums := map[waited]tracefeed.Time{}
	for _, e := range h.Edges() {
		if e.Blocker != tracefeed.NoThread {
			sums[waited{e.Blocked, e.Blocker, e.Signal}] += e.Time
		}
	}
	return sums
}

// From one moment to one a little later, fronts and edges change by no more than the time
// between, also across the borders of steps.
func TestFrontsAndEdgesChangeLittle(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4) {
		rng := rand.New(rand.NewPCG(seed, 5))
		tl := reduced.Busy(t, 8, 1500, seed)
		look, builder := frontLook(tl, rng), Builder{}
		look.Step, look.History = tl.End/9, 1+int(seed)%2
		by := look.Step / 50
		var before []uint16
		var waits tracefeed.Time
		for look.Moment = look.Step * 2; look.Moment < tl.End; look.Moment += by {
			f := builder.Frame(tl, &look, shape.Canvas{Width: 800, Height: 600, Scale: 1})
			sum := tracefeed.Time(0)
			for _, total := range waitsOf(&builder) {
				sum += total
			}
			if d := sum - waits; before != nil && max(d, -d) > tracefeed.Time(len(look.Threads))*by {
				t.Errorf("seed %d, at %v: edges change from %v to %v in %v", seed, look.Moment, waits, sum, by)
			}
			now := fronts(f.Shares)
			for i := range before {
				if d := int(now[i]) - int(before[i]); max(d, -d) > int(65535*by/look.Step)+2 {
					t.Errorf("seed %d, at %v: a front changes from %d to %d in %v", seed, look.Moment, before[i], now[i], by)
				}
			}
			before, waits = now, sum
		}
	}
}

// fronts returns the fronts of all bars of a frame.
func fronts(s *shape.Shares) (all []uint16) {
	for row := range s.Rows {
		all = append(all, s.Front(row)...)
	}
	return all
}
