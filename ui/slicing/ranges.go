package slicing

import (
	"fmt"
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/execution/slice"
	"tiv/report"
	"tiv/scene/paint"
	"tiv/ui/widget"
)

// chartRows is the height of the histogram, in lines of text.
const chartRows = 9

// empty takes the place of the histogram.
func (d *Divider) empty(reading bool) {
	at := imgui.CursorScreenPos()
	if reading {
		d.UI.Faint("Reading the trace…")
		d.UI.MarkText("divide reading", "…")
	}
	imgui.SetCursorScreenPos(at)
	imgui.Dummy(imgui.Vec2{X: 1, Y: (chartRows + 1) * imgui.TextLineHeight()})
}

// chart draws the histogram of the values, and moves its limits. It returns the limits.
func (d *Divider) chart(v *measurement, limits []int64) []int64 {
	switch {
	case v.wrong != nil:
		widget.TintedWrapped(d.UI.Palette.Warning, report.Safe(v.wrong.Error()))
		d.UI.MarkText("divide error", v.wrong.Error())
		return limits
	case v.Elements == 0:
		d.UI.Faint("There are no such " + d.draft.Of.String() + ".")
		d.UI.MarkText("divide error", "none")
		return limits
	}
	c := &d.plot
	c.ui, c.of, c.by, c.made = d.UI, d.draft.Of, d.by, &d.made
	c.axis.fit(&v.Values)
	size := imgui.Vec2{X: max(imgui.ContentRegionAvail().X, 1), Y: chartRows * imgui.TextLineHeight()}
	imgui.InvisibleButtonV("chart", size, imgui.ButtonFlagsMouseButtonLeft|imgui.ButtonFlagsMouseButtonRight)
	area := widget.LastItem()
	d.UI.Mark("divide chart", area)
	area.X0, area.X1 = area.X0+0.5*imgui.FontSize(), area.X1-0.5*imgui.FontSize()
	widget.Fill(imgui.WindowDrawList(), widget.LastItem(), d.UI.Palette.Shade(paint.FieldShade))
	near := c.near(area, limits)
	before := slices.Clone(limits)
	if limits = c.moveLimits(area, limits, near); !slices.Equal(limits, before) {
		d.own = true
		d.spell(limits)
		d.made.update(d, limits)
	}
	c.explainedBars(area, &v.Values, limits)
	c.lines(area, limits, near)
	c.scale(area)
	return limits
}

// list lists the ranges with their colours, and the numbers of their elements.
func (d *Divider) list(v *measurement, limits []int64) {
	if v.Elements == 0 {
		return
	}
	if d.made.wrong != nil {
		widget.TintedWrapped(d.UI.Palette.Warning, report.Safe(d.made.wrong.Error()))
		d.UI.MarkText("divide error", d.made.wrong.Error())
	}
	counts := v.Counts(limits)
	rows := float32(min(len(counts), 8))
	if imgui.BeginChildStrV("ranges", imgui.Vec2{Y: rows * imgui.TextLineHeightWithSpacing()}, 0, 0) {
		for i, n := range counts {
			d.UI.Swatch(d.UI.Palette.SliceColor(d.made.colour(i)), paint.Plain)
			imgui.SameLine()
			widget.Text(slice.RangeName(d.by, limits, i))
			if i < len(d.made.list) {
				widget.Tip(report.Safe(d.made.list[i].Name + ": " + definitionText(&d.made.list[i])))
			}
			said := fmt.Sprintf("%s · %s", d.plot.number(n, &v.Values), shareText(float64(n)/float64(v.Elements)))
			widget.AlignRight(imgui.CalcTextSize(said).X)
			d.UI.Faint(said)
			d.UI.MarkText(fmt.Sprint("divide range ", i), said)
		}
	}
	imgui.EndChild()
}

// madeRanges are the slices of the limits, as the list of slices will have them.
type madeRanges struct {
	draft  slice.Definition
	by     slice.Attribute
	limits string
	slices *slice.Definition
	count  int
	ranges []slice.Definition
	list   []slice.Definition
	wrong  error
}

// update makes the slices again if anything has changed.
func (m *madeRanges) update(d *Divider, limits []int64) {
	now := madeRanges{draft: d.draft, by: d.by, limits: d.limits.Text, count: len(d.Workspace.Look.Slices)}
	if now.count > 0 {
		now.slices = &d.Workspace.Look.Slices[0]
	}
	if m.list != nil && m.draft == now.draft && m.by == now.by && m.limits == now.limits && m.slices == now.slices && m.count == now.count {
		return
	}
	now.ranges = slice.Ranges(d.draft, d.by, limits)
	now.list = d.Workspace.Spaces.Adds(d.Workspace.Shown, now.ranges)
	for i := range now.ranges {
		if err := now.ranges[i].Check(); err != nil && now.wrong == nil {
			now.wrong = err
		}
	}
	if len(now.list) < len(now.ranges) && now.wrong == nil {
		now.wrong = fmt.Errorf("there is room for %d more slices", d.Workspace.Spaces.Room(d.Workspace.Shown))
	}
	*m = now
}

// colour returns the colour of a range.
func (m *madeRanges) colour(i int) uint32 {
	if i < len(m.list) {
		return m.list[i].Colour
	}
	return 0x808080
}
