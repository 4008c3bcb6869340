package session

import (
	"context"
	"fmt"
	"time"

	"tiv/command"
	"tiv/execution/slice"
	"tiv/handler"
	"tiv/interaction/detect"
	"tiv/interaction/lockname"
	"tiv/internal/background"
	"tiv/report"
	"tiv/scene"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/session/lists"
	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace"
	"tiv/workspace/find"
	"tiv/workspace/idling"
	"tiv/workspace/loader"
	"tiv/workspace/tasking"
)

// Document is an open trace as panels need it: its workspace, the commands for that, and its
// picture. It belongs to one goroutine.
type Document struct {
	Path      string // of the trace
	Workspace *workspace.Workspace
	Loader    *loader.Loader // nil for the start page: it has no trace
	Wake      func()         // called, from any goroutine, when background work has ended
	Begun     time.Time      // when the loader began
	seen      *loader.Loaded // the last snapshot given to the workspace
	// picturePath is the path of the opened picture, "" if the trace was opened;
	// Warning is the caveat about it.
	picturePath, Warning string
	Outdated             bool // the user knows that the file has changed since it was read
	// Changed is the time of the last change that has not been saved; zero if there is none.
	Changed time.Time
	Picture
	Ranking    Ranking
	Flame      command.FlameGraph // what its flame graph counts
	Tables     lists.Tables
	ThreadList ThreadList
	// StatisticsWhole and SlicesWhole say that these panels cover the whole trace, not the
	// interval that counts.
	StatisticsWhole, SlicesWhole bool
	CurrentNote                  int        // the note that was gone to, counted from 1; 0 is none
	Job                          *Job       // nil if there is none
	FilterRun                    *FilterRun // nil if there is none
	Names                        background.Latest[namesKey, *find.Index]
	Patterns                     Patterns
	Definitions                  Definitions

	commands []workspace.Command // for CarryOut
	glides   bool                // the camera glides to the target of the commands
	taskRun  run[*tasking.Query, *task.Index]
	sliceRun run[*workspace.SliceQuery, *slice.Slices]
	idleRun  run[*idling.Query, *handler.IdleTime]
	// findingsRun searches for findings about tasks, findingsOf are those that were searched last.
	findingsRun run[*findingsQuery, []detect.Finding]
	findingsOf  *task.Index
}

// Picture is the scene of a document: its place, and the last frame of it.
type Picture struct {
	Area       shape.Rect // the scene's rectangle, in pixels of the framebuffer
	Builder    scene.Builder
	Frame      *scene.Frame // the last that was built
	Stale      bool         // the frame must be built again
	Motion     Motion
	transition Transition
	caused     bool // the user has caused that threads move
	cut        bool // the next frame shows all in its place at once
	zooming    Zooming
	// OverRow is the thread or note whose row in a list is under the mouse in
	// this frame.
	OverRow shape.PickID
}

// namesKey is the input of the index of all names.
type namesKey struct {
	tl    *timeline.Timeline
	locks *lockname.Names
}

// IsBlank reports whether the document is the start page, without a trace.
func IsBlank(d *Document) bool { return d.Loader == nil }

// UpdateNames collects all names of a document in the background, for its Names.
func UpdateNames(d *Document) {
	tl, locks := d.Workspace.Timeline, d.Workspace.Look.Locks
	d.Names.Update(namesKey{tl, locks}, func(context.Context, func(float64)) (*find.Index, error) {
		return find.NewIndex(tl, locks), nil
	}, d.Wake)
}

// working reports whether a command, a job, a motion, or a computation for the picture is
// pending.
func (d *Document) working() bool {
	if IsBlank(d) {
		return d.Job != nil
	}
	draft := d.Frame == nil || d.Frame.Approximate || d.Frame.LinksPartial || d.Frame.Calls.Pending
	searching := d.taskRun.on() || d.findingsRun.on() || d.idleRun.on()
	return d.Moves() || draft || searching || d.Job != nil || d.Workspace.Look.FilterPending
}

// Moves reports whether each frame continues something in the picture.
func (d *Document) Moves() bool {
	return d.Moving() || d.Queued() || d.Stale || d.sliceRun.on()
}

// Moving reports whether the camera, threads or the interval shown are moving to a place.
func (p *Picture) Moving() bool { return p.Motion.on() || p.transition.on() || p.zooming.on() }

// jump makes the next frame show the scene at its final place.
func (p *Picture) jump() {
	p.Stale, p.Motion, p.zooming, p.transition, p.cut = true, Motion{}, Zooming{}, Transition{}, true
}

// drop forgets the frame and all that was computed for it.
func (p *Picture) drop() {
	p.Builder.DropCaches()
	p.Frame = nil
}

// Send queues commands for the start of the next frame.
func (d *Document) Send(c ...workspace.Command) { d.commands = append(d.commands, c...) }

// Queued reports whether commands are queued.
func (d *Document) Queued() bool { return len(d.commands) > 0 }

// Glide is Send for commands with a gentle movement of the camera.
func (d *Document) Glide(c ...workspace.Command) {
	d.Send(c...)
	d.glides = true
}

// SelectThread selects a thread.
func (d *Document) SelectThread(t tracefeed.ThreadID) { d.Send(workspace.Select{Thread: t}) }

// Searched reports whether all findings of the trace are known.
func (d *Document) Searched() bool { return d.seen != nil && d.seen.Searched }

// ThreadName returns a thread's name for panels.
func (d *Document) ThreadName(t tracefeed.ThreadID) string {
	return report.Safe(d.Workspace.Timeline.Threads[t].Name)
}

// ThreadCount counts the threads that are not hidden and match the filter, out
// of all: "2 of 8 threads".
func (d *Document) ThreadCount() string {
	s := workspace.FilteringOf(d.Workspace).Status()
	if s.Matching == s.All {
		return tracefeed.Plural(s.All, "thread")
	}
	return fmt.Sprintf("%d of %s", s.Matching, tracefeed.Plural(s.All, "thread"))
}

// MonitorName returns a monitor's name for panels.
func (d *Document) MonitorName(m tracefeed.MonitorID) string {
	return report.Safe(d.Workspace.Look.Locks.Full(m))
}

// IsSelected reports whether a thread is in the selection.
func (d *Document) IsSelected(t tracefeed.ThreadID) bool {
	return view.Has(d.Workspace.Look.Selection, t)
}
