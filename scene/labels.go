package scene

import (
	"tiv/assets"
)

// labels are texts that must not overlap. Earlier ones win.
type labels struct {
	placed []label
	taken  map[[2]int][]Rect // by cell of the picture
}

type label struct {
	text Text
	back Color // behind the text; not drawn if transparent
	box  Rect
}

// cellSize is the size in pixels of the cells that keep labels apart.
const cellSize = 64

// add places a text with its left end and baseline at (x, y), unless it would
// overlap another. It reports whether it did.
func (l *labels) add(t Text, back Color) bool {
	w := assets.TextWidth(t.Text, t.Size, t.Bold)
	box := Rect{t.X - 2, t.Y - t.Size, t.X + w + 2, t.Y + 0.3*t.Size}
	if l.overlaps(box) {
		return false
	}
	l.take(box)
	l.placed = append(l.placed, label{t, back, box})
	return true
}

func (l *labels) overlaps(box Rect) (yes bool) {
	l.cells(box, func(c [2]int) {
		for _, o := range l.taken[c] {
			yes = yes || box.X0 < o.X1 && o.X0 < box.X1 && box.Y0 < o.Y1 && o.Y0 < box.Y1
		}
	})
	return yes
}

// take keeps other labels out of a rectangle.
func (l *labels) take(box Rect) {
	if l.taken == nil {
		l.taken = map[[2]int][]Rect{}
	}
	l.cells(box, func(c [2]int) { l.taken[c] = append(l.taken[c], box) })
}

func (l *labels) cells(box Rect, f func([2]int)) {
	for y := int(box.Y0) / cellSize; y <= int(box.Y1)/cellSize; y++ {
		for x := int(box.X0) / cellSize; x <= int(box.X1)/cellSize; x++ {
			f([2]int{x, y})
		}
	}
}

func (l *labels) draw(o *Overlay) {
	for _, b := range l.placed {
		if b.back.A > 0 {
			o.Rects = append(o.Rects, OverlayRect{Rect: b.box, Color: b.back})
		}
		o.Texts = append(o.Texts, b.text)
	}
}

// fitText shortens a text at its end so that it is at most wide.
func fitText(text string, size, wide float32, bold bool) string {
	if assets.TextWidth(text, size, bold) <= wide {
		return text
	}
	r := []rune(text)
	for n := len(r) - 1; n > 0; n-- {
		if s := string(r[:n]) + "…"; assets.TextWidth(s, size, bold) <= wide {
			return s
		}
	}
	return ""
}
