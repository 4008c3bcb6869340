package ui

import (
	"fmt"
	"time"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/mathgl/mgl32"

	"tiv/interaction/lockname"
	"tiv/internal/task"
	"tiv/scene"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/ui/widget"
	"tiv/workspace"
	"tiv/workspace/find"
)

// document is an open trace: its workspace, the commands for it, and its
// picture.
type document struct {
	path   string // of the trace
	ws     *workspace.Workspace
	loader *workspace.Loader
	alarm  *alarm            // wakes the window
	begun  time.Time         // when the loader began
	seen   *workspace.Loaded // the last snapshot given to the workspace
	// picture is the path of the opened picture, "" if the trace was opened;
	// warning is the caveat about it.
	picture, warning string
	file             fileWatch
	// attached is the recording of the running program that the trace is about; nil if
	// there is none, or it has ended.
	attached *Attached
	// changed is when something was done that has not been saved; zero if
	// nothing was.
	changed time.Time

	commands   []workspace.Command // for the start of the next frame
	glides     bool                // the camera glides to the target of todo
	area       scene.Rect          // the scene's rectangle, in pixels of the framebuffer
	builder    scene.Builder
	frame      *scene.Frame // the last that was built
	stale      bool         // the frame must be built again
	motion     motion
	transition transition
	// overRow is the thread or note whose row in a list is under the mouse in
	// this frame.
	overRow     scene.PickID
	currentNote int // the note that was gone to, counted from 1; 0 is none

	job       *job       // nil if there is none
	filterRun *filterRun // nil if there is none
	sliceRun  *sliceRun  // nil if there is none
	calls     callSums
	index     task.Latest[indexKey, *find.Index] // of all names
}

// indexKey is the input of the index of all names.
type indexKey struct {
	tl    *timeline.Timeline
	locks *lockname.Names
}

// working reports whether a command, a job, a motion, or a computation for the picture is
// pending.
func (d *document) working() bool {
	if isBlank(d) {
		return false
	}
	draft := d.frame == nil || d.frame.Approximate || d.frame.LinksPartial || d.frame.Calls.Pending
	return d.moves() || draft || d.job != nil || d.ws.Look.FilterPending
}

// moves reports whether each frame continues something in the picture.
func (d *document) moves() bool {
	return d.moving() || len(d.commands) > 0 || d.stale || d.sliceRun != nil
}

// send queues commands for the start of the next frame.
func (d *document) send(c ...workspace.Command) { d.commands = append(d.commands, c...) }

// glide is send for commands after which the camera moves gently.
func (d *document) glide(c ...workspace.Command) {
	d.send(c...)
	d.glides = true
}

// selectThread selects a thread.
func (d *document) selectThread(t tracefeed.ThreadID) { d.send(workspace.Select{Thread: t}) }

// isSelected reports whether a thread is in the selection.
func (d *document) isSelected(t tracefeed.ThreadID) bool {
	return scene.Has(d.ws.Look.Selection, t)
}

// searched reports whether all findings of the trace are known.
func (d *document) searched() bool { return d.seen != nil && d.seen.Searched }

// inWindow converts a pixel of the scene's picture to window coordinates.
func (d *document) inWindow(p mgl32.Vec2) imgui.Vec2 {
	k := imgui.CurrentIO().DisplayFramebufferScale()
	return imgui.Vec2{X: (p[0] + d.area.X0) / k.X, Y: (p[1] + d.area.Y0) / k.Y}
}

// rectInWindow is inWindow for a rectangle.
func (d *document) rectInWindow(r scene.Rect) scene.Rect {
	low, high := d.inWindow(mgl32.Vec2{r.X0, r.Y0}), d.inWindow(mgl32.Vec2{r.X1, r.Y1})
	return scene.Rect{X0: low.X, Y0: low.Y, X1: high.X, Y1: high.Y}
}

// threadName returns a thread's name for panels.
func (d *document) threadName(t tracefeed.ThreadID) string {
	return widget.OneLine(d.ws.Timeline.Threads[t].Name)
}

// threadCount counts the threads that are not hidden and match the filter, out
// of all: "2 of 8 threads".
func (d *document) threadCount() string {
	s := d.ws.FilterStatus()
	if s.Matching == s.All {
		return widget.Plural(s.All, "thread")
	}
	return fmt.Sprintf("%d of %s", s.Matching, widget.Plural(s.All, "thread"))
}

// monitorName returns a monitor's name for panels.
func (d *document) monitorName(m tracefeed.MonitorID) string {
	return widget.OneLine(d.ws.Look.Locks.Full(m))
}
