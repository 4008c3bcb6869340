package tables

import (
	"fmt"
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/report"
	"tiv/report/table"
	"tiv/scene/shape"
	"tiv/session"
	"tiv/session/lists"
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
	heads := p.Tables.Now().Heads()
	if heads == nil {
		imgui.Dummy(imgui.Vec2{X: 1, Y: max(height, 1)})
		return
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
	inner, bar, row := float32(0), float32(0), widget.RowHeight()
	if least := minTableWidth(heads); least > imgui.ContentRegionAvail().X {
		flags |= imgui.TableFlagsScrollX
		inner, bar = least, imgui.CurrentStyle().ScrollbarSize()
	}
	height = widget.WholeRows(height-bar, row) + bar
	name := lists.Kinds[p.Tables.Shown].Name
	if imgui.BeginTableV(name, int32(len(columns)), imgui.TableFlags(flags), imgui.Vec2{X: 0, Y: height}, inner) {
		widget.SnapToRow(row)
		sorted, backwards := p.Tables.Order()
		head(p.UI, heads, columns, sorted)
		p.order(heads, columns, panel.Sorting{Column: sorted, Backwards: backwards})
		if l := p.Tables.Now().Listed(); l != nil {
			p.listRows(l, columns)
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
func head(w *widget.Kit, heads []table.Head, columns []int, sorted int) {
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
		if i == sorted {
			flags |= imgui.TableColumnFlagsDefaultSort
		}
		imgui.TableSetupColumnV(h.Title, imgui.TableColumnFlags(flags), wide, imgui.ID(i))
	}
	imgui.TableNextRow()
	for k, i := range columns {
		if imgui.TableSetColumnIndex(int32(k)) {
			h := &heads[i]
			panel.Heading(w, panel.Head{Mark: "head ", Title: h.Title, Help: h.Help + "\nClick to sort, right-click to choose columns.",
				Number: h.Kind != table.Text, Sorted: sorted == i})
		}
	}
}

// order sorts the rows by the heading that was clicked, or shows the order that a command has chosen.
func (p *Panel) order(heads []table.Head, columns []int, by panel.Sorting) {
	clicked, ok := p.sorted[p.Tables.Shown].Follow(by, slices.Index(columns, by.Column), len(columns))
	if !ok {
		return
	}
	c := command.SortTable{Backwards: clicked.Backwards}
	if clicked.Column >= 0 {
		c.Column = heads[clicked.Column].Title
	}
	p.session.Do(c)
}

func (p *Panel) listRows(l *lists.Listed, columns []int) {
	clip := imgui.NewListClipper()
	defer clip.Destroy()
	clip.Begin(int32(len(l.Rows)))
	for clip.Step() {
		for i := clip.DisplayStart(); i < clip.DisplayEnd(); i++ {
			p.row(l, int(i), columns)
		}
	}
}

// row lays out the row at place i.
func (p *Panel) row(l *lists.Listed, i int, columns []int) {
	row := l.Rows[i]
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
			p.click(l, i)
		}
		whole := report.Safe(l.Cell(int(row), column))
		shown := widget.Shorten(whole, wide)
		color := palette.Text
		if h := &l.Heads[column]; h.Kind != table.Text {
			at.X += wide - imgui.CalcTextSize(shown).X - panel.NumberMargin*imgui.FontSize()
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
func (p *Panel) click(l *lists.Listed, i int) {
	s, last := p.Tables.Now(), &p.last[p.Tables.Shown]
	row := l.Rows[i]
	flags := imgui.SelectableFlagsSpanAllColumns | imgui.SelectableFlagsAllowDoubleClick
	clicked := imgui.SelectableBoolV("##row", s.IsLit(row), imgui.SelectableFlags(flags), imgui.Vec2{})
	p.UI.Mark(fmt.Sprint("row ", i), widget.LastItem())
	if imgui.IsItemClickedV(imgui.MouseButtonRight) {
		p.menu.at(l, i)
	}
	tip := "Click to go there, double-click to move the camera too, right-click for a menu. Ctrl+click and Shift+click select rows."
	if p.Tables.OfTasks() {
		tip = "Click to choose the task, double-click to show its time, right-click for a menu. Ctrl+click and Shift+click highlight tasks."
	}
	widget.Tip(tip)
	if !clicked {
		return
	}
	io := imgui.CurrentIO()
	if more := io.KeyCtrl() || io.KeyShift(); more && len(s.Chosen()) == 0 && s.Current >= 0 {
		if at := slices.Index(l.Rows, s.Current); at >= 0 {
			p.session.Do(command.SelectRows{Rows: []int{at}})
		}
	}
	switch {
	case io.KeyCtrl():
		p.session.Do(command.SelectRows{Rows: []int{i}, Mode: workspace.SelectOther})
	case io.KeyShift():
		var rows []int
		for k := min(i, *last); k <= max(i, *last); k++ {
			rows = append(rows, k)
		}
		p.session.Do(command.SelectRows{Rows: rows, Mode: workspace.SelectAlso})
	default:
		p.session.Do(command.GoToRow{Row: i})
		if imgui.IsMouseDoubleClicked(imgui.MouseButtonLeft) {
			p.menu.twice(l, i)
		}
	}
	*last = i
}

// rowMenus are the menus of things that rows are about, and the steps to these things.
type rowMenus struct {
	on       panel.Trace
	session  *session.Session
	lock     *menu.Lock
	function *menu.Function
	context  func(shape.PickID, tracefeed.Time) // opens the menu of a thread
}

// at opens the menu of the row at place i. The menu of a task is about the chosen task and the
// highlighted ones: these become the ones of the row, unless it is chosen.
func (m *rowMenus) at(l *lists.Listed, i int) {
	spot := l.Spot(int(l.Rows[i]))
	if !m.on.Tables.OfTasks() {
		m.open(spot)
		return
	}
	if !m.on.Tables.Now().IsLit(l.Rows[i]) {
		m.session.Do(command.GoToRow{Row: i})
	}
	if at := m.on.Workspace.Look.Tasks.Lookup(spot.Task); at >= 0 {
		m.context(shape.PickID{Kind: shape.PickTask, Index: int32(at)}, max(spot.Moment, 0))
	}
}

// twice follows a double click on a row: the time of its task is shown, or the camera moves to its
// thread.
func (m *rowMenus) twice(l *lists.Listed, i int) {
	if !m.on.Tables.OfTasks() {
		m.on.Glide(workspace.Focus{})
		return
	}
	m.on.Send(workspace.ShowTask{Task: l.Spot(int(l.Rows[i])).Task})
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
