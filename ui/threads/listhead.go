package threads

import (
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/report"
	"tiv/session"
	"tiv/ui/panel"
	"tiv/ui/widget"
)

// listHead is the headings of the list, by which it is sorted.
type listHead struct{ of *List }

// layOut sets up the columns and their headings.
func (h listHead) layOut() {
	em := imgui.FontSize()
	imgui.TableSetupScrollFreeze(0, 1)
	imgui.TableSetupColumnV("thread", imgui.TableColumnFlags(imgui.TableColumnFlagsWidthStretch|imgui.TableColumnFlagsNoHide), 0,
		nameColumn)
	imgui.TableSetupColumnV("id", imgui.TableColumnFlags(imgui.TableColumnFlagsWidthFixed|imgui.TableColumnFlagsDefaultHide), 2.2*em,
		idColumn)
	fixed := imgui.TableColumnFlagsWidthFixed | imgui.TableColumnFlagsNoResize
	imgui.TableSetupColumnV("states", imgui.TableColumnFlags(fixed|imgui.TableColumnFlagsNoSort), statesWidth*em, statesColumn)
	imgui.TableSetupColumnV("time", imgui.TableColumnFlags(fixed|imgui.TableColumnFlagsPreferSortDescending|
		imgui.TableColumnFlagsDefaultSort), timeWidth(), timeColumn)
	imgui.TableSetupColumnV("task", imgui.TableColumnFlags(imgui.TableColumnFlagsWidthFixed|imgui.TableColumnFlagsDefaultHide|
		imgui.TableColumnFlagsNoSort), 7*em, taskColumn)
	imgui.TableNextRow()
	for i := range int32(taskColumn + 1) {
		if imgui.TableSetColumnIndex(i) {
			if i == statesColumn {
				h.chooseState()
			} else {
				h.column(int(i))
			}
		}
	}
	h.readOrder()
}

// timeWidth returns the width of the times and of all their titles.
func timeWidth() float32 {
	wide := imgui.CalcTextSize("888.8 ms").X
	for _, s := range sortStates {
		wide = max(wide, imgui.CalcTextSize(s.Word()).X+panel.SortSign*imgui.FontSize())
	}
	return wide
}

// column lays out the heading of a column.
func (h listHead) column(i int) {
	name, help := "thread", "Click to sort by name, right-click to choose columns."
	switch i {
	case idColumn:
		name, help = "id", "Click to sort in order of appearance."
	case taskColumn:
		name, help = "task", "The task for which the thread works at the moment."
	case timeColumn:
		name = h.of.ThreadList.State().Word()
		help = "Time spent " + name + " in the " + h.of.tree.counted() + "; of a group, the sum of all its threads. Click to sort, " +
			"or click a colour at the left for another state."
	}
	at, wide := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X
	imgui.TableHeader("##" + name) // it would keep room for an arrow and cut the name
	if i == timeColumn {           // above numbers
		right := wide - imgui.CalcTextSize(name).X
		if orderOf(&h.of.ThreadList).column == i {
			right -= panel.SortSign * imgui.FontSize()
		}
		at.X += max(right, 0)
	}
	imgui.WindowDrawList().AddTextVec2(at, widget.Packed(h.of.UI.Palette.Text), name)
	h.of.UI.Mark("column "+name, widget.LastItem())
	widget.Tip(help)
}

// chooseState lays out the colours of the states: a click sorts by one.
func (h listHead) chooseState() {
	size := imgui.Vec2{X: imgui.ContentRegionAvail().X / float32(len(sortStates)), Y: imgui.TextLineHeight()}
	list, gap := imgui.WindowDrawList(), 0.15*size.X
	for i, s := range sortStates {
		if i > 0 {
			imgui.SameLineV(0, 0)
		}
		at := imgui.CursorScreenPos()
		if imgui.InvisibleButtonV("##sort by "+s.Word(), size, 0) {
			h.of.tree.visit.Do(command.SortThreads{By: stateOrders[i], Backwards: true})
		}
		h.of.UI.Mark("sort by "+s.Word(), widget.LastItem())
		widget.Tip(report.LayerHelp(s.Word()) + "\nClick to list the time spent " + s.Word() + ", the most first.")
		low, high := imgui.Vec2{X: at.X + gap, Y: at.Y + gap}, imgui.Vec2{X: at.X + size.X - gap, Y: at.Y + 0.7*size.Y}
		h.of.UI.Patterned(low, high, h.of.UI.Palette.Layers[s.Word()])
		if s == h.of.ThreadList.State() {
			list.AddRectFilled(imgui.Vec2{X: low.X, Y: at.Y + 0.85*size.Y}, imgui.Vec2{X: high.X, Y: at.Y + size.Y},
				widget.Packed(h.of.UI.Palette.Text))
		}
	}
}

// readOrder sorts the list by the heading that was clicked, or shows the order that a command has
// chosen.
func (h listHead) readOrder() {
	by := orderOf(&h.of.ThreadList)
	clicked, ok := h.of.sorted.Follow(panel.Sorting{Column: by.column, Backwards: by.backwards}, by.column, timeColumn+1)
	if ok {
		by.column, by.backwards = clicked.Column, clicked.Backwards
		h.of.tree.visit.Do(by.command())
	}
}

// stateOrders are the orders by the times in sortStates.
var stateOrders = [...]command.ThreadOrder{command.ByRunning, command.ByRunnable, command.BySuspended, command.ByBlocking, command.ByIO}

// orderOf returns the order of rows that the user has chosen.
func orderOf(l *session.ThreadList) rowOrder {
	by := l.Order()
	o := rowOrder{timeColumn, l.State(), by.Backwards}
	switch by.By {
	case command.ByName:
		o.column = nameColumn
	case command.ByID:
		o.column = idColumn
	}
	return o
}

// command returns the command that chooses an order.
func (o rowOrder) command() command.SortThreads {
	by := stateOrders[slices.Index(sortStates[:], o.state)]
	switch o.column {
	case nameColumn:
		by = command.ByName
	case idColumn:
		by = command.ByID
	}
	return command.SortThreads{By: by, Backwards: o.backwards}
}
