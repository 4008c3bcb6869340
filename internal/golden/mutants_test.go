package golden

import (
	"fmt"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/internal/pictures"
	"tiv/scene"
	"tiv/scene/shape"
)

// The golden pictures are worth something only if wrong ones are rejected.

// Swapping the colours of two states that are both seen is noticed.
func TestSwappedStatesAreRejected(t *testing.T) {
	draw := drawer(t)
	for _, s := range shots() {
		if s.name != "3d" && s.name != "timeline" && s.name != "split-light" {
			continue
		}
		want := s.golden(t)
		f := s.frame(t)
		for a := range f.Layers {
			for b := range a {
				if f.Totals[a].Time == 0 || f.Totals[b].Time == 0 {
					continue
				}
				swapped := *f
				swapped.Layers = slices.Clone(f.Layers)
				swapped.Layers[a].Color, swapped.Layers[b].Color = f.Layers[b].Color, f.Layers[a].Color
				if pictures.Same(draw(&swapped), want) {
					t.Errorf("%s: %s and %s may swap colours", s.name, f.Totals[a].Name, f.Totals[b].Name)
				}
			}
		}
	}
}

// Turning one triangle round is noticed, whichever it is. In the split view, triangles are so
// short that it would change fewer pixels than renderers may.
func TestTurnedTrianglesAreRejected(t *testing.T) {
	draw := drawer(t)
	for _, s := range shots() {
		if s.name != "interaction" && s.name != "interaction-light" {
			continue
		}
		want := s.golden(t)
		f := s.frame(t)
		k := len(f.Views) - 1
		edges := f.Views[k].Between
		const wait, hold = 6 + 12, 6 // a filled triangle and an arrow head; a line
		at := 0
		for i := range f.Links {
			if f.Links[i].Waits.Kind == shape.PickLock {
				at += hold
				continue
			}
			turned := *f
			turned.Views = slices.Clone(f.Views)
			turned.Views[k].Between = turn(edges, at)
			at += wait
			if pictures.Same(draw(&turned), want) {
				t.Errorf("%s: triangle %d may be turned round: %v", s.name, i, describe(&f.Links[i]))
			}
		}
		if len(edges) != at {
			t.Fatalf("%s: %d corners for %d edges, want %d", s.name, len(edges), len(f.Links), at)
		}
	}
}

func describe(l *scene.Link) string {
	return fmt.Sprintf("%d waits for %d for %v", l.Blocked, l.Blocker, l.Total)
}

// turn returns a mesh in which the wedge of two triangles from corner i on has
// its ends exchanged: a and d are the narrow end's corners, b and c the wide
// end's.
func turn(m shape.Mesh, i int) shape.Mesh {
	m = slices.Clone(m)
	a, b, c, d := m[i].Pos, m[i+1].Pos, m[i+2].Pos, m[i+5].Pos
	narrow, wide := a.Add(d).Mul(0.5), b.Add(c).Mul(0.5)
	thin, thick := a.Sub(narrow), b.Sub(wide)
	corners := [6]mgl32.Vec3{narrow.Add(thick), wide.Add(thin), wide.Sub(thin), narrow.Add(thick), wide.Sub(thin), narrow.Sub(thick)}
	for k, p := range corners {
		m[i+k].Pos = p
	}
	return m
}

// Exchanging two threads is noticed.
func TestSwappedThreadsAreRejected(t *testing.T) {
	draw := drawer(t)
	for _, s := range shots() {
		if s.name != "3d-deadlock" && s.name != "timeline" && s.name != "interaction" {
			continue
		}
		f := s.frame(t)
		swapped := *f
		swapped.Views = slices.Clone(f.Views)
		bars := slices.Clone(f.Views[0].Bars)
		bars[0].Row, bars[len(bars)-1].Row = bars[len(bars)-1].Row, bars[0].Row
		swapped.Views[0].Bars = bars
		if pictures.Same(draw(&swapped), s.golden(t)) {
			t.Errorf("%s: the first and the last thread may be exchanged", s.name)
		}
	}
}
