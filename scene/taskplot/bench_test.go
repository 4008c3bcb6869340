package taskplot

import (
	"context"
	"math/rand/v2"
	"testing"

	"tiv/scene/paint"
	"tiv/tracefeed"
)

// A million tasks: their columns, another measure or colour of them, a picture, and what they are like.
func BenchmarkMillionTasks(b *testing.B) {
	const end = 10 * tracefeed.Minute
	l := lookAt(randomIndex(rand.New(rand.NewPCG(1, 1)), 1_000_000, end), end)
	of := wanted(l)
	c := newColumns(context.Background(), of, nil)
	b.Run("columns", func(b *testing.B) {
		for b.Loop() {
			newColumns(context.Background(), of, nil)
		}
	})
	b.Run("another height", func(b *testing.B) {
		of := of
		of.height = named(b, "calls")
		for b.Loop() {
			newColumns(context.Background(), of, c)
		}
	})
	b.Run("another colour", func(b *testing.B) {
		of := of
		of.colour = named(b, "calls")
		for b.Loop() {
			newColumns(context.Background(), of, c)
		}
	})
	for name, f := range map[string]field{
		"picture": {to: end, low: -0.02, high: 1.02, width: 1100, height: 600, mark: markSize(1_000_000, 1)},
		"zoomed":  {from: end / 2, to: end/2 + end/1000, low: -0.02, high: 1.02, width: 1100, height: 600, mark: 1},
	} {
		b.Run(name, func(b *testing.B) {
			var v canvas
			pixels := make([]paint.Color, f.width*f.height)
			for b.Loop() {
				v.draw(c, f, &selection{}, end)
				v.paint(pixels, l.Palette, &selection{})
			}
		})
	}
	b.Run("summary", func(b *testing.B) {
		edges := binEdges(&c.scale, 0.02)
		for b.Loop() {
			var s summary
			s.update(c, 0, end, end, edges)
		}
	})
}
