package ui

import (
	"fmt"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/report"
	"tiv/report/table"
	"tiv/session"
	"tiv/tracefeed"
	"tiv/ui/widget"
)

// tablesPanel is the tables of the trace: one is shown at a time.
type tablesPanel struct {
	shownTrace
	messages *session.Messages
	menu     rowMenus
	findings *findingsPanel
	tables   [numTables]tableState
	shown    int // index of the table shown
	// function is that of the listed calls; "" for all.
	function string
	by       grouping
	// thread is the only one whose functions and calls are listed; NoThread for all shown.
	thread tracefeed.ThreadID
	shares bool // slices are shown as shares
	time   timeRange
	pin    pinnedInterval
	seen   bool // it was laid out in this frame
}

// close ends all work.
func (p *tablesPanel) close() {
	for i := range p.tables {
		p.tables[i].list.Close()
		p.tables[i].order.Close()
	}
}

// busy reports whether the table that is shown is not all there.
func (p *tablesPanel) busy() bool {
	s := &p.tables[p.shown]
	_, listing := s.list.Running()
	_, ordering := s.order.Running()
	return p.seen && (listing || ordering)
}

// rest stops the work on hidden tables. Those of a closed panel are dropped,
// because they may be large.
func (p *tablesPanel) rest(closed bool) {
	for i := range p.tables {
		s := &p.tables[i]
		switch {
		case closed:
			s.list.Reset()
			s.order.Reset()
		case !p.seen || i != p.shown:
			s.list.Pause()
			s.order.Pause()
		}
	}
}

func (p *tablesPanel) layOut() {
	p.seen = false
	defer func() { p.rest(!p.Workspace.Panels[tablesName]) }()
	closablePanel(p.Document, tablesName, func() {
		p.seen = true
		p.tabs()
		p.tools()
		p.refresh()
		foot := imgui.TextLineHeightWithSpacing()
		p.table(max(imgui.ContentRegionAvail().Y-foot, 4*foot))
		p.foot()
	})
}

// tabs chooses the table.
func (p *tablesPanel) tabs() {
	for i := range tableKinds {
		k := &tableKinds[i]
		if i > 0 {
			imgui.SameLineV(0, 2*p.ui.Scale)
		}
		if p.ui.SwitchButton(k.name, i == p.shown) {
			p.shown = i
		}
		p.ui.Mark("table "+k.name, widget.LastItem())
		widget.Tip(k.help)
	}
}

// tools chooses the rows, and copies them.
func (p *tablesPanel) tools() {
	s := &p.tables[p.shown]
	imgui.SameLineV(0, 1.5*imgui.FontSize())
	imgui.BeginDisabledV(p.shown == findingTable) // findings are of the whole trace
	p.time.buttons(p.ui, p.Workspace, "table")
	imgui.EndDisabled()
	if p.shown == functionTable {
		imgui.SameLineV(0, 1.5*imgui.FontSize())
		p.by.choose(p.ui)
	}
	if len(p.Workspace.Look.Slices) > 0 {
		imgui.SameLineV(0, 1.5*imgui.FontSize())
		if p.ui.SwitchButton("% of slices", p.shares) {
			p.shares = !p.shares
		}
		p.ui.Mark("table shares", widget.LastItem())
		widget.Tip("Shows the time in slices as a share of the time of the row, or of that in the base.")
	}
	oneThread(p)
	label := "Copy CSV"
	wide := imgui.CalcTextSize(label).X + 2*imgui.CurrentStyle().FramePadding().X
	if imgui.SameLineV(0, 1.5*imgui.FontSize()); imgui.ContentRegionAvail().X < wide+9*imgui.FontSize() {
		imgui.NewLine()
	}
	imgui.SetNextItemWidth(max(imgui.ContentRegionAvail().X-wide-imgui.FontSize(), 4*imgui.FontSize()))
	imgui.InputTextWithHint("##find", "Filter rows…", &s.query.Find, 0, nil)
	p.ui.Mark("table find", widget.LastItem())
	widget.Tip("Lists only rows that contain this text.")
	imgui.SameLineV(0, imgui.FontSize())
	if imgui.Button(label) {
		p.copyRows(s)
	}
	p.ui.Mark("table copy", widget.LastItem())
	widget.Tip("Copies the selected rows, or all rows listed, in the format of tiv dump. Ctrl+click and Shift+click select rows.")
}

// copyRows copies the rows that are chosen, or all.
func (p *tablesPanel) copyRows(s *tableState) {
	if !s.order.Present {
		return
	}
	l := &s.order.Value
	var rows []int32
	for _, row := range l.rows {
		if s.chosen[row] {
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 {
		rows = l.rows
	}
	// A larger text may fail to reach other programs.
	const most = 4 << 20
	var b strings.Builder
	n, err := l.Write(&b, table.CSV, rows, most)
	if err != nil {
		p.messages.Fail(err)
		return
	}
	imgui.SetClipboardText(b.String())
	said := "Copied " + report.Plural(n, "row") + "."
	if n < len(rows) {
		said = fmt.Sprintf("Copied the first %d of %s, which fill the clipboard. tiv dump writes all.", n, report.Plural(len(rows), "row"))
	}
	p.messages.Say(said)
}

// foot shows the number of listed rows, and of those left out.
func (p *tablesPanel) foot() {
	s := &p.tables[p.shown]
	l := &s.order.Value
	var parts []string
	share := s.list.Progress()
	_, busy := s.list.Running()
	if !busy {
		share = s.order.Progress()
		_, busy = s.order.Running()
	}
	if busy {
		parts = append(parts, fmt.Sprintf("working, %.0f %%", 100*share))
	}
	if s.order.Present {
		n := report.Plural(l.Len, "row")
		if len(l.rows) != l.Len {
			n = fmt.Sprintf("%d of %s", len(l.rows), n)
		}
		parts = append(parts, n)
		if len(s.chosen) > 0 {
			parts = append(parts, fmt.Sprintf("%d selected", len(s.chosen)))
		}
		if p.shown != findingTable {
			clock := p.Workspace.Look.Clock()
			parts = append(parts, fmt.Sprintf("from %s to %s", clock.Moving(l.from), clock.Moving(l.to)))
		}
		if l.Note != "" {
			parts = append(parts, l.Note)
		}
	}
	said := strings.Join(parts, " · ")
	p.ui.Faint(widget.Shorten(said, imgui.ContentRegionAvail().X))
	widget.Tip(said)
}

// listed returns the cells of the first listed rows, and the number of rows:
// none while the panel is not shown.
func (p *tablesPanel) listed() (list []string, rows int) {
	l := &p.tables[p.shown].order.Value
	if !p.seen || l.Table == nil {
		return nil, 0
	}
	const most = 20
	for _, row := range l.rows[:min(len(l.rows), most)] {
		var cells []string
		for column := range l.Heads {
			if h := &l.Heads[column]; h.Title != "" && !h.Aside {
				cells = append(cells, l.cell(int(row), column))
			}
		}
		list = append(list, strings.Join(cells, " "))
	}
	return list, len(l.rows)
}
