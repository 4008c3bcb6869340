package view

// Free is the 3D view: bars go back in time, seen in perspective from any side.
var Free = &Kind{
	Name: "3d", Title: "3D view", Label: "3D", Key: "1",
	Help:   "Threads as bars that go back in time, with their waits for each other at the moment.",
	Moment: true,
	Turns:  true,
}

// Timeline looks from the side: time to the right, and the moment a line in it.
var Timeline = &Kind{
	Name: "timeline", Title: "Timeline view", Label: "Timeline", Key: "2",
	Help:     "The states of each thread over time, before the moment and, fainter, after it.",
	TimeAxis: true,
}

// Interaction looks from the front, at the moment.
var Interaction = &Kind{
	Name: "interaction", Title: "Interaction view", Label: "Interaction", Key: "3",
	Help:   "The moment from the front, with the waits of threads for each other.",
	Moment: true,
}

// Execution looks from the side, like Timeline. Each row opens into lanes: the calls of its
// threads, by depth.
var Execution = &Kind{
	Name: "execution", Title: "Execution view", Label: "Execution", Key: "5",
	Help:     "The calls of each thread by depth, under the states of the thread over time.",
	TimeAxis: true,
	Calls:    true,
}

// Tasks looks from the side, like Timeline, at the tasks of the trace: a row for each.
var Tasks = &Kind{
	Name: "tasks", Title: "Task view", Label: "Tasks", Key: "7",
	Help:     "A row for each task: what the threads that worked for it did, and when it waited in a queue.",
	TimeAxis: true,
	Tasks:    true,
}

// CodeSplit is Execution on the left and Interaction on the right. All rows are equally
// high there, so that they line up.
var CodeSplit = &Kind{
	Name: "execution-split", Title: "Execution split view", Label: "Execution split", Key: "6",
	Help:     "The execution and the interaction view side by side.",
	TimeAxis: true,
	Moment:   true,
	Calls:    true,
	Columns:  []Column{{Execution, 0.58}, {Interaction, 0.42}},
}

// Split is Timeline on the left and Interaction on the right, which line up
// because a bar has the same height in both.
var Split = &Kind{
	Name: "split", Title: "Split view", Label: "Split", Key: "4",
	Help:     "The timeline and the interaction view side by side.",
	TimeAxis: true,
	Moment:   true,
	Columns:  []Column{{Timeline, 0.58}, {Interaction, 0.42}},
}

// Spiral winds time up: a turn is a length of time, and a column of tasks is as high as a measure.
var Spiral = &Kind{
	Name: "spiral", Title: "Spiral", Label: "Spiral", Key: "9",
	Help:  "The tasks along a spiral of time from the centre outward, in 3D: what recurs lies in one direction.",
	Turns: true,
	Tasks: true,
}

// EventPlot is a mark for each task at its time, as high as a measure.
var EventPlot = &Kind{
	Name: "event-plot", Title: "Event plot", Label: "Event plot", Key: "8",
	Help:     "The tasks over time, as high as their duration or another measure, in the colour of a measure or a type.",
	TimeAxis: true,
	Tasks:    true,
}
