package tables

import (
	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/report"
	"tiv/ui/widget"
)

// grouping is what the table of functions adds up calls by: an index into the groupings of
// reports.
type grouping int

func (g grouping) word() string { return report.FunctionGroupings()[g] }

// choose lays out the list of groupings.
func (g *grouping) choose(w *widget.Kit) {
	imgui.SetNextItemWidth(8 * imgui.FontSize())
	if imgui.BeginComboV("##by", "By "+g.word(), imgui.ComboFlagsHeightLarge) {
		for i, word := range report.FunctionGroupings() {
			if imgui.SelectableBoolV("By "+word, grouping(i) == *g, 0, imgui.Vec2{}) {
				*g = grouping(i)
			}
			w.Mark("table by "+word, widget.LastItem())
			widget.Tip(report.GroupingHelp(word))
		}
		imgui.EndCombo()
	}
	w.Mark("table by", widget.LastItem())
	widget.Tip("Adds up the calls by function, or by what the functions or calls belong to.")
}
