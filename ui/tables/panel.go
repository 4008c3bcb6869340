// Package tables has the panel of the tables: locks, waits, threads, functions, calls and more. Lists
// and their order are computed in the background.
package tables

import (
	"fmt"
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/report"
	"tiv/report/table"
	"tiv/scene/shape"
	"tiv/session"
	"tiv/tracefeed"
	"tiv/ui/menu"
	"tiv/ui/panel"
	"tiv/ui/widget"
	"tiv/workspace"
)

// Panel is the tables of the trace: one is shown at a time.
type Panel struct {
	panel.Trace
	messages *session.Messages
	menu     rowMenus
	// goToFinding shows the begin of a finding of the report.
	goToFinding func(index int)
	tables      [numTables]Table
	shown       int // index of the table shown
	// function is that of the listed calls; "" for all.
	function string
	by       grouping
	// thread is the only one whose functions and calls are listed; NoThread for all shown.
	thread tracefeed.ThreadID
	shares bool // slices are shown as shares
	time   panel.TimeRange
	pin    pinnedInterval
	seen   bool // it was laid out in this frame
}

// Close ends all work.
func (p *Panel) Close() {
	for i := range p.tables {
		p.tables[i].list.Close()
		p.tables[i].order.Close()
	}
}

// Busy reports whether the table that is shown is not all there.
func (p *Panel) Busy() bool {
	s := &p.tables[p.shown]
	_, listing := s.list.Running()
	_, ordering := s.order.Running()
	return p.seen && (listing || ordering)
}

// rest stops the work on hidden tables. Those of a closed panel are dropped,
// because they may be large.
func (p *Panel) rest(closed bool) {
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

// LayOut lays the panel out.
func (p *Panel) LayOut() {
	p.seen = false
	defer func() { p.rest(!p.Workspace.Panels[panel.Tables]) }()
	panel.Closable(p.Document, panel.Tables, func() {
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
func (p *Panel) tabs() {
	for i := range tableKinds {
		k := &tableKinds[i]
		if i > 0 {
			imgui.SameLineV(0, 2*p.UI.Scale)
		}
		if p.UI.SwitchButton(k.name, i == p.shown) {
			p.shown = i
		}
		p.UI.Mark("table "+k.name, widget.LastItem())
		widget.Tip(k.help)
	}
}

// tools chooses the rows, and copies them.
func (p *Panel) tools() {
	s := &p.tables[p.shown]
	imgui.SameLineV(0, 1.5*imgui.FontSize())
	imgui.BeginDisabledV(p.shown == findingTable) // findings are of the whole trace
	p.time.Choose(p.UI, p.Workspace, "table")
	imgui.EndDisabled()
	if p.shown == functionTable {
		imgui.SameLineV(0, 1.5*imgui.FontSize())
		p.by.choose(p.UI)
	}
	if len(p.Workspace.Look.Slices) > 0 {
		imgui.SameLineV(0, 1.5*imgui.FontSize())
		if p.UI.SwitchButton("% of slices", p.shares) {
			p.shares = !p.shares
		}
		p.UI.Mark("table shares", widget.LastItem())
		widget.Tip("Shows the time in slices as a share of the time of the row, or of that in the base.")
	}
	oneThread(p)
	label := "Copy CSV"
	wide := imgui.CalcTextSize(label).X + 2*imgui.CurrentStyle().FramePadding().X
	if imgui.SameLineV(0, 1.5*imgui.FontSize()); imgui.ContentRegionAvail().X < wide+9*imgui.FontSize() {
		imgui.NewLine()
	}
	imgui.SetNextItemWidth(max(imgui.ContentRegionAvail().X-wide-imgui.FontSize(), 4*imgui.FontSize()))
	imgui.InputTextWithHint("##find", "Filter rows…", &s.Query.Find, 0, nil)
	p.UI.Mark("table find", widget.LastItem())
	widget.Tip("Lists only rows that contain this text.")
	imgui.SameLineV(0, imgui.FontSize())
	if imgui.Button(label) {
		copyRows(s, p.messages)
	}
	p.UI.Mark("table copy", widget.LastItem())
	widget.Tip("Copies the selected rows, or all rows listed, in the format of tiv dump. Ctrl+click and Shift+click select rows.")
}

// copyRows copies the rows that are chosen, or all.
func copyRows(s *Table, m *session.Messages) {
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
		m.Fail(err)
		return
	}
	imgui.SetClipboardText(b.String())
	said := "Copied " + report.Plural(n, "row") + "."
	if n < len(rows) {
		said = fmt.Sprintf("Copied the first %d of %s, which fill the clipboard. tiv dump writes all.", n, report.Plural(len(rows), "row"))
	}
	m.Say(said)
}

// foot shows the number of listed rows, and of those left out.
func (p *Panel) foot() {
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
	p.UI.Faint(widget.Shorten(said, imgui.ContentRegionAvail().X))
	widget.Tip(said)
}

// Listed returns the cells of the first listed rows, and the number of rows:
// none while the panel is not shown.
func (p *Panel) Listed() (list []string, rows int) {
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

// Show shows the table of a name. It reports whether there is one.
func (p *Panel) Show(name string) bool {
	i := slices.IndexFunc(tableKinds[:], func(k tableKind) bool { return strings.EqualFold(k.name, name) })
	if i < 0 {
		return false
	}
	p.shown = i
	p.Send(workspace.OpenPanel{Name: panel.Tables, Open: true})
	imgui.SetWindowFocusStr(panel.Tables)
	return true
}

// ShowOf shows the table of a name. If it is about functions or calls, it lists those of one
// thread; NoThread for all.
func (p *Panel) ShowOf(name string, t tracefeed.ThreadID) {
	p.thread = t
	p.Show(name)
}

// New returns the panel of a trace, with the menus of the things that its rows are about.
// goToFinding shows the begin of a finding of the report.
func New(on panel.Trace, s *panel.Services, lock *menu.Lock, function *menu.Function,
	context func(shape.PickID, tracefeed.Time), goToFinding func(index int)) Panel {
	return Panel{Trace: on, messages: s.Messages, menu: rowMenus{lock, function, context}, goToFinding: goToFinding}
}

// Now returns the table that is shown.
func (p *Panel) Now() *Table { return &p.tables[p.shown] }

// Names returns the names of the tables, in their order.
func Names() (names []string) {
	for i := range tableKinds {
		names = append(names, tableKinds[i].name)
	}
	return names
}

// oneThread shows to which thread the functions and calls are limited, and ends that.
func oneThread(p *Panel) {
	if int(p.thread) >= len(p.Workspace.Timeline.Threads) {
		p.thread = tracefeed.NoThread
	}
	if p.thread == tracefeed.NoThread || p.shown != functionTable && p.shown != callTable {
		return
	}
	imgui.SameLineV(0, 1.5*imgui.FontSize())
	if p.UI.SwitchButton("Only "+widget.Shorten(report.Safe(p.ThreadName(p.thread)), 12*imgui.FontSize())+"###thread", true) {
		p.thread = tracefeed.NoThread
	}
	p.UI.Mark("table thread", widget.LastItem())
	widget.Tip("Lists functions and calls of this thread alone. Click to list those of all threads that are shown.")
}

// ShowCalls lists the calls of a function: those of the thread of the table of functions, or
// all.
func (p *Panel) ShowCalls(function string, all bool) {
	if all {
		p.thread = tracefeed.NoThread
	}
	p.function = function
	p.Show(tableKinds[callTable].name)
}
