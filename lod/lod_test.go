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

func TestChoose(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		current Level
		threads int
		pixels  float32
		want    Level
	}{
		{Auto, 0, 50, Near}, {Auto, 10, 50, Near}, {Auto, 11, 50, Mid}, {Auto, 60, 50, Mid}, {Auto, 61, 50, Far},
		{Auto, 200, 50, Far}, {Auto, 201, 50, Crowd},
		{Auto, 5, 11, Mid}, {Auto, 5, 5, Far}, {Auto, 5, 1, Crowd},
		{Near, 10, 12, Near}, {Near, 11, 12, Mid}, {Near, 300, 12, Crowd},
		{Mid, 10, 50, Mid}, {Mid, 9, 50, Mid}, {Mid, 8, 50, Near}, {Mid, 8, 13, Mid}, {Mid, 8, 15, Near},
		{Far, 60, 50, Far}, {Far, 51, 50, Mid}, {Far, 5, 50, Near},
		{Crowd, 200, 50, Crowd}, {Crowd, 170, 50, Far}, {Crowd, 1, 50, Near},
	} {
		if got := Choose(x.current, x.threads, x.pixels); got != x.want {
			t.Errorf("from %v, %d threads of %v pixels: %v, want %v", x.current, x.threads, x.pixels, got, x.want)
		}
	}
}

// A number that goes up and down by a tenth, or a size, changes the level once
// at most.
func TestChooseDoesNotFlicker(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		threads, pixels := float64(1+rng.IntN(400)), 0.5+40*rng.Float64()
		level := Choose(Auto, int(threads), float32(pixels))
		changes := 0
		for range 60 {
			next := Choose(level, int(threads*(0.95+0.1*rng.Float64())), float32(pixels*(0.95+0.1*rng.Float64())))
			if next != level {
				changes++
			}
			level = next
		}
		if changes > 3 {
			t.Fatalf("around %v threads of %v pixels the level changed %d times", threads, pixels, changes)
		}
	}
}

// More threads, or smaller ones, never get more detail.
func TestChooseIsMonotonic(t *testing.T) {
	t.Parallel()
	for _, current := range append(levels, Auto) {
		for pixels := float32(0.5); pixels < 30; pixels += 0.5 {
			last := Near
			for threads := range 300 {
				l := Choose(current, threads, pixels)
				if l < last || l > Choose(current, threads, pixels-0.5) {
					t.Fatalf("from %v, %d threads of %v pixels: %v", current, threads, pixels, l)
				}
				last = l
			}
		}
	}
}

// However slowly one zooms in or out, the level changes only one way, and after
// it has changed one must go back a good part of the way to get the old one
// again: no place is there where two levels take turns.
func TestSlowZoomsDoNotFlicker(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		threads, size := 1+rng.Float64()*400, 1+rng.Float64()*30
		level := Choose(Auto, int(threads), float32(size))
		zoom, step := 1.0, 1.0005+0.002*rng.Float64()
		for range 3 {
			in := rng.IntN(2) == 0
			for range rng.IntN(3000) {
				if zoom *= step; !in {
					zoom /= step * step
				}
				next := Choose(level, int(threads/zoom), float32(size*zoom))
				if in && next > level || !in && next < level {
					t.Fatalf("zoom %v in=%v: from %v to %v", zoom, in, level, next)
				}
				if next == level {
					continue
				}
				for _, back := range []float64{0.95, 1 / 1.05} {
					if in == (back < 1) {
						if got := Choose(next, int(threads/(zoom*back)), float32(size*zoom*back)); got != next {
							t.Fatalf("zoom %v in=%v: %v to %v, and with a little zoom back to %v", zoom, in, level, next, got)
						}
					}
				}
				level = next
			}
		}
	}
}
