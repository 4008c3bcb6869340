package workspace

import (
	"context"
	"maps"
	"slices"

	"tiv/interaction/detect"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/anonymous"
	"tiv/workspace/loader"
)

// AnonymousName is the name of an anonymous trace.
const AnonymousName = "a trace"

// Anonymous returns a workspace with the same view of the same trace, in which the names
// of the trace and of the user are replaced, and slices, workspaces and the texts of notes left out. It searches
// the trace for findings again, because these contain names. Once ctx is done, it returns
// the error of ctx.
func Anonymous(ctx context.Context, w *Workspace) (*Workspace, error) {
	names, tl := anonymous.New(), w.Timeline
	tables := names.Tables(&tracefeed.Tables{Threads: tl.Threads, Monitors: tl.Monitors, Frames: tl.Frames, Stacks: tl.Stacks,
		Names: tl.Names, Processes: tl.Processes, Types: tl.Types})
	renamed := timeline.Renamed(tl, anonymous.Header(tl.Header), tables, anonymous.Error(tl.Damage))
	found := detect.Find(ctx, renamed, nil)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	out := New(AnonymousName)
	out.UpdateLoaded(&loader.Loaded{Timeline: renamed, Report: found, Searched: true})
	out.State = anonymousState(&w.State, names, &out.Look)
	out.touched, out.acted = true, true
	out.Playback.Moment = w.Look.Moment
	out.Update(renamed, found)
	return out, nil
}

// anonymousState returns the parts of a state that have no names, and clusters, locks and
// notes with other names, on the input of another look.
func anonymousState(s *State, names *anonymous.Names, to *view.Look) State {
	look := view.Look{State: s.Look.State, Cursor: s.Look.Cursor, Input: to.Input}
	look.Highlighted, look.Found, look.Hovered, look.Call = "", "", shape.PickID{}, view.Call{}
	look.Clusters = slices.Clone(look.Clusters)
	for i := range look.Clusters {
		c := &look.Clusters[i]
		c.Name = names.Of(anonymous.Cluster, c.Name)
	}
	look.LockNames = map[tracefeed.MonitorID]string{}
	for _, m := range slices.Sorted(maps.Keys(s.Look.LockNames)) {
		look.LockNames[m] = names.Of(anonymous.Lock, s.Look.LockNames[m])
	}
	look.SliceColours, look.TaskColours, look.Task = false, false, task.ID{}
	look.Notes = slices.Clone(look.Notes)
	for i := range look.Notes {
		look.Notes[i].Text = "(the text is left out)"
	}
	return State{Look: look, Spaces: Tree{{}}, Runtime: s.Runtime, Hidden: s.Hidden, Dimmed: s.Dimmed, Aside: s.Aside,
		HiddenProcesses: s.HiddenProcesses}
}
