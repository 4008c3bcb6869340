package command

import (
	"strings"

	"tiv/workspace"
)

// tableEntries are about the panel of tables.
var tableEntries = []Entry{
	{Name: "tables", Menu: "Tables", Label: "Tables of locks, waits, threads", Keys: "R",
		Command: workspace.OpenPanel{Name: TablesPanel, Open: true}, Off: workspace.OpenPanel{Name: TablesPanel},
		Help: "Opens or closes the panel of tables, which can be sorted, searched and copied."},
	{Name: "tables whole", Menu: "Tables", Label: "Tables of the whole trace", Line: true, Command: SetTableWhole{On: true},
		Off:  SetTableWhole{},
		Help: "Lets tables cover the whole trace, in place of the selected or visible interval."},
	{Name: "table shares", Menu: "Tables", Label: "Slices as shares in tables", Command: SetTableShares{On: true}, Off: SetTableShares{},
		Help: "Shows the time in slices as a share of the time of the row, in place of a time."},
	{Name: "table order", Menu: "Tables", Label: "Rows in the order of the trace", Line: true, Command: SortTable{},
		Help: "Ends the sorting of the shown table by a column."},
	{Name: "table rows", Menu: "Tables", Label: "List all rows", Command: FilterTable{},
		Help: "Empties the field that filters the rows of the shown table."},
	{Name: "choose no row", Menu: "Tables", Label: "Choose no row", Command: SelectRows{},
		Help: "Takes back the choice of rows of the shown table, so that all are copied."},
	{Name: "copy rows", Menu: "Tables", Label: "Copy rows", Command: CopyRows{},
		Help: "Copies the chosen rows of the shown table or, without any, all listed ones as CSV."},
	{Name: "handlers", Menu: "Tables", Label: "Handlers", Keys: "Shift+A", Line: true,
		Command: workspace.OpenPanel{Name: HandlersPanel, Open: true}, Off: workspace.OpenPanel{Name: HandlersPanel},
		Help: "Opens or closes the functions that process requests and other events, found in the stacks of threads."},
	{Name: "paper rules", Menu: "Tables", Label: "Handlers by the rules of the paper", Command: workspace.SetPaperRules{On: true},
		Off:  workspace.SetPaperRules{},
		Help: "Finds handlers by the rules of the paper alone, docs/handlers.md."},
}

// tableHelp are the tables, and a sentence about each.
var tableHelp = []struct{ name, help string }{
	{"Locks", "Lists the holders and waiters of each lock."},
	{"Holders", "Lists how long each thread held each lock."},
	{"Edges", "Lists each wait of one thread for another."},
	{"Top blockers", "Lists the threads that others waited for longest."},
	{"Pairs", "Lists who waited for whom, and how long in all."},
	{ThreadTable, "Lists the time of each thread in each state."},
	{FunctionTable, "Lists the time in each function, by state."},
	{CallTable, "Lists single calls, the longest first."},
	{"Allocations", "Lists the objects that threads allocated, by type and function."},
	{"Processors", "Lists the busy time of each processor."},
	{"Findings", "Lists the findings with their times in slices."},
}

// tables returns the entries that show a table.
func tables() (list []Entry) {
	for _, t := range tableHelp {
		list = append(list, Entry{Name: "table " + strings.ToLower(t.name), Menu: "Show a table", Label: "Table: " + t.name, short: t.name,
			Help: t.help, Command: ShowTable{Table: t.name}})
	}
	return list
}

// groupings are the words by which functions are added up, and a sentence about each.
var groupings = []struct{ by, help string }{
	{"function", "Lists each function for itself."},
	{"thread", "Adds up the functions that each thread called."},
	{"package", "Adds up the functions of each package or namespace."},
	{"type", "Adds up the methods of each type."},
	{"object", "Adds up the calls on each object."},
	{"module", "Adds up the functions of each module or library."},
}

// groupedTables returns the entries that add up the table of functions.
func groupedTables() (list []Entry) {
	for _, g := range groupings {
		list = append(list, Entry{Name: "functions by " + g.by, Menu: "Functions by", Label: "Functions by " + g.by, short: g.by,
			Help: g.help, Command: GroupTable{By: g.by}})
	}
	list[0].Label = "Functions one by one"
	return list
}

// taskGroupings are the words by which tasks are added up, and a sentence about each.
var taskGroupings = []struct{ by, help string }{
	{"type", "Adds up the tasks of each type."},
	{"thread", "Adds up the tasks on which each thread worked first."},
	{"object", "Adds up the tasks that began with a call on each object."},
	{"parent", "Adds up the parts of each task."},
	{"slice", "Adds up the tasks with some work in each slice."},
}

// groupedTasks returns the entries that add up the table of types of tasks.
func groupedTasks() (list []Entry) {
	for _, g := range taskGroupings {
		list = append(list, Entry{Name: "tasks by " + g.by, Menu: "Tasks by", Label: "Tasks by " + g.by, short: g.by,
			Help: g.help, Command: GroupTasks{By: g.by}})
	}
	return list
}

// listEntries are about the panel Threads.
var listEntries = []Entry{
	{Name: "row above", Menu: "List", Label: "Select the thread above in the list", Keys: "Up", Repeats: true,
		Command: SelectRow{By: -1},
		Help:    "Selects the thread above the selected one in the panel Threads."},
	{Name: "row below", Menu: "List", Label: "Select the thread below in the list", Keys: "Down", Repeats: true,
		Command: SelectRow{By: 1},
		Help:    "Selects the thread below the selected one in the panel Threads."},
	{Name: "programs", Menu: "List", Label: "Programs that send their traces", Line: true,
		Command: workspace.OpenPanel{Name: ProgramsPanel, Open: true}, Off: workspace.OpenPanel{Name: ProgramsPanel},
		Help: "Opens or closes the list of the programs that send their traces to tiv listen."},
	{Name: "list all", Menu: "List", Label: "List all threads", Line: true, Command: FindThreads{},
		Help: "Empties the field that searches the panel Threads."},
}

// threadOrders returns the entries that sort the panel Threads.
func threadOrders() (list []Entry) {
	for o := range ByIO + 1 {
		e := Entry{Name: "sort threads " + o.String(), Menu: "List", Label: "Sort threads by time " + o.String(),
			short: "By time " + o.String(), Command: SortThreads{By: o, Backwards: true},
			Help: "Sorts the panel Threads by the time in this state, the longest first."}
		switch o {
		case ByName:
			e.Label, e.short, e.Command, e.Line = "Sort threads by name", "By name", SortThreads{By: o}, true
			e.Help = "Sorts the groups and threads of the panel Threads by name."
		case ByID:
			e.Label, e.short, e.Command = "Sort threads by appearance", "By appearance", SortThreads{By: o}
			e.Help = "Sorts the groups and threads of the panel Threads as they appear in the trace."
		case ByIO:
			e.Label, e.short = "Sort threads by time in IO", "By time in IO"
		}
		list = append(list, e)
	}
	return list
}
