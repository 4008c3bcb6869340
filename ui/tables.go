package ui

import (
	"context"
	"fmt"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/interaction"
	"tiv/interaction/totals"
	"tiv/report"
	"tiv/report/table"
	"tiv/scene"
	"tiv/timeline"
	"tiv/tracefeed"
)

// tablesPanel is the tables of what the trace says: one is shown at a time.
type tablesPanel struct {
	sheets [numSheets]sheet
	shown  int  // which of them
	all    bool // of the whole trace, not only the time that is shown
	pin    pin
	seen   bool // it was laid out in this frame
}

// pin keeps a table as it is after a click that goes to another moment: the rows
// would else change under the mouse.
type pin struct {
	on       bool
	from, to tracefeed.Time
	// before and after are the moments for which it holds.
	before, after tracefeed.Time
	step          tracefeed.Time
	steps         int
}

// sheet is one table, and how it is listed.
type sheet struct {
	list  lookup[listKey, report.List]
	order lookup[orderKey, listing]
	query table.Query
	// chosen are the rows that are to be copied, by number; current is the one
	// that was clicked, -1 for none, and last where the last click was.
	chosen  map[int32]bool
	current int32
	last    int
}

// listing is which rows of a list are listed.
type listing struct {
	report.List
	from, to tracefeed.Time
	rows     []int32
}

// listKey says what a list follows from.
type listKey struct {
	tl       *timeline.Timeline
	from, to tracefeed.Time
	threads  *tracefeed.ThreadID // the first in a list that never changes
	count    int
	findings *interaction.Finding
}

// orderKey says what an order of rows follows from.
type orderKey struct {
	table *table.Table
	table.Query
}

// numSheets is the number of tables, findingSheet that of findings.
const (
	numSheets    = 4
	findingSheet = 3
)

// sheetKinds are the tables that there are.
var sheetKinds = [numSheets]struct {
	name, help string
	// first is the title of the column by which it is sorted at first.
	first string
	list  func(a *app, key listKey) finder[report.List]
}{
	{"Monitors", "Who held each monitor, who waited for it, and how long the queue was.", "waited",
		listed(report.MonitorList)},
	{"Edges", "Who waited for whom, when, at what, and how that is known.", "for how long",
		listed(func(ctx context.Context, tl *timeline.Timeline, q totals.Query) (report.List, bool) {
			return report.EdgeList(ctx, tl, q, report.MostEdges)
		})},
	{"Threads", "How long each thread was in each state.", "",
		listed(report.ThreadList)},
	{"Findings", "What is wrong.", "",
		func(a *app, key listKey) finder[report.List] {
			found := a.ws.Report.Findings
			return func(context.Context, func(float64)) (report.List, bool) {
				return report.FindingList(key.tl, found), true
			}
		}},
}

// listed makes a list of the threads that are shown.
func listed(list func(context.Context, *timeline.Timeline, totals.Query) (report.List, bool)) func(*app, listKey) finder[report.List] {
	return func(a *app, key listKey) finder[report.List] {
		threads := a.ws.Look.Threads
		return func(ctx context.Context, tell func(float64)) (report.List, bool) {
			return list(ctx, key.tl, totals.Query{From: key.from, To: key.to, Of: among(key.tl, threads), Tell: tell})
		}
	}
}

// among returns a function that reports whether a thread is one of a list.
func among(tl *timeline.Timeline, list []tracefeed.ThreadID) func(tracefeed.ThreadID) bool {
	is := make([]bool, len(tl.Threads))
	for _, t := range list {
		is[t] = true
	}
	return func(t tracefeed.ThreadID) bool { return is[t] }
}

// close ends all work.
func (p *tablesPanel) close() {
	for i := range p.sheets {
		p.sheets[i].list.close()
		p.sheets[i].order.close()
	}
}

// busy reports whether the table that is shown is not all there.
func (p *tablesPanel) busy() bool {
	s := &p.sheets[p.shown]
	return p.seen && (s.list.work != nil || s.order.work != nil)
}

// rest stops the work on tables that nobody sees. Those of a panel that is
// closed are forgotten: they may be large.
func (p *tablesPanel) rest(closed bool) {
	for i := range p.sheets {
		s := &p.sheets[i]
		switch {
		case closed:
			s.list.forget()
			s.order.forget()
		case !p.seen || i != p.shown:
			s.list.rest()
			s.order.rest()
		}
	}
}

func (a *app) tablesPanel() {
	a.tables.seen = false
	defer func() { a.tables.rest(!a.ws.Panels[tablesName]) }()
	a.panelThatCloses(tablesName, func() {
		a.tables.seen = true
		a.tableTabs()
		a.tableTools()
		a.refreshSheet()
		foot := imgui.TextLineHeightWithSpacing()
		a.sheetTable(imgui.ContentRegionAvail().Y - foot)
		a.tableFoot()
	})
}

// tableTabs choose the table.
func (a *app) tableTabs() {
	p := &a.tables
	for i := range sheetKinds {
		k := &sheetKinds[i]
		if i > 0 {
			imgui.SameLineV(0, 2*a.scale())
		}
		if a.switchButton(k.name, i == p.shown) {
			p.shown = i
		}
		a.mark("table "+k.name, lastItem())
		tip(k.help)
	}
}

// switchButton is a button that is lit while something is on.
func (a *app) switchButton(name string, on bool) bool {
	p := a.ws.Look.Palette
	ground := p.Shade(scene.PanelShade)
	if on {
		ground = p.Shade(scene.PressedShade)
	}
	imgui.PushStyleColorVec4(imgui.ColButton, vec(ground))
	defer imgui.PopStyleColor()
	return imgui.Button(name)
}

// tableTools choose the rows, and copy them.
func (a *app) tableTools() {
	p := &a.tables
	s := &p.sheets[p.shown]
	imgui.SameLineV(0, 1.5*imgui.FontSize())
	imgui.BeginDisabledV(p.shown == findingSheet) // which are of the whole trace
	if a.switchButton("time shown", !p.all) {
		p.all = false
	}
	a.mark("table shown", lastItem())
	tip("Of the time that is shown, up to the moment. While the trace plays, the table stays as it is.")
	imgui.SameLineV(0, 2*a.scale())
	if a.switchButton("whole trace", p.all) {
		p.all = true
	}
	a.mark("table all", lastItem())
	imgui.EndDisabled()
	label := "Copy CSV"
	wide := imgui.CalcTextSize(label).X + 2*imgui.CurrentStyle().FramePadding().X
	imgui.SameLineV(0, 1.5*imgui.FontSize())
	imgui.SetNextItemWidth(max(imgui.ContentRegionAvail().X-wide-imgui.FontSize(), 4*imgui.FontSize()))
	imgui.InputTextWithHint("##find", "rows that contain …", &s.query.Find, 0, nil)
	a.mark("table find", lastItem())
	imgui.SameLineV(0, imgui.FontSize())
	if imgui.Button(label) {
		a.copyRows(s)
	}
	a.mark("table copy", lastItem())
	tip("Copies the rows that are chosen, or all that are listed, as tiv dump writes them. Ctrl+click and Shift+click choose rows.")
}

// tableWindow returns the time that tables tell of.
func (a *app) tableWindow() (from, to tracefeed.Time) {
	p, l := &a.tables, &a.ws.Look
	if p.all {
		return 0, a.ws.Timeline.End
	}
	k := &p.pin
	if k.on = k.on && (l.Moment == k.before || l.Moment == k.after) && l.Step == k.step && l.Steps == k.steps; k.on {
		return k.from, k.to
	}
	from, to = l.Window()
	return max(from, 0), to
}

// refreshSheet asks for the table that is shown, if what it follows from has
// changed.
func (a *app) refreshSheet() {
	p := &a.tables
	s, kind := &p.sheets[p.shown], &sheetKinds[p.shown]
	key := listKey{tl: a.ws.Timeline, count: len(a.ws.Look.Threads)}
	key.from, key.to = a.tableWindow()
	if key.count > 0 {
		key.threads = &a.ws.Look.Threads[0]
	}
	if p.shown == findingSheet {
		key = listKey{tl: key.tl}
		if len(a.ws.Report.Findings) > 0 {
			key.findings = &a.ws.Report.Findings[0]
		}
	}
	late := a.ws.Playback.Playing && s.list.has || !key.tl.Complete && s.list.work != nil
	if late && s.list.work == nil {
		key = s.list.key
	} else if late {
		key = s.list.want // it would never be finished
	}
	s.list.update(key, a.alarm.ring, kind.list(a, key))
	if !s.list.has {
		return
	}
	l, of := listing{List: s.list.is, from: s.list.key.from, to: s.list.key.to}, s.order.key.table
	want := orderKey{l.Table, s.query}
	want.Find = strings.TrimSpace(want.Find)
	s.order.update(want, a.alarm.ring, func(ctx context.Context, tell func(float64)) (listing, bool) {
		rows, ok := l.Order(ctx, want.Query, tell)
		l.rows = rows
		return l, ok
	})
	if s.order.key.table != of {
		s.chosen, s.current, s.last = nil, -1, 0
	}
}

// copyRows copies the rows that are chosen, or all.
func (a *app) copyRows(s *sheet) {
	if !s.order.has {
		return
	}
	l := &s.order.is
	var rows []int32
	for _, row := range l.rows {
		if s.chosen[row] {
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 {
		rows = l.rows
	}
	// More is not sure to get through to other programs.
	const most = 4 << 20
	var b strings.Builder
	n, err := l.Write(&b, table.CSV, rows, most)
	if err != nil {
		a.messages.fail(err)
		return
	}
	imgui.SetClipboardText(b.String())
	said := "Copied " + plural(n, "row") + "."
	if n < len(rows) {
		said = fmt.Sprintf("Copied the first %d of %s: a clipboard takes no more. tiv dump writes all.", n, plural(len(rows), "row"))
	}
	a.messages.say(said)
}

// tableFoot says what is listed, and what is not.
func (a *app) tableFoot() {
	s := &a.tables.sheets[a.tables.shown]
	l := &s.order.is
	var parts []string
	share, busy := s.list.progress()
	if !busy {
		share, busy = s.order.progress()
	}
	if busy {
		parts = append(parts, fmt.Sprintf("working, %.0f %%", 100*share))
	}
	if s.order.has {
		n := plural(l.Len, "row")
		if len(l.rows) != l.Len {
			n = fmt.Sprintf("%d of %s", len(l.rows), n)
		}
		parts = append(parts, n)
		if len(s.chosen) > 0 {
			parts = append(parts, fmt.Sprintf("%d chosen", len(s.chosen)))
		}
		if a.tables.shown != findingSheet {
			end := a.ws.Timeline.End
			parts = append(parts, fmt.Sprintf("from %s to %s", momentText(l.from, end), momentText(l.to, end)))
		}
		if l.Note != "" {
			parts = append(parts, l.Note)
		}
	}
	said := strings.Join(parts, " · ")
	a.faint(cut(said, imgui.ContentRegionAvail().X))
	tip(said)
}

// listed returns what stands in the first rows that are listed, and how many
// there are: none while the panel is not shown.
func (p *tablesPanel) listed() (list []string, rows int) {
	l := &p.sheets[p.shown].order.is
	if !p.seen || l.Table == nil {
		return nil, 0
	}
	const most = 20
	for _, row := range l.rows[:min(len(l.rows), most)] {
		var cells []string
		for column := range l.Heads {
			if h := &l.Heads[column]; h.Title != "" && !h.Aside {
				cells = append(cells, l.Shown(int(row), column))
			}
		}
		list = append(list, strings.Join(cells, " "))
	}
	return list, len(l.rows)
}
