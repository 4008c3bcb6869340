package help

import "tiv/ui/keys"

// Exercise is an action that a page of the tour asks for. It notices when that is done, by the
// mouse or by keys.
type Exercise struct {
	task  *task
	start Situation
	ran   map[string]bool // entries since the page opened
	// Done says that the action was done.
	Done bool
}

// Situation is the part of a picture that shows whether an action was done.
type Situation struct {
	View       string
	Yaw, Pitch float32
	Moment     int64 // nanoseconds
	Selected   int   // the thread
}

// task is the action of a page.
type task struct {
	text  string
	entry string // its key is named; "" for none
	done  func(e *Exercise, now Situation) bool
}

// tasks are the actions of the pages of the tour, in their order.
var tasks = [...]task{
	{"Turn the 3D view: drag beside the bars", "",
		func(e *Exercise, now Situation) bool {
			return now.View == e.start.View && (now.Yaw != e.start.Yaw || now.Pitch != e.start.Pitch)
		}},
	{"Show the same threads in another view", "view timeline",
		func(e *Exercise, now Situation) bool { return now.View != e.start.View }},
	{"Move the moment, or play", "play",
		func(e *Exercise, now Situation) bool { return now.Moment != e.start.Moment }},
	{"Click a thread that waits, then go to the thread it waits for", "blocker",
		func(e *Exercise, now Situation) bool { return e.ran["blocker"] && now.Selected != e.start.Selected }},
	{"Go to a finding", "next",
		func(e *Exercise, now Situation) bool { return e.ran["next"] || now.Moment != e.start.Moment }},
	{"Find a command by its name", "commands",
		func(e *Exercise, _ Situation) bool { return e.ran["commands"] || e.ran["search"] }},
}

// Begin begins the action of a page.
func (e *Exercise) Begin(page int, now Situation) {
	*e = Exercise{task: &tasks[page], start: now, ran: map[string]bool{}}
}

// Ran notes that the user has chosen an entry of the menus, or pressed its key.
func (e *Exercise) Ran(entry string) {
	if e.task != nil {
		e.ran[entry] = true
	}
}

// Update looks whether the action is done.
func (e *Exercise) Update(now Situation) { e.Done = e.Done || e.task.done(e, now) }

// Text describes the action, with its key.
func (e *Exercise) Text(k *keys.Bindings) string {
	if e.task.entry == "" {
		return e.task.text + "."
	}
	return keys.WithKey(e.task.text, k.Keys(e.task.entry)) + "."
}
