package scene

import (
	"tiv/assets"
	"tiv/scene/paint"
)

// labels are texts that must not overlap. Earlier ones win.
type labels struct {
	within Rect
	gap    float32 // beside texts, in pixels
	placed []label
	taken  map[[2]int][]Rect // by cell of the picture
}

// label is a text with its place.
type label struct {
	text Text
	back paint.Color // behind the text; not drawn if transparent
	box  Rect
}

// cellSize is the size in pixels of the cells that keep labels apart.
const cellSize = 64

// add places a text if it overlaps no other one. It moves the text sideways to
// keep it inside. It reports whether the text was placed.
func (l *labels) add(t Text, back paint.Color) bool {
	w := assets.TextWidth(t.Text, t.Size, t.Bold)
	t.X = max(min(t.X, l.within.X1-w-l.gap), l.within.X0+l.gap)
	box := l.box(t)
	if box.X1 > l.within.X1 || box.Y0 < l.within.Y0 || box.Y1 > l.within.Y1 || l.overlaps(box) {
		return false
	}
	l.place(label{t, back, box})
	return true
}

// box returns the rectangle that a text covers.
func (l *labels) box(t Text) Rect {
	return Rect{t.X - l.gap, t.Y - t.Size, t.X + assets.TextWidth(t.Text, t.Size, t.Bold) + l.gap, t.Y + 0.3*t.Size}
}

// place places a label regardless of others.
func (l *labels) place(b label) {
	l.reserve(b.box)
	l.placed = append(l.placed, b)
}

// free reports whether a rectangle lies within another and the picture, and no
// label is there.
func (l *labels) free(box, within Rect) bool {
	return box.X0 >= max(within.X0, l.within.X0) && box.Y0 >= max(within.Y0, l.within.Y0) &&
		box.X1 <= min(within.X1, l.within.X1) && box.Y1 <= min(within.Y1, l.within.Y1) && !l.overlaps(box)
}

// overlaps reports whether a label or a reserved rectangle lies in a box.
func (l *labels) overlaps(box Rect) (yes bool) {
	l.cells(box, func(c [2]int) {
		for _, o := range l.taken[c] {
			yes = yes || box.X0 < o.X1 && o.X0 < box.X1 && box.Y0 < o.Y1 && o.Y0 < box.Y1
		}
	})
	return yes
}

// reserve keeps other labels out of a rectangle.
func (l *labels) reserve(box Rect) {
	if l.taken == nil {
		l.taken = map[[2]int][]Rect{}
	}
	l.cells(box, func(c [2]int) { l.taken[c] = append(l.taken[c], box) })
}

// cells calls f for each cell that a rectangle touches.
func (l *labels) cells(box Rect, f func([2]int)) {
	for y := int(box.Y0) / cellSize; y <= int(box.Y1)/cellSize; y++ {
		for x := int(box.X0) / cellSize; x <= int(box.X1)/cellSize; x++ {
			f([2]int{x, y})
		}
	}
}

// draw appends the labels to an overlay.
func (l *labels) draw(o *Overlay) {
	for _, b := range l.placed {
		if b.back.A > 0 {
			o.Rects = append(o.Rects, OverlayRect{Rect: b.box, Color: b.back})
		}
		o.Texts = append(o.Texts, b.text)
	}
}

// fitText shortens a text at its end to a width.
func fitText(text string, size, wide float32, bold bool) string {
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

// fitName shortens a name to a width, and keeps its number.
func fitName(name string, size, wide float32, bold bool) string {
	return assets.Shorten(name, func(s string) bool { return assets.TextWidth(s, size, bold) <= wide })
}
