package threads

import (
	"fmt"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/interaction/totals"
	"tiv/scene/shape"
	"tiv/tracefeed"
	"tiv/ui/widget"
)

// waitLengths shows the lengths of waits in a state: a histogram, percentiles,
// and a link to the longest.
func (p *Statistics) waitLengths(state tracefeed.State, l *totals.Lengths) {
	name := state.Word()
	widget.Section(fmt.Sprintf("%s: %s", name, tracefeed.Plural(l.Count, "wait")))
	widget.Tip("Waits that extend beyond the interval are cut at its ends.")
	p.histogram(name, l)
	p.quantiles(l)
	label := fmt.Sprintf("longest %v: ", l.Longest.Length)
	p.UI.Faint(label)
	imgui.SameLineV(0, 0)
	who := p.ThreadName(l.Longest.Thread)
	p.nameButton("longest "+name, who, imgui.ContentRegionAvail().X,
		fmt.Sprintf("Starts at %v. Click to go there.", l.Longest.Start), func() { p.goToEnd(l.Longest) })
}

// quantiles writes median, 90 and 99 per cent.
func (p *Statistics) quantiles(l *totals.Lengths) {
	for i, q := range []struct {
		share float64
		name  string
	}{{0.5, "median"}, {0.9, "90 %"}, {0.99, "99 %"}} {
		length, exact := l.Quantile(q.share)
		about := ""
		if !exact {
			about = "about "
		}
		if i > 0 {
			imgui.SameLineV(0, 0)
			p.UI.Faint(" · ")
			imgui.SameLineV(0, 0)
			if s := q.name + " " + about + length.String(); imgui.CalcTextSize(s).X > imgui.ContentRegionAvail().X {
				imgui.NewLine()
			}
		}
		p.UI.Faint(q.name + " " + about)
		imgui.SameLineV(0, 0)
		widget.Text(length.String())
		widget.Tip(fmt.Sprintf("%.0f %% of the waits took at most this long.", 100*q.share))
	}
}

// histogram draws the number of waits by length: each bar covers lengths up to
// twice those of the one before.
func (p *Statistics) histogram(name string, l *totals.Lengths) {
	first, last := -1, 0
	most := 0
	for i, b := range l.Bins {
		if b.Count > 0 {
			if first < 0 {
				first = i
			}
			last, most = i, max(most, b.Count)
		}
	}
	const fewest = 8 // or bars are as wide as the panel
	last = max(last, min(first+fewest-1, totals.NumBins-1))
	palette := p.UI.Palette
	at, wide, h := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X,
		min(max(3.2*imgui.TextLineHeight(), 0.35*imgui.WindowHeight()), 9*imgui.TextLineHeight())
	list := imgui.WindowDrawList()
	step := wide / float32(last-first+1)
	gap := min(2*p.UI.Scale, step/4)
	imgui.Dummy(imgui.Vec2{X: wide, Y: h})
	area := widget.LastItem()
	p.UI.Mark("histogram "+name, area)
	for i := first; i <= last; i++ {
		b := &l.Bins[i]
		x := at.X + step*float32(i-first)
		if b.Count > 0 {
			high := max(h*float32(b.Count)/float32(most), 2*p.UI.Scale) // never too low to be visible
			p.UI.Patterned(imgui.Vec2{X: x, Y: at.Y + h - high}, imgui.Vec2{X: x + step - gap, Y: at.Y + h}, palette.Layers[name])
		}
	}
	list.AddLineV(imgui.Vec2{X: at.X, Y: at.Y + h}, imgui.Vec2{X: at.X + wide, Y: at.Y + h}, widget.Packed(palette.Faint), p.UI.Scale)
	if imgui.IsItemHovered() {
		i := min(max(first+int((imgui.MousePos().X-at.X)/step), first), last)
		b := &l.Bins[i]
		widget.Tip(fmt.Sprintf("%v to %v: %s, %v in total", totals.BinStart(i), totals.BinStart(i)*2, tracefeed.Plural(b.Count,
			"wait"), b.Total))
	}
	p.histogramScale(area, first, last)
}

// histogramScale writes powers of ten below the bars, if there is room.
func (p *Statistics) histogramScale(area shape.Rect, first, last int) {
	list, palette := imgui.WindowDrawList(), p.UI.Palette
	step := area.Width() / float32(last-first+1)
	free := area.X0
	h := imgui.TextLineHeight()
	imgui.Dummy(imgui.Vec2{X: 1, Y: h})
	for t := tracefeed.Nanosecond; t > 0 && totals.BinOf(t) <= last; t *= 10 {
		bin := totals.BinOf(t)
		if bin < first {
			continue
		}
		// part is the position of the length in its bin, on a scale of powers of
		// two.
		part := float32(t-totals.BinStart(bin)) / float32(totals.BinStart(bin))
		x := area.X0 + step*(float32(bin-first)+part)
		s := t.String()
		wide := imgui.CalcTextSize(s).X
		list.AddLineV(imgui.Vec2{X: x, Y: area.Y1}, imgui.Vec2{X: x, Y: area.Y1 + 3*p.UI.Scale}, widget.Packed(palette.Faint), p.UI.Scale)
		left := min(max(x-wide/2, area.X0), area.X1-wide)
		if left < free {
			continue
		}
		list.AddTextVec2(imgui.Vec2{X: left, Y: area.Y1 + 2*p.UI.Scale}, widget.Packed(palette.Faint), s)
		free = left + wide + 0.6*imgui.FontSize()
	}
}
