package scene

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/internal/reduced"
	"tiv/lod"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/timeline"
)

// Twice as many pixels at twice the scale are the same picture: the same level,
// the same texts, all in the same places.
func TestPictureOfTwiceTheScale(t *testing.T) {
	t.Parallel()
	tl := reduced.Busy(t, 30, 1500, 5)
	tl.GC = []timeline.Interval{{Start: tl.End / 3, End: tl.End / 2}}
	rng := rand.New(rand.NewPCG(20, 20))
	for range 100 {
		look := randomLook(rng, tl)
		look.Level = lod.Auto
		look.Caption = true
		look.Kind = kinds[rng.IntN(4)]
		look.Notes = nil // a pixel decides where there is room for a flag, and that where the next goes
		w, h := 300+rng.IntN(1500), 200+rng.IntN(900)
		var one, two Builder
		a := one.Frame(tl, &look, shape.Canvas{Width: w, Height: h, Scale: 1})
		b := two.Frame(tl, &look, shape.Canvas{Width: 2 * w, Height: 2 * h, Scale: 2})
		if err := sameTwiceAsLarge(a, b); err != nil {
			t.Fatalf("%v, %d×%d: %v", look.Kind, w, h, err)
		}
	}
}

func sameTwiceAsLarge(a, b *Frame) error {
	const within = 4 // pixels that texts keep from borders are not scaled
	near := func(x, y float32) bool { return mgl32.Abs(2*x-y) <= within }
	if a.Level != b.Level || len(a.Views) != len(b.Views) {
		return fmt.Errorf("levels are %v and %v, %d and %d views", a.Level, b.Level, len(a.Views), len(b.Views))
	}
	found := 0
	for _, x := range a.Overlay.Texts {
		if slices.ContainsFunc(b.Overlay.Texts, func(y shape.Text) bool {
			return x.Text == y.Text && near(x.X, y.X) && near(x.Y, y.Y) && mgl32.Abs(2*x.Size-y.Size) < 0.01
		}) {
			found++
		}
	}
	// Those pixels may leave one name more or less room.
	if n := max(len(a.Overlay.Texts), len(b.Overlay.Texts)); found < n-2-n/20 {
		return fmt.Errorf("of %d texts only %d are in both", n, found)
	}
	for i := range a.Views {
		v, w := &a.Views[i], &b.Views[i]
		for k := range v.Bars {
			x, _ := v.Project(v.Bars[k].Center)
			y, _ := w.Project(w.Bars[k].Center)
			if !near(x[0], y[0]) || !near(x[1], y[1]) {
				return fmt.Errorf("bar %d stands at %v and %v", k, x, y)
			}
		}
		for _, m := range [][2]shape.Mesh{{v.Between, w.Between}, {v.Above, w.Above}} {
			for k := range min(len(m[0]), len(m[1])) {
				x, _ := v.Project(m[0][k].Pos)
				y, _ := w.Project(m[1][k].Pos)
				if !near(x[0], y[0]) || !near(x[1], y[1]) {
					return fmt.Errorf("corner %d of a mesh lies at %v and %v", k, x, y)
				}
			}
		}
	}
	return nil
}

// However near the camera is, rows cover neither the axis nor the strip of
// collections.
func TestRowsKeepToTheirPart(t *testing.T) {
	t.Parallel()
	tl := reduced.Busy(t, 30, 1500, 5)
	tl.GC = []timeline.Interval{{Start: 0, End: tl.End}}
	for _, kind := range []*view.Kind{view.Timeline, view.Split} {
		for _, scale := range []float32{1, 1.5, 3} {
			for zoom := float32(0.5); zoom < 50; zoom *= 1.7 {
				look := lookAt(tl)
				look.Kind, look.Camera.Zoom = kind, zoom
				look.Camera.Pan = mgl32.Vec2{0, 0.1 * zoom}
				var b Builder
				f := b.Frame(tl, &look, shape.Canvas{Width: 1280, Height: 800, Scale: scale})
				rows, axis := f.Views[0].Rect, false
				for _, x := range f.Overlay.Texts {
					if x.X < rows.X0 || x.X >= rows.X1 {
						continue
					}
					axis = axis || strings.HasPrefix(x.Text, "moment")
					if x.Y+0.3*x.Size > rows.Y0 && x.Y-x.Size < rows.Y1 {
						t.Errorf("%v, zoom %v: rows cover %q", kind, zoom, x.Text)
					}
				}
				for _, r := range f.Overlay.Rects {
					if r.Color.Alpha(1) == look.Palette.GC.Alpha(1) && r.Rect.Y1 > rows.Y0 {
						t.Errorf("%v, zoom %v: rows cover the strip of collections", kind, zoom)
					}
				}
				if !axis {
					t.Errorf("%v, zoom %v: the axis has no moment", kind, zoom)
				}
			}
		}
	}
}
