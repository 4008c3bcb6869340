package session

import (
	"time"

	"tiv/timeline"
	"tiv/workspace"
	"tiv/workspace/prefs"
)

// CarryOut carries out the queued commands. This is the only place where the input of a user
// changes a trace's workspace. Slow commands become jobs. The settings say whether the picture
// glides, and keep a chosen palette.
func (t *Trace) CarryOut(jobs *Jobs, settings *prefs.Prefs) {
	if len(t.commands) == 0 {
		return
	}
	kind, from, eased := t.Workspace.Look.Kind, t.Motion.Camera(t.Workspace.Look.Camera), !settings.Abrupt && t.Frame != nil
	shown, zooms := t.zooming.window(t.Workspace.Look), false
	todo := t.commands
	t.commands = nil
	for _, c := range todo {
		if t.prepare(c, jobs) {
			continue
		}
		effects := c.Info().Effects
		t.Workspace.Do(c)
		if _, placed := c.(workspace.Place); placed {
			t.cut = true // the user has moved them all the way
		}
		t.caused = t.caused || effects.Has(workspace.MovesThreads)
		zooms = zooms || effects.Has(workspace.ZoomsTime)
		if _, chosen := c.(workspace.SetPalette); chosen {
			settings.Palette = t.Workspace.Look.Palette.Name
		}
		if !effects.Has(workspace.Passive) {
			t.Changed = time.Now()
		}
	}
	t.Stale = true
	if t.glides && eased && t.Workspace.Look.Kind == kind {
		t.Motion.start(from, t.Workspace.Look.Camera, t.Frame)
	} else if t.Workspace.Look.Camera != t.Motion.to {
		t.Motion = Motion{}
	}
	t.glides = false
	var to timeline.Interval
	if to.Start, to.End = t.Workspace.Look.Window(); zooms && eased {
		t.zooming.start(shown, to)
	} else if to != t.zooming.to {
		t.zooming = Zooming{}
	}
}

// prepare computes the expensive part of a command in a job, and carries
// the command out afterwards. It reports whether it does so; it does nothing for
// a fast command.
func (t *Trace) prepare(c workspace.Command, jobs *Jobs) bool {
	find := t.Workspace.Prepare(c)
	if find == nil {
		return false
	}
	jobs.Start(t.Document, "The "+c.Info().Task, func(w *Worker) (Message, error) {
		prepared := find(w.ctx)
		w.then = prepared
		return Message{Text: prepared.Note}, w.ctx.Err()
	})
	return true
}

// advance advances time: playback, motions, and background work. The scene is animated while
// this trace or the one beside it plays, or the user drags something. If eased is set, bars and the
// camera glide to new places; if calm is not, only to those that the user has caused.
func (t *Trace) advance(now time.Time, dt time.Duration, animated, eased, calm bool) {
	if t.Workspace.Advance(dt.Seconds()) || t.Moving() {
		t.Stale = true
	}
	if t.transition.on() {
		t.Builder.Progress = t.transition.part(now, t.transition.length)
	}
	t.runFilter()
	t.compute()
	t.Ranking.Sliced.refresh(t.Workspace, t.Wake)
	t.Patterns.refresh(t.Workspace, t.Wake)
	t.Builder.Animating = animated || t.Moving()
	t.Builder.Eased = eased && (calm || t.caused)
	if t.Builder.Refine(t.Wake) {
		t.Stale = true
	}
}
