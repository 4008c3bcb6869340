package scene

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"tiv/assets"
)

// A bar of a call has its name if it is at least this wide and high, in pixels of a common
// screen.
const (
	leastNameWide = 22
	leastNameHigh = 9
)

// nameCalls writes the names of calls into their bars, as far as they fit.
func (ev *executionView) nameCalls() {
	sh, r := ev.side.sheet, ev.lanes
	for i := range r.bars {
		b := &r.bars[i]
		high := b.rect.Height()
		t := Text{Size: min(0.9*sh.em, 0.86*high), Color: TextOn(b.color)}
		pad := 0.25 * t.Size
		if t.Text = fitCall(r.style.name(b.function), t.Size, b.rect.Width()-2*pad); t.Text == "" {
			continue
		}
		t.X, t.Y = b.rect.X0+pad, b.rect.Y0+high/2+0.35*t.Size
		if box := (Rect{t.X, t.Y - 0.8*t.Size, b.rect.X1 - pad, t.Y + 0.2*t.Size}); !sh.labels.overlaps(box) &&
			box.Y0 >= ev.side.flat.rect.Y0 && box.Y1 <= ev.side.flat.rect.Y1 {
			if r.shown.sampled { // no stripes behind the text
				plate := Rect{b.rect.X0 + 1, b.rect.Y0, t.X + assets.TextWidth(t.Text, t.Size, false) + pad, b.rect.Y1}
				sh.overlay.Rects = append(sh.overlay.Rects, OverlayRect{Rect: plate, Color: b.color})
			}
			sh.overlay.Texts = append(sh.overlay.Texts, t)
		}
	}
}

// TextOn returns the colour of a text on the colour of a call.
func TextOn(c Color) Color {
	if c.Luma() < 110 {
		return hex(0xF2F4F7)
	}
	return hex(0x10141A)
}

// nameDeeper says in rows that are high enough how many lanes have no room.
func (ev *executionView) nameDeeper() {
	sh := ev.side.sheet
	for i := range ev.rows {
		row := &ev.rows[i]
		more := row.depth - row.count
		if more == 0 || row.bottom-row.top < 2.2*sh.em {
			continue
		}
		t := Text{Size: 0.85 * sh.em, Color: sh.colors.Text, Text: fmt.Sprintf("+%d deeper", more)}
		t.X, t.Y = ev.side.flat.rect.X1-assets.TextWidth(t.Text, t.Size, false), row.bottom-0.3*t.Size
		sh.label(t)
	}
}

// outlineSelected draws a border around the selected call.
func outlineSelected(sh *sheet, f *Frame, call *Call) {
	outline := f.CallOutline(call)
	for i, a := range outline {
		b := outline[(i+1)%len(outline)]
		sh.overlay.Lines = append(sh.overlay.Lines, OverlayLine{a[0], a[1], b[0], b[1], 1.5 * sh.canvas.Scale, sh.colors.Select})
	}
}

// fitCall shortens the name of a function to a width: to the part after the last dot, and
// then at its end. It is empty if hardly anything fits.
func fitCall(name string, size, wide float32) string {
	if assets.TextWidth(name, size, false) <= wide {
		return name
	}
	short := fitText(name[strings.LastIndexAny(name, ".:")+1:], size, wide, false)
	if utf8.RuneCountInString(short) < 3 {
		return ""
	}
	return short
}
