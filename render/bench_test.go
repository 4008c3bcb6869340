package render_test

import (
	"fmt"
	"testing"

	"tiv/render/offscreen"
	"tiv/scene"
	"tiv/scene/paint"
	"tiv/scene/shape"
)

// BenchmarkFrame draws whole frames at 1920×1080 as a window would, without
// reading them back.
func BenchmarkFrame(b *testing.B) {
	views := []struct {
		name string
		make func(scenery) *scene.Frame
	}{
		{"3d", scenery.spatial}, {"timeline", scenery.side}, {"interaction", scenery.front},
	}
	for _, v := range views {
		for _, n := range []int{10, 60, 200, 1000} {
			b.Run(fmt.Sprintf("%s/threads=%d", v.name, n), func(b *testing.B) {
				p := scenery{threads: n, steps: 1000, width: 1920, height: 1080, columns: map[int]int{10: 1, 60: 4, 200: 10, 1000: 25}[n]}
				drawAll(b, v.make(p))
			})
		}
	}
}

// BenchmarkLayers draws the timeline of 200 threads with more layers in bars. In "new" their
// colours are others in each frame, as while the user chooses one.
func BenchmarkLayers(b *testing.B) {
	for _, n := range []int{6, 12, shape.MaxLayers} {
		f := withLayers(scenery{threads: 200, steps: 1000, width: 1920, height: 1080, columns: 10}.side(), n)
		b.Run(fmt.Sprint(n), func(b *testing.B) { drawAll(b, f) })
		b.Run(fmt.Sprintf("%d/new", n), func(b *testing.B) {
			c := canvas(b, f)
			c.Samples = 0
			for b.Loop() {
				f.Layers[0].Color.R++
				f.Layers[1].Color.G += f.Layers[0].Color.R
				if err := c.Render(f); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// withLayers divides the layers of a frame's bars so that there are n.
func withLayers(f *scene.Frame, n int) *scene.Frame {
	old := f.Shares
	s := *old
	s.Layers, s.Cum = n, make([]uint16, s.Rows*s.Steps*n)
	for i := range s.Cum {
		cell := old.Cum[i/n*old.Layers:]
		s.Cum[i] = uint16(int(cell[old.Layers-1]) * (i%n + 1) / n)
	}
	f.Shares, f.Layers = &s, nil
	for k := range n {
		f.Layers = append(f.Layers, paint.Style{Color: paint.ClusterColors[k%len(paint.ClusterColors)], Pattern: paint.Pattern(k % 7)})
	}
	return f
}

// BenchmarkNewData is a frame of playback: all shares have changed.
func BenchmarkNewData(b *testing.B) {
	for _, n := range []int{200, 1000} {
		b.Run(fmt.Sprintf("threads=%d", n), func(b *testing.B) {
			f := scenery{threads: n, steps: 1000, width: 64, height: 64, columns: 10}.side()
			c := canvas(b, f)
			for b.Loop() {
				f.Shares.Version++
				if err := c.Render(f); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkRaster draws frames of 200 threads with lanes of calls. In "new" the lanes of each
// frame are others.
func BenchmarkRaster(b *testing.B) {
	for _, name := range []string{"same", "new"} {
		b.Run(name, func(b *testing.B) {
			f := scenery{threads: 200, steps: 1000, width: 1920, height: 1080, columns: 10}.side()
			r := &shape.Raster{Rect: shape.Rect{X0: 100, Y0: 40, X1: 1900, Y1: 1040}, Width: 1800, Height: 1000, Version: 1}
			r.Pixels = make([]paint.Color, r.Width*r.Height)
			for i := range r.Pixels {
				r.Pixels[i] = paint.Color{R: uint8(i), G: uint8(i / 7), B: uint8(i / 77), A: 255}
			}
			f.Views[0].Raster = r
			c := canvas(b, f)
			c.Samples = 0
			for b.Loop() {
				if name == "new" {
					r.Version++
				}
				if err := c.Render(f); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkWalls draws frames of 200 bars in 3D, each of them with six lanes of calls. In "off"
// they have none, in "new" the lanes of each frame are others.
func BenchmarkWalls(b *testing.B) {
	for _, name := range []string{"off", "same", "new"} {
		b.Run(name, func(b *testing.B) {
			f := scenery{threads: 200, steps: 1000, width: 1920, height: 1080, columns: 10}.spatial()
			v := &f.Views[0]
			const lanes, columns = 6, 150
			for i := range v.Bars {
				x := &v.Bars[i]
				if name == "off" {
					break
				}
				x.Part = 1.0 / 3
				v.Walls.List = append(v.Walls.List,
					shape.Wall{X: x.Center[0] + x.HalfWidth, Low: x.Center[1] - x.HalfHeight/3, High: x.Center[1] + x.HalfHeight,
						Far: x.Center[2] - x.Depth, Near: x.Center[2], Lanes: lanes, Columns: columns, Bend: 0.5,
						First: int32(2 * lanes * columns * i), Tall: 30})
			}
			v.Walls.Texels = make([]paint.Color, 2*lanes*columns*len(v.Walls.List))
			for i := range v.Walls.Texels {
				v.Walls.Texels[i] = paint.Color{R: uint8(i), G: uint8(i / 7), B: uint8(i / 77), A: 255}
			}
			c := canvas(b, f)
			c.Samples = 0
			for b.Loop() {
				if name == "new" {
					v.Walls.Version++
				}
				if err := c.Render(f); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func drawAll(b *testing.B, f *scene.Frame) {
	c := canvas(b, f)
	c.Samples = 0
	if err := c.Render(f); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := c.Render(f); err != nil {
			b.Fatal(err)
		}
	}
}

// canvas makes a canvas for a frame that is released at the end of the test.
func canvas(tb testing.TB, f *scene.Frame) *offscreen.Canvas {
	tb.Helper()
	c, err := offscreen.New(f.Width, f.Height)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(c.Release)
	return c
}
