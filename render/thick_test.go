package render_test

import (
	"image"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene"
	"tiv/scene/paint"
	"tiv/scene/shape"
)

// patterned has a bar of all patterns, and a legend with samples of them, k
// times as large as on a common screen.
func patterned(k int, scale float32) *scene.Frame {
	f := plain(1)
	f.Scale = scale
	f.Width, f.Height = k*200, k*120
	f.Layers = nil
	for _, p := range []paint.Pattern{paint.DiagonalUp, paint.DiagonalDown, paint.Horizontal, paint.Dots, paint.Cross, paint.Hatch} {
		f.Layers = append(f.Layers, paint.Style{Color: hex(0x0072B2), Pattern: p})
		x := float32(k * (10 + 30*len(f.Layers)))
		s := float32(k * 20)
		f.Overlay.Rects = append(f.Overlay.Rects, shape.OverlayRect{
			Rect: shape.Rect{X0: x, Y0: 0, X1: x + s, Y1: s}, Color: hex(0x0072B2), Pattern: p})
	}
	set(f, 0, 1./6, 2./6, 3./6, 4./6, 5./6, 1)
	v := &f.Views[0]
	v.Rect = shape.Rect{Y0: float32(k * 20), X1: float32(k * 200), Y1: float32(k * 120)}
	v.Camera = mgl32.Ortho(-100, 100, -50, 50, -1000, 1000)
	v.Bars[0].HalfWidth, v.Bars[0].HalfHeight = 90, 45
	v.Bars[0].Outlined = true
	return f
}

// halved makes one pixel of each four.
func halved(img *image.NRGBA) *image.NRGBA {
	out := image.NewNRGBA(image.Rect(0, 0, img.Rect.Dx()/2, img.Rect.Dy()/2))
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			for k := range 4 {
				sum := 2
				for i := range 4 {
					sum += int(img.Pix[img.PixOffset(2*x+i%2, 2*y+i/2)+k])
				}
				out.Pix[out.PixOffset(x, y)+k] = uint8(sum / 4)
			}
		}
	}
	return out
}

// unlike is the mean difference of two pictures, of 255.
func unlike(a, b *image.NRGBA) float64 {
	sum := 0
	for i := range a.Pix {
		sum += max(int(a.Pix[i])-int(b.Pix[i]), int(b.Pix[i])-int(a.Pix[i]))
	}
	return float64(sum) / float64(len(a.Pix))
}

// On a screen of twice as many pixels, patterns and borders have the same size
// as on a common one, and below a common one's they stay as they are.
func TestPatternsGrowWithTheScale(t *testing.T) {
	want := picture(t, patterned(1, 1))
	if d := unlike(halved(picture(t, patterned(2, 2))), want); d > 0.35 {
		t.Errorf("twice as large, pixels differ by %.2f", d)
	}
	if d := unlike(halved(picture(t, patterned(2, 1))), want); d < 3 {
		t.Errorf("twice as large with lines of one pixel, pixels differ by %.2f only", d)
	}
	if d := unlike(picture(t, patterned(1, 0)), want); d != 0 {
		t.Errorf("without a scale, pixels differ by %.2f", d)
	}
	if d := unlike(picture(t, patterned(1, 0.5)), want); d != 0 {
		t.Errorf("half as large, pixels differ by %.2f", d)
	}
}
