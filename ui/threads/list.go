// Package threads has the panels about threads: their list with the filter, the clusters, what is
// selected, and the statistics of an interval.
package threads

import (
	"fmt"
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/report"
	"tiv/scene/paint"
	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/ui/panel"
	"tiv/ui/widget"
	"tiv/workspace"
)

// List is the table of threads.
type List struct {
	panel.Trace
	// openContext opens the menu of a thing, at a time of the trace.
	openContext func(shape.PickID, tracefeed.Time)
	panel.Idle
	Filter    FilterField // of the scene
	search    string
	rows      []threadRow
	of        []tracefeed.ThreadID // all that could be rows
	key       threadsKey
	base      baseTimes
	whole     tracefeed.Time     // that shares are of
	orderKept bool               // rows are in an order of before, while the playback plays
	shown     tracefeed.ThreadID // the selection that was scrolled to
	wide      float32            // of the table
	needs     columnNeeds        // of neededBy
	neededBy  *timeline.Timeline
}

// stateColumns are the columns after name and id, with a short title for a narrow table.
var stateColumns = []struct {
	state        tracefeed.State
	short, layer string
}{
	{tracefeed.Running, "run", "running"}, {tracefeed.Runnable, "ready", "runnable"}, {tracefeed.Suspended, "susp", "suspended"},
	{tracefeed.Blocking, "block", "blocking"}, {tracefeed.IO, "IO", "IO"},
}

// Widths of columns, in sizes of the text.
const (
	shareWidth = 2.3
	nameWidth  = 7  // at least
	longName   = 11 // at least for a longer name, if rare states give way
	fullName   = 9  // at least, in a table with full titles
)

// hidingOrder lists the states in the order in which their columns are hidden if
// there is too little room.
var hidingOrder = []tracefeed.State{tracefeed.Runnable, tracefeed.IO, tracefeed.Suspended, tracefeed.Running}

// columnNeeds is what the threads of a trace ask of the table.
type columnNeeds struct {
	// never are the states besides blocking in which no thread ever was, rare those in
	// which the threads were for less than rareShare of their time.
	never, rare []tracefeed.State
	name        float32 // width of the longest name, in sizes of the text
}

// rareShare is the share of time below which the column of a state makes room for names.
const rareShare = 0.01

// hiddenColumns returns the states that have no column in a table of a width: those that
// never occur, rare ones if they leave too little room for names, and more if even short
// names have too little room.
func hiddenColumns(wide float32, needs columnNeeds) []tracefeed.State {
	hidden := slices.Clone(needs.never)
	for _, s := range hidingOrder {
		name := float32(nameWidth)
		if slices.Contains(needs.rare, s) {
			name = max(name, min(needs.name, longName))
		}
		if !slices.Contains(hidden, s) && wide < name+float32(len(stateColumns)-len(hidden))*(shareWidth+0.3) {
			hidden = append(hidden, s)
		}
	}
	return hidden
}

// needsOf returns what the threads of a trace ask of the table.
func needsOf(tl *timeline.Timeline) (needs columnNeeds) {
	threads := make([]tracefeed.ThreadID, 0, len(tl.Threads))
	longest := ""
	for id := 1; id < len(tl.Threads); id++ {
		threads = append(threads, tracefeed.ThreadID(id))
		if name := tl.Threads[id].Name; len(name) > len(longest) {
			longest = name
		}
	}
	needs.name = imgui.CalcTextSize(report.Safe(longest)).X / imgui.FontSize()
	var all tracefeed.StateTimes
	tl.EachSum(threads, 0, tl.End, func(_ int, b *tracefeed.StateTimes) { all.Add(*b) })
	for _, s := range hidingOrder {
		switch t := all[s]; {
		case t == 0:
			needs.never = append(needs.never, s)
		case float64(t) < rareShare*float64(all.Alive()):
			needs.rare = append(needs.rare, s)
		}
	}
	return needs
}

// stateColumn returns the title of a column in a table of a width, and its width, both in
// sizes of the text: the state's word if all words fit.
func stateColumn(i int, wide, em float32) (title string, width float32) {
	all := float32(fullName)
	for _, c := range stateColumns {
		all += max(imgui.CalcTextSize(c.layer).X/em, shareWidth) + 0.6
	}
	c := &stateColumns[i]
	if wide < all {
		return c.short, shareWidth
	}
	return c.layer, max(imgui.CalcTextSize(c.layer).X/em+0.3, shareWidth)
}

// Close ends all work.
func (p *List) Close() { p.base.Close() }

// LayOut lays the panel out.
func (p *List) LayOut() {
	panel.Docked(panel.Threads, 0, func() {
		p.Filter.layOut()
		imgui.SetNextItemWidth(-1)
		imgui.InputTextWithHint("##search", widget.ShortenHint("Find in list: name or id", imgui.ContentRegionAvail().X), &p.search, 0, nil)
		p.UI.Mark("search", widget.LastItem())
		widget.Tip("Lists only threads whose name or id contains this text. The scene shows all.")
		flags := imgui.TableFlagsSortable | imgui.TableFlagsResizable | imgui.TableFlagsHideable | imgui.TableFlagsScrollY |
			imgui.TableFlagsBordersInnerV | imgui.TableFlagsNoBordersInBody | imgui.TableFlagsNoSavedSettings |
			imgui.TableFlagsSizingFixedFit
		foot := imgui.TextLineHeightWithSpacing()
		size := imgui.ContentRegionAvail()
		p.wide = size.X
		if imgui.BeginTableV("threads", int32(2+len(stateColumns)), imgui.TableFlags(flags), imgui.Vec2{X: 0, Y: size.Y - foot}, 0) {
			p.head()
			p.listRows()
			imgui.EndTable()
		}
		p.UI.Faint(widget.Shorten(p.summary()+" · % of the "+p.counted(), imgui.ContentRegionAvail().X))
		p.UI.Mark("threads summary", widget.LastItem())
		widget.Tip("The shares are those of the " + p.counted() + ". Time when a thread was not alive is in none.")
	})
}

// summary counts the threads, and those that the search has found.
func (p *List) summary() string {
	if p.search == "" {
		return p.ThreadCount()
	}
	return fmt.Sprintf("%d found · %s", len(p.rows), p.ThreadCount())
}

// head sets up the columns and their headings.
func (p *List) head() {
	em := imgui.FontSize()
	if tl := p.Workspace.Timeline; p.neededBy != tl {
		p.needs, p.neededBy = needsOf(tl), tl
	}
	left := hiddenColumns(p.wide/em, p.needs)
	imgui.TableSetupScrollFreeze(0, 1)
	imgui.TableSetupColumnV("thread", imgui.TableColumnFlags(imgui.TableColumnFlagsWidthStretch|imgui.TableColumnFlagsNoHide), 0, 0)
	imgui.TableSetupColumnV("id", imgui.TableColumnFlags(imgui.TableColumnFlagsWidthFixed|imgui.TableColumnFlagsDefaultHide), 2.2*em, 1)
	for i, c := range stateColumns {
		flags := imgui.TableColumnFlagsWidthFixed | imgui.TableColumnFlagsPreferSortDescending | imgui.TableColumnFlagsNoResize
		if c.state == tracefeed.Blocking {
			flags |= imgui.TableColumnFlagsDefaultSort
		}
		if slices.Contains(left, c.state) {
			flags |= imgui.TableColumnFlagsDisabled
		}
		title, wide := stateColumn(i, p.wide/em, em)
		if p.key.column == 2+i {
			wide += panel.SortSign
		}
		imgui.TableSetupColumnV(title, imgui.TableColumnFlags(flags), wide*em, imgui.ID(2+i))
	}
	imgui.TableNextRow()
	for i := range 2 + len(stateColumns) {
		if imgui.TableSetColumnIndex(int32(i)) {
			p.columnHead(i)
		}
	}
	p.readOrder()
}

// counted names the time that the shares are of.
func (p *List) counted() string {
	if p.key.base != nil {
		return "time in the base"
	}
	return strings.ToLower(panel.TimeCounted.Name(p.Workspace))
}

// columnHead lays out the heading of a column.
func (p *List) columnHead(i int) {
	name, help := "thread", "Click to sort by name, right-click to choose columns."
	switch {
	case i == 1:
		name, help = "id", "Click to sort in order of appearance."
	case i > 1:
		c := stateColumns[i-2]
		name, _ = stateColumn(i-2, p.wide/imgui.FontSize(), imgui.FontSize())
		help = "Time spent " + c.layer + ", as a share of the " + p.counted() + ". Click to sort."
	}
	at, wide := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X
	imgui.TableHeader("##" + name) // it would keep room for an arrow and cut the name
	list := imgui.WindowDrawList()
	left := at
	if i > 1 { // above numbers
		right := wide - imgui.CalcTextSize(name).X
		if p.key.column == i {
			right -= panel.SortSign * imgui.FontSize()
		}
		left.X += max(right, 0)
	}
	list.AddTextVec2(left, widget.Packed(p.UI.Palette.Text), name)
	p.UI.Mark("column "+name, widget.LastItem())
	widget.Tip(help)
	if i > 1 {
		y := widget.LastItem().Y1
		color := p.UI.Palette.Layers[stateColumns[i-2].layer].Color
		widget.Fill(list, shape.Rect{X0: at.X, Y0: y - 2*p.UI.Scale, X1: at.X + wide, Y1: y}, color)
	}
}

// readOrder notes by which column the table is to be sorted.
func (p *List) readOrder() {
	if specs := imgui.TableGetSortSpecs(); specs != nil && specs.SpecsCount() > 0 {
		p.key.column = int(specs.Specs().ColumnUserID())
		p.key.backwards = specs.Specs().SortDirection() == imgui.SortDirectionDescending
		if specs.SpecsDirty() {
			p.rows = nil
			specs.SetSpecsDirty(false)
		}
	}
}

// listRows lists the threads that match the search; only those in view have a
// cost.
func (p *List) listRows() {
	p.refresh()
	p.whole = p.key.whole(p.rows)
	clip := imgui.NewListClipper()
	defer clip.Destroy()
	clip.Begin(int32(len(p.rows)))
	selected := p.Workspace.Look.Selected
	scroll := selected != p.shown
	p.shown = selected
	if scroll && selected != tracefeed.NoThread {
		if i := slices.IndexFunc(p.rows, func(r threadRow) bool { return r.id == selected }); i >= 0 {
			clip.IncludeItemByIndex(int32(i))
		}
	}
	for clip.Step() {
		for i := clip.DisplayStart(); i < clip.DisplayEnd(); i++ {
			p.row(&p.rows[i], scroll)
		}
	}
}

func (p *List) row(r *threadRow, scroll bool) {
	t := &p.Workspace.Timeline.Threads[r.id]
	imgui.TableNextRow()
	imgui.TableSetColumnIndex(0)
	imgui.PushIDInt(int32(r.id))
	defer imgui.PopID()
	selected := p.IsSelected(r.id)
	at, wide := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X
	if imgui.SelectableBoolV("##row", selected,
		imgui.SelectableFlags(imgui.SelectableFlagsSpanAllColumns|imgui.SelectableFlagsAllowDoubleClick), imgui.Vec2{}) {
		rows := p.rows
		p.selectRow(r.id, func(i int) tracefeed.ThreadID { return rows[i].id }, len(rows))
		p.shown = r.id // it need not be scrolled to
		if imgui.IsMouseDoubleClicked(imgui.MouseButtonLeft) {
			p.Glide(workspace.Focus{})
		}
	}
	if imgui.IsItemClickedV(imgui.MouseButtonRight) {
		p.openContext(shape.PickID{Kind: shape.PickThread, Index: int32(r.id)}, p.Workspace.Look.Moment)
	}
	if imgui.IsItemHovered() {
		p.OverRow = shape.PickID{Kind: shape.PickThread, Index: int32(r.id)}
	}
	if r.id == p.Workspace.Look.Selected && scroll && !imgui.IsItemVisible() {
		imgui.SetScrollHereYV(0.5)
	}
	p.UI.Mark("thread "+t.ID, widget.LastItem())
	color := p.UI.Palette.Text
	whole := p.ThreadName(r.id)
	name, ended := widget.Shorten(whole, wide), place.EndOf(p.Workspace.Timeline, []tracefeed.ThreadID{r.id}, p.Workspace.Look.Moment)
	if r.alive == 0 || ended > 0 || view.Has(p.Workspace.Look.Dimmed, r.id) {
		color = p.UI.Palette.Faint
	}
	if ended > 0 {
		whole += "\nended at " + p.Workspace.Look.Clock().Name(ended, p.Workspace.Look.Step)
	}
	imgui.WindowDrawList().AddTextVec2(at, widget.Packed(color), name)
	widget.Tip(whole + "\nClick to select, double-click to focus.")
	if imgui.TableSetColumnIndex(1) {
		widget.Tinted(p.UI.Palette.Faint, report.Safe(t.ID))
	}
	for i, c := range stateColumns {
		if imgui.TableSetColumnIndex(int32(2 + i)) {
			shareCell(p.UI, float32(float64(r.times[c.state])/float64(p.whole)), p.UI.Palette.Layers[c.layer])
		}
	}
}

// shareCell shows a part of the time in view as a number over a thin bar.
func shareCell(w *widget.Kit, share float32, style paint.Style) {
	if share == 0 {
		return
	}
	s := wholePercent(share)
	at, wide := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X
	size := imgui.CalcTextSize(s)
	list := imgui.WindowDrawList()
	y := at.Y + size.Y
	list.AddRectFilled(imgui.Vec2{X: at.X, Y: y - 1.5*w.Scale}, imgui.Vec2{X: at.X + wide*share, Y: y + 0.5*w.Scale},
		widget.Packed(style.Color))
	color := w.Palette.Text
	if s == tinyShare {
		color = w.Palette.Faint
	}
	list.AddTextVec2(imgui.Vec2{X: at.X + wide - size.X, Y: at.Y - w.Scale}, widget.Packed(color), s)
}

// tinyShare stands for shares that wholePercent would round to nothing.
const tinyShare = "<1%"

// wholePercent formats a share in at most four characters.
func wholePercent(share float32) string {
	if share > 0 && share < 0.01 {
		return tinyShare
	}
	return fmt.Sprintf("%.0f%%", 100*share)
}

// selectRow selects a row of a list. rows returns the threads of rows by index,
// up to n. With Shift it selects all rows between this one and the thread
// selected last.
func (p *List) selectRow(t tracefeed.ThreadID, rows func(int) tracefeed.ThreadID, n int) {
	mode := panel.SelectMode()
	if mode != workspace.SelectAlso {
		p.Send(workspace.SelectMany{Threads: []tracefeed.ThreadID{t}, Mode: mode})
		return
	}
	from, to := -1, -1
	for i := range n {
		switch rows(i) {
		case p.Workspace.Look.Selected:
			from = i
		case t:
			to = i
		}
	}
	if from < 0 || to < 0 {
		from = to
	}
	var list []tracefeed.ThreadID
	for i := max(0, min(from, to)); i <= max(from, to); i++ {
		list = append(list, rows(i))
	}
	p.Send(workspace.SelectMany{Threads: append(list, t), Mode: mode})
}

// NewList returns the panel of the threads of a trace. openContext opens the menu of a thing,
// at a time of the trace.
func NewList(on panel.Trace, s *panel.Services, openContext func(shape.PickID, tracefeed.Time)) List {
	return List{Trace: on, openContext: openContext, Filter: newFilterField(on, s)}
}

// SelectNext selects another thread of the list.
func (p *List) SelectNext(by int) {
	if len(p.rows) == 0 {
		return
	}
	i := slices.IndexFunc(p.rows, func(r threadRow) bool { return r.id == p.Workspace.Look.Selected })
	switch {
	case p.Workspace.Look.Selected != tracefeed.NoThread && i >= 0:
		i = min(max(i+by, 0), len(p.rows)-1)
	case by < 0:
		i = len(p.rows) - 1
	default:
		i = 0
	}
	p.SelectThread(p.rows[i].id)
}
