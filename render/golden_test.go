package render_test

import (
	"flag"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"testing"

	"tiv/internal/pictures"
	"tiv/scene"
	"tiv/scene/paint"
	"tiv/scene/shape"
)

var update = flag.Bool("update", false, "write the golden pictures anew")

// goldens are the frames that have a picture in testdata.
func goldens() map[string]*scene.Frame {
	p := scenery{threads: 10, steps: 48, width: 480, height: 300}
	many := scenery{threads: 60, steps: 1000, width: 640, height: 300, columns: 4, light: true}
	partial := p.side()
	partial.Shares.First = 0.4
	for i := range partial.Views[0].Bars {
		b := &partial.Views[0].Bars[i]
		b.Step = b.Depth / (float32(p.steps) - 0.6)
	}
	return map[string]*scene.Frame{
		"spatial": p.spatial(), "side": p.side(), "front": p.front(), "split-60": many.split(),
		"spatial-60": many.spatial(), "side-partial-step": partial,
	}
}

func TestGolden(t *testing.T) {
	for name, f := range goldens() {
		t.Run(name, func(t *testing.T) {
			c := canvas(t, f)
			path := filepath.Join("testdata", name+".png")
			for try := range 3 { // caches must not change the picture
				img, err := c.Draw(f)
				if err != nil {
					t.Fatal(err)
				}
				if *update && try == 0 {
					save(t, path, img)
				}
				if err := pictures.Differ(img, load(t, path)); err != nil {
					failed := filepath.Join(os.TempDir(), "tiv-failed-"+name+".png")
					save(t, failed, img)
					t.Fatalf("picture %d: %v: %s, see %s", try, err, path, failed)
				}
			}
		})
	}
}

// The golden pictures are worth something only if the comparison rejects wrong
// ones.
func TestGoldenRejectsMutants(t *testing.T) {
	for _, name := range []string{"spatial", "side", "front"} {
		want := load(t, filepath.Join("testdata", name+".png"))
		for what, f := range mutants(goldens()[name]) {
			img, err := canvas(t, f).Draw(f)
			if err != nil {
				t.Fatal(err)
			}
			if pictures.Differ(img, want) == nil {
				t.Errorf("%s: the comparison lets through: %s", name, what)
			}
		}
	}
}

// mutants are frames that a wrong program could make of a right one.
func mutants(f *scene.Frame) map[string]*scene.Frame {
	all := map[string]*scene.Frame{}
	for a := range f.Layers {
		for b := range a {
			m := clone(f)
			m.Layers[a].Color, m.Layers[b].Color = m.Layers[b].Color, m.Layers[a].Color
			all[fmt.Sprintf("colours of layers %d and %d swapped", a, b)] = m
		}
	}
	for i := 0; i+2 < len(f.Views[0].Above); i += 3 {
		m := clone(f)
		v := m.Views[0].Above[i : i+3]
		// The narrow end goes to where the wide end was, and the other way.
		tip, mid := v[0].Pos, v[1].Pos.Add(v[2].Pos).Mul(0.5)
		half := v[1].Pos.Sub(mid)
		v[0].Pos, v[1].Pos, v[2].Pos = mid, tip.Add(half), tip.Sub(half)
		all[fmt.Sprintf("triangle %d turned round", i/3)] = m
	}
	m := clone(f)
	m.Views[0].Bars[0].Row, m.Views[0].Bars[1].Row = 1, 0
	all["two threads swapped"] = m
	m = clone(f)
	for i := range m.Views[0].Bars {
		m.Views[0].Bars[i].Outlined = false
	}
	if f.Views[0].Bars[1].Outlined {
		all["no outline"] = m
	}
	return all
}

// clone copies the parts that mutants change.
func clone(f *scene.Frame) *scene.Frame {
	m := *f
	m.Layers = append([]paint.Style(nil), f.Layers...)
	m.Views = append([]shape.View(nil), f.Views...)
	v := &m.Views[0]
	v.Bars = append([]shape.Bar(nil), v.Bars...)
	v.Above = append(shape.Mesh(nil), v.Above...)
	return &m
}

func load(t *testing.T, path string) *image.NRGBA {
	t.Helper()
	img, err := pictures.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func save(t *testing.T, path string, img image.Image) {
	t.Helper()
	if err := pictures.Save(path, img); err != nil {
		t.Fatal(err)
	}
}
