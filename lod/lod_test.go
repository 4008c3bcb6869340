package lod

import (
	"math/rand/v2"
	"slices"
	"testing"
	"tiv/tracefeed"
)

var levels = []Level{Near, Mid, Far, Crowd}

func TestEveryStateIsInOneLayer(t *testing.T) {
	t.Parallel()
	for _, l := range append(levels, Auto) {
		var seen []tracefeed.State
		for _, layer := range l.Layers() {
			if layer.Name == "" {
				t.Errorf("level %v has a layer without a name", l)
			}
			seen = append(seen, layer.States...)
		}
		slices.Sort(seen)
		for s := range tracefeed.State(tracefeed.NumStates) {
			if int(s) >= len(seen) || seen[s] != s {
				t.Fatalf("level %v has states %v, want each once", l, seen)
			}
		}
		if len(seen) != tracefeed.NumStates {
			t.Errorf("level %v has states %v", l, seen)
		}
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	for _, l := range append(levels, Auto) {
		if got, ok := ParseLevel(l.String()); !ok || got != l {
			t.Errorf("%v reads back as %v, %v", l, got, ok)
		}
	}
	if _, ok := ParseLevel("best"); ok {
		t.Error("there is a level called best")
	}
}

func TestChooseLevel(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		current Level
		pixels  float32
		want    Level
	}{
		{Auto, 50, Near}, {Auto, 2, Near}, {Auto, 1.9, Mid}, {Auto, 1.2, Mid}, {Auto, 1.1, Far}, {Auto, 0, Far},
		{Near, 2, Near}, {Near, 1.9, Mid}, {Near, 1, Far},
		{Mid, 2.3, Mid}, {Mid, 2.5, Near}, {Mid, 1.2, Mid}, {Mid, 1.1, Far},
		{Far, 1.4, Far}, {Far, 1.5, Mid}, {Far, 50, Near},
	} {
		if got := ChooseLevel(x.current, x.pixels); got != x.want {
			t.Errorf("from %v, %v pixels: %v, want %v", x.current, x.pixels, got, x.want)
		}
	}
}

func TestChooseDensity(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		current Density
		threads int
		want    Density
	}{
		{Sparse, 0, Sparse}, {Sparse, 10, Sparse}, {Sparse, 11, Busy}, {Sparse, 60, Busy}, {Sparse, 61, Dense},
		{Sparse, 200, Dense}, {Sparse, 201, Crowded},
		{Busy, 10, Busy}, {Busy, 9, Busy}, {Busy, 8, Sparse}, {Busy, 300, Crowded},
		{Dense, 60, Dense}, {Dense, 51, Busy}, {Dense, 5, Sparse},
		{Crowded, 200, Crowded}, {Crowded, 170, Dense}, {Crowded, 1, Sparse},
	} {
		if got := ChooseDensity(x.current, x.threads); got != x.want {
			t.Errorf("from %v, %d threads: %v, want %v", x.current, x.threads, got, x.want)
		}
	}
}

// The density of a level of the user's is that of the paper.
func TestDensityOfLevels(t *testing.T) {
	t.Parallel()
	for i, l := range levels {
		if got, want := l.Density(), []Density{Sparse, Busy, Dense, Crowded}[i]; got != want {
			t.Errorf("%v has density %v, want %v", l, got, want)
		}
	}
}

// A number that goes up and down by a tenth, or a size, changes the detail once
// at most.
func TestChoicesDoNotFlicker(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		threads, pixels := float64(1+rng.IntN(400)), 0.5+4*rng.Float64()
		level, density := ChooseLevel(Auto, float32(pixels)), ChooseDensity(Sparse, int(threads))
		levels, densities := 0, 0
		for range 60 {
			nextDensity := ChooseDensity(density, int(threads*(0.95+0.1*rng.Float64())))
			nextLevel := ChooseLevel(level, float32(pixels*(0.95+0.1*rng.Float64())))
			if nextLevel != level {
				levels++
			}
			if nextDensity != density {
				densities++
			}
			level, density = nextLevel, nextDensity
		}
		if levels > 1 || densities > 1 {
			t.Fatalf("around %v threads of %v pixels the level changed %d times, the density %d times", threads, pixels, levels, densities)
		}
	}
}

// More threads are never less dense, and smaller bars never have more detail.
func TestChoicesAreMonotonic(t *testing.T) {
	t.Parallel()
	for _, current := range append(levels, Auto) {
		for pixels := float32(0.1); pixels < 30; pixels += 0.1 {
			if ChooseLevel(current, pixels) > ChooseLevel(current, pixels-0.1) {
				t.Fatalf("from %v, %v pixels: %v", current, pixels, ChooseLevel(current, pixels))
			}
		}
	}
	for current := Sparse; current <= Crowded; current++ {
		for threads := range 300 {
			if ChooseDensity(current, threads) > ChooseDensity(current, threads+1) {
				t.Fatalf("from %v, %d threads: %v", current, threads, ChooseDensity(current, threads))
			}
		}
	}
}

// However slowly one zooms in or out, the detail changes only one way, and after
// it has changed one must go back a good part of the way to get the old one
// again: no place is there where two levels take turns.
func TestSlowZoomsDoNotFlicker(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		threads, size := 1+rng.Float64()*400, 0.5+rng.Float64()*4
		slowZoom(t, rng, ChooseLevel(Auto, float32(size)), func(current Level, zoom float64) Level {
			return ChooseLevel(current, float32(size*zoom))
		})
		slowZoom(t, rng, ChooseDensity(Sparse, int(threads)), func(current Density, zoom float64) Density {
			return ChooseDensity(current, int(threads/zoom))
		})
	}
}

// slowZoom zooms in and out, and checks the choices on the way.
func slowZoom[T Level | Density](t *testing.T, rng *rand.Rand, current T, choose func(current T, zoom float64) T) {
	zoom, step := 1.0, 1.0005+0.002*rng.Float64()
	for range 3 {
		in := rng.IntN(2) == 0
		for range rng.IntN(3000) {
			if zoom *= step; !in {
				zoom /= step * step
			}
			next := choose(current, zoom)
			if in && next > current || !in && next < current {
				t.Fatalf("zoom %v in=%v: from %v to %v", zoom, in, current, next)
			}
			back := 1 / 1.05
			if !in {
				back = 1.05
			}
			if next != current && choose(next, zoom*back) != next {
				t.Fatalf("zoom %v in=%v: %v to %v, and with a little zoom back to %v", zoom, in, current, next, choose(next, zoom*back))
			}
			current = next
		}
	}
}
