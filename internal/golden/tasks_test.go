package golden

import (
	"tiv/scene/view"
	"tiv/task"
	"tiv/task/measure"
	"tiv/tracefeed"
	"tiv/workspace"
)

// taskViewShots are the pictures of tasks.
func taskViewShots() []shot {
	const of = "tasks"
	working, _ := measure.Parse("working")
	light, s := palette("light"), tracefeed.Second
	return []shot{
		{"event-plot", of, do(in(view.EventPlot), at(2*s))},
		{"event-plot-selected-light", of, do(in(view.EventPlot), at(s), light, workspace.SetTaskColors{By: working},
			workspace.SelectTasks{Tasks: []task.ID{{Number: 7, Start: task.AnyStart}, {Number: 8, Start: task.AnyStart}}})},
		{"event-plot-linear-cvd", of, do(in(view.EventPlot), at(s), palette("cvd"), workspace.SetTaskHeight{Of: working},
			workspace.SetOption{Option: "task-linear", On: true}, workspace.SelectTask{Task: task.ID{Number: 7, Start: task.AnyStart}})},
		{"spiral", of, do(in(view.Spiral), at(2*s), workspace.SetTaskTurn{Turn: view.Turn(s)})},
		{"spiral-light", of, do(in(view.Spiral), at(2*s), light, workspace.SetTaskColors{By: working},
			workspace.SetOption{Option: "task-linear", On: true})},
		{"task-rows", "shop", do(in(view.Tasks), at(60*ms))},
		{"task-rows-light", of, do(in(view.Tasks), workspace.ShowTask{Task: task.ID{Number: 7, Start: task.AnyStart}}, light)},
		{"task-rows-sorted-cvd", of, do(in(view.Tasks), at(s), palette("cvd"), workspace.SortTasks{By: measure.Duration})},
		{"event-plot-none", "deadlock", do(in(view.EventPlot))},
	}
}
