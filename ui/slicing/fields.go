package slicing

import (
	"fmt"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/execution/slice"
	"tiv/report"
	"tiv/ui/widget"
)

// nameField lays out the beginning of the names.
func (d *Divider) nameField() {
	d.UI.Label("Name")
	imgui.SetNextItemWidth(-1)
	imgui.InputTextWithHint("##name", "the condition", &d.draft.Name, widget.SelectAll, nil)
	d.UI.Mark("divide name", widget.LastItem())
	widget.Tip("The names of the slices begin with this text; the range follows.")
}

// kindField chooses the kind of the elements.
func (d *Divider) kindField() {
	d.UI.Label("Of")
	imgui.SetNextItemWidth(10 * imgui.FontSize())
	if imgui.BeginCombo("##kind", d.draft.Of.String()) {
		for _, k := range slice.Kinds() {
			if len(k.Attributes()) == 0 {
				continue
			}
			if imgui.SelectableBoolV(k.String(), k == d.draft.Of, 0, imgui.Vec2{}) && k != d.draft.Of {
				d.draft.Of, d.draft.Extent = k, k.Extents()[0]
				d.choose(slice.Duration)
			}
			d.UI.Mark("divide kind "+k.String(), widget.LastItem())
			widget.Tip(kindHelp[k])
		}
		imgui.EndCombo()
	}
	d.UI.Mark("divide kind", widget.LastItem())
	widget.Tip("The kind of elements that are divided. " + kindHelp[d.draft.Of])
	imgui.SameLine()
	help := kindHelp[d.draft.Of]
	if bounds := boundsText(&d.draft); bounds != "" {
		help = "Those" + bounds + "."
	}
	d.UI.Faint(widget.Shorten(help, imgui.ContentRegionAvail().X))
}

// attributeField chooses the attribute.
func (d *Divider) attributeField() {
	d.UI.Label("By")
	imgui.SetNextItemWidth(10 * imgui.FontSize())
	if imgui.BeginComboV("##by", string(d.by), imgui.ComboFlagsHeightLarge) {
		for _, a := range d.draft.Of.Attributes() {
			if imgui.SelectableBoolV(string(a), a == d.by, 0, imgui.Vec2{}) && a != d.by {
				d.choose(a)
			}
			d.UI.Mark("divide by "+string(a), widget.LastItem())
			widget.Tip("For each of the " + d.draft.Of.String() + ": " + a.Help() + ".")
		}
		imgui.EndCombo()
	}
	d.UI.Mark("divide by", widget.LastItem())
	widget.Tip("The number by which the elements are divided: " + d.by.Help() + ".")
	imgui.SameLine()
	d.UI.Faint(widget.Shorten(d.by.Help(), imgui.ContentRegionAvail().X))
}

// divisionHelp describes the divisions.
var divisionHelp = map[slice.Division]string{
	slice.EqualWidth:  "Ranges of equal width.",
	slice.EqualNumber: "Ranges with equally many elements.",
	slice.Logarithmic: "Ranges whose ends have the same ratio.",
	slice.Natural:     "Ranges in which values differ as little as possible.",
}

const ownLimits, ownLimitsHelp = "my own", "The limits that you type or drag."

// rangesField chooses the limits, and the number of ranges.
func (d *Divider) rangesField() {
	d.UI.Label("Ranges")
	imgui.SetNextItemWidth(10 * imgui.FontSize())
	now, help := d.ranges.String(), divisionHelp[d.ranges]
	if d.own {
		now, help = ownLimits, ownLimitsHelp
	}
	if imgui.BeginCombo("##ranges", now) {
		for _, r := range slice.Divisions() {
			if imgui.SelectableBoolV(r.String(), !d.own && r == d.ranges, 0, imgui.Vec2{}) {
				d.ranges, d.own, d.taken = r, false, breaksKey{}
			}
			d.UI.Mark("divide ranges "+r.String(), widget.LastItem())
			widget.Tip(divisionHelp[r])
		}
		if imgui.SelectableBoolV(ownLimits, d.own, 0, imgui.Vec2{}) {
			d.own = true
		}
		d.UI.Mark("divide ranges "+ownLimits, widget.LastItem())
		widget.Tip(ownLimitsHelp)
		imgui.EndCombo()
	}
	d.UI.Mark("divide ranges", widget.LastItem())
	widget.Tip("How the limits of the ranges are chosen. " + help)
	imgui.SameLine()
	d.UI.Faint("number")
	imgui.SameLine()
	imgui.SetNextItemWidth(8 * imgui.FontSize())
	imgui.BeginDisabledV(d.own)
	if d.UI.SliderInt("##into", &d.into, 2, mostRanges, fmt.Sprint(d.into), fmt.Sprint(mostRanges), imgui.SliderFlagsAlwaysClamp) {
		d.taken = breaksKey{}
	}
	imgui.EndDisabled()
	d.UI.Mark("divide into", widget.LastItem())
	widget.Tip("The number of ranges. There are fewer where some would have no elements.")
	imgui.SameLine()
	log := !d.plot.axis.linear
	if d.UI.TickBox("Log axis", &log) {
		d.plot.axis.linear = !log
	}
	d.UI.Mark("divide log", widget.LastItem())
	widget.Tip("Values ten times as large are equally far apart, or values that differ by as much.")
	imgui.SameLine()
	d.UI.TickBox("Log counts", &d.plot.logCounts)
	d.UI.Mark("divide log counts", widget.LastItem())
	widget.Tip("The heights of bars are logarithms of the numbers of elements, so that few show beside many.")
}

// mostRanges is the largest number of ranges that the dialog chooses.
const mostRanges = 16

// limitsField lays out the field with the limits, and reads them.
func (d *Divider) limitsField() (limits []int64, err error) {
	d.UI.Label("Limits")
	before := d.limits.Text
	imgui.SetNextItemWidth(-1)
	example := "1ms 10ms"
	if !d.by.IsTime() {
		example = "1 10"
	}
	d.limits.Edit("##limits", "none; for example "+example, "The least values of the ranges after the first one, such as "+example+".")
	d.UI.Mark("divide limits", d.limits.Place)
	d.UI.MarkText("divide limits", d.limits.Text)
	d.own = d.own || d.limits.Text != before
	limits, err = slice.ParseBreaks(d.limits.Text, d.by)
	if color, said := d.limits.Locate(err); said != nil {
		widget.TintedWrapped(color, report.Safe(said.Error()))
		d.UI.MarkText("divide limits error", said.Error())
	}
	return limits, err
}
