package render_test

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/assets"
	"tiv/scene"
	"tiv/scene/paint"
	"tiv/scene/shape"
)

// walled is a bar of half its height, seen from the right, and a wall on it. The lower of its
// two lanes has four columns, the earliest on the right: red, nothing, blue, and blue with
// white stripes. The upper lane is empty.
func walled() *scene.Frame {
	f := sideways(plain(1))
	v := &f.Views[0]
	v.Bars[0].Part, v.Bars[0].Flat = 0.5, false
	red, blue, white := hex(0xFF0000), hex(0x0000FF), hex(0xFFFFFF)
	v.Walls = shape.Walls{
		List:    []shape.Wall{{X: 40, High: 40, Far: -80, Lanes: 2, Columns: 4, Bend: 1, Tall: 40}},
		Texels:  []paint.Color{red, {}, blue, blue, red, {}, blue, white, {}, {}, {}, {}, {}, {}, {}, {}},
		Version: 1,
	}
	return f
}

func TestWalls(t *testing.T) {
	f := walled()
	v := &f.Views[0]
	red, blue, white := hex(0xFF0000), hex(0x0000FF), hex(0xFFFFFF)
	img := picture(t, f)
	expect(t, img, 80, 40, red, "first column")
	expect(t, img, 60, 40, f.Ground, "column without a call")
	expect(t, img, 40, 40, blue, "third column")
	expect(t, img, 80, 20, f.Ground, "lane without a call")
	expect(t, img, 80, 65, times(hex(0x0072B2), 0.8), "bar below the wall")
	seen := map[paint.Color]bool{}
	for x := 11; x < 29; x++ {
		for y := 32; y < 48; y++ {
			seen[paint.Color(img.NRGBAAt(x, y))] = true
		}
	}
	if !seen[blue] || !seen[white] {
		t.Error("the last column has no stripes")
	}
	v.Walls.List[0].Bend = 2
	expect(t, picture(t, f), 58, 40, blue, "place of the second column where columns near the viewer are longer")
	v.Walls.List[0].Bend = 1
	for _, p := range [][2]float32{{-200, -200}, {200, -200}, {0, 400}} {
		v.Above = append(v.Above, shape.Vertex{Pos: mgl32.Vec3{30, p[1], p[0]}, Color: white})
	}
	img = picture(t, f)
	expect(t, img, 80, 40, red, "wall before a triangle")
	expect(t, img, 60, 40, white, "triangle behind a column without a call")
	v.Above, v.Walls.List[0].X, v.Walls.List[0].Low = nil, 0, -40
	img = picture(t, f)
	expect(t, img, 80, 65, times(hex(0x0072B2), 0.8), "bar before the wall")
}

// The baseline of a text with a slope falls to the right; letters stay upright.
func TestSlope(t *testing.T) {
	const line, size, slope = "HHHHHHHH", 14, 0.5
	f := plain(1)
	f.Views, f.Overlay.Texts = nil, []shape.Text{{X: 3, Y: 30, Size: size, Slope: slope, Color: hex(0xFFFFFF), Text: line}}
	img := picture(t, f)
	foot := func(x int) (low int) {
		for y := range f.Height {
			if img.NRGBAAt(x, y).R > 128 {
				low = y
			}
		}
		return low
	}
	first, last := 0, 0
	for x := range f.Width {
		if y := foot(x); y > 0 {
			if first == 0 {
				first = x
			}
			last = x
		}
	}
	if wide := assets.TextWidth(line, size, false); float32(last-first) > wide || float32(last-first) < wide-4 {
		t.Errorf("%d pixels wide, want %v", last-first, wide)
	}
	if got, want := float32(foot(last)-foot(first)), slope*float32(last-first); got < want-2 || got > want+2 {
		t.Errorf("the baseline falls by %v, want %v", got, want)
	}
}
