package workspace

import (
	"context"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/interaction"
	"tiv/scene/place"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Arrange chooses the layout of threads. Layouts that depend on waits use the
// history at the current moment, and keep it until the next Arrange.
type Arrange struct{ Arrangement view.Arrangement }

func (c Arrange) apply(w *Workspace) { runNow(c, w) }

func (c Arrange) prepare(ctx context.Context, w *Workspace) (commit func(*Workspace), note string) {
	var pulled map[tracefeed.ThreadID]mgl32.Vec2
	if c.Arrangement == view.Ring || c.Arrangement == view.Force {
		pulled, note = forceTargets(ctx, w.Timeline, &w.Look)
	}
	return func(w *Workspace) { w.Look.Arrangement, w.Look.Targets = c.Arrangement, pulled }, note
}

func (c Arrange) on(w *Workspace) bool { return w.Look.Arrangement == c.Arrangement }

func (Arrange) Info() Info {
	return Info{label: "arrange", Task: "layout", Effects: Undoable | MovesThreads}
}

// forceTargets returns the places to which waits attract threads, and a note about
// the history used.
func forceTargets(ctx context.Context, tl *timeline.Timeline, look *view.Look) (at map[tracefeed.ThreadID]mgl32.Vec2, note string) {
	pairs, note := historyPairs(ctx, tl, look)
	if !look.Signals {
		pairs = slices.DeleteFunc(pairs, func(p interaction.Pair) bool { return p.Kind == interaction.Signal })
	}
	return place.ForceTargets(ctx, pairs, look.Threads, look.Clusters), note
}
