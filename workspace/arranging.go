package workspace

import (
	"context"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/interaction"
	"tiv/scene"
	"tiv/tracefeed"
)

// Arrange chooses how threads get their places. Where waits have a say in that,
// it is those in the history of this moment; done again at another, it goes by
// those of then.
type Arrange struct{ Arrangement scene.Arrangement }

func (c Arrange) apply(w *Workspace) { do(c, w) }

func (c Arrange) find(ctx context.Context, w *Workspace) (land func(*Workspace), note string) {
	var pulled map[tracefeed.ThreadID]mgl32.Vec2
	if c.Arrangement == scene.Ring || c.Arrangement == scene.Force {
		pulled, note = w.pull(ctx)
	}
	return func(w *Workspace) { w.Look.Arrangement, w.Look.Pulled = c.Arrangement, pulled }, note
}

func (Arrange) does() (string, string) { return "arrange", "" }

// pull returns where the waits that edges add up pull threads, and what is to be
// said of that.
func (w *Workspace) pull(ctx context.Context) (at map[tracefeed.ThreadID]mgl32.Vec2, note string) {
	pairs, note := w.pairs(ctx)
	if !w.Look.Signals {
		pairs = slices.DeleteFunc(pairs, func(p interaction.Pair) bool { return p.Kind == interaction.Signal })
	}
	return scene.Pull(ctx, pairs, w.Look.Threads, w.Look.Clusters), note
}
