package workspace

import (
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

func (c Arrange) apply(w *Workspace) {
	w.Look.Arrangement, w.Look.Pulled = c.Arrangement, nil
	if c.Arrangement == scene.Ring || c.Arrangement == scene.Force {
		w.Look.Pulled = w.pull()
	}
}

func (Arrange) does() (string, string) { return "arrange", "" }

// pull returns where the waits that edges add up pull threads.
func (w *Workspace) pull() map[tracefeed.ThreadID]mgl32.Vec2 {
	pairs := w.filterPairs()
	if !w.Look.Signals {
		pairs = slices.DeleteFunc(pairs, func(p interaction.Pair) bool { return p.Kind == interaction.Signal })
	}
	return scene.Pull(pairs, w.Look.Threads, w.Look.Clusters)
}
