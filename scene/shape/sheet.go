package shape

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/paint"
)

// Sheet is the surface of one picture: its size, its colours, and everything
// that is drawn on top of the scene in pixels.
type Sheet struct {
	Canvas Canvas
	// Em is the size of common text in pixels.
	Em     float32
	Colors *paint.Palette
	Labels Labels
	// Overlay is that of the Frame.
	Overlay *Overlay
}

// NewSheet returns a sheet that draws on an overlay.
func NewSheet(canvas Canvas, colors *paint.Palette, overlay *Overlay) *Sheet {
	return &Sheet{Canvas: canvas, Em: Em(canvas.Scale), Colors: colors, Overlay: overlay}
}

// Em returns the size of common text in pixels at a scale.
func Em(scale float32) float32 { return 13 * scale }

// LeastName returns the smallest size of names, as a part of common texts: in a
// picture with little room for texts they shrink before they are cut or cover
// bars.
func (sh *Sheet) LeastName() float32 {
	const common, least = 60, 0.7 // 60 sizes of text wide is room enough
	return min(1, max(least, float32(sh.Canvas.Width)/(common*sh.Em)))
}

// LongestName is the largest width of a bar's name in a view from the front.
func (sh *Sheet) LongestName(view float32) float32 { return min(18*sh.Em, 0.8*view) }

// Label places a text, on a shade of the ground, if it overlaps no other. It
// reports whether the text was placed.
func (sh *Sheet) Label(t Text) bool {
	return sh.Labels.Add(t, sh.Colors.Plate())
}

// FaintLine is the opacity of lines that cross all rows.
const FaintLine = 0.45

// Line draws a vertical or horizontal line around the middle line of r.
func (sh *Sheet) Line(r Rect, opaque float32) {
	half := 0.6 * sh.Canvas.Scale
	r = Rect{r.X0 - half, r.Y0 - half, r.X1 + half, r.Y1 + half}
	sh.Overlay.Rects = append(sh.Overlay.Rects, OverlayRect{Rect: r, Color: sh.Colors.Text.Alpha(opaque)})
}

// Leader draws a line from a box to a pixel, which it marks.
func (sh *Sheet) Leader(to mgl32.Vec2, box Rect) {
	from := mgl32.Vec2{min(max(to[0], box.X0), box.X1), min(max(to[1], box.Y0), box.Y1)}
	k, color := sh.Canvas.Scale, sh.Colors.Faint
	sh.Overlay.Lines = append(sh.Overlay.Lines, OverlayLine{from[0], from[1], to[0], to[1], k, color})
	sh.Overlay.Rects = append(sh.Overlay.Rects, OverlayRect{Rect: Rect{to[0] - 2*k, to[1] - 2*k, to[0] + 2*k, to[1] + 2*k}, Color: color})
}

// Border draws a thin line around a rectangle.
func (sh *Sheet) Border(r Rect) {
	for _, side := range []Rect{{r.X0, r.Y0, r.X1, r.Y0}, {r.X0, r.Y1, r.X1, r.Y1}, {r.X0, r.Y0, r.X0, r.Y1}, {r.X1, r.Y0, r.X1, r.Y1}} {
		sh.Line(side, FaintLine)
	}
}

// Pad keeps room for the axis below and the bands above the lanes. It is the
// same in both flat views, so that they line up.
func (sh *Sheet) Pad(r Rect) Rect {
	r.Y0 += 1.2 * sh.Em
	r.Y1 -= 2 * sh.Em
	return r
}
