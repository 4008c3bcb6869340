package command

import (
	"tiv/scene/view"
	"tiv/task/measure"
	"tiv/tracefeed"
	"tiv/workspace"
)

// taskEntries are about the views of tasks.
var taskEntries = []Entry{
	{Name: "task linear", Menu: "Heights of tasks", Label: "Linear heights of tasks", said: true,
		Command: workspace.SetOption{Option: "task-linear", On: true}, Off: workspace.SetOption{Option: "task-linear", On: false},
		Help: "Makes the heights and colours of tasks in the event plot and the spiral proportional to their measures. Off, they follow " +
			"the logarithm, with a place for 0."},
	{Name: "edit definitions", Menu: "Tasks", Label: "Edit definitions of tasks…", Line: true, Command: EditDefinitions{},
		Help: "Opens the editor of the project's definitions of tasks, with what each of them finds, and switches types of definitions " +
			"on and off."},
	{Name: "define by handlers", Menu: "Tasks", Label: "Define tasks by found handlers", Command: workspace.DefineByHandlers{},
		Help: "Finds the functions that process requests and other events, and lets their calls begin tasks, behind the project's " +
			"definitions. The editor of definitions shows and saves them."},
	{Name: "show task", Menu: "Tasks", Label: "Zoom to the chosen task", Line: true, Command: workspace.ShowTask{},
		Help: "Shows the time of the task that was chosen last, and nothing else."},
	{Name: "slice tasks", Menu: "Tasks", Label: "New slice of the selected tasks", Command: SliceTasks{},
		Help: "Makes a slice of the time that threads worked for the highlighted tasks or, without any, for the chosen one."},
	{Name: "table tasks", Menu: "Tables of tasks", Label: "Table: Tasks", Command: ShowTable{Table: TaskTable},
		Help: "Lists requests, messages and other tasks."},
	{Name: "table task types", Menu: "Tables of tasks", Label: "Table: Task types", Command: ShowTable{Table: TypeTable},
		Help: "Lists the types of tasks, or adds tasks up by something else."},
	{Name: "select listed tasks", Menu: "Tables of tasks", Label: "Select the listed tasks", Command: SelectListedTasks{},
		Help: "Highlights the tasks that the table of tasks lists with its filters, or the table of types adds up."},
	{Name: "all tasks", Menu: "Tables of tasks", Label: "List all tasks", Command: FilterTasks{},
		Help: "Empties the condition of the tables of tasks."},
	{Name: "no tasks", Menu: "Tables of tasks", Label: "Select no tasks", Command: workspace.SelectTasks{},
		Help: "Ends the highlighting of tasks."},
}

// taskMeasures are the measures in menus; the bar of the view has all.
var taskMeasures = []string{"duration", "working", "running", "runnable", "blocking", "suspended", "io", "queue", "calls", "allocated",
	"collecting"}

// taskOrders returns the entries that sort the rows of tasks: by their starts, and by the measures that
// tell most.
func taskOrders() (list []Entry) {
	list = append(list, choice("Order of tasks", "task order", "Order of tasks", "start",
		"Sorts the rows of the task view by the starts of tasks.", workspace.SortTasks{}))
	for _, name := range taskMeasures {
		m, _ := measure.Parse(name)
		list = append(list, choice("Order of tasks", "task order", "Order of tasks", m.Title,
			"Sorts the rows of the task view, the largest first. "+m.Help, workspace.SortTasks{By: m}))
	}
	return list
}

// taskHeights returns the entries that choose the height of tasks.
func taskHeights() (list []Entry) {
	for _, name := range taskMeasures {
		m, _ := measure.Parse(name)
		list = append(list, choice("Heights of tasks", "task height", "Height of tasks", m.Title, m.Help, workspace.SetTaskHeight{Of: m}))
	}
	return list
}

// taskColors returns the entries that choose the colours of tasks.
func taskColors() (list []Entry) {
	list = append(list, choice("Colours of tasks", "task colour", "Colour of tasks", "type",
		"Tasks of a type have a colour, the same as threads that are coloured by task.", workspace.SetTaskColors{}))
	for _, name := range taskMeasures {
		m, _ := measure.Parse(name)
		list = append(list, choice("Colours of tasks", "task colour", "Colour of tasks", m.Title, m.Help, workspace.SetTaskColors{By: m}))
	}
	return list
}

// taskTurns returns the entries that choose the time of a turn of the spiral.
func taskTurns() (list []Entry) {
	add := func(name, help string, turn view.Turn) {
		list = append(list, choice("Turn of the spiral", "turn", "Turn of the spiral", name, help, workspace.SetTaskTurn{Turn: turn}))
	}
	add("fitting", "A round time with which the visible range makes some turns.", view.FittingTurn)
	add("period", "The time after which the heights of tasks recur, or else their starts, if there is such a period.", view.FoundTurn)
	for _, t := range []tracefeed.Time{10 * tracefeed.Millisecond, 100 * tracefeed.Millisecond, tracefeed.Second, 10 * tracefeed.Second,
		tracefeed.Minute, tracefeed.Hour} {
		add(view.StepName(t), "Winds the spiral so that a turn takes "+view.StepName(t)+".", view.Turn(t))
	}
	return list
}
