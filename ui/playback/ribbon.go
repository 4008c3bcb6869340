package playback

import (
	"fmt"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/interaction/patterns"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/tracefeed"
	"tiv/ui/panel"
	"tiv/ui/widget"
)

// The height of the ribbon of patterns and of the gap above it, in pixels at scale 1, and the number
// of groups that are told apart in it.
const (
	ribbonHeight = 6
	ribbonGap    = 2
	ribbonGroups = 3
)

// ribbon shows the patterns of the whole trace below the overview.
type ribbon struct {
	panel.Trace
	series *patterns.Series // nil while it is off, or not known
}

// place takes the ribbon from the lower end of the bars, if it is on.
func (b *ribbon) place(bars *shape.Rect) (r shape.Rect) {
	k := b.UI.Scale
	r = shape.Rect{X0: bars.X0, Y0: bars.Y1 - ribbonHeight*k, X1: bars.X1, Y1: bars.Y1}
	if !b.Workspace.Look.PatternRibbon || bars.Height() < 4*ribbonHeight*k {
		b.series = nil
		return shape.Rect{}
	}
	b.series = b.Patterns.Value
	bars.Y1 = r.Y0 - ribbonGap*k
	return r
}

// patternColor is the colour of a pattern in the ribbon. Brighter is more waiting for one thread.
func patternColor(p *paint.Palette, kind patterns.Kind) paint.Color {
	blocking := p.Layers[tracefeed.Blocking.Word()].Color
	switch kind {
	case patterns.Ring:
		return p.Ring
	case patterns.ManyToOne:
		return p.LockEdge.Toward(p.Text, 0.6)
	case patterns.ManyToMany:
		return p.Ground.Toward(blocking, 0.85)
	case patterns.Unknown:
		return p.Ground.Toward(p.Faint, 0.4)
	default:
		return p.Ground.Toward(blocking, 0.4)
	}
}

// draw draws the patterns of the whole trace: a stripe for each group, up to three, the one
// with the most waiting at the top.
func (b *ribbon) draw(list *imgui.DrawList, r shape.Rect) {
	if b.series == nil {
		return
	}
	tl, palette := b.Workspace.Timeline, b.UI.Palette
	widget.Fill(list, r, palette.Shade(paint.PanelShade))
	for _, run := range b.series.Runs() {
		x0, x1 := xOf(tl, r, tracefeed.Time(run.First)*b.series.Step), xOf(tl, r, b.series.Time(run.Last))
		kinds := run.Kinds[:min(len(run.Kinds), ribbonGroups)]
		for i, kind := range kinds {
			high := r.Height() / float32(len(kinds))
			y, gap := r.Y0+float32(i)*high, float32(0)
			if i > 0 {
				gap = b.UI.Scale
			}
			widget.Fill(list, shape.Rect{X0: x0, Y0: y + gap, X1: max(x1, x0+1), Y1: y + high}, patternColor(palette, kind))
		}
	}
	b.UI.Mark("pattern ribbon", r)
}

// describe explains the pattern at a time.
func (b *ribbon) describe(t tracefeed.Time) {
	if b.series == nil {
		widget.Text("The patterns are being found.")
		return
	}
	i, ok := b.series.At(t)
	if !ok {
		return
	}
	m := &b.series.Moments[i]
	for _, run := range b.series.Runs() {
		if run.First <= i && i <= run.Last {
			widget.Text(fmt.Sprintf("%v to %v", tracefeed.Time(run.First)*b.series.Step, b.series.Time(run.Last)))
		}
	}
	if len(m.Kinds) > 0 {
		b.UI.Swatch(patternColor(b.UI.Palette, m.Kinds[0]), paint.Plain)
		imgui.SameLine()
	}
	words := m.Describe(func(t tracefeed.ThreadID) string {
		return b.Workspace.Look.NameOf(b.Workspace.Timeline.Threads[t].Name)
	})
	widget.Text(widget.Folded(words, widget.TipWidth*imgui.FontSize()))
	b.UI.MarkText("pattern", words)
	note := fmt.Sprintf("The pattern of the waits of the last %v.", b.series.History)
	if m.Partial {
		note += " Of very many, the latest."
	}
	b.UI.Faint(note + "\nClick to go there.")
}
