// Package tables has the panel of the tables: locks, waits, threads, functions, calls and more.
package tables

import (
	"fmt"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/report"
	"tiv/report/tasks"
	"tiv/scene/shape"
	"tiv/session"
	"tiv/session/lists"
	"tiv/tracefeed"
	"tiv/ui/menu"
	"tiv/ui/panel"
	"tiv/ui/widget"
)

// Panel shows the tables of the trace.
type Panel struct {
	panel.Trace
	panel.Idle // the work on tables is that of the document
	session    *session.Session
	menu       rowMenus
	tasks      taskField
	last       [len(lists.Kinds)]int             // the place of the last click, by table
	sorted     [len(lists.Kinds)]panel.SortHeads // by table
}

// LayOut lays the panel out.
func (p *Panel) LayOut() {
	t := &p.Tables
	if t.Raised {
		imgui.SetWindowFocusStr(panel.Tables)
	}
	t.Raised = false
	panel.Closable(p.Document, panel.Tables, func() {
		t.Hidden = false
		p.tabs()
		p.tools()
		if t.OfTasks() {
			p.tasks.layOut()
		}
		t.Refresh(p.Workspace, p.Wake)
		foot := imgui.TextLineHeightWithSpacing()
		p.table(max(imgui.ContentRegionAvail().Y-foot, 4*foot))
		p.foot()
	})
}

// tabs chooses the table.
func (p *Panel) tabs() {
	for i := range lists.Kinds {
		k := &lists.Kinds[i]
		if i > 0 {
			widget.SameLineIfWide(widget.ButtonWidth(k.Name), 2*p.UI.Scale)
		}
		if p.UI.SwitchButton(k.Name, i == p.Tables.Shown) {
			p.session.Do(command.ShowTable{Table: k.Name, Thread: p.Tables.Thread, Function: p.Tables.Function})
		}
		p.UI.Mark("table "+k.Name, widget.LastItem())
		widget.Tip(k.Help)
	}
}

// tools chooses the rows, and copies them.
func (p *Panel) tools() {
	t := &p.Tables
	gap := 1.5 * imgui.FontSize()
	widget.SameLineIfWide(panel.ChoiceWidth(p.UI, p.Workspace), gap)
	imgui.BeginDisabledV(!t.OfTime())
	if time := panel.TimeOf(t.Whole); time.Choose(p.UI, p.Workspace, "table") {
		p.session.Do(command.SetTableWhole{On: time == panel.TimeAll})
	}
	imgui.EndDisabled()
	if t.OfFunctions() {
		widget.SameLineIfWide(groupingWidth*imgui.FontSize(), gap)
		p.chooseGrouping(functions)
	}
	if t.OfTypes() {
		widget.SameLineIfWide(groupingWidth*imgui.FontSize(), gap)
		p.chooseGrouping(taskGroups)
	}
	if len(p.Workspace.Look.Slices) > 0 {
		const label = "% of slices"
		widget.SameLineIfWide(widget.ButtonWidth(label), gap)
		if p.UI.SwitchButton(label, t.Shares) {
			p.session.Do(command.SetTableShares{On: !t.Shares})
		}
		p.UI.Mark("table shares", widget.LastItem())
		widget.Tip("Shows the time in slices as a share of the time of the row, or of that in the base.")
	}
	oneThread(p)
	label := "Copy CSV"
	wide := widget.ButtonWidth(label)
	widget.SameLineIfWide(wide+9*imgui.FontSize(), gap)
	imgui.SetNextItemWidth(max(imgui.ContentRegionAvail().X-wide-imgui.FontSize(), 4*imgui.FontSize()))
	find := t.Now().Find
	if imgui.InputTextWithHint("##find", "Filter rows…", &find, 0, nil) {
		p.session.Do(command.FilterTable{Text: find})
	}
	p.UI.Mark("table find", widget.LastItem())
	widget.Tip("Lists only rows that contain this text.")
	imgui.SameLineV(0, imgui.FontSize())
	if imgui.Button(label) {
		p.session.Do(command.CopyRows{})
	}
	p.UI.Mark("table copy", widget.LastItem())
	widget.Tip("Copies the selected rows, or all rows listed, in the format of tiv dump. Ctrl+click and Shift+click select rows.")
}

// foot shows the number of listed rows, and of those left out.
func (p *Panel) foot() {
	s := p.Tables.Now()
	var parts []string
	if p.Tables.Finding() {
		parts = append(parts, "finding the tasks")
	} else if share, busy := s.Progress(); busy {
		parts = append(parts, fmt.Sprintf("working, %.0f %%", 100*share))
	}
	if l := s.Listed(); l != nil {
		n := tracefeed.Plural(l.Len, "row")
		if len(l.Rows) != l.Len {
			n = fmt.Sprintf("%d of %s", len(l.Rows), n)
		}
		parts = append(parts, n)
		if chosen := len(s.Chosen()); chosen > 0 {
			parts = append(parts, fmt.Sprintf("%d selected", chosen))
		}
		if p.Tables.OfTime() {
			clock := p.Workspace.Look.Clock()
			parts = append(parts, fmt.Sprintf("from %s to %s", clock.Moving(l.From), clock.Moving(l.To)))
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
	l := p.Tables.Now().Listed()
	if p.Tables.Hidden || l == nil {
		return nil, 0
	}
	const most = 20
	return l.Texts(most), len(l.Rows)
}

// New returns the panel of a trace, with the menus of the things that its rows are about.
func New(on panel.Trace, s *panel.Services, lock *menu.Lock, function *menu.Function,
	context func(shape.PickID, tracefeed.Time)) Panel {
	return Panel{Trace: on, session: s.Session, menu: rowMenus{on, s.Session, lock, function, context}, tasks: newTaskField(on, s)}
}

// oneThread shows to which thread the functions and calls are limited, and ends that.
func oneThread(p *Panel) {
	t := &p.Tables
	if t.Thread == tracefeed.NoThread || !t.OfCode() || int(t.Thread) >= len(p.Workspace.Timeline.Threads) {
		return
	}
	label := "Only " + widget.Shorten(report.Safe(p.ThreadName(t.Thread)), 12*imgui.FontSize())
	widget.SameLineIfWide(widget.ButtonWidth(label), 1.5*imgui.FontSize())
	if p.UI.SwitchButton(label+"###thread", true) {
		p.session.Do(command.ShowTable{Table: lists.Kinds[t.Shown].Name, Function: t.Function})
	}
	p.UI.Mark("table thread", widget.LastItem())
	widget.Tip("Lists functions and calls of this thread alone. Click to list those of all threads that are shown.")
}

// groupingWidth is the width of the list of groupings, in sizes of the text.
const groupingWidth = 8

// grouping is a choice of the rows of a table that adds up.
type grouping struct {
	words  []string
	help   func(word string) string
	chosen func(*lists.Tables) string
	choose func(word string) command.Command
	tip    string
}

// The groupings of functions, and of tasks.
var (
	functions = grouping{report.FunctionGroupings(), report.GroupingHelp, (*lists.Tables).Grouping,
		func(word string) command.Command { return command.GroupTable{By: word} },
		"Adds up the calls by function, or by what the functions or calls belong to."}
	taskGroups = grouping{tasks.Groupings(), tasks.GroupingHelp, (*lists.Tables).TaskGrouping,
		func(word string) command.Command { return command.GroupTasks{By: word} },
		"Adds up the tasks by their type, or by what they have in common."}
)

// chooseGrouping lays out the list of groupings.
func (p *Panel) chooseGrouping(g grouping) {
	now := g.chosen(&p.Tables)
	imgui.SetNextItemWidth(groupingWidth * imgui.FontSize())
	if imgui.BeginComboV("##by", "By "+now, imgui.ComboFlagsHeightLarge) {
		for _, word := range g.words {
			if imgui.SelectableBoolV("By "+word, word == now, 0, imgui.Vec2{}) {
				p.session.Do(g.choose(word))
			}
			p.UI.Mark("table by "+word, widget.LastItem())
			widget.Tip(g.help(word))
		}
		imgui.EndCombo()
	}
	p.UI.Mark("table by", widget.LastItem())
	widget.Tip(g.tip)
}
