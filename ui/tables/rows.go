package tables

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
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

// columnWidths are the widths of columns by kind, in text sizes.
var columnWidths = [...]float32{table.Text: 6, table.Truth: 4, table.Count: 4.5, table.Duration: 6.4, table.Moment: 9, table.Share: 6.4}

// table lays out the table that is shown; only rows in view cost anything.
func (p *Panel) table(height float32) {
	s, kind := &p.tables[p.shown], &tableKinds[p.shown]
	if !s.order.Present && !s.list.Present {
		imgui.Dummy(imgui.Vec2{X: 1, Y: max(height, 1)})
		return
	}
	heads := s.list.Value.Heads
	if s.order.Present { // which can be that of the former list, with other columns
		heads = s.order.Value.Heads
	}
	var columns []int // that people are shown
	for i := range heads {
		if heads[i].Title != "" {
			columns = append(columns, i)
		}
	}
	flags := imgui.TableFlagsSortable | imgui.TableFlagsSortTristate | imgui.TableFlagsResizable | imgui.TableFlagsHideable |
		imgui.TableFlagsReorderable | imgui.TableFlagsScrollY | imgui.TableFlagsBordersInnerV | imgui.TableFlagsNoBordersInBody |
		imgui.TableFlagsNoSavedSettings | imgui.TableFlagsSizingFixedFit
	inner := float32(0)
	if least := minTableWidth(heads); least > imgui.ContentRegionAvail().X {
		flags |= imgui.TableFlagsScrollX
		inner = least
	}
	if imgui.BeginTableV(kind.name, int32(len(columns)), imgui.TableFlags(flags), imgui.Vec2{X: 0, Y: height}, inner) {
		head(p.UI, heads, columns, kind.first, s.Query.Column)
		if s.Sort != nil {
			sortBy(*s.Sort, heads, columns, p.messages)
			s.Sort = nil
		}
		s.readOrder()
		if s.order.Present {
			p.listRows(s, columns)
		}
		imgui.EndTable()
	}
}

// minTableWidth is the smallest width of a table with every column readable.
func minTableWidth(heads []table.Head) (wide float32) {
	for i := range heads {
		switch h := &heads[i]; {
		case h.Title == "" || h.Aside:
		case h.Kind == table.Text && !h.Short:
			wide += 9
		default:
			wide += columnWidths[h.Kind] + 0.5
		}
	}
	return wide * imgui.FontSize()
}

// head lays out the headings.
func head(w *widget.Kit, heads []table.Head, columns []int, first string, sorted int) {
	em := imgui.FontSize()
	imgui.TableSetupScrollFreeze(0, 1)
	for _, i := range columns {
		h := &heads[i]
		flags, wide := imgui.TableColumnFlagsWidthFixed, columnWidths[h.Kind]*em
		switch {
		case h.Kind == table.Text && !h.Short:
			flags, wide = imgui.TableColumnFlagsWidthStretch, 0
		case h.Kind != table.Text:
			flags |= imgui.TableColumnFlagsPreferSortDescending
		}
		if h.Aside {
			flags |= imgui.TableColumnFlagsDefaultHide
		}
		if h.Title == first {
			flags |= imgui.TableColumnFlagsDefaultSort
		}
		imgui.TableSetupColumnV(h.Title, imgui.TableColumnFlags(flags), wide, imgui.ID(i))
	}
	imgui.TableNextRow()
	for k, i := range columns {
		if imgui.TableSetColumnIndex(int32(k)) {
			columnHead(w, &heads[i], sorted == i)
		}
	}
}

// sortBy sorts the table being laid out as a click on a heading does, or says that there is no
// such column.
func sortBy(by command.SortTable, heads []table.Head, columns []int, messages *session.Messages) {
	direction := imgui.SortDirectionAscending
	if by.Backwards {
		direction = imgui.SortDirectionDescending
	}
	k := slices.IndexFunc(columns, func(i int) bool { return strings.EqualFold(heads[i].Title, by.Column) })
	switch {
	case k >= 0:
	case by.Column == "":
		k, direction = 0, imgui.SortDirectionNone
	default:
		messages.Say(fmt.Sprintf("There is no column “%s”.", report.Safe(by.Column)))
		return
	}
	imgui.InternalTableSetColumnSortDirection(int32(k), direction, false)
}

// columnHead lays out the heading of a column, above its numbers at the right.
func columnHead(w *widget.Kit, h *table.Head, sorted bool) {
	at, wide := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X
	imgui.TableHeader("##" + h.Title)
	w.Mark("head "+h.Title, widget.LastItem())
	widget.Tip(h.Help + "\nClick to sort, right-click to choose columns.")
	if sorted {
		wide -= panel.SortSign * imgui.FontSize()
	}
	shown := widget.Shorten(h.Title, wide)
	if h.Kind != table.Text {
		at.X += max(wide-imgui.CalcTextSize(shown).X-numberMargin*imgui.FontSize(), 0)
	}
	imgui.WindowDrawList().AddTextVec2(at, widget.Packed(w.Palette.Text), shown)
}

// numberMargin is the space at the right of numbers, in sizes of the text.
const numberMargin = 0.4

// readOrder notes by which column the table is to be sorted.
func (s *Table) readOrder() {
	specs := imgui.TableGetSortSpecs()
	if specs == nil {
		return
	}
	s.Query.Column, s.Query.Backwards = -1, false
	if specs.SpecsCount() > 0 {
		s.Query.Column = int(specs.Specs().ColumnUserID())
		s.Query.Backwards = specs.Specs().SortDirection() == imgui.SortDirectionDescending
	}
}

func (p *Panel) listRows(s *Table, columns []int) {
	l := &s.order.Value
	clip := imgui.NewListClipper()
	defer clip.Destroy()
	clip.Begin(int32(len(l.rows)))
	for clip.Step() {
		for i := clip.DisplayStart(); i < clip.DisplayEnd(); i++ {
			p.row(s, int(i), columns)
		}
	}
}

// row lays out the row at place i.
func (p *Panel) row(s *Table, i int, columns []int) {
	l := &s.order.Value
	row := l.rows[i]
	imgui.TableNextRow()
	imgui.PushIDInt(row)
	defer imgui.PopID()
	palette := p.UI.Palette
	selectable := true // the first cell takes the clicks
	for k, column := range columns {
		if !imgui.TableSetColumnIndex(int32(k)) {
			continue
		}
		at, wide := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X
		if selectable {
			selectable = false
			p.click(s, i)
		}
		whole := report.Safe(l.cell(int(row), column))
		shown := widget.Shorten(whole, wide)
		color := palette.Text
		if h := &l.Heads[column]; h.Kind != table.Text {
			at.X += wide - imgui.CalcTextSize(shown).X - numberMargin*imgui.FontSize()
			if l.Number(int(row), column) == 0 && h.Kind != table.Moment {
				color = palette.Faint
			}
		}
		imgui.WindowDrawList().AddTextVec2(at, widget.Packed(color), shown)
		if shown != whole && imgui.IsMouseHoveringRect(at, imgui.Vec2{X: at.X + wide, Y: at.Y + imgui.TextLineHeight()}) {
			imgui.SetTooltip(whole)
		}
	}
}

// click makes the row at place i clickable: a click goes to the row's
// place in the timeline, and with Ctrl or Shift selects rows.
func (p *Panel) click(s *Table, i int) {
	l := &s.order.Value
	row := l.rows[i]
	flags := imgui.SelectableFlagsSpanAllColumns | imgui.SelectableFlagsAllowDoubleClick
	clicked := imgui.SelectableBoolV("##row", s.chosen[row] || row == s.current, imgui.SelectableFlags(flags), imgui.Vec2{})
	p.UI.Mark(fmt.Sprint("row ", i), widget.LastItem())
	if imgui.IsItemClickedV(imgui.MouseButtonRight) {
		p.menu.open(l.Spot(int(row)))
	}
	widget.Tip("Click to go there, double-click to move the camera too, right-click for a menu. Ctrl+click and Shift+click select rows.")
	if !clicked {
		return
	}
	io := imgui.CurrentIO()
	if more := io.KeyCtrl() || io.KeyShift(); more && len(s.chosen) == 0 && s.current >= 0 {
		s.choose(s.current, true)
	}
	switch {
	case io.KeyCtrl():
		s.choose(row, !s.chosen[row])
	case io.KeyShift():
		last := min(s.last, len(l.rows)-1)
		for k := min(i, last); k <= max(i, last); k++ {
			s.choose(l.rows[k], true)
		}
	default:
		s.chosen, s.current = nil, row
		p.goToRow(s, int(row))
		if imgui.IsMouseDoubleClicked(imgui.MouseButtonLeft) {
			p.Glide(workspace.Focus{})
		}
	}
	s.last = i
	selectChosen(p.Document, s)
}

// rowMenus are the menus of things that rows are about.
type rowMenus struct {
	lock     *menu.Lock
	function *menu.Function
	context  func(shape.PickID, tracefeed.Time) // opens the menu of a thread
}

// open opens the menu of the lock or function that a row is about, or else of its
// thread.
func (m *rowMenus) open(at report.Spot) {
	switch {
	case at.Monitor != tracefeed.NoMonitor:
		m.lock.Open(at.Monitor)
	case at.Function != "":
		m.function.Open(at)
	case at.Thread != tracefeed.NoThread:
		m.context(shape.PickID{Kind: shape.PickThread, Index: int32(at.Thread)}, max(at.Moment, 0))
	}
}

// selectChosen selects the threads that the chosen rows are about.
func selectChosen(d *session.Document, s *Table) {
	const most = 100_000
	if len(s.chosen) == 0 || len(s.chosen) > most {
		return
	}
	var threads []tracefeed.ThreadID
	for _, row := range slices.Sorted(maps.Keys(s.chosen)) {
		if t := s.order.Value.Spot(int(row)).Thread; t != tracefeed.NoThread {
			threads = append(threads, t)
		}
	}
	d.Send(workspace.SelectMany{Threads: threads})
}

func (s *Table) choose(row int32, on bool) {
	if s.chosen == nil {
		s.chosen = map[int32]bool{}
	}
	if s.chosen[row] = on; !on {
		delete(s.chosen, row)
	}
}

// goToRow shows a row's place in the timeline.
func (p *Panel) goToRow(s *Table, row int) {
	spot := s.order.Value.Spot(row)
	if p.shown == findingTable {
		p.goToFinding(spot.Finding)
		return
	}
	p.GoToSpot(spot.Thread, spot.Moment)
	if spot.Call.Thread != tracefeed.NoThread {
		p.Send(workspace.SelectCall{Call: spot.Call})
	}
}

// GoToSpot selects a thread and goes to a moment, if that is not below 0. Tables
// stay about the time that they are about.
func (p *Panel) GoToSpot(t tracefeed.ThreadID, moment tracefeed.Time) {
	if t != tracefeed.NoThread {
		p.SelectThread(t)
	}
	if moment < 0 {
		return
	}
	l := &p.Workspace.Look
	from, to := p.interval()
	p.pin = pinnedInterval{on: p.time == panel.TimeCounted, from: from, to: to, before: l.Moment, after: moment, step: l.Step,
		steps: l.Steps, selected: l.Interval}
	p.Send(workspace.SeekTo{Moment: moment})
}
