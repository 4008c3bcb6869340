package shape

import (
	"tiv/assets"
	"tiv/scene/paint"
)

// Labels are texts that must not overlap. Earlier ones win.
type Labels struct {
	Within Rect
	Gap    float32 // beside texts, in pixels
	placed []Label
	taken  map[[2]int][]Rect // by cell of the picture
}

// Label is a text with its place.
type Label struct {
	Text Text
	Back paint.Color // behind the text; not drawn if transparent
	Box  Rect
}

// cellSize is the size in pixels of the cells that keep labels apart.
const cellSize = 64

// Add places a text if it overlaps no other one. It moves the text sideways to
// keep it inside. It reports whether the text was placed.
func (l *Labels) Add(t Text, back paint.Color) bool {
	w := assets.TextWidth(t.Text, t.Size, t.Bold)
	t.X = max(min(t.X, l.Within.X1-w-l.Gap), l.Within.X0+l.Gap)
	box := l.Box(t)
	if box.X1 > l.Within.X1 || box.Y0 < l.Within.Y0 || box.Y1 > l.Within.Y1 || l.Overlaps(box) {
		return false
	}
	l.Place(Label{t, back, box})
	return true
}

// Box returns the rectangle that a text covers.
func (l *Labels) Box(t Text) Rect {
	return Rect{t.X - l.Gap, t.Y - t.Size, t.X + assets.TextWidth(t.Text, t.Size, t.Bold) + l.Gap, t.Y + 0.3*t.Size}
}

// Place places a label regardless of others.
func (l *Labels) Place(b Label) {
	l.Reserve(b.Box)
	l.placed = append(l.placed, b)
}

// Free reports whether a rectangle lies within another and the picture, and no
// label is there.
func (l *Labels) Free(box, within Rect) bool {
	return box.X0 >= max(within.X0, l.Within.X0) && box.Y0 >= max(within.Y0, l.Within.Y0) &&
		box.X1 <= min(within.X1, l.Within.X1) && box.Y1 <= min(within.Y1, l.Within.Y1) && !l.Overlaps(box)
}

// Overlaps reports whether a label or a reserved rectangle lies in a box.
func (l *Labels) Overlaps(box Rect) (yes bool) {
	l.cells(box, func(c [2]int) {
		for _, o := range l.taken[c] {
			yes = yes || box.Meets(o)
		}
	})
	return yes
}

// Reserve keeps other labels out of a rectangle.
func (l *Labels) Reserve(box Rect) {
	if l.taken == nil {
		l.taken = map[[2]int][]Rect{}
	}
	l.cells(box, func(c [2]int) { l.taken[c] = append(l.taken[c], box) })
}

// cells calls f for each cell that a rectangle touches.
func (l *Labels) cells(box Rect, f func([2]int)) {
	for y := int(box.Y0) / cellSize; y <= int(box.Y1)/cellSize; y++ {
		for x := int(box.X0) / cellSize; x <= int(box.X1)/cellSize; x++ {
			f([2]int{x, y})
		}
	}
}

// Draw appends the labels to an overlay.
func (l *Labels) Draw(o *Overlay) {
	for _, b := range l.placed {
		if b.Back.A > 0 {
			o.Rects = append(o.Rects, OverlayRect{Rect: b.Box, Color: b.Back})
		}
		o.Texts = append(o.Texts, b.Text)
	}
}

// Fit shortens a text at its end to a width.
func Fit(text string, size, wide float32, bold bool) string {
	const more = "…"
	room := wide - assets.TextWidth(more, size, bold)
	cut, w := 0, float32(0) // the part that fits before an ellipsis
	for i, r := range text {
		if w <= room {
			cut = i
		}
		w += assets.TextWidth(string(r), size, bold)
		if w > wide && cut == 0 {
			return ""
		}
		if w > wide {
			return text[:cut] + more
		}
	}
	return text
}

// FitName shortens a name to a width, and keeps its number.
func FitName(name string, size, wide float32, bold bool) string {
	return assets.Shorten(name, func(s string) bool { return assets.TextWidth(s, size, bold) <= wide })
}
