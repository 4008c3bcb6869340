package ui

import (
	"fmt"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/report"
	"tiv/report/diff"
	"tiv/scene/paint"
	"tiv/session"
	"tiv/ui/panel"
	"tiv/ui/widget"
)

// differencesPanel lists the differences of the two traces of a comparison, in the words of
// tiv diff.
type differencesPanel struct {
	ui         *widget.Kit
	session    *session.Session
	comparison *session.Comparison
}

func (p *differencesPanel) layOut() {
	panel.Docked(panel.Differences, 0, func() {
		switch {
		case !p.comparison.Ready:
			p.ui.Faint("Differences appear once both traces have been read and searched.")
		default:
			found, err := p.comparison.Differences.Found()
			switch {
			case err != nil:
				widget.Tinted(p.ui.Palette.Warning, report.Safe(err.Error()))
			case found == nil:
				p.ui.Faint("Comparing …")
			default:
				p.list(found)
			}
		}
	})
}

// list lays out the summary, the caveats, and the tables.
func (p *differencesPanel) list(of *session.Compared) {
	p.ui.PushBold(0)
	widget.Wrapped(report.Safe(of.Summary()))
	imgui.PopFont()
	p.ui.MarkText("summary", of.Summary())
	widget.Wrapped(of.Confidence())
	p.ui.MarkText("confidence", of.Confidence())
	widget.Tip("A comparison of several runs tests each difference: tiv diff --base a1 a2 a3 … --head b1 b2 b3 …")
	for _, note := range of.Notes() {
		p.ui.FaintWrapped(report.Safe(note))
	}
	first := 0
	for i := range of.Sections {
		p.section(&of.Sections[i], first)
		first += len(of.Sections[i].Of)
	}
}

// section lays out a table. first is the number of its first difference.
func (p *differencesPanel) section(s *diff.Section, first int) {
	imgui.Dummy(imgui.Vec2{X: 1, Y: 0.3 * imgui.FontSize()})
	p.ui.Bold(s.Title)
	help := s.Help
	if len(s.Rows) == 0 {
		help = s.Nothing()
	}
	if help != "" {
		imgui.SameLine()
		p.ui.Faint(help)
	}
	if len(s.Rows) == 0 {
		return
	}
	flags := imgui.TableFlagsNoSavedSettings | imgui.TableFlagsSizingFixedFit | imgui.TableFlagsNoBordersInBody
	imgui.PushStyleVarVec2(imgui.StyleVarCellPadding, imgui.Vec2{X: 0.5 * imgui.FontSize(), Y: imgui.CurrentStyle().CellPadding().Y / 2})
	defer imgui.PopStyleVar()
	if imgui.BeginTableV(s.Title, int32(len(s.Heads)), imgui.TableFlags(flags), imgui.Vec2{}, 0) {
		imgui.TableNextRow()
		for i, head := range s.Heads {
			p.cell(s, i, head, p.ui.Palette.Faint)
		}
		for n := range s.Rows {
			p.row(s, n, first+n)
		}
		imgui.EndTable()
	}
	if s.More != "" {
		p.ui.Faint("and " + s.More)
	}
}

// row lays out a row of a table: a click goes to the difference of a number.
func (p *differencesPanel) row(s *diff.Section, n, number int) {
	imgui.TableNextRow()
	imgui.TableSetColumnIndex(0)
	imgui.PushIDInt(int32(n))
	at := imgui.CursorPos()
	flags := imgui.SelectableFlagsSpanAllColumns
	if imgui.SelectableBoolV("##difference", s.Of[n] == p.comparison.Differences.Current, imgui.SelectableFlags(flags), imgui.Vec2{}) {
		p.session.Do(command.GoToDifference{Number: number})
	}
	p.ui.Mark(fmt.Sprintf("difference %s %d", s.Title, n), widget.LastItem())
	help := "Click to select its threads on both sides, and to go to the longest wait of each."
	if s.Below != nil {
		help = report.Safe(s.Of[n].Text) + "\nClick to select its threads, and to go to its moment."
	}
	widget.Tip(help)
	imgui.PopID()
	imgui.SetCursorPos(at)
	for i, text := range s.Rows[n] {
		p.cell(s, i, report.Safe(text), p.ui.Palette.Text)
	}
}

// cell writes a text into a column: numbers to the right.
func (p *differencesPanel) cell(s *diff.Section, i int, words string, color paint.Color) {
	if !imgui.TableSetColumnIndex(int32(i)) {
		return
	}
	if i < len(s.Heads)-s.Left {
		if left := imgui.ContentRegionAvail().X - imgui.CalcTextSize(words).X; left > 0 {
			imgui.SetCursorPosX(imgui.CursorPosX() + left)
		}
	}
	widget.Tinted(color, words)
}
