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
// it is those in the time that is shown now; done again, it goes by those that
// are shown then.
type Arrange struct{ Arrangement scene.Arrangement }

func (c Arrange) apply(w *Workspace) {
	w.Look.Arrangement, w.Look.Pulled = c.Arrangement, nil
	if c.Arrangement == scene.Ring || c.Arrangement == scene.Force {
		w.Look.Pulled = w.pull()
	}
}

func (Arrange) does() (string, string) { return "arrange", "" }

// mostStretches is how many stretches of waits have a say, about: as many as
// take some tenths of a second. If there are more, it is the latest.
const mostStretches = 1_000_000

// pull returns where the waits that are shown pull threads.
func (w *Workspace) pull() map[tracefeed.ThreadID]mgl32.Vec2 {
	from, to := w.Look.Window()
	pairs, _ := interaction.LatestPairs(context.Background(), w.Timeline, max(0, from), to, mostStretches)
	if !w.Look.Signals {
		pairs = slices.DeleteFunc(pairs, func(p interaction.Pair) bool { return p.Kind == interaction.Signal })
	}
	return scene.Pull(pairs, w.Look.Threads, w.Look.Clusters)
}
