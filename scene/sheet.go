package scene

import (
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/assets"
	"tiv/scene/paint"
)

// sheet is the surface of one picture: its size, its colours, and everything
// that is drawn on top of the scene in pixels.
type sheet struct {
	canvas Canvas
	// em is the size of common text in pixels.
	em     float32
	colors *paint.Palette
	labels labels
	// overlay is that of the Frame.
	overlay *Overlay
}

func newSheet(canvas Canvas, colors *paint.Palette, overlay *Overlay) *sheet {
	return &sheet{canvas: canvas, em: em(canvas.Scale), colors: colors, overlay: overlay}
}

// em returns the size of common text in pixels at a scale.
func em(scale float32) float32 { return 13 * scale }

// leastName returns the smallest size of names, as a part of common texts: in a
// picture with little room for texts they shrink before they are cut or cover
// bars.
func (sh *sheet) leastName() float32 {
	const common, least = 60, 0.7 // 60 sizes of text wide is room enough
	return min(1, max(least, float32(sh.canvas.Width)/(common*sh.em)))
}

// longestName is the largest width of a bar's name in a view from the front.
func (sh *sheet) longestName(view float32) float32 { return min(18*sh.em, 0.8*view) }

// nameText returns the name of a slot as text without a place. If there is
// little room it leaves out the concurrency of a cluster, and then a part of
// its name, but not its number of threads. It is faint if its threads have
// ended.
func (sh *sheet) nameText(s *slot, size, wide float32) Text {
	t := Text{Size: size, Color: sh.colors.Text}
	switch {
	case s.selected:
		t.Bold, t.Color = true, sh.colors.Select
	case s.ended > 0:
		t.Color = sh.colors.Faint
	}
	fits := func(text string) bool { return assets.TextWidth(text, t.Size, t.Bold) <= wide }
	t.Text = s.name + s.concurrency
	if s.concurrency != "" && !fits(t.Text) {
		t.Text = s.name + " …"
	}
	if number := strings.TrimPrefix(s.name, s.short); s.short != "" && !fits(t.Text) {
		t.Text = s.name
		if short := assets.Shorten(s.short, func(text string) bool { return fits(text + number) }); short != "" {
			t.Text = short + number
		}
	}
	t.Text = assets.Shorten(t.Text, fits)
	return t
}

// label places a text, on a shade of the ground, if it overlaps no other. It
// reports whether the text was placed.
func (sh *sheet) label(t Text) bool {
	return sh.labels.add(t, sh.colors.Plate())
}

// faintLine is the opacity of lines that cross all rows.
const faintLine = 0.45

// line draws a vertical or horizontal line around the middle line of r.
func (sh *sheet) line(r Rect, opaque float32) {
	half := 0.6 * sh.canvas.Scale
	r = Rect{r.X0 - half, r.Y0 - half, r.X1 + half, r.Y1 + half}
	sh.overlay.Rects = append(sh.overlay.Rects, OverlayRect{Rect: r, Color: sh.colors.Text.Alpha(opaque)})
}

// leader draws a line from a box to a pixel, which it marks.
func (sh *sheet) leader(to mgl32.Vec2, box Rect) {
	from := mgl32.Vec2{min(max(to[0], box.X0), box.X1), min(max(to[1], box.Y0), box.Y1)}
	k, color := sh.canvas.Scale, sh.colors.Faint
	sh.overlay.Lines = append(sh.overlay.Lines, OverlayLine{from[0], from[1], to[0], to[1], k, color})
	sh.overlay.Rects = append(sh.overlay.Rects, OverlayRect{Rect: Rect{to[0] - 2*k, to[1] - 2*k, to[0] + 2*k, to[1] + 2*k}, Color: color})
}

// border draws a thin line around a rectangle.
func (sh *sheet) border(r Rect) {
	for _, side := range []Rect{{r.X0, r.Y0, r.X1, r.Y0}, {r.X0, r.Y1, r.X1, r.Y1}, {r.X0, r.Y0, r.X0, r.Y1}, {r.X1, r.Y0, r.X1, r.Y1}} {
		sh.line(side, faintLine)
	}
}

// pad keeps room for the axis below and the bands above the lanes. It is the
// same in both flat views, so that they line up.
func (sh *sheet) pad(r Rect) Rect {
	r.Y0 += 1.2 * sh.em
	r.Y1 -= 2 * sh.em
	return r
}
