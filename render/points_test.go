package render_test

import (
	"fmt"
	"image"
	"image/color"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/render"
	"tiv/scene"
	"tiv/scene/paint"
	"tiv/scene/shape"
)

// plain has one bar of 80 × 80 pixels in the middle of 100 × 100, seen from the
// front: the lower quarter green, the next half blue, the rest not alive.
func plain(steps int) *scene.Frame {
	f := &scene.Frame{
		Width: 100, Height: 100,
		Ground: hex(0x0B0D10), Neutral: hex(0x2A2F37), Outline: hex(0xFFFFFF),
		Layers: []paint.Style{{Color: hex(0x009E73)}, {Color: hex(0x0072B2)}},
		Shares: &shape.Shares{Version: 1, Rows: 1, Steps: steps, Layers: shape.LayerUnit, First: 1,
			Cum: make([]uint16, steps*shape.LayerUnit)},
		Views: []shape.View{{
			Rect:   shape.Rect{X1: 100, Y1: 100},
			Camera: mgl32.Ortho(-50, 50, -50, 50, -1000, 1000),
			Bars:   []shape.Bar{{HalfWidth: 40, HalfHeight: 40, Depth: 80, Step: 80 / float32(steps), Emphasis: 1, Flat: true}},
		}},
	}
	for i := range steps {
		set(f, i, 0.25, 0.75)
	}
	return f
}

// set sets the cumulative shares of a step of row 0; the last repeats.
func set(f *scene.Frame, step int, cum ...float32) {
	for k := range shape.LayerUnit {
		f.Shares.Cum[step*shape.LayerUnit+k] = uint16(cum[min(k, len(cum)-1)]*65535 + 0.5)
	}
}

// sideways looks at the right side: step 0 is on the left.
func sideways(f *scene.Frame) *scene.Frame {
	f.Views[0].Camera = mgl32.Ortho(-10, 90, -50, 50, -1000, 1000).
		Mul4(mgl32.LookAtV(mgl32.Vec3{10, 0, 0}, mgl32.Vec3{}, mgl32.Vec3{0, 1, 0}))
	return f
}

// expect checks that a pixel has a colour, to one of 255.
func expect(t *testing.T, img *image.NRGBA, x, y int, want paint.Color, what string) {
	t.Helper()
	got := img.NRGBAAt(x, y)
	near := func(a, b uint8) bool { return a-b+1 <= 2 }
	if !near(got.R, want.R) || !near(got.G, want.G) || !near(got.B, want.B) || got.A != 255 {
		t.Errorf("%s at %d,%d is %v, want %v", what, x, y, got, color.NRGBA(want))
	}
}

func picture(t *testing.T, f *scene.Frame) *image.NRGBA {
	t.Helper()
	img, err := canvas(t, f).Draw(f)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// times is a colour darkened by a fixed factor.
func times(c paint.Color, by float32) paint.Color {
	f := func(v uint8) uint8 { return uint8(float32(v)*by + 0.5) }
	return paint.Color{R: f(c.R), G: f(c.G), B: f(c.B), A: c.A}
}

func TestFront(t *testing.T) {
	f := plain(1)
	img := picture(t, f)
	green, blue := f.Layers[0].Color, f.Layers[1].Color
	expect(t, img, 5, 50, f.Ground, "ground left of the bar")
	expect(t, img, 50, 5, f.Ground, "ground above the bar")
	expect(t, img, 50, 88, green, "lowest layer")
	expect(t, img, 50, 71, green, "top row of the lowest layer")
	expect(t, img, 50, 68, blue, "bottom row of the second layer")
	expect(t, img, 50, 31, blue, "top row of the second layer")
	if c := img.NRGBAAt(50, 20); c.R > 0x12 || c.G > 0x14 || c.B > 0x18 {
		t.Errorf("where the thread was not alive there is %v, which stands out from the ground", c)
	}
}

func TestSideShowsStepsFromTheNearEnd(t *testing.T) {
	f := sideways(plain(8)) // a step is 10 pixels wide
	set(f, 0, 1)
	img := picture(t, f)
	green, blue := f.Layers[0].Color, f.Layers[1].Color
	expect(t, img, 15, 20, green, "step 0, upper part")
	expect(t, img, 25, 50, blue, "step 1, middle")
	expect(t, img, 25, 85, green, "step 1, low")
	expect(t, img, 5, 50, f.Ground, "before the moment")

	f.Views[0].Bars[0].Flat = false
	img = picture(t, f)
	expect(t, img, 15, 20, times(green, 0.8), "side of a bar in space")
	f.Views[0].Camera = mgl32.Ortho(-50, 50, -50, 50, -1000, 1000)
	img = picture(t, f)
	expect(t, img, 50, 20, green, "front of a bar in space")
	f.Views[0].Camera = mgl32.Ortho(-50, 50, -10, 90, -1000, 1000).
		Mul4(mgl32.LookAtV(mgl32.Vec3{0, 10, 0}, mgl32.Vec3{}, mgl32.Vec3{0, 0, -1}))
	img = picture(t, f)
	expect(t, img, 50, 50, times(f.Neutral, 0.9), "top")
}

func TestWideStepsAreSetApart(t *testing.T) {
	f := sideways(plain(4)) // 20 pixels each
	img := picture(t, f)
	blue := f.Layers[1].Color
	expect(t, img, 40, 50, blue, "middle of a step")
	if between := img.NRGBAAt(30, 50); between.B > blue.B-8 || between.B < blue.B/2 {
		t.Errorf("between two steps there is %v: want a faint line on %v", between, blue)
	}
	f = sideways(plain(40)) // 2 pixels each
	img = picture(t, f)
	for x := 20; x < 30; x++ {
		expect(t, img, x, 50, blue, "narrow step")
	}
}

func TestFirstStepMayBePartial(t *testing.T) {
	f := sideways(plain(8))
	f.Shares.First = 0.5
	f.Views[0].Bars[0].Depth = 75 // a step is still 10 pixels wide
	set(f, 0, 1)
	img := picture(t, f)
	expect(t, img, 12, 40, f.Layers[0].Color, "the half step")
	expect(t, img, 18, 40, f.Layers[1].Color, "the step after it")
	expect(t, img, 83, 40, f.Layers[1].Color, "the last step")
	expect(t, img, 87, 40, f.Ground, "behind the last step")
}

// The moment cuts a step: before and after it stand the two parts of that step,
// and all after it is fainter.
func TestTimeAfterTheMoment(t *testing.T) {
	f := sideways(plain(8)) // a step is 10 pixels wide; pixel 10 + z is at depth z
	b := &f.Views[0].Bars[0]
	b.Depth, b.Ahead = 45, 25
	b.Center[2] = -30
	set(f, 2, 1)
	set(f, 3, 0, 0, 1) // never shown: the moment is in it
	f.Layers = append(f.Layers, paint.Style{Color: hex(0xD55E00)})
	f.Shares.Moment, f.Shares.Cut = 3.5, make([]uint16, shape.CutCells*shape.LayerUnit)
	for k := range shape.LayerUnit {
		f.Shares.Cut[k] = 65535 // green before, blue after
		if k > 0 {
			f.Shares.Cut[shape.LayerUnit+k] = 65535
		}
		f.Shares.Cut[shape.UpToMoment*shape.LayerUnit+k] = 65535
	}
	green, blue := f.Layers[0].Color, f.Layers[1].Color
	faint := func(c paint.Color) paint.Color {
		mix := func(a, b uint8) uint8 { return uint8(0.45*float32(a) + 0.55*float32(b) + 0.5) }
		return paint.Color{R: mix(c.R, f.Ground.R), G: mix(c.G, f.Ground.G), B: mix(c.B, f.Ground.B), A: 255}
	}
	img := picture(t, f)
	expect(t, img, 42, 50, green, "the moment's step, before it")
	expect(t, img, 37, 50, faint(blue), "the moment's step, after it")
	expect(t, img, 28, 50, faint(green), "the step after that")
	expect(t, img, 17, 50, faint(blue), "the last step in part")
	expect(t, img, 13, 50, f.Ground, "after what is shown")
	expect(t, img, 52, 50, blue, "the step before the moment's")
	expect(t, img, 83, 50, blue, "the first step")
	expect(t, img, 87, 50, f.Ground, "before what is shown")
	clear(f.Shares.Cut[:shape.LayerUnit]) // its thread began at the moment
	clear(f.Shares.Cut[shape.UpToMoment*shape.LayerUnit:])
	expect(t, picture(t, f), 42, 50, f.Ground, "a thread before its begin")
}

// The front of a bar shows the step that ends at the moment, and not its part since the
// border of the grid.
func TestFrontIsAWholeStep(t *testing.T) {
	f := plain(8)
	f.Shares.Moment, f.Shares.Cut = 3.5, make([]uint16, shape.CutCells*shape.LayerUnit)
	for k := range shape.LayerUnit {
		f.Shares.Cut[k] = 65535
		if k > 0 {
			f.Shares.Cut[shape.UpToMoment*shape.LayerUnit+k] = 65535
		}
	}
	for _, flat := range []bool{true, false} {
		f.Views[0].Bars[0].Flat = flat
		for _, y := range []int{20, 50, 80} {
			expect(t, picture(t, f), 50, y, f.Layers[1].Color, "the front")
		}
	}
}

// When only the moment moves, the picture follows, and little is loaded.
func TestMomentMoves(t *testing.T) {
	f := sideways(plain(8))
	f.Shares.Moment, f.Shares.Cut = 3.5, make([]uint16, shape.CutCells*shape.LayerUnit)
	for k := range f.Shares.Cut {
		f.Shares.Cut[k] = 65535
	}
	b := &f.Views[0].Bars[0]
	b.Depth, b.Center[2] = 45, -35
	e := newEasel(t, f)
	for moment := float32(3.5); moment < 6; moment += 0.5 {
		f.Shares.Moment, f.Shares.CutVersion = moment, f.Shares.CutVersion+1
		b.Depth, b.Center[2] = 80-10*moment, -10*moment
		img, err := e.draw(f)
		if err != nil {
			t.Fatal(err)
		}
		at := int(10 + 10*moment)
		expect(t, img, at+3, 50, f.Layers[0].Color, "the moment's step")
		expect(t, img, at-3, 50, f.Ground, "after the moment")
	}
	if n := render.Uploads(e.Renderer); n != 1 {
		t.Errorf("all shares were loaded %d times", n)
	}
}

// Two states take turns at each step, and there are many steps to a pixel: each
// pixel shows both with exactly their shares.
func TestManyStepsToAPixel(t *testing.T) {
	for _, steps := range []int{80 * 4, 80 * 25, 80*64 + 77} {
		f := sideways(plain(steps))
		for i := range steps {
			if i%2 == 0 {
				set(f, i, 1)
			} else {
				set(f, i, 0, 1)
			}
		}
		img := picture(t, f)
		for x := 12; x < 88; x += 5 {
			expect(t, img, x, 51, f.Layers[0].Color, "lower half")
			expect(t, img, x, 48, f.Layers[1].Color, "upper half")
		}
	}
}

// Bars can have as many layers as cells have values: each has its place and colour, also
// where the moment cuts a step and where a pixel shows several steps.
func TestManyLayers(t *testing.T) {
	for layers := 1; layers <= shape.MaxLayers; layers++ {
		const steps = 160
		f := sideways(plain(steps))
		values := (layers + shape.LayerUnit - 1) / shape.LayerUnit * shape.LayerUnit
		f.Layers = nil
		cell := make([]uint16, values)
		for k := range cell {
			cell[k] = uint16(65535 * min(k+1, layers) / layers)
		}
		for k := range layers {
			f.Layers = append(f.Layers, paint.Style{Color: paint.Color{R: uint8(10 * k), G: uint8(250 - 9*k),
				B: uint8(40 * (k % 6)), A: 255}})
		}
		f.Shares = &shape.Shares{Version: uint64(layers), Rows: 1, Steps: steps, Layers: values, First: 1, Moment: 3.5,
			Cum: slices.Repeat(cell, steps), Cut: slices.Repeat(cell, shape.CutCells)}
		img := picture(t, f)
		for k := range layers {
			y := 90 - int(80*(float32(k)+0.5)/float32(layers)+0.5)
			expect(t, img, 60, y, f.Layers[k].Color, fmt.Sprintf("layer %d of %d", k, layers))
			expect(t, img, 10, y, f.Layers[k].Color, fmt.Sprintf("layer %d of %d at the moment", k, layers))
		}
	}
}

func TestFineStepsAreLeftOutIfThereIsNoRoom(t *testing.T) {
	f := sideways(plain(8))
	for i := range 8 {
		if i%2 == 0 {
			set(f, i, 1)
		} else {
			set(f, i, 0, 1)
		}
	}
	e := newEasel(t, f)
	render.Limit(e.Renderer, 8) // 8 + 4 + 2 + 1 would be all
	img, err := e.draw(f)
	if err != nil {
		t.Fatal(err)
	}
	for x := 15; x < 90; x += 10 {
		expect(t, img, x, 55, f.Layers[0].Color, "lower half")
		expect(t, img, x, 45, f.Layers[1].Color, "upper half")
	}
	render.Limit(e.Renderer, 0)
	f.Shares.Version++
	if _, err := e.draw(f); err == nil {
		t.Error("no error although not even one cell fits")
	}
}

// Rows thinner than a pixel share it, for any places of their bars: many of
// them together are as bright as one of the same total height.
func TestRowsThinnerThanAPixelShareIt(t *testing.T) {
	f := sideways(plain(1))
	set(f, 0, 0, 1)
	v := &f.Views[0]
	v.Bars = v.Bars[:0]
	const rows = 400 // in 80 pixels
	for i := range rows {
		y := 80*(float32(i)+0.5)/rows - 40
		v.Bars = append(v.Bars, shape.Bar{Center: mgl32.Vec3{float32(i % 20), y, 0}, HalfWidth: 0.01, HalfHeight: 0.4 * 80 / rows,
			Depth: 80, Step: 80, Emphasis: 1, Flat: true})
	}
	img := picture(t, f)
	for y := 12; y < 88; y++ {
		if got, all := img.NRGBAAt(50, y).B, f.Layers[1].Color.B; got < all/2 || got > all {
			t.Fatalf("at height %d the blue is %d, of %d", y, got, all)
		}
	}
}

func TestMirroringCameraShowsOutsides(t *testing.T) {
	f := sideways(plain(8))
	set(f, 0, 1)
	v := &f.Views[0]
	v.Camera = mgl32.Scale3D(-1, 1, 1).Mul4(v.Camera)
	img := picture(t, f)
	expect(t, img, 84, 20, f.Layers[0].Color, "step 0")
	expect(t, img, 25, 50, f.Layers[1].Color, "an early step")
	v.Bars[0].Flat = false
	v.Camera = mgl32.Ortho(50, -50, -50, 50, -1000, 1000)
	expect(t, picture(t, f), 50, 50, f.Layers[0].Color, "front, not the inside of the back")
}

func TestThreadThatIsNotAliveIsAbsent(t *testing.T) {
	f := plain(4)
	set(f, 0, 0)
	expect(t, picture(t, f), 50, 60, f.Ground, "front of a thread that has ended")
	f = sideways(f)
	img := picture(t, f)
	expect(t, img, 15, 60, f.Ground, "side, after the end")
	expect(t, img, 35, 60, f.Layers[1].Color, "side, before the end")
	for i := range 4 {
		set(f, i, 0)
	}
	f.Shares.Version++
	expect(t, picture(t, f), 35, 60, f.Ground, "thread that never lived")
}

func TestOutlineAndEmphasis(t *testing.T) {
	f := plain(1)
	f.Views[0].Bars[0].Outlined = true
	img := picture(t, f)
	expect(t, img, 11, 50, f.Outline, "outline")
	expect(t, img, 50, 89, f.Outline, "outline below")
	expect(t, img, 50, 60, f.Layers[1].Color, "inside the outline")
	f.Views[0].Bars[0].Outlined, f.Views[0].Bars[0].Emphasis = false, 0
	img = picture(t, f)
	if got := img.NRGBAAt(50, 60); got == color.NRGBA(f.Ground) || got.B >= f.Layers[1].Color.B/2 {
		t.Errorf("a bar without emphasis is %v: it must be dim, and there", got)
	}
}

func TestTrianglesWinAtEqualDepthAndHideBehindBars(t *testing.T) {
	f := plain(1)
	v := &f.Views[0]
	red, pink := hex(0xFF0000), hex(0xCC79A7)
	cover := func(z float32, c paint.Color) (m shape.Mesh) {
		for _, p := range [][2]float32{{-100, -100}, {100, -100}, {0, 200}} {
			m = append(m, shape.Vertex{Pos: mgl32.Vec3{p[0], p[1], z}, Color: c})
		}
		return m
	}
	v.Above = append(cover(0, red), cover(0, pink)...)
	expect(t, picture(t, f), 50, 60, pink, "the later of two triangles on the front")
	v.Above = append(cover(5, red), cover(2, pink)...)
	expect(t, picture(t, f), 50, 60, pink, "the later of two triangles, although it is farther away")
	v.Above = cover(-1, red)
	img := picture(t, f)
	expect(t, img, 50, 60, f.Layers[1].Color, "bar before a triangle")
	expect(t, img, 5, 60, red, "triangle beside the bar")
	v.Above, v.Between = cover(0, pink), cover(0, red)
	expect(t, picture(t, f), 50, 60, pink, "what is above over what is between")
	v.Above = nil
	img = picture(t, f)
	expect(t, img, 50, 60, f.Layers[1].Color, "bar over what is between at the depth of its front")
	expect(t, img, 5, 60, red, "what is between beside the bar")
	v.Between, v.Below = nil, cover(5, red)
	img = picture(t, f)
	expect(t, img, 50, 60, f.Layers[1].Color, "bar over what is below, wherever that stands")
	expect(t, img, 5, 60, red, "what is below beside the bar")
}

func TestViewsAreClipped(t *testing.T) {
	f := plain(1)
	v := f.Views[0]
	v.Rect = shape.Rect{X0: 20, Y0: 10, X1: 60, Y1: 40}
	f.Views[0] = v
	img := picture(t, f)
	expect(t, img, 40, 32, f.Layers[0].Color, "foot of the bar in the small view")
	expect(t, img, 19, 25, f.Ground, "left of the view")
	expect(t, img, 40, 45, f.Ground, "below the view")
}

// Bars with other layers have their own colours, whichever is nearer.
func TestCloseBarsHaveTheirOwnLayers(t *testing.T) {
	for _, flat := range []bool{true, false} {
		f := plain(1)
		f.DetailLayers = []paint.Style{{Color: hex(0xD55E00)}, {Color: hex(0xF0E442)}}
		other := f.Views[0].Bars[0]
		other.Center, other.HalfWidth, other.Detailed = mgl32.Vec3{-20, 0, 1}, 20, true
		f.Views[0].Bars[0].Flat, other.Flat = flat, flat
		f.Views[0].Bars = append(f.Views[0].Bars, other)
		img := picture(t, f)
		expect(t, img, 30, 80, f.DetailLayers[0].Color, "foot of the close bar")
		expect(t, img, 30, 50, f.DetailLayers[1].Color, "close bar")
		expect(t, img, 70, 80, f.Layers[0].Color, "foot of the other")
		expect(t, img, 70, 50, f.Layers[1].Color, "the other")
	}
}

func TestWrongFramesAreRefused(t *testing.T) {
	c := canvas(t, plain(1))
	for what, spoil := range map[string]func(*scene.Frame){
		"size":        func(f *scene.Frame) { f.Width = 99 },
		"row":         func(f *scene.Frame) { f.Views[0].Bars[0].Row = 1 },
		"negative":    func(f *scene.Frame) { f.Views[0].Bars[0].Row = -1 },
		"values":      func(f *scene.Frame) { f.Shares.Cum = f.Shares.Cum[1:]; f.Shares.Version++ },
		"cut":         func(f *scene.Frame) { f.Shares.Cut = []uint16{1}; f.Shares.Version++ },
		"close bar":   func(f *scene.Frame) { f.Views[0].Bars[0].Detailed = true },
		"many close":  func(f *scene.Frame) { f.DetailLayers = make([]paint.Style, 7) },
		"many layers": func(f *scene.Frame) { f.Layers = make([]paint.Style, 7) },
		"texels":      func(f *scene.Frame) { f.Views[0].Walls = walled().Views[0].Walls; f.Views[0].Walls.List[0].First = 1 },
		"odd cells":   func(f *scene.Frame) { f.Shares.Layers = 3; f.Shares.Cum = f.Shares.Cum[3:]; f.Shares.Version++ },
		"large cells": func(f *scene.Frame) {
			f.Shares.Layers = 2 * shape.MaxLayers
			f.Shares.Cum = make([]uint16, 2*shape.MaxLayers)
			f.Shares.Version++
		},
	} {
		f := plain(1)
		spoil(f)
		if _, err := c.Draw(f); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
	f := plain(1)
	f.Shares.Version = 9
	img, err := c.Draw(f)
	if err != nil {
		t.Fatalf("after wrong frames a right one fails: %v", err)
	}
	expect(t, img, 50, 60, f.Layers[1].Color, "bar")
	empty := &scene.Frame{Width: 100, Height: 100, Ground: f.Ground, Views: []shape.View{{Rect: f.Views[0].Rect}}}
	if img, err = c.Draw(empty); err != nil {
		t.Fatal(err)
	}
	expect(t, img, 50, 60, f.Ground, "empty frame")
}

func TestSharesAreLoadedOnce(t *testing.T) {
	f := plain(1)
	e := newEasel(t, f)
	for range 3 {
		if _, err := e.draw(f); err != nil {
			t.Fatal(err)
		}
	}
	if n := render.Uploads(e.Renderer); n != 1 {
		t.Errorf("the same version was loaded %d times", n)
	}
	set(f, 0, 1)
	f.Shares.Version++
	img, err := e.draw(f)
	if err != nil {
		t.Fatal(err)
	}
	expect(t, img, 50, 20, f.Layers[0].Color, "new version")
}

func TestManyPalettesDoNotPileUp(t *testing.T) {
	f := plain(1)
	e := newEasel(t, f)
	most := 0
	for i := range 40 {
		f.Layers[1].Color.G = uint8(i)
		img, err := e.draw(f)
		if err != nil {
			t.Fatal(err)
		}
		expect(t, img, 50, 60, f.Layers[1].Color, "bar in a new colour")
		if n := render.Live(e.Renderer); i < 20 {
			most = max(most, n)
		} else if n > most {
			t.Fatalf("%d OpenGL objects after %d palettes, %d after 20", n, i+1, most)
		}
	}
}

func TestNothingIsLeftBehind(t *testing.T) {
	f := goldens()["front"]
	e := newEasel(t, f)
	if _, err := e.draw(f); err != nil {
		t.Fatal(err)
	}
	r := e.Renderer
	if render.Live(r) == 0 {
		t.Error("a renderer that has drawn has no objects: they are not counted")
	}
	r.Release()
	r.Release()
	if n := render.Live(r); n != 0 {
		t.Errorf("%d OpenGL objects are left after Release", n)
	}
}
