package workspace

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/handler"
	"tiv/scene/view"
	"tiv/task"
	"tiv/task/course"
	"tiv/task/definition"
	"tiv/task/found"
	"tiv/task/sentence"
	"tiv/timeline"
	"tiv/tracefeed"
)

// ShowTasks lets a look show the tasks of its trace, and follow the chosen one.
func ShowTasks(tl *timeline.Timeline, look *view.Look, x *task.Index) {
	look.Tasks, look.Task = x, x.Resolve(look.Task, look.Moment)
	if c := course.Of(x, look.Task, look.Course); c != look.Course {
		look.Course = c
		tellTask(tl, look)
	}
}

// tellTask lets the story of a look be that of the chosen task, unless the picture is about a
// finding that was chosen.
func tellTask(tl *timeline.Timeline, look *view.Look) {
	if look.Course != nil && look.Lit == nil && look.Names != nil {
		look.Story = sentence.Teller{Timeline: tl, Locks: look.Locks, Names: look.Names}.At(look.Course, look.Moment)
	}
}

// Commands about one task: with the zero ID, about the chosen one.
type (
	// ShowTask chooses a task, and shows its time and nothing else, with the moment at its end.
	ShowTask struct{ Task task.ID }
	// FollowTask chooses a task, shows its time, and plays it from its start to its end. If the picture
	// is enlarged, the camera keeps the thread at work in view.
	FollowTask struct{ Task task.ID }
	// BeginTasks lets calls of a function begin tasks: its definition is the first of the project's.
	BeginTasks struct{ Function string }
	// DefineTasks finds tasks by definitions in place of those of the project's file, which stays as it is;
	// without a text, by that file again. It does nothing if the text has an error.
	DefineTasks struct{ Text string }
	// DefineByHandlers finds handlers, and adds definitions of their calls behind the project's, as
	// DefineTasks does.
	DefineByHandlers struct{}
	// SetTaskType lets definitions of a type, the word in their TYPE, find tasks, or not.
	SetTaskType struct {
		Type string
		On   bool
	}
)

func (c BeginTasks) apply(w *Workspace) {
	if text, ok := w.Tasking.Beginning(shorten(c.Function, maxFunctionLen)); ok {
		DefineTasks{text}.apply(w)
	}
}

func (c DefineTasks) apply(w *Workspace) {
	if _, err := w.Tasking.Read(c.Text); err == nil || c.Text == "" {
		w.Defined.Text = c.Text
		w.Tasking.Ask()
	}
}

func (c DefineByHandlers) apply(w *Workspace) { runNow(c, w) }

// always makes the search for handlers one of the background, however small the trace is.
func (DefineByHandlers) always() {}

func (c DefineByHandlers) prepare(ctx context.Context, w *Workspace) (commit func(*Workspace), note string) {
	nothing := func(*Workspace) {}
	h, err := found.Find(ctx, w.Timeline, handler.Options{}, handler.DefaultThresholds())
	if err != nil {
		return nothing, ""
	}
	list := h.Definitions()
	switch {
	case len(list) == 0:
		return nothing, "No handlers were found: the chapter Handlers of the documentation says what they need."
	case !slices.ContainsFunc(task.Match(w.Timeline, list).Functions(), func(n int) bool { return n > 0 }):
		note = "The trace has no calls of " + namesOf(list) + ", so they begin no tasks. tiv record --tasks=found records them."
	default:
		note = "Calls of " + namesOf(list) + " begin tasks now. The definitions can be saved in their editor."
	}
	return func(w *Workspace) { DefineTasks{w.Tasking.With(list)}.apply(w) }, note
}

// namesOf lists the names of the first definitions.
func namesOf(list definition.List) string {
	const most = 3
	var names []string
	for _, d := range list[:min(len(list), most)] {
		names = append(names, d.Name)
	}
	if more := len(list) - most; more > 0 {
		names = append(names, tracefeed.Plural(more, "other handler"))
	}
	return strings.Join(names, ", ")
}

// maxTaskTypes is the largest number of types of definitions that are switched on or off.
const maxTaskTypes = 1000

func (c SetTaskType) apply(w *Workspace) {
	if c.on(w) || c.Type == "" || len(c.Type) > maxNameLen || len(w.Defined.Types) == maxTaskTypes {
		return
	}
	types := maps.Clone(w.Defined.Types)
	set(&types, c.Type, c.On)
	w.Defined.Types = types
	w.Tasking.Ask()
}

func (c SetTaskType) on(w *Workspace) bool { return w.Tasking.IsOn(c.Type) == c.On }

func (c ShowTask) apply(w *Workspace)   { runNow(c, w) }
func (c FollowTask) apply(w *Workspace) { runNow(c, w) }

// always makes the search for the task one of the background, however small the trace is.
func (ShowTask) always()   {}
func (FollowTask) always() {}

func (c ShowTask) prepare(ctx context.Context, w *Workspace) (commit func(*Workspace), note string) {
	return withTask(ctx, w, c.Task, showTask)
}

func (c FollowTask) prepare(ctx context.Context, w *Workspace) (commit func(*Workspace), note string) {
	return withTask(ctx, w, c.Task, func(t *task.Task, w *Workspace) {
		showTask(t, w)
		SeekTo{t.Start}.apply(w)
		const seconds = 8
		p := &w.Playback
		p.Run = timeline.Run{To: t.End, Speed: max(float64(t.End-t.Start)/float64(tracefeed.Second)/seconds, 1e-9)}
		p.Playing, p.Backwards = true, false
		w.pursuit = pursuit{p.Run}
	})
}

// NoTask is the note of commands about a task while none is chosen.
const NoTask = "Choose a task first: in a view of tasks, in the menu of a thread, or by /."

// withTask finds a task, and returns the function that does something with it.
func withTask(ctx context.Context, w *Workspace, id task.ID, do func(*task.Task, *Workspace)) (commit func(*Workspace), note string) {
	if id.Number == 0 {
		id = w.Look.Task
	}
	if id.Number == 0 {
		return func(*Workspace) {}, NoTask
	}
	x, err := w.Tasking.Finder()(ctx)
	i := x.Lookup(x.Resolve(id, w.Look.Moment))
	if err != nil || i < 0 {
		return func(*Workspace) {}, "There is no task " + id.String() + "."
	}
	return func(w *Workspace) {
		SelectTask{x.Tasks[i].ID()}.apply(w)
		do(&x.Tasks[i], w)
	}, ""
}

// showTask shows the time of a task.
func showTask(t *task.Task, w *Workspace) {
	margin := max((t.End-t.Start)/12, view.ShortestStep)
	SeekTo{t.End}.apply(w)
	ShowRange{max(t.Start-margin, 0), min(t.End+margin, w.Timeline.End)}.apply(w)
}

// pursuit is the run of FollowTask.
type pursuit struct{ timeline.Run }

// keep keeps the thread that began last to work for the chosen task in the middle of an enlarged
// picture, while its playback goes on.
func (p pursuit) keep(w *Workspace) {
	cam, c := &w.Look.Camera, w.Look.Course
	if w.Playback.Run != p.Run || p.Speed == 0 || c == nil || cam.Magnification() <= 1 {
		return
	}
	if now := c.At(w.Playback.Moment); len(now) > 0 && now[0].Thread != cam.Target {
		cam.Target, cam.Pan = now[0].Thread, mgl32.Vec2{}
	}
}

func (BeginTasks) Info() Info  { return Info{label: "tasks by this call", Effects: Undoable} }
func (DefineTasks) Info() Info { return Info{label: "define tasks", Effects: Undoable} }

func (DefineByHandlers) Info() Info {
	return Info{label: "define tasks by handlers", Task: "search for handlers", Effects: Undoable}
}

func (c SetTaskType) Info() Info { return Info{label: "tasks of type " + c.Type, Effects: Undoable} }

func (ShowTask) Info() Info {
	return Info{label: "show task", Task: "search for the task", Effects: Undoable | Jumps | ZoomsTime}
}
func (FollowTask) Info() Info {
	return Info{label: "follow task", Task: "search for the task", Effects: Undoable | Jumps | ZoomsTime}
}
