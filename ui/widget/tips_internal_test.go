package widget

import (
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/shape"
)

// Tooltips are inside the window, and cover neither their widget nor the mouse.
func TestTipPlaces(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 3))
	window := shape.Rect{X1: 1280, Y1: 800}
	outside := func(at, size mgl32.Vec2, r shape.Rect) bool {
		return at[0] < r.X0 || at[1] < r.Y0 || at[0]+size[0] > r.X1 || at[1]+size[1] > r.Y1
	}
	panels := []shape.Rect{{X0: 950, Y0: 200, X1: 1280, Y1: 700}, {X0: 0, Y0: 20, X1: 330, Y1: 700},
		{X0: 0, Y0: 700, X1: 1280, Y1: 800}, {X0: 0, Y0: 0, X1: 1280, Y1: 22}}
	for range 2000 {
		size := mgl32.Vec2{40 + 300*rng.Float32(), 20 + 150*rng.Float32()}
		panel := panels[rng.IntN(len(panels))]
		x, y := panel.X0+rng.Float32()*(panel.Width()-20), panel.Y0+rng.Float32()*(panel.Height()-15)
		item := shape.Rect{X0: x, Y0: y, X1: min(x+20+300*rng.Float32(), panel.X1), Y1: y + 15}
		at := besidePanel(size, item, panel, window, 7)
		if covers(at, size, item) || outside(at, size, window) {
			t.Fatalf("the tip of %v in %v is at %v, %v", item, panel, at, size)
		}
		if panel.Height() > 300 && covers(at, size, panel) {
			t.Fatalf("the tip of %v is at %v, %v, over its panel %v", item, at, size, panel)
		}
		within := shape.Rect{X0: 330, Y0: 20, X1: 950, Y1: 700}
		pointer := mgl32.Vec2{within.X0 + rng.Float32()*within.Width(), within.Y0 + rng.Float32()*within.Height()}
		thing := shape.Rect{X0: pointer[0] - 30, Y0: pointer[1] - 30, X1: pointer[0] + 30, Y1: pointer[1] + 30}
		at = BesidePointer(size, pointer, thing, within, 15)
		if covers(at, size, shape.Rect{X0: pointer[0], Y0: pointer[1], X1: pointer[0] + 1, Y1: pointer[1] + 1}) ||
			outside(at, size, within) {
			t.Fatalf("the tip at the pointer %v is at %v, %v", pointer, at, size)
		}
	}
}

// A tooltip of a panel below the scene leaves the last line of the scene free.
func TestTipAboveLastLine(t *testing.T) {
	t.Parallel()
	const gap = 7
	panel := shape.Rect{Y0: 600, X1: 1280, Y1: 800}
	size := mgl32.Vec2{300, 150}
	at := besidePanel(size, shape.Rect{X0: 400, Y0: 620, X1: 410, Y1: 700}, panel, shape.Rect{X1: 1280, Y1: 800}, gap)
	if low := at[1] + size[1]; low > panel.Y0-4*gap || low < panel.Y0-6*gap {
		t.Errorf("the tooltip ends %v above the panel", panel.Y0-low)
	}
}

// A tooltip moves below messages that it would cover, unless its widget is there.
func TestTipBelowMessages(t *testing.T) {
	t.Parallel()
	messages := shape.Rect{X0: 400, Y0: 40, X1: 800, Y1: 90}
	size := mgl32.Vec2{240, 26}
	for _, c := range []struct {
		at, want mgl32.Vec2
		item     shape.Rect
	}{
		{mgl32.Vec2{336, 50}, mgl32.Vec2{336, 97}, shape.Rect{X0: 8, Y0: 50, X1: 200, Y1: 68}},
		{mgl32.Vec2{100, 50}, mgl32.Vec2{100, 50}, shape.Rect{X0: 8, Y0: 50, X1: 60, Y1: 68}},
		{mgl32.Vec2{336, 200}, mgl32.Vec2{336, 200}, shape.Rect{X0: 8, Y0: 200, X1: 200, Y1: 218}},
		{mgl32.Vec2{400, 60}, mgl32.Vec2{400, 60}, shape.Rect{X0: 400, Y0: 92, X1: 500, Y1: 110}},
	} {
		if got := below(c.at, size, messages, c.item, 7); got != c.want {
			t.Errorf("the tip at %v moves to %v, want %v", c.at, got, c.want)
		}
	}
}
