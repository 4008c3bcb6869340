package view

import (
	"fmt"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/execution/slice"
	"tiv/handler"
	"tiv/interaction/detect"
	"tiv/interaction/groups"
	"tiv/interaction/lockname"
	"tiv/interaction/subject"
	"tiv/interaction/threadname"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/task"
	"tiv/task/course"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Look is all that determines a picture of a timeline. It is plain data. Frame
// and its callers do not change the lists and maps in it.
type Look struct {
	State
	Cursor
	Input
}

// State is the view that the user has set up: the part of a Look that is
// saved, and that Undo restores.
type State struct {
	Options
	// Kind is the view.
	Kind *Kind
	// Step is the length of a bucket. Steps is the length of the interval shown,
	// in steps; of a shorter trace, all is shown. See Window.
	Step  tracefeed.Time
	Steps int
	// History is the number of steps, back from the moment, that edges sum up.
	History int
	// Targets has the target place of each attracted thread, which some
	// arrangements use; see ForceTargets.
	Targets map[tracefeed.ThreadID]mgl32.Vec2
	// Places are the places that the user chose for threads: see Frame.Relative.
	Places map[tracefeed.ThreadID]mgl32.Vec2
	// GroupPlaces are those of groups of a crowd and of the user's clusters, by name; see
	// ClusterPlace.
	GroupPlaces map[string]mgl32.Vec2
	// Clusters are the user's clusters; no thread is in two.
	Clusters []Cluster
	// LockNames are the names that the user gave to monitors.
	LockNames map[tracefeed.MonitorID]string
	// Detailed are threads shown in full detail, independent of the level of the
	// others. They are sorted.
	Detailed []tracefeed.ThreadID
	Camera   Camera
	// Opened are threads with higher rows in the execution view; they are sorted.
	Opened []tracefeed.ThreadID
	// TaskRows says which tasks have rows in the task view.
	TaskRows TaskRows
	Palette  *paint.Palette
	// Notes are the notes about a moment, a thread or an edge.
	Notes []Note
}

// Cursor is the present position of the user: the moment, the selection, and the
// thing under the mouse. Undo does not restore it.
type Cursor struct {
	// Moment is the current instant of the playback.
	Moment tracefeed.Time
	// Ahead is the part of the interval shown that is after the moment, from 0 to
	// 1, wherever the trace reaches as far. In a view with a free range it is the
	// distance from the moment to the end of the interval, in lengths of that.
	Ahead float64
	// Interval is the selected interval, which sums cover; empty for none.
	Interval timeline.Interval
	// Selected is the thread that panels describe, Selection all highlighted
	// threads, sorted. Selection contains Selected unless that is NoThread.
	Selected  tracefeed.ThreadID
	Selection []tracefeed.ThreadID
	Hovered   shape.PickID
	// Call is the selected call; the zero Call for none.
	Call Call
	// Found is what a search for functions looks for: the whole name of one, or else a part of
	// names, in any case. Calls of others are faint. "" is no search.
	Found string
	// Highlighted is the name of a category of bars: the others are faint, unless
	// bars have no such category.
	Highlighted string
	// Lit is the part that the chosen finding is about; nil for none.
	Lit *Lit
	// Task is the task that panels describe, and that pictures follow; the zero ID for none.
	Task task.ID
	// SelectedTasks are the tasks that are highlighted, in the order of their index.
	SelectedTasks []task.ID
	// TaskTop is a place to which the rows of the task view are scrolled; the zero value for their top.
	TaskTop TaskPlace
}

// Input is the part of a Look that follows from the trace and the rest of the
// view. It is neither saved nor restored.
type Input struct {
	// End is the end of the trace.
	End tracefeed.Time
	// Threads are the threads shown, in the order of their places.
	Threads []tracefeed.ThreadID
	// Dimmed are threads kept in the background, sorted.
	Dimmed []tracefeed.ThreadID
	// FilterPending says that the result of a filter is pending: Threads and Dimmed are
	// those of its last result.
	FilterPending bool
	// Chain lists threads, each of which waits for the next.
	Chain []tracefeed.ThreadID
	// Locks are the names of the trace's monitors, Names the short names of its threads; nil
	// for whole names.
	Locks *lockname.Names
	Names *threadname.Names
	// Story is what the picture of the moment is about.
	Story subject.Story
	// Changes are the differences of threads from those of another trace; see Change.
	Changes map[tracefeed.ThreadID]Change
	// Slices are the user's slices, in their order. Base is the path of those outside of
	// which nothing counts, see slice.Within; "" for none.
	Slices []slice.Definition
	Base   string
	// Slicing is what the slices cover, as far as it is computed; nil before.
	Slicing *slice.Slices
	// Tasks are the tasks of the trace, as far as it was read for them; nil before something
	// shows tasks.
	Tasks *task.Index
	// Idle is when threads are idle; nil if that is not known, or they never are.
	Idle *handler.IdleTime
	// Course is the way of Cursor.Task through threads; nil if Tasks do not have it.
	Course *course.Course
	// Handlers are the functions that process events, whose calls are marked; nil for none.
	Handlers *Functions
	// Findings are the findings to mark: deadlocks as rings, stuck threads by frames. Searched is
	// the end of the part of the trace that was searched for them.
	Findings []detect.Finding
	Searched tracefeed.Time
	// Title is the name of the trace. Caveats are warnings about the trace, like
	// damage or inferred edges. If Caption is set, they are drawn into the
	// picture, together with a legend.
	Title, Caveats string
	// MinorCaveats says that Caveats are no reason to doubt the picture.
	MinorCaveats bool
	Caption      bool
}

// Functions is a set of functions by name. It never changes.
type Functions map[string]bool

// Has reports whether a function is in the set; nil is empty.
func (f *Functions) Has(name string) bool { return f != nil && (*f)[name] }

// Steps that the user can choose from.
const (
	ShortestStep = tracefeed.Nanosecond
	LongestStep  = 10 * tracefeed.Day
)

// clockLengths are the round lengths from ten seconds to a day.
var clockLengths = [...]tracefeed.Time{
	10 * tracefeed.Second, 20 * tracefeed.Second, 30 * tracefeed.Second,
	tracefeed.Minute, 2 * tracefeed.Minute, 5 * tracefeed.Minute, 10 * tracefeed.Minute, 15 * tracefeed.Minute, 30 * tracefeed.Minute,
	tracefeed.Hour, 3 * tracefeed.Hour, 6 * tracefeed.Hour, 12 * tracefeed.Hour,
}

// roundLength returns the shortest round length that is good: 1, 2, 5, 10, … times the
// shortest one, from ten seconds on one of clockLengths, and from a day on 1, 2, 5,
// 10, … days.
func roundLength(shortest tracefeed.Time, good func(tracefeed.Time) bool) tracefeed.Time {
	for unit := shortest; ; unit *= 10 {
		if unit == clockLengths[0] {
			if i := slices.IndexFunc(clockLengths[:], good); i >= 0 {
				return clockLengths[i]
			}
			unit = tracefeed.Day
		}
		for _, f := range [...]tracefeed.Time{1, 2, 5} {
			if good(f * unit) {
				return f * unit
			}
		}
	}
}

// NiceStep returns the shortest round length from 1 ns on of which at most n make up
// length, up to LongestStep.
func NiceStep(length tracefeed.Time, n int) tracefeed.Time {
	return min(niceStep(length, n), LongestStep)
}

func niceStep(length tracefeed.Time, n int) tracefeed.Time {
	return roundLength(ShortestStep, func(s tracefeed.Time) bool { return length/s < tracefeed.Time(n) })
}

// HistoryLabel stands before the length of a history.
const HistoryLabel = "waits of the last"

// StepName names the length of a step: minutes and days that are whole as such.
func StepName(t tracefeed.Time) string {
	switch {
	case t >= tracefeed.Day && t%tracefeed.Day == 0:
		return fmt.Sprintf("%d d", t/tracefeed.Day)
	case t >= tracefeed.Minute && t < tracefeed.Hour && t%tracefeed.Minute == 0:
		return fmt.Sprintf("%d min", t/tracefeed.Minute)
	}
	return t.String()
}

// Steps returns a suitable length of steps, and their number, to show a length
// of time of any size.
func Steps(length tracefeed.Time) (step tracefeed.Time, n int) {
	const most = 200
	step = niceStep(length, most)
	return step, int(max(0, length-1)/step) + 1
}

// StartAhead is the Ahead that a trace opens with.
const StartAhead = 0.25

// StartHistory is the History that a trace opens with, where all of it is shown in some steps.
func StartHistory(steps int) int { return max(1, steps/10) }

// LookAt returns the look that a growing trace opens with: all of it in view,
// with the moment at its end.
func LookAt(tl *timeline.Timeline) Look {
	step, n := Steps(tl.End)
	return Look{
		State: State{
			Kind:    Free,
			Step:    step,
			Steps:   n,
			History: StartHistory(n),
			Palette: paint.Dark(),
			Camera:  Camera{Yaw: startYaw, Pitch: startPitch, Zoom: 1},

			Clusters: processClusters(tl, ProgramThreads(tl)),
		},
		Cursor: Cursor{Moment: tl.End, Ahead: StartAhead},
		Input: Input{End: tl.End, Searched: tl.End, Threads: ProgramThreads(tl),
			Locks: lockname.New(tl.Monitors, lockname.Ranks{}, nil)},
	}
}

// ProgramThreads returns the threads that are shown at first: all but the runtime's
// own, in the order of AllThreads.
func ProgramThreads(tl *timeline.Timeline) []tracefeed.ThreadID {
	return inNameOrder(tl, func(t *tracefeed.Thread) bool { return !t.System })
}

// AllThreads returns all threads: those of a process as neighbours, after its parent, and in
// it those with names that differ only in their numbers, in the order of the first of each
// kind.
func AllThreads(tl *timeline.Timeline) []tracefeed.ThreadID {
	return inNameOrder(tl, func(*tracefeed.Thread) bool { return true })
}

// inNameOrder returns the threads for which of is true, grouped by name.
func inNameOrder(tl *timeline.Timeline, of func(*tracefeed.Thread) bool) (ordered []tracefeed.ThreadID) {
	var ids []tracefeed.ThreadID
	for id := 1; id < len(tl.Threads); id++ {
		if of(&tl.Threads[id]) {
			ids = append(ids, tracefeed.ThreadID(id))
		}
	}
	parts := groups.ByProcess(tl, ids)
	others := slices.DeleteFunc(slices.Clone(ids), func(t tracefeed.ThreadID) bool { return tl.Threads[t].Process != tracefeed.NoProcess })
	for _, p := range append(parts, groups.Group{Threads: others}) {
		for _, g := range groups.ByName(tl, p.Threads) {
			ordered = append(ordered, g.Threads...)
		}
	}
	return ordered
}
