package workspace

import (
	"strconv"

	"tiv/interaction/detect"
	"tiv/scene/view"
	"tiv/task"
	"tiv/timeline"
	"tiv/timeline/caveats"
	"tiv/tracefeed"
	"tiv/workspace/idling"
	"tiv/workspace/opening"
	"tiv/workspace/saved"
	"tiv/workspace/tasking"
)

// Workspace is one open trace and the state of its view. It belongs to one
// goroutine; every change of the view goes through Do.
type Workspace struct {
	// Name is the name of the trace.
	Name string
	// Timeline is as much of the trace as has been taken in by Update.
	Timeline *timeline.Timeline
	// Report is the findings in the timeline; complete when the timeline is.
	Report detect.Report
	// State is the state of the view. Its Look.Moment follows Playback.
	State
	// Playback is the video recorder.
	Playback timeline.Playback
	// Tasking finds the tasks, for Look.Tasks.
	Tasking tasking.Tasking
	// Idling finds when threads are idle, for Look.Idle.
	Idling idling.Idling
	// Opening is the moment to which the trace moved when it opened; nil if it did not.
	Opening *opening.Moment
	opensAt openingAt
	afresh  bool // a saved view of the trace is not shown
	// MaxFilterEvents is the largest number of events that a filter may read at
	// once; beyond it, FilterQuery returns the evaluation for the background, and
	// Look.FilterPending is set until its result is taken. 0 for no limit.
	MaxFilterEvents int

	// ofTasks are the findings about tasks.
	ofTasks []detect.Finding

	locks lockNaming
	// unhidden are the threads that are not hidden, in their order; the filter
	// decides which of them are shown and which are dimmed.
	unhidden []tracefeed.ThreadID
	// listable is the number of threads with the hidden ones.
	listable int
	filter   filterState
	// sliced is what Look.Slicing was computed of.
	sliced  slicingInput
	chained chained
	telling telling
	// identities are those of the findings of Report, as far as they were needed.
	identities identities
	undo       undoHistory
	visits     viewHistory
	restored   *saved.View // a saved view that is applied again as the trace comes in
	// touched is set by the user's first change of the view: from then on, new
	// data does not change it.
	touched bool
	// acted is set by the user's first command of any kind.
	acted bool
	// growing is true while the trace may still be written; following, if the
	// moment then is to stay at its end.
	growing, following bool
	pursuit            pursuit
	// ownSpeed and ownHistory are set by the user's first choice of speed and
	// history.
	ownSpeed, ownHistory bool
}

// New returns a workspace for a trace that is still empty.
func New(name string) *Workspace {
	w := &Workspace{Name: name, Timeline: &timeline.Timeline{}, State: State{Spaces: Tree{{}}}, following: true}
	w.Look = view.LookAt(w.Timeline)
	w.Playback.Speed = 1
	w.Look.Title = name
	return w
}

// Clone returns a workspace with the same view and no history, for use in any
// goroutine; it costs no more than a copy of the struct. Changes of one do not affect the other.
func (w *Workspace) Clone() *Workspace {
	f := *w // nothing that it points to is ever changed
	f.undo, f.visits = undoHistory{}, viewHistory{}
	return &f
}

// Update sets a newer snapshot of the trace. Until the user's first change of
// the view, all of the trace stays in view.
func (w *Workspace) Update(tl *timeline.Timeline, report detect.Report) {
	if w.Timeline != tl {
		w.Timeline, w.ofTasks = tl, nil
	}
	FindingsOf(w).Set(report)
	w.Look.Caveats, w.Look.MinorCaveats = caveats.All(tl), caveats.Minor(tl)
	w.chooseThreads()
	if w.restored != nil {
		following := w.following
		w.restore()
		w.following = following
		if tl.Complete {
			w.restored = nil
		}
	}
	if w.touched {
		w.followEnd()
		return
	}
	all := view.LookAt(tl)
	w.Look.Step, w.Look.Steps = all.Step, all.Steps
	w.Playback.Moment = tl.End
	if !w.ownHistory {
		w.Look.History = all.History
	}
	if !w.ownSpeed {
		w.Playback.Speed = startSpeed(tl.End)
	}
	w.sync()
}

// startSpeed returns the speed at which a trace plays in 5 to 15 seconds: real time if
// that does, otherwise one of two digits.
func startSpeed(length tracefeed.Time) float64 {
	seconds := float64(length) / float64(tracefeed.Second)
	if length == 0 || seconds >= 5 && seconds <= 15 {
		return 1
	}
	even, err := strconv.ParseFloat(strconv.FormatFloat(seconds/10, 'e', 1, 64), 64)
	if err != nil {
		panic(err) // FormatFloat writes numbers
	}
	slowest, fastest := timeline.Speeds(length)
	return min(max(even, slowest), fastest)
}

// sync copies the moment of the playback, and the end of the trace, to the look,
// and the selected interval to the playback.
func (w *Workspace) sync() {
	w.Playback.Moment = min(max(w.Playback.Moment, 0), w.Timeline.End)
	w.Look.Moment, w.Look.End = w.Playback.Moment, w.Timeline.End
	w.Playback.LoopFrom, w.Playback.LoopTo = w.Look.Interval.Start, w.Look.Interval.End
	w.Idling.Follow(w.Timeline, w.Report.Idle)
	w.Look.Idle = w.Idling.Time()
	w.Tasking.Follow(w.Timeline, w.Defined)
	if SlicingOf(w).OfTasks() || w.Look.Kind.Tasks || w.Look.TaskColours || w.Look.Task != (task.ID{}) {
		w.Tasking.Ask()
	}
	SlicingOf(w).TakeTasks()
	w.locks.update(w)
	dropCall(w)
	if see(w); len(w.Look.Slices) == 0 && w.Look.Base == "" {
		w.Look.Slicing = nil
	}
	FilteringOf(w).refresh()
	w.chained.update(w.Timeline, &w.Look)
	w.telling.update(w)
}

// Advance advances the playback by some seconds of real time. It reports
// whether the moment changed.
func (w *Workspace) Advance(seconds float64) bool {
	before, playing := w.Playback.Moment, w.Playback.Playing
	w.Playback.Advance(seconds, w.Timeline.End)
	if playing {
		w.catchUp()
	}
	if w.Playback.Moment != before && !w.Look.MomentShown() {
		ShowMoment{}.apply(w)
	}
	w.sync()
	w.pursuit.keep(w)
	return w.Playback.Moment != before
}

// Do carries out a command, so that Undo can take it back.
func (w *Workspace) Do(c Command) {
	before, from, info := w.State, visit{w.viewpoint(), w.Shown}, c.Info()
	if !info.Effects.Has(Passive) {
		w.restored, w.acted = nil, true // from here on, the user decides
	}
	c.apply(w)
	keepRange(w, &before.Look)
	w.sync()
	w.undo.note(info, &before, &w.State)
	w.visits.note(info, from)
}
