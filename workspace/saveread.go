package workspace

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"unicode/utf8"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/paint"
	"tiv/scene/view"
	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace/saved"
)

// errForeign says that a saved workspace belongs to another trace.
var errForeign = errors.New("it belongs to another trace")

// Restore restores the state that Save wrote, for the threads of the trace
// known so far. While more of the trace comes in, it continues until the user's
// first command. Unknown threads are left out. The error is an ErrForeign if the
// workspace was saved with another trace than trace, unless one of the two has
// no checksum; other errors say why data is not a saved workspace. After an
// error, w is as before.
func (w *Workspace) Restore(data []byte, trace saved.Identity) error {
	s, err := saved.Parse(data)
	if err != nil {
		return err
	}
	if err := checkNotes(s.View.Notes); err != nil {
		return err
	}
	if trace.Sum != "" && !s.Trace.Same(trace) {
		return errForeign
	}
	w.restored = &s.View
	w.restore()
	return nil
}

// restore applies the valid parts of w.restored to the state.
func (w *Workspace) restore() {
	s := w.restored
	v := viewReader{w: w, by: make(map[string]tracefeed.ThreadID, len(w.Timeline.Threads))}
	for i := len(w.Timeline.Threads) - 1; i > 0; i-- {
		v.by[w.Timeline.Threads[i].ID] = tracefeed.ThreadID(i)
	}
	w.touched, w.ownSpeed, w.ownHistory = true, true, true
	v.common(s)
	v.clusters(s)
	v.spaces(s)
	if w.afresh {
		w.Shown = 0
	}
	w.Panels = s.Panels
	w.Dismissed, w.Limits = dismissed(s.Dismissed), limits(s.Limits)
	w.Handlers = s.Handlers.Valid()
	if !w.Tasking.Limited() {
		w.Defined.Types = taskTypes(s.TaskDefinitions)
	}
	w.Bookmarks = [10]Bookmark{}
	for i, p := range s.Bookmarks {
		if i >= 0 && i < len(w.Bookmarks) {
			w.Bookmarks[i] = Bookmark{true, v.point(p)}
		}
	}
	SetSpeed{s.Speed}.apply(w)
	w.Playback.Loop = s.Loop != nil
	own := s.Own
	if own.Interval == nil && s.Loop != nil && (s.Loop[0] > 0 || s.Loop[1] < w.Timeline.End) {
		own.Interval = s.Loop
	}
	v.own(&own)
	v.setViews()
	w.chooseThreads()
	w.sync()
	if w.afresh {
		StartAfresh{}.apply(w)
		w.touched, w.ownSpeed, w.ownHistory = false, false, false
	}
}

// taskTypes returns the valid ones of saved types of definitions; nil if there are none.
func taskTypes(saved map[string]bool) (types map[string]bool) {
	for _, name := range slices.Sorted(maps.Keys(saved)) {
		if name != "" && len(name) <= maxNameLen && len(types) < maxTaskTypes {
			set(&types, name, saved[name])
		}
	}
	return types
}

// viewReader converts a saved view to a State.
type viewReader struct {
	w  *Workspace
	by map[string]tracefeed.ThreadID
}

// ids returns the threads of the trace among some, sorted.
func (v viewReader) ids(names []string) []tracefeed.ThreadID {
	if len(names) == 0 {
		return nil
	}
	list := make([]tracefeed.ThreadID, 0, len(names))
	for _, n := range names {
		list = append(list, v.by[n])
	}
	return union(v.w.Timeline, list)
}

// common restores the parts of the look that all workspaces have in common.
func (v viewReader) common(s *saved.View) {
	l := &v.w.Look
	if p, ok := paint.PaletteNamed(s.Palette); ok {
		l.Palette = p
	}
	l.Notes, l.LockNames = v.notes(s.Notes), v.lockNames(s.Locks)
}

// own restores the view of the shown workspace.
func (v viewReader) own(s *saved.Own) {
	w, l := v.w, &v.w.Look
	l.Options, l.Detailed, l.Opened = s.Options, v.ids(s.Close), v.ids(s.Opened)
	l.Targets, l.Places = v.places(s.Targets), v.places(s.Places)
	l.GroupPlaces = nil
	for name, at := range s.Groups {
		set(&l.GroupPlaces, name, mgl32.Vec2(at))
	}
	for t, at := range l.Targets {
		l.Targets[t] = mgl32.Vec2{min(max(at[0], -1), 1), min(max(at[1], -1), 1)}
	}
	w.Hidden, w.Dimmed, w.Aside, w.HiddenProcesses = v.ids(s.Hidden), v.ids(s.Back), v.ids(s.Aside), s.Processes
	w.Runtime, w.Filter = s.Runtime, Filter{s.Filter, s.FilterHide}
	SelectInterval{}.apply(w)
	if i := s.Interval; i != nil {
		SelectInterval{i[0], i[1]}.apply(w)
	}
	w.goTo(v.point(s.Point))
	l.Lit = v.lit(s.Lit) // after the selection: selecting nothing ends it
	v.tasks(s)
	if l.Call = (view.Call{}); s.Call != nil {
		c := s.Call
		l.Call = validCall(w.Timeline, view.Call{Thread: v.by[c.Thread], Function: c.Function, Depth: c.Depth,
			Start: c.Interval[0], End: c.Interval[1], Sampled: c.Sampled})
	}
}

// tasks restores what is seen of tasks. A broken name is that of none.
func (v viewReader) tasks(s *saved.Own) {
	l := &v.w.Look
	l.Task, _ = task.ParseID(s.Task)
	l.TaskRows = view.TaskRows{}
	for name, open := range s.TaskTypes {
		FoldTasks{!open, name}.apply(v.w)
	}
	for _, text := range s.TaskParts {
		if id, err := task.ParseID(text); err == nil {
			FoldParts{false, id}.apply(v.w)
		}
	}
	l.TaskTop = view.TaskPlace{}
	if p := s.TaskTop; p != nil {
		id, _ := task.ParseID(p.Task)
		l.TaskTop = validPlace(view.TaskPlace{Type: p.Type, Task: id, Above: p.Above})
	}
}

// lit returns the saved part of a finding; nil if its threads are not known.
func (v viewReader) lit(s *saved.Lit) *view.Lit {
	if s == nil {
		return nil
	}
	l := &view.Lit{Kind: s.Kind, Threads: v.ids(s.Threads), Interval: timeline.Interval{Start: max(s.Interval[0], 0), End: s.Interval[1]}}
	for id, m := range v.w.Timeline.Monitors {
		if id > 0 && slices.Contains(s.Locks, m.ID) {
			l.Monitors = append(l.Monitors, tracefeed.MonitorID(id))
		}
	}
	if len(l.Threads) == 0 || len(s.Locks) > 0 && len(l.Monitors) == 0 {
		return nil
	}
	return l
}

// lockNames returns the names of the known monitors; nil if there are none.
func (v viewReader) lockNames(own map[string]string) (names map[tracefeed.MonitorID]string) {
	if len(own) == 0 {
		return nil
	}
	names = map[tracefeed.MonitorID]string{}
	for id := 1; id < len(v.w.Timeline.Monitors) && len(names) < maxLockNames; id++ {
		if name := view.OneLine(own[v.w.Timeline.Monitors[id].ID], maxNameLen); name != "" {
			names[tracefeed.MonitorID(id)] = name
		}
	}
	return names
}

// notes returns notes in the order of their moments.
func (v viewReader) notes(list []saved.Note) (notes []view.Note) {
	for _, n := range list {
		notes = append(notes, view.Note{Text: noteText(n.Text), Moment: max(n.Moment, 0), Thread: v.by[n.Thread],
			Blocker: v.by[n.Blocker]})
	}
	slices.SortStableFunc(notes, func(a, b view.Note) int { return cmp.Compare(a.Moment, b.Moment) })
	return notes
}

// places returns the places of the known threads; nil if there are none.
func (v viewReader) places(of map[string][2]float32) map[tracefeed.ThreadID]mgl32.Vec2 {
	var places map[tracefeed.ThreadID]mgl32.Vec2
	for id, at := range of {
		if t := v.by[id]; t != tracefeed.NoThread {
			if places == nil {
				places = make(map[tracefeed.ThreadID]mgl32.Vec2, len(of))
			}
			places[t] = at
		}
	}
	return places
}

// clusters restores the clusters; a thread in several is in the first.
func (v viewReader) clusters(s *saved.View) {
	v.w.Look.Clusters = nil
	taken := map[tracefeed.ThreadID]bool{}
	for _, c := range s.Clusters {
		threads := slices.DeleteFunc(v.ids(c.Threads), func(t tracefeed.ThreadID) bool { return taken[t] })
		if len(threads) == 0 {
			continue
		}
		for _, t := range threads {
			taken[t] = true
		}
		v.w.Look.Clusters = append(v.w.Look.Clusters,
			view.Cluster{Name: shorten(c.Name, maxNameLen), Threads: threads, Color: paint.ParseColor(c.Color),
				Folded: c.Folded, Proposed: c.Proposed})
	}
}

func (v viewReader) point(s saved.Point) Viewpoint {
	p := Viewpoint{Moment: min(max(s.Moment, 0), v.w.Timeline.End), Step: max(s.Step, view.ShortestStep),
		Steps: min(max(s.Steps, MinSteps), MaxSteps), Ahead: min(max(s.Ahead, -maxAhead), maxAhead),
		History:  min(max(s.History, 1), MaxHistory),
		Selected: v.by[s.Selected], Selection: v.ids(s.Selection)}
	p.Kind, _ = view.ParseKind(s.Kind)
	p.Camera = view.Camera{Yaw: s.Yaw, Pitch: view.Tilt(s.Pitch),
		Zoom: min(max(s.Zoom, minZoom), maxZoom), Pan: s.Pan, Target: v.by[s.On]}
	return p
}

// maxAhead limits the distance between the moment and the interval shown, in
// lengths of that.
const maxAhead = 1e15

// The longest name of a cluster and the longest note, in bytes.
const (
	maxNameLen = 200
	maxNoteLen = 10_000
)

// shorten cuts a text to at most n bytes.
func shorten(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
