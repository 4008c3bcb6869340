package golden

import (
	"tiv/scene/view"
	"tiv/task"
	"tiv/workspace"
)

// taskShots are the pictures of tasks: one that is followed, and threads in the colours of types.
func taskShots() []shot {
	light, dark := palette("light"), palette("cvd")
	pay := workspace.ShowTask{Task: task.ID{Number: 2, Start: task.AnyStart}}
	coloured := workspace.SetOption{Option: "task-colours", On: true}
	return []shot{
		{"timeline-task", "shop", do(in(view.Timeline), pay, at(60*ms))},
		{"timeline-task-light", "shop", do(in(view.Timeline), pay, light)},
		{"execution-task", "shop", do(in(view.Execution), pay, at(60*ms), dark)},
		{"3d-task", "shop", do(pay)},
		{"3d-task-light", "shop", do(pay, coloured, at(95*ms), light)},
		{"interaction-task", "shop", do(in(view.Interaction), pay, at(60*ms))},
		{"timeline-task-colours", "shop", do(in(view.Timeline), coloured, at(100*ms))},
		{"split-task-colours-light", "shop", do(in(view.Split), coloured, pay, at(60*ms), light)},
	}
}
