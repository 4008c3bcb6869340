package pictures

import (
	"image"
	"image/color"
	"path/filepath"
	"testing"
)

// square is a picture of a bright square on a dark ground.
func square(at, size int, c uint8) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, 100, 80))
	for y := range 80 {
		for x := range 100 {
			v := uint8(20)
			if x >= at && x < at+size && y >= 20 && y < 20+size {
				v = c
			}
			img.SetNRGBA(x, y, color.NRGBA{v, v, 20, 255})
		}
	}
	return img
}

func TestDiffer(t *testing.T) {
	want := square(30, 40, 200)
	for name, x := range map[string]struct {
		got  *image.NRGBA
		same bool
	}{
		"the same":             {square(30, 40, 200), true},
		"an edge a pixel off":  {square(31, 40, 200), true},
		"a hardly other shade": {square(30, 40, 190), true},
		"an edge two off":      {square(32, 40, 200), false},
		"another shade":        {square(30, 40, 150), false},
		"nothing":              {square(30, 0, 200), false},
		"another size":         {image.NewNRGBA(image.Rect(0, 0, 100, 81)), false},
	} {
		if err := Differ(x.got, want); (err == nil) != x.same {
			t.Errorf("%s: %v", name, err)
		}
		if Same(x.got, want) != x.same {
			t.Errorf("%s: the short comparison differs", name)
		}
	}
}

func TestSaveAndLoad(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.png")
	want := square(3, 7, 99)
	if err := Save(path, want); err != nil {
		t.Fatal(err)
	}
	got, err := Load(path)
	if err != nil || string(got.Pix) != string(want.Pix) {
		t.Errorf("it does not read back: %v", err)
	}
	if _, err := Load(path + "x"); err == nil {
		t.Error("a picture that is not there was read")
	}
	if err := Save(filepath.Join(path, "x"), want); err == nil {
		t.Error("a picture was written into a file")
	}
}
