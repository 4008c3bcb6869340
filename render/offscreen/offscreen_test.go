package offscreen

import (
	"image/color"
	"strings"
	"testing"

	"tiv/scene"
	"tiv/scene/paint"
	"tiv/scene/shape"
)

func frame(width, height int, ground paint.Color) *scene.Frame {
	return &scene.Frame{
		Width: width, Height: height, Ground: ground,
		Overlay: shape.Overlay{Rects: []shape.OverlayRect{{
			Rect: shape.Rect{X0: 1, Y0: 2, X1: 4, Y1: 3}, Color: paint.Color{R: 255, A: 255},
		}}},
	}
}

func TestPictureIsTheRightWayUp(t *testing.T) {
	c, err := New(7, 5)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release()
	blue := paint.Color{B: 200, A: 255}
	img, err := c.Draw(frame(7, 5, blue))
	if err != nil {
		t.Fatal(err)
	}
	for y := range 5 {
		for x := range 7 {
			want := color.NRGBA(blue)
			if y == 2 && x >= 1 && x < 4 {
				want = color.NRGBA{R: 255, A: 255}
			}
			if got := img.NRGBAAt(x, y); got != want {
				t.Errorf("pixel %d,%d is %v, want %v", x, y, got, want)
			}
		}
	}
}

func TestTwoCanvases(t *testing.T) {
	a, err := New(8, 8)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Release()
	b, err := New(9, 9)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		ground := paint.Color{G: uint8(100 + i), A: 255}
		img, err := a.Draw(frame(8, 8, ground))
		if err != nil || img.NRGBAAt(7, 7) != color.NRGBA(ground) {
			t.Fatalf("first canvas, picture %d: %v, error %v", i, img.NRGBAAt(7, 7), err)
		}
		if i < 2 {
			if img, err = b.Draw(frame(9, 9, ground)); err != nil || img.NRGBAAt(8, 8) != color.NRGBA(ground) {
				t.Fatalf("second canvas, picture %d: %v, error %v", i, img.NRGBAAt(8, 8), err)
			}
		}
		if i == 1 {
			b.Release()
		}
	}
}

func TestRefusals(t *testing.T) {
	for _, size := range [][2]int{{0, 10}, {10, -1}, {1 << 30, 10}} {
		if c, err := New(size[0], size[1]); err == nil {
			c.Release()
			t.Errorf("a canvas of %v was made", size)
		} else if !strings.Contains(err.Error(), "offscreen: ") {
			t.Errorf("%v does not say where it comes from", err)
		}
	}
	c, err := New(10, 10)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Draw(frame(10, 11, paint.Color{})); err == nil {
		t.Error("a frame of another size was drawn")
	}
	c.Release()
	c.Release()
	if _, err := c.Draw(frame(10, 10, paint.Color{})); err == nil {
		t.Error("a released canvas drew")
	}
}
