// Package threads has the panels about threads: their list with the filter, the clusters, what is
// selected, and the statistics of an interval.
package threads

import (
	"fmt"
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/report"
	"tiv/scene/paint"
	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/task/sentence"
	"tiv/tracefeed"
	"tiv/ui/panel"
	"tiv/ui/widget"
	"tiv/workspace"
)

// List is the tree of the groups of the scene and their threads. Its columns are the same in
// every trace and width.
type List struct {
	panel.Trace
	// openContext opens the menu of a thing, at a time of the trace.
	openContext func(shape.PickID, tracefeed.Time)
	openGroup   func(view.Cluster) // opens the menu of a group
	Filter      FilterField        // of the scene
	tree        tree
	shown       tracefeed.ThreadID // the selection that was scrolled to
	sorted      panel.SortHeads
}

// Columns of the list.
const (
	nameColumn = iota
	idColumn   // hidden at first
	statesColumn
	timeColumn
	taskColumn // hidden at first
)

// statesWidth is the width of the bar of states, in sizes of the text.
const statesWidth = 3.7

// sortStates are the states by which the list can be sorted.
var sortStates = [...]tracefeed.State{tracefeed.Running, tracefeed.Runnable, tracefeed.Suspended, tracefeed.Blocking, tracefeed.IO}

// Close ends all work.
func (p *List) Close() { p.tree.close() }

// Busy reports whether the list is being made.
func (p *List) Busy() bool {
	_, busy := p.tree.later.Running()
	return busy
}

// LayOut lays the panel out.
func (p *List) LayOut() {
	panel.Docked(panel.Threads, 0, func() {
		p.Filter.layOut()
		imgui.SetNextItemWidth(-1)
		hint := widget.ShortenHint("Find in list: name or id", imgui.ContentRegionAvail().X)
		search := p.ThreadList.Search
		if imgui.InputTextWithHint("##search", hint, &search, 0, nil) {
			p.tree.visit.Do(command.FindThreads{Text: search})
		}
		p.UI.Mark("search", widget.LastItem())
		widget.Tip("Lists only threads whose name or id contains this text. The scene shows all.")
		p.tree.refresh()
		end := imgui.CursorScreenPos().Y + imgui.ContentRegionAvail().Y - imgui.TextLineHeight()
		p.table(min(end, panel.CoveredFrom(panel.Tour)) - imgui.CurrentStyle().ItemSpacing().Y)
		imgui.SetCursorScreenPos(imgui.Vec2{X: imgui.CursorScreenPos().X, Y: end})
		p.UI.Faint(widget.Shorten(countRows(p)+" · times in the "+p.tree.counted(), imgui.ContentRegionAvail().X))
		p.UI.Mark("threads summary", widget.LastItem())
		widget.Tip("The bars and times are those in the " + p.tree.counted() + ". Time when a thread was not alive is in none.")
	})
}

// table lays out as many whole rows as there is room for down to a height.
func (p *List) table(end float32) {
	flags := imgui.TableFlagsSortable | imgui.TableFlagsResizable | imgui.TableFlagsHideable | imgui.TableFlagsScrollY |
		imgui.TableFlagsBordersInnerV | imgui.TableFlagsNoBordersInBody | imgui.TableFlagsNoSavedSettings |
		imgui.TableFlagsSizingFixedFit
	row := widget.RowHeight()
	high := widget.WholeRows(end-imgui.CursorScreenPos().Y, row)
	if !imgui.BeginTableV("threads", taskColumn+1, imgui.TableFlags(flags), imgui.Vec2{X: imgui.ContentRegionAvail().X, Y: high}, 0) {
		return
	}
	defer imgui.EndTable()
	widget.SnapToRow(row)
	listHead{p}.layOut()
	p.listRows()
}

// countRows counts the threads and groups, and those that the search has found.
func countRows(p *List) string {
	s := p.ThreadCount()
	if p.ThreadList.Search != "" {
		s = fmt.Sprintf("%s found · %s", tracefeed.Count(p.tree.listed.found), s)
	}
	n := 0
	for i := range p.tree.listed.groups {
		if !p.tree.listed.groups[i].alone {
			n++
		}
	}
	if n > 0 {
		s += ", " + tracefeed.Plural(n, "group")
	}
	return s
}

// counted names the time that is listed.
func (p *tree) counted() string {
	if p.listed.key.base != nil {
		return "time in the base"
	}
	return strings.ToLower(panel.TimeCounted.Name(p.Workspace))
}

// listRows lists the rows; only those in view have a cost.
func (p *List) listRows() {
	clip := imgui.NewListClipper()
	defer clip.Destroy()
	selected := p.Workspace.Look.Selected
	scroll := selected != p.shown && selected != tracefeed.NoThread
	p.shown = selected
	to := -1
	if scroll && len(p.Workspace.Look.Selection) < 2 {
		to = p.tree.rowOf(selected)
	}
	clip.Begin(int32(len(p.tree.rows)))
	if to >= 0 {
		clip.IncludeItemByIndex(int32(to))
	}
	for clip.Step() {
		for i := clip.DisplayStart(); i < clip.DisplayEnd(); i++ {
			p.row(p.tree.rows[i], int(i) == to)
		}
	}
}

// row lays out a row.
func (p *List) row(r listRow, scroll bool) {
	imgui.TableNextRow()
	imgui.TableSetColumnIndex(nameColumn)
	if r.member < 0 {
		imgui.PushIDStr(r.group.Name)
		p.groupName(r)
		imgui.PopID()
		times(p.UI, &p.tree, &r.group.threadRow, len(r.group.members))
		return
	}
	t := &r.group.members[r.member]
	imgui.PushIDInt(int32(t.id))
	p.threadName(r, t, scroll)
	imgui.PopID()
	if imgui.TableSetColumnIndex(idColumn) {
		widget.Tinted(p.UI.Palette.Faint, report.Safe(p.Workspace.Timeline.Threads[t.id].ID))
	}
	times(p.UI, &p.tree, t, 1)
	if imgui.TableSetColumnIndex(taskColumn) {
		taskCell(t.id, p)
	}
}

// taskCell lays out the task for which a thread works at the moment.
func taskCell(t tracefeed.ThreadID, p *List) {
	l := &p.Workspace.Look
	p.Workspace.Tasking.Ask()
	if l.Tasks == nil {
		return
	}
	if w, ok := l.Tasks.At(t, l.Moment); ok {
		name := report.Safe(sentence.Name(&l.Tasks.Tasks[w.Task]))
		widget.Text(widget.Shorten(name, imgui.ContentRegionAvail().X))
		p.UI.MarkText("task of "+p.Workspace.Timeline.Threads[t].ID, name)
		widget.Tip(report.Safe(sentence.Hint(&l.Tasks.Tasks[w.Task])) + "\n" + report.Safe(sentence.How(&w, p.ThreadName)))
	}
}

// selectable lays out the part of a row that selects its threads.
func selectable(p *List, r listRow, lit bool) {
	if imgui.SelectableBoolV("##row", lit,
		imgui.SelectableFlags(imgui.SelectableFlagsSpanAllColumns|imgui.SelectableFlagsAllowDoubleClick), imgui.Vec2{}) {
		p.selectRow(r, true)
	}
}

// arrowWidth is the width of the arrow of a group, in sizes of the text.
const arrowWidth = 1.1

// groupName lays out the name of a group, with an arrow that lists its threads.
func (p *List) groupName(r listRow) {
	g, at, wide, em := r.group, imgui.CursorScreenPos(), imgui.ContentRegionAvail().X, imgui.FontSize()
	onArrow := imgui.MousePos().X < at.X+arrowWidth*em
	if onArrow {
		if imgui.SelectableBoolV("##row", p.tree.isLit(g), imgui.SelectableFlags(imgui.SelectableFlagsSpanAllColumns), imgui.Vec2{}) {
			p.tree.turn(g)
		}
	} else {
		selectable(p, r, p.tree.isLit(g))
	}
	if imgui.IsItemHovered() && !onArrow && imgui.IsMouseDoubleClicked(imgui.MouseButtonLeft) {
		p.tree.turn(g)
	}
	if imgui.IsItemClickedV(imgui.MouseButtonRight) {
		p.openGroup(g.Cluster)
	}
	p.UI.Mark("group "+g.Name, widget.LastItem())
	dir, color := imgui.DirRight, p.UI.Palette.Text
	if p.tree.isOpen(g) {
		dir = imgui.DirDown
	}
	if g.alive == 0 {
		color = p.UI.Palette.Faint
	}
	list := imgui.WindowDrawList()
	imgui.InternalRenderArrow(list, at, widget.Packed(p.UI.Palette.Faint), dir)
	if g.Color != (paint.Color{}) {
		widget.Fill(list, shape.Rect{X0: at.X - 2*p.UI.Scale, Y0: at.Y, X1: at.X, Y1: at.Y + em}, g.Color)
	}
	short := view.Cluster{Name: g.Name, Threads: g.Threads}
	if !g.user {
		short.Name = p.Workspace.Look.NameOf(g.Name)
	}
	count := " × " + tracefeed.Count(len(g.Threads))
	name := strings.TrimSuffix(report.Safe(short.Title()), count)
	name = widget.Shorten(name, wide-arrowWidth*em-imgui.CalcTextSize(count).X) + count
	list.AddTextVec2(imgui.Vec2{X: at.X + arrowWidth*em, Y: at.Y}, widget.Packed(color), name)
	if imgui.IsItemHovered() {
		widget.Tip(report.Safe(g.Title()) + "\n" + explain(&g.threadRow) +
			"Click to select its threads, right-click for more; the arrow or a double click lists them.")
	}
}

// threadName lays out the name of a thread.
func (p *List) threadName(r listRow, t *threadRow, scroll bool) {
	at, wide := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X
	selectable(p, r, p.IsSelected(t.id))
	if imgui.IsItemHovered() {
		p.OverRow = shape.PickID{Kind: shape.PickThread, Index: int32(t.id)}
		if imgui.IsMouseDoubleClicked(imgui.MouseButtonLeft) {
			p.Glide(workspace.Focus{})
		}
	}
	if imgui.IsItemClickedV(imgui.MouseButtonRight) {
		p.openContext(shape.PickID{Kind: shape.PickThread, Index: int32(t.id)}, p.Workspace.Look.Moment)
	}
	if scroll && !imgui.IsItemVisible() {
		imgui.SetScrollHereYV(0.5)
	}
	of := &p.Workspace.Timeline.Threads[t.id]
	p.UI.Mark("thread "+of.ID, widget.LastItem())
	if !r.group.alone {
		indent := arrowWidth * imgui.FontSize()
		at.X, wide = at.X+indent, wide-indent
	}
	color := p.UI.Palette.Text
	ended := place.EndOf(p.Workspace.Timeline, []tracefeed.ThreadID{t.id}, p.Workspace.Look.Moment)
	if t.alive == 0 || ended > 0 || view.Has(p.Workspace.Look.Dimmed, t.id) {
		color = p.UI.Palette.Faint
	}
	name := report.Safe(p.Workspace.Look.NameOf(of.Name))
	imgui.WindowDrawList().AddTextVec2(at, widget.Packed(color), widget.Shorten(name, wide))
	if imgui.IsItemHovered() {
		whole := p.ThreadName(t.id)
		if ended > 0 {
			whole += "\nended at " + p.Workspace.Look.Clock().Name(ended, p.Workspace.Look.Step)
		}
		widget.Tip(whole + "\n" + explain(t) + "Click to select, double-click to focus.")
	}
}

// explain lists the times of a row in states, in lines.
func explain(t *threadRow) string {
	s := ""
	for _, state := range report.StateOrder {
		if x := t.times[state]; x > 0 {
			s += fmt.Sprintf("%s %v, %s\n", state.Word(), x, panel.Percent(float32(float64(x)/float64(max(t.alive, 1)))))
		}
	}
	return s
}

// times lays out the states of some threads as a bar, as long as their mean time alive, and their
// time in the state of the column.
func times(w *widget.Kit, of *tree, t *threadRow, threads int) {
	if imgui.TableSetColumnIndex(statesColumn) {
		at, wide, pad := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X, 2*w.Scale
		x, unit := at.X, float64(wide)/(float64(of.listed.span)*float64(threads))
		for _, state := range report.StateOrder {
			next := x + float32(float64(t.times[state])*unit)
			w.Patterned(imgui.Vec2{X: x, Y: at.Y + pad}, imgui.Vec2{X: next, Y: at.Y + imgui.TextLineHeight() - pad},
				w.Palette.Layers[state.Word()])
			x = next
		}
	}
	if x := t.times[of.ThreadList.State()]; x > 0 && imgui.TableSetColumnIndex(timeColumn) {
		s := x.String()
		at, wide := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X
		imgui.WindowDrawList().AddTextVec2(imgui.Vec2{X: at.X + wide - imgui.CalcTextSize(s).X, Y: at.Y},
			widget.Packed(w.Palette.Text), s)
	}
}

// selectRow selects the threads of a row, as the keys that are held say. With Shift it selects all
// rows between this one and the thread selected last.
func (p *List) selectRow(r listRow, clicked bool) {
	threads := r.threads()
	mode := workspace.SelectOnly
	if clicked {
		mode = panel.SelectMode()
		p.shown = threads[len(threads)-1] // it need not be scrolled to
	}
	if mode == workspace.SelectAlso {
		threads = append(p.tree.upTo(r), threads...)
	}
	p.Send(workspace.SelectMany{Threads: threads, Mode: mode})
}

// SelectNext selects the threads of another row of the list.
func (p *List) SelectNext(by int) {
	if len(p.tree.rows) == 0 {
		return
	}
	i := slices.IndexFunc(p.tree.rows, func(r listRow) bool {
		if r.member < 0 {
			return p.tree.isLit(r.group)
		}
		return len(p.Workspace.Look.Selection) < 2 && r.group.members[r.member].id == p.Workspace.Look.Selected
	})
	switch {
	case i >= 0:
		i = min(max(i+by, 0), len(p.tree.rows)-1)
	case by < 0:
		i = len(p.tree.rows) - 1
	default:
		i = 0
	}
	p.selectRow(p.tree.rows[i], false)
}

// NewList returns the panel of the threads of a trace. openContext opens the menu of a thing,
// at a time of the trace, openGroup that of a group.
func NewList(on panel.Trace, s *panel.Services, openContext func(shape.PickID, tracefeed.Time), openGroup func(view.Cluster)) List {
	return List{Trace: on, openContext: openContext, openGroup: openGroup, tree: tree{Document: on.Document, visit: s.Session},
		Filter: newFilterField(on, s)}
}
