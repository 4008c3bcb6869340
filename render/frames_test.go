package render_test

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene"
	"tiv/scene/paint"
	"tiv/scene/shape"
)

// Invented frames, with cameras as simple as they can be.

func hex(rgb uint32) paint.Color {
	return paint.Color{R: uint8(rgb >> 16), G: uint8(rgb >> 8), B: uint8(rgb), A: 255}
}

func alpha(c paint.Color, a uint8) paint.Color {
	c.A = a
	return c
}

var layers = []paint.Style{
	{Color: hex(0x009E73), Pattern: paint.Plain},
	{Color: hex(0xF0E442), Pattern: paint.DiagonalUp},
	{Color: hex(0x8A8F98), Pattern: paint.Dots},
	{Color: hex(0x0072B2), Pattern: paint.DiagonalDown},
	{Color: hex(0xD55E00), Pattern: paint.Horizontal},
	{Color: hex(0x3A3F47), Pattern: paint.Hatch},
}

// scenery is the input of a synthetic frame.
type scenery struct {
	threads, steps int
	width, height  int
	light          bool
	columns        int
}

// shares invents histories: random walks, two that lock up, one that ends, one
// that begins late and one with an unknown begin.
func (p scenery) shares() *shape.Shares {
	s := &shape.Shares{Version: 1, Rows: p.threads, Steps: p.steps, Layers: shape.LayerUnit, First: 1,
		Cum: make([]uint16, p.threads*p.steps*shape.LayerUnit)}
	for row := range p.threads {
		rng := rand.New(rand.NewPCG(7, uint64(row)))
		var w [5]float64
		for k := range w {
			w[k] = rng.Float64() * rng.Float64() * rng.Float64()
		}
		for step := range p.steps {
			for k := range w {
				w[k] = math.Abs(w[k] + 0.25*w[k]*rng.NormFloat64() + 0.01*rng.NormFloat64())
				if rng.IntN(40) == 0 {
					w[k] = rng.Float64() * rng.Float64() * rng.Float64()
				}
			}
			part := [6]float64{w[0], w[1] / 2, w[2], w[3], w[4] / 2}
			whole := 1.0
			switch {
			case row%10 == 2 && step < p.steps/4 || row%10 == 3 && step < p.steps/4:
				part = [6]float64{3: 1}
			case row%10 == 5 && step < p.steps/5:
				part, whole = [6]float64{}, 0
			case row%10 == 6 && step > p.steps*3/5:
				part, whole = [6]float64{}, 0
			case row%10 == 8 && step > p.steps*4/5:
				part = [6]float64{5: 1}
			}
			cell(s, row, step, part, whole)
		}
	}
	return s
}

// cell sets the shares of a cell from parts of any sum.
func cell(s *shape.Shares, row, step int, part [6]float64, whole float64) {
	var total, sum float64
	for _, x := range part {
		total += x
	}
	for k, x := range part {
		if total > 0 {
			sum += x / total
		}
		s.Cum[(row*s.Steps+step)*shape.LayerUnit+k] = uint16(min(sum, 1)*whole*65535 + 0.5)
	}
}

func (p scenery) frame() *scene.Frame {
	f := &scene.Frame{
		Width: p.width, Height: p.height,
		Ground: hex(0x0B0D10), Neutral: hex(0x2A2F37), Outline: hex(0xFFFFFF),
		Layers: layers, Shares: p.shares(),
	}
	if p.light {
		f.Ground, f.Neutral, f.Outline = hex(0xFAFAF8), hex(0xC9CDD3), hex(0x000000)
		f.Layers = append([]paint.Style(nil), layers...)
		f.Layers[5].Color = hex(0xD3D6DB)
	}
	return f
}

func (p scenery) rect() shape.Rect { return shape.Rect{X1: float32(p.width), Y1: float32(p.height)} }

// spatial is the free view.
func (p scenery) spatial() *scene.Frame {
	f := p.frame()
	columns := max(p.columns, 1)
	rows := (p.threads + columns - 1) / columns
	v := shape.View{Rect: p.rect()}
	const pitch = 1.7
	depth := float32(max(rows, 8)) * pitch * 1.6
	for i := range p.threads {
		v.Bars = append(v.Bars, shape.Bar{
			Center:    mgl32.Vec3{float32(i%columns) * 3.4, -float32(i/columns) * pitch, 0},
			HalfWidth: 0.5, HalfHeight: 0.5, Depth: depth, Step: depth / float32(p.steps), Row: int32(i), Emphasis: 1,
		})
	}
	v.Bars[1].Outlined, v.Bars[1].Emphasis = true, 1.4
	if len(v.Bars) > 4 {
		v.Bars[4].Emphasis = 0.35
	}
	mid := mgl32.Vec3{float32(columns-1) * 1.7, -float32(rows-1) * pitch / 2, -depth * 0.35}
	v.Eye = mid.Add(mgl32.Vec3{0.62, 0.42, 1}.Normalize().Mul(float32(max(rows, 8)) * pitch * 1.9))
	aspect := float32(p.width) / float32(p.height)
	v.Camera = mgl32.Perspective(0.7, aspect, 1, 400).Mul4(mgl32.LookAtV(v.Eye, mid, mgl32.Vec3{0, 1, 0}))
	v.Above = p.triangles(v.Bars)
	f.Views = []shape.View{v}
	return f
}

// triangles are between neighbours, with a ring between the two that lock up.
func (p scenery) triangles(bars []shape.Bar) shape.Mesh {
	var m shape.Mesh
	for i := 0; i+1 < len(bars); i += 3 {
		a, b := bars[i].Center, bars[i+1].Center
		c := alpha(hex(0x4FA8E0), 200)
		if i%10 == 2 || i%10 == 3 {
			c = hex(0xCC79A7)
		}
		d := b.Sub(a).Normalize()
		wide := mgl32.Vec3{-d[1], d[0], 0}.Mul(0.28)
		for _, at := range []mgl32.Vec3{a, b.Add(wide), b.Sub(wide)} {
			m = append(m, shape.Vertex{Pos: at, Color: c})
		}
	}
	return m
}

// side is the timeline view: the moment at the right edge.
func (p scenery) side() *scene.Frame {
	f := p.frame()
	f.Views = []shape.View{p.sideView(p.rect())}
	return f
}

func (p scenery) sideView(r shape.Rect) shape.View {
	v := shape.View{Rect: r, Eye: mgl32.Vec3{-1e4, 0, 0}}
	for i := range p.threads {
		v.Bars = append(v.Bars, shape.Bar{
			Center:    mgl32.Vec3{0, -float32(i), 0},
			HalfWidth: 0.4, HalfHeight: 0.4, Depth: 100, Step: 100 / float32(p.steps), Row: int32(i), Emphasis: 1, Flat: true,
		})
	}
	if len(v.Bars) > 1 {
		v.Bars[1].Outlined = true
	}
	for k := range 11 {
		z := -100 + float32(k)*10
		for _, c := range [][2]float32{{0, 0}, {0.05, 0}, {0.05, 1}, {0, 0}, {0.05, 1}, {0, 1}} {
			v.Below = append(v.Below, shape.Vertex{
				Pos:   mgl32.Vec3{0, 1 - c[1]*float32(p.threads+1), z + c[0]},
				Color: hex(0x23282F),
			})
		}
	}
	v.Camera = mgl32.Ortho(-102, 2, -float32(p.threads), 1, -100, 100).
		Mul4(mgl32.LookAtV(mgl32.Vec3{-10, 0, 0}, mgl32.Vec3{}, mgl32.Vec3{0, 1, 0}))
	return v
}

// front is the interaction view.
func (p scenery) front() *scene.Frame {
	f := p.frame()
	f.Views = []shape.View{p.frontView(p.rect())}
	p.labels(f)
	return f
}

func (p scenery) frontView(r shape.Rect) shape.View {
	v := shape.View{Rect: r, Eye: mgl32.Vec3{0, 0, 1e4}}
	columns := int(math.Ceil(math.Sqrt(float64(p.threads) * 1.6)))
	rows := (p.threads + columns - 1) / columns
	for i := range p.threads {
		v.Bars = append(v.Bars, shape.Bar{
			Center:    mgl32.Vec3{float32(i % columns), -float32(i / columns), 0},
			HalfWidth: 0.24, HalfHeight: 0.3, Depth: 10, Step: 10 / float32(p.steps), Row: int32(i), Emphasis: 1, Flat: true,
		})
	}
	v.Above = p.triangles(v.Bars)
	for i := range v.Above {
		d := v.Above[i].Pos
		v.Above[i].Pos = mgl32.Vec3{d[0], d[1], 0}
	}
	v.Camera = mgl32.Ortho(-0.6-float32(columns)*0.35, float32(columns)-0.4, -float32(rows)+0.3, 0.6, -100, 100)
	return v
}

// labels writes over the picture: names, a legend and lines.
func (p scenery) labels(f *scene.Frame) {
	ink, o := hex(0xD8DCE2), &f.Overlay
	if p.light {
		ink = hex(0x1B1E23)
	}
	o.Rects = append(o.Rects, shape.OverlayRect{Rect: shape.Rect{X0: 12, Y0: 12, X1: 210, Y1: 180}, Color: alpha(f.Neutral, 235)})
	names := []string{"running", "runnable", "suspended", "blocking", "IO", "unknown"}
	for k, l := range f.Layers {
		y := float32(24 + 25*k)
		o.Rects = append(o.Rects, shape.OverlayRect{Rect: shape.Rect{X0: 24, Y0: y, X1: 60, Y1: y + 16}, Color: l.Color,
			Pattern: l.Pattern})
		o.Texts = append(o.Texts, shape.Text{X: 70, Y: y + 13, Size: 14, Color: ink, Bold: k == 3,
			Text: fmt.Sprintf("%s %.1f %%", names[k], 7.5*float64(k))})
	}
	o.Lines = append(o.Lines,
		shape.OverlayLine{X0: 12, Y0: 180.5, X1: 210, Y1: 180.5, Width: 1, Color: ink},
		shape.OverlayLine{X0: 230, Y0: 20, X1: 330, Y1: 60, Width: 1.5, Color: ink})
}

// split is side and front beside each other.
func (p scenery) split() *scene.Frame {
	f := p.frame()
	m := float32(p.width / 2)
	f.Views = []shape.View{
		p.sideView(shape.Rect{X1: m, Y1: float32(p.height)}),
		p.frontView(shape.Rect{X0: m, X1: float32(p.width), Y1: float32(p.height)}),
	}
	return f
}
