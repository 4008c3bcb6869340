package handling

import (
	"context"
	"fmt"
	"path"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/report"
	"tiv/report/table"
	"tiv/session"
	"tiv/ui/panel"
	"tiv/ui/widget"
)

// columnWidths are the widths of columns by kind, in sizes of the text; columns of names share what is left.
var columnWidths = [...]float32{table.Text: 5.8, table.Count: 4.6, table.Duration: 5.2, table.Share: 6, table.Moment: 8, table.Truth: 4}

// isName reports whether a column has names of functions.
func isName(h *table.Head) bool { return h.Name == "function" || h.Name == "loop" }

// tableView lays out the table of a panel.
type tableView struct{ p *Panel }

// layOut lays out what was found.
func (v tableView) layOut(high float32) {
	p := v.p
	t := p.search.listed.table
	if t.Len == 0 {
		p.UI.FaintWrapped("No function is called by the system, or by a loop that waits or reads. Other limits, or another side of a " +
			"package in the menu of a function, may change that.")
		return
	}
	var columns []int // that people are shown
	for i := range t.Heads {
		if h := &t.Heads[i]; h.Title != "" && !h.Aside {
			columns = append(columns, i)
		}
	}
	flags := imgui.TableFlagsScrollY | imgui.TableFlagsRowBg | imgui.TableFlagsBordersInnerV | imgui.TableFlagsNoBordersInBody |
		imgui.TableFlagsSortable | imgui.TableFlagsSortTristate | imgui.TableFlagsResizable | imgui.TableFlagsNoSavedSettings
	if !imgui.BeginTableV("handlers", int32(len(columns)), imgui.TableFlags(flags), imgui.Vec2{Y: high}, 0) {
		return
	}
	defer imgui.EndTable()
	widget.SnapToRow(widget.RowHeight())
	imgui.TableSetupScrollFreeze(0, 1)
	for _, i := range columns {
		h, kind := &t.Heads[i], imgui.TableColumnFlagsWidthFixed
		if isName(h) {
			kind = imgui.TableColumnFlagsWidthStretch
		} else if h.Kind != table.Text {
			kind |= imgui.TableColumnFlagsPreferSortDescending
		}
		imgui.TableSetupColumnV(h.Title, imgui.TableColumnFlags(kind), columnWidths[h.Kind]*imgui.FontSize(), imgui.ID(i))
	}
	imgui.TableNextRow()
	for k, i := range columns {
		if imgui.TableSetColumnIndex(int32(k)) {
			h := &t.Heads[i]
			panel.Heading(p.UI, panel.Head{Mark: "handlers head ", Title: h.Title, Help: h.Help + "\nClick to sort.",
				Number: h.Kind != table.Text, Sorted: p.sorted.Column == i})
		}
	}
	for _, row := range v.order() {
		v.row(int(row), columns)
	}
}

// order returns the rows in the order that the headings show.
func (v tableView) order() []int32 {
	p := v.p
	p.sorted = panel.Sorting{Column: -1}
	if specs := imgui.TableGetSortSpecs(); specs != nil && specs.SpecsCount() > 0 {
		by := specs.Specs()
		p.sorted = panel.Sorting{Column: int(by.ColumnUserID()), Backwards: by.SortDirection() == imgui.SortDirectionDescending}
	}
	rows, _ := p.search.listed.table.Order(context.Background(), table.Query{Column: p.sorted.Column, Backwards: p.sorted.Backwards},
		func(float64) {})
	return rows
}

// row lays out a row.
func (v tableView) row(i int, columns []int) {
	p := v.p
	t, r := p.search.listed.table, &p.search.listed.rows[i]
	imgui.TableNextRow()
	imgui.PushIDInt(int32(i))
	defer imgui.PopID()
	for k, column := range columns {
		if !imgui.TableSetColumnIndex(int32(k)) {
			continue
		}
		at, wide := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X
		if k == 0 {
			flags := imgui.SelectableFlagsSpanAllColumns | imgui.SelectableFlagsAllowDoubleClick
			clicked := imgui.SelectableBoolV("##row", p.chosen == r.Function, imgui.SelectableFlags(flags), imgui.Vec2{})
			p.UI.Mark("handler "+r.Function, widget.LastItem())
			if clicked {
				p.tree.show(p.search.found.Value, r.Function)
			}
			p.click(r.Function, clicked)
			widget.Tip(report.Safe(r.Function+"\n"+r.Reason()) + "\n" + rowTip)
		}
		text := report.Safe(t.Shown(i, column))
		shown := widget.Shorten(text, wide)
		if t.Heads[column].Kind != table.Text {
			at.X += max(wide-imgui.CalcTextSize(shown).X-panel.NumberMargin*imgui.FontSize(), 0)
		}
		imgui.WindowDrawList().AddTextVec2(at, widget.Packed(p.UI.Palette.Text), shown)
	}
	p.UI.MarkText("handler row "+r.Function, fmt.Sprintf("%s %s of %s, %d", r.Kind(), r.Type, r.Loop, r.Threads))
}

// about is the line about the chosen function: the place of its code, its calls, and why it was found.
func (v tableView) about() {
	p := v.p
	if p.chosen == "" {
		p.UI.Faint("Click a function for its code, its threads and its calls, and for the reason.")
		return
	}
	if p.place.function != p.chosen || p.place.tl != p.Workspace.Timeline {
		p.place = place{function: p.chosen, tl: p.Workspace.Timeline}
		p.place.frame, p.place.known = session.CodeOf(p.chosen, p.Document)
	}
	if p.place.known {
		at := report.Safe(fmt.Sprintf("%s:%d", path.Base(p.place.frame.File), p.place.frame.Line))
		if p.UI.Link("handlers source", widget.Shorten(at, 14*imgui.FontSize()), "Click to open its source in the editor: "+
			report.Safe(p.place.frame.File)+".") {
			p.do(command.OpenFunction{Function: p.chosen})
		}
		imgui.SameLine()
	}
	for _, b := range []struct{ label, command string }{{"Previous", "previous call"}, {"Next", "next call"}} {
		imgui.BeginDisabledV(p.Workspace.Look.Call.Function != p.chosen)
		if imgui.SmallButton(b.label + "##handlers") {
			p.do(command.EntryNamed(b.command).Command)
		}
		imgui.EndDisabled()
		p.UI.Mark("handlers "+b.command, widget.LastItem())
		p.keys.CommandTip(b.command)
		imgui.SameLine()
	}
	said := report.Safe(p.chosen) + " is none."
	for i := range p.search.listed.rows {
		if r := &p.search.listed.rows[i]; r.Function == p.chosen {
			said = report.Safe(r.Reason())
			break
		}
	}
	p.UI.Faint(widget.Shorten(said, imgui.ContentRegionAvail().X))
	p.UI.MarkText("handlers reason", said)
	widget.Tip(said)
}
