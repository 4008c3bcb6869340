package workspace

import (
	"encoding/json"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/view"
	"tiv/task"
	"tiv/tracefeed"
	"tiv/workspace/saved"
)

// Save returns the workspace as JSON.
func (w *Workspace) Save(trace saved.Identity) []byte {
	data, err := json.MarshalIndent(saved.Workspace{Format: saved.Format, Version: saved.Version, Trace: trace,
		View: viewWriter{w.Timeline.Threads, w.Timeline.Monitors}.view(w)}, "", "\t")
	if err != nil {
		panic(fmt.Sprintf("a workspace that cannot be written: %v", err)) // Do rejects NaN
	}
	return append(data, '\n')
}

// viewWriter converts a State to a saved view.
type viewWriter struct {
	threads  []tracefeed.Thread
	monitors []tracefeed.Monitor
}

// id returns the source's own id of a thread; "" for none.
func (v viewWriter) id(t tracefeed.ThreadID) string {
	if t <= 0 || int(t) >= len(v.threads) {
		return ""
	}
	return v.threads[t].ID
}

func (v viewWriter) ids(threads []tracefeed.ThreadID) []string {
	var list []string
	for _, t := range threads {
		if id := v.id(t); id != "" {
			list = append(list, id)
		}
	}
	return list
}

// own returns the view of the shown workspace.
func (v viewWriter) own(w *Workspace) saved.Own {
	l := &w.Look
	s := saved.Own{Point: v.point(w.viewpoint()), Options: l.Options,
		Runtime: w.Runtime, Hidden: v.ids(w.Hidden), Back: v.ids(w.Dimmed), Aside: v.ids(w.Aside), Processes: w.HiddenProcesses,
		Close: v.ids(l.Detailed), Opened: v.ids(l.Opened), Filter: w.Filter.Text, FilterHide: w.Filter.Hide, Lit: v.lit(l.Lit)}
	if c := &l.Call; c.Thread != tracefeed.NoThread {
		s.Call = &saved.Call{Thread: v.id(c.Thread), Function: c.Function, Depth: c.Depth,
			Interval: [2]tracefeed.Time{c.Start, c.End}, Sampled: c.Sampled}
	}
	v.tasks(&s, l)
	if i := l.Interval; i.Start < i.End {
		s.Interval = &[2]tracefeed.Time{i.Start, i.End}
	}
	s.Targets, s.Places = v.places(l.Targets), v.places(l.Places)
	for name, at := range l.GroupPlaces {
		set(&s.Groups, name, pair(at))
	}
	return s
}

// tasks adds what is seen of tasks.
func (v viewWriter) tasks(s *saved.Own, l *view.Look) {
	text := func(id task.ID) string {
		if id == (task.ID{}) {
			return ""
		}
		return id.String()
	}
	s.Task, s.TaskTypes = text(l.Task), l.TaskRows.Types
	for _, id := range l.TaskRows.Parts {
		s.TaskParts = append(s.TaskParts, text(id))
	}
	if p := l.TaskTop; p != (view.TaskPlace{}) {
		s.TaskTop = &saved.TaskPlace{Type: p.Type, Task: text(p.Task), Above: p.Above}
	}
}

func (v viewWriter) view(w *Workspace) saved.View {
	l := &w.Look
	s := saved.View{Own: v.own(w), Palette: l.Palette.Name, Speed: w.Playback.Speed, Panels: w.Panels}
	if w.Playback.Loop {
		s.Loop = &[2]tracefeed.Time{l.Interval.Start, l.Interval.End}
	}
	for _, c := range l.Clusters {
		s.Clusters = append(s.Clusters, saved.Cluster{Name: c.Name, Threads: v.ids(c.Threads), Color: c.Color.Text(),
			Folded: c.Folded, Proposed: c.Proposed})
	}
	for _, n := range l.Notes {
		s.Notes = append(s.Notes, saved.Note{Text: n.Text, Moment: n.Moment, Thread: v.id(n.Thread), Blocker: v.id(n.Blocker)})
	}
	for m, name := range l.LockNames {
		if s.Locks == nil {
			s.Locks = make(map[string]string, len(l.LockNames))
		}
		if int(m) < len(v.monitors) {
			s.Locks[v.monitors[m].ID] = name
		}
	}
	s.Slices, s.Spaces, s.Shown = entries(w.Spaces[0].Slices), v.spaces(w), w.Shown
	s.Dismissed, s.Limits, s.TaskDefinitions = dismissals(w.Dismissed), w.Limits, w.Defined.Types
	s.Handlers = w.Handlers
	for i, b := range w.Bookmarks {
		if !b.Set {
			continue
		}
		if s.Bookmarks == nil {
			s.Bookmarks = map[int]saved.Point{}
		}
		s.Bookmarks[i] = v.point(b.Viewpoint)
	}
	return s
}

func (v viewWriter) lit(l *view.Lit) *saved.Lit {
	if l == nil {
		return nil
	}
	s := &saved.Lit{Kind: l.Kind, Threads: v.ids(l.Threads), Interval: [2]tracefeed.Time{l.Interval.Start, l.Interval.End}}
	for _, m := range l.Monitors {
		if int(m) < len(v.monitors) {
			s.Locks = append(s.Locks, v.monitors[m].ID)
		}
	}
	return s
}

func (v viewWriter) places(of map[tracefeed.ThreadID]mgl32.Vec2) map[string][2]float32 {
	places := make(map[string][2]float32, len(of))
	for t, at := range of {
		if id := v.id(t); id != "" {
			places[id] = pair(at)
		}
	}
	return places
}

func (v viewWriter) point(p Viewpoint) saved.Point {
	c := p.Camera
	return saved.Point{Kind: p.Kind.String(), Moment: p.Moment, Step: p.Step, Steps: p.Steps, Ahead: p.Ahead, History: p.History,
		Yaw: number(c.Yaw, 0), Pitch: number(c.Pitch, 0), Zoom: number(c.Zoom, 1), Pan: pair(c.Pan), On: v.id(c.Target),
		Selected: v.id(p.Selected), Selection: v.ids(p.Selection)}
}

// pair returns numbers that can be saved.
func pair(v mgl32.Vec2) [2]float32 { return [2]float32{number(v[0], 0), number(v[1], 0)} }

// number returns x, or something else if x is none.
func number(x, other float32) float32 {
	if f := float64(x); math.IsNaN(f) || math.IsInf(f, 0) {
		return other
	}
	return x
}
