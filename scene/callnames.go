package scene

import (
	"fmt"

	"tiv/assets"
	"tiv/scene/shape"
	"tiv/scene/view"
)

// nameCalls writes the names of calls into their bars, as far as they fit.
func (ev *executionView) nameCalls() {
	sh, r := ev.side.Sheet, ev.lanes
	for i := range r.Bars {
		b := &r.Bars[i]
		high := b.Rect.Height()
		t := shape.Text{Size: min(0.9*sh.Em, 0.86*high), Color: b.Color.TextOn()}
		pad := 0.25 * t.Size
		if t.Text = fitCall(r.Style.Name(b.Function), t.Size, b.Rect.Width()-2*pad); t.Text == "" {
			continue
		}
		t.X, t.Y = b.Rect.X0+pad, b.Rect.Y0+high/2+0.35*t.Size
		if box := (shape.Rect{X0: t.X, Y0: t.Y - 0.8*t.Size, X1: b.Rect.X1 - pad, Y1: t.Y + 0.2*t.Size}); !sh.Labels.Overlaps(box) &&
			box.Y0 >= ev.side.Flat.Rect.Y0 && box.Y1 <= ev.side.Flat.Rect.Y1 {
			if r.Shown.Sampled { // no stripes behind the text
				plate := shape.Rect{X0: b.Rect.X0 + 1, Y0: b.Rect.Y0, X1: t.X + assets.TextWidth(t.Text, t.Size, false) + pad,
					Y1: b.Rect.Y1}
				sh.Overlay.Rects = append(sh.Overlay.Rects, shape.OverlayRect{Rect: plate, Color: b.Color})
			}
			sh.Overlay.Texts = append(sh.Overlay.Texts, t)
		}
	}
}

// nameDeeper says in rows that are high enough how many lanes have no room.
func (ev *executionView) nameDeeper() {
	sh := ev.side.Sheet
	for i := range ev.rows {
		row := &ev.rows[i]
		more := row.Depth - row.Count
		if more == 0 || row.Bottom-row.Top < 2.2*sh.Em {
			continue
		}
		t := shape.Text{Size: 0.85 * sh.Em, Color: sh.Colors.Text, Text: fmt.Sprintf("+%d deeper", more)}
		t.X, t.Y = ev.side.Flat.Rect.X1-assets.TextWidth(t.Text, t.Size, false), row.Bottom-0.3*t.Size
		sh.Label(t)
	}
}

// outlineSelected draws a border around the selected call.
func outlineSelected(sh *shape.Sheet, f *Frame, call *view.Call) {
	outline := f.CallOutline(call)
	for i, a := range outline {
		b := outline[(i+1)%len(outline)]
		sh.Overlay.Lines = append(sh.Overlay.Lines,
			shape.OverlayLine{X0: a[0], Y0: a[1], X1: b[0], Y1: b[1], Width: 1.5 * sh.Canvas.Scale, Color: sh.Colors.Select})
	}
}

// fitCall shortens the name of a function to a width.
func fitCall(name string, size, wide float32) string {
	return assets.ShortenCall(name, func(s string) bool { return assets.TextWidth(s, size, false) <= wide })
}
