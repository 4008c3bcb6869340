package workspace

import (
	"tiv/interaction"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// chained is the input of the chain that is shown.
type chained struct {
	tl     *timeline.Timeline
	thread tracefeed.ThreadID
	moment tracefeed.Time
}

// update sets the chain of a look: the path of waits that begins at its selected
// thread. Several selected threads have none: that of one of them would be arbitrary.
func (c *chained) update(tl *timeline.Timeline, look *view.Look) {
	now := chained{tl, look.Selected, look.Moment}
	if len(look.Selection) > 1 {
		now.thread = tracefeed.NoThread
	}
	if now == *c {
		return
	}
	*c, look.Chain = now, nil
	if now.thread != tracefeed.NoThread {
		look.Chain = interaction.OnChain(interaction.Chain(tl, now.thread, now.moment))
	}
}

// Follow selects a blocker or waiter of the selected thread: one step along a
// chain. Back reverts it.
type Follow struct{ Thread tracefeed.ThreadID }

func (c Follow) apply(w *Workspace) { Select(c).apply(w) }

func (Follow) Info() Info { return Info{label: "follow", Effects: Jumps} }
