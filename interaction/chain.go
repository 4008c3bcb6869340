package interaction

import (
	"tiv/timeline"
	"tiv/tracefeed"
)

// Chain returns the path of waits that begins at a thread, at time t: its wait, the
// wait of the thread that it waits for, and so on. If several threads are waited
// for at once, it follows the first of Blockers. Waits are those for locks, and those to read
// what another thread puts into a stream, perhaps in another process. The path ends at a wait
// for a thread without such a wait, for an unknown thread, or for a thread that is on
// the path already, which closes a ring. It is empty if the thread does not wait so.
func Chain(tl *timeline.Timeline, thread tracefeed.ThreadID, t tracefeed.Time) []Wait {
	var chain []Wait
	seen := map[tracefeed.ThreadID]bool{}
	for !seen[thread] {
		seen[thread] = true
		w, ok := WaitAt(tl, thread, t)
		if !ok {
			w, ok = readAt(tl, thread, t)
		}
		if !ok {
			break
		}
		chain = append(chain, w)
		if len(w.Blockers) == 0 {
			break
		}
		thread = w.Blockers[0]
	}
	return chain
}

// readAt returns the wait of a thread at time t to read what another thread puts into a stream; ok is
// false if it is in none.
func readAt(tl *timeline.Timeline, thread tracefeed.ThreadID, t tracefeed.Time) (w Wait, ok bool) {
	lane := tl.Lane(thread)
	if lane.StateAt(t) != tracefeed.IO {
		return w, false
	}
	s, _ := lane.At(t)
	if s.Other == tracefeed.NoThread {
		return w, false
	}
	return Wait{Thread: thread, Since: s.Start, Blockers: []tracefeed.ThreadID{s.Other}, Evidence: SignalEvidence(&s)}, true
}

// OnChain returns the threads on a path of waits, in order. The last one is the
// root: a thread that does not wait, waits for an unknown thread, or is on the path
// already.
func OnChain(chain []Wait) []tracefeed.ThreadID {
	var threads []tracefeed.ThreadID
	for _, w := range chain {
		threads = append(threads, w.Thread)
	}
	if n := len(chain); n > 0 && len(chain[n-1].Blockers) > 0 {
		threads = append(threads, chain[n-1].Blockers[0])
	}
	return threads
}
