package workspace

import (
	"tiv/interaction"
	"tiv/timeline"
	"tiv/tracefeed"
)

// chained is the input of the chain that is shown.
type chained struct {
	tl     *timeline.Timeline
	thread tracefeed.ThreadID
	moment tracefeed.Time
}

// chain finds the path of waits that begins at the selected thread.
func (w *Workspace) chain() {
	now := chained{w.Timeline, w.Look.Selected, w.Look.Moment}
	if now == w.chained {
		return
	}
	w.chained, w.Look.Chain = now, nil
	if now.thread != tracefeed.NoThread {
		w.Look.Chain = interaction.OnChain(interaction.Chain(now.tl, now.thread, now.moment))
	}
}

// Follow selects a blocker or waiter of the selected thread: one step along a
// chain. Back reverts it.
type Follow struct{ Thread tracefeed.ThreadID }

func (c Follow) apply(w *Workspace) { Select(c).apply(w) }

func (Follow) Info() Info { return Info{Label: "follow", Effects: Jumps} }
