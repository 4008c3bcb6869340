package workspace

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/view"
	"tiv/tracefeed"
)

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
func (v viewWriter) own(w *Workspace) savedOwn {
	l := &w.Look
	s := savedOwn{savedPoint: v.point(w.viewpoint()), Options: l.Options,
		Runtime: w.Runtime, Hidden: v.ids(w.Hidden), Back: v.ids(w.Dimmed), Aside: v.ids(w.Aside),
		Close: v.ids(l.Detailed), Opened: v.ids(l.Opened), Filter: w.Filter.Text, FilterHide: w.Filter.Hide, Lit: v.lit(l.Lit)}
	if c := &l.Call; c.Thread != tracefeed.NoThread {
		s.Call = &savedCall{v.id(c.Thread), c.Function, c.Depth, [2]tracefeed.Time{c.Start, c.End}, c.Sampled}
	}
	if i := l.Interval; i.Start < i.End {
		s.Interval = &[2]tracefeed.Time{i.Start, i.End}
	}
	s.Targets, s.Places = v.places(l.Targets), v.places(l.Places)
	return s
}

func (v viewWriter) view(w *Workspace) savedView {
	l := &w.Look
	s := savedView{savedOwn: v.own(w), Palette: l.Palette.Name, Speed: w.Playback.Speed, Panels: w.Panels}
	if w.Playback.Loop {
		s.Loop = &[2]tracefeed.Time{l.Interval.Start, l.Interval.End}
	}
	for _, c := range l.Clusters {
		s.Clusters = append(s.Clusters, savedCluster{c.Name, v.ids(c.Threads), c.Color.Text(), c.Folded, c.Proposed})
	}
	for _, n := range l.Notes {
		s.Notes = append(s.Notes, savedNote{n.Text, n.Moment, v.id(n.Thread), v.id(n.Blocker)})
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
	s.Dismissed, s.Limits = dismissals(w.Dismissed), w.Limits
	for i, b := range w.Bookmarks {
		if !b.Set {
			continue
		}
		if s.Bookmarks == nil {
			s.Bookmarks = map[int]savedPoint{}
		}
		s.Bookmarks[i] = v.point(b.Viewpoint)
	}
	return s
}

func (v viewWriter) lit(l *view.Lit) *savedLit {
	if l == nil {
		return nil
	}
	s := &savedLit{Kind: l.Kind, Threads: v.ids(l.Threads), Interval: [2]tracefeed.Time{l.Interval.Start, l.Interval.End}}
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

func (v viewWriter) point(p Viewpoint) savedPoint {
	c := p.Camera
	return savedPoint{Kind: p.Kind.String(), Moment: p.Moment, Step: p.Step, Steps: p.Steps, Ahead: p.Ahead, History: p.History,
		Yaw: number(c.Yaw, 0), Pitch: number(c.Pitch, 0), Zoom: number(c.Zoom, 1), Pan: pair(c.Pan), On: v.id(c.Target),
		Selected: v.id(p.Selected), Selection: v.ids(p.Selection)}
}
