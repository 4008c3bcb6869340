package playback

import (
	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/scene/shape"
	"tiv/session"
	"tiv/tracefeed"
	"tiv/ui/findings"
	"tiv/ui/widget"
)

// maxSpans is the largest number of findings with a line for their interval, the worst
// ones, and spanRows that of lines above each other. The others have only their flag.
const (
	maxSpans = 12
	spanRows = 3
)

// drawSpans draws the intervals of the worst findings as lines at the top of the bars, in
// the colours of their flags.
func (b *flagRow) drawSpans(list *imgui.DrawList, bars shape.Rect) {
	k := b.UI.Scale
	var until [spanRows]tracefeed.Time // by row
	worst := session.Rank(b.Document)
	for _, i := range worst[:min(len(worst), maxSpans)] {
		f := &b.Workspace.Report.Findings[i]
		row := 0
		for row < spanRows && until[row] > f.Start {
			row++
		}
		if row == spanRows {
			continue
		}
		until[row] = f.End + 1
		ground, _ := findings.Colours(b.UI, f)
		x0, x1 := xOf(b.Workspace.Timeline, bars, f.Start), xOf(b.Workspace.Timeline, bars, f.End)
		y := bars.Y0 + (2+4*float32(row))*k
		widget.Fill(list, shape.Rect{X0: x0, Y0: y - k, X1: max(x1, x0+2*k), Y1: y + 3*k}, b.UI.Palette.Ground.Alpha(0.7))
		widget.Fill(list, shape.Rect{X0: x0, Y0: y, X1: max(x1, x0+2*k), Y1: y + 2*k}, ground)
	}
}

// drawLit shades the interval of the chosen finding.
func (b *flagRow) drawLit(list *imgui.DrawList, bars shape.Rect) {
	lit := b.Workspace.Look.Lit
	if lit == nil {
		return
	}
	k, color := b.UI.Scale, b.UI.Palette.Text
	r := shape.Rect{X0: xOf(b.Workspace.Timeline, bars, lit.Interval.Start), Y0: bars.Y0,
		X1: xOf(b.Workspace.Timeline, bars, lit.Interval.End), Y1: bars.Y1}
	r.X1 = max(r.X1, r.X0+2*k)
	widget.Fill(list, r, color.Alpha(0.14))
	for _, x := range []float32{r.X0, r.X1} {
		widget.Fill(list, shape.Rect{X0: x - k, Y0: r.Y0, X1: x, Y1: r.Y1}, color.Alpha(0.7))
	}
	b.UI.Mark("lit interval", r)
}
