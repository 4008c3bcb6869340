package interaction

import (
	"tiv/timeline"
	"tiv/tracefeed"
)

// Chain returns the path of waits that begins at a thread, at time t: its wait, the
// wait of the thread that it waits for, and so on. If several threads are waited
// for at once, it follows the first of Blockers. The path ends at a wait for a
// thread that is not blocking, for an unknown thread, or for a thread that is on
// the path already, which closes a ring. It is empty if the thread is not blocking.
func Chain(tl *timeline.Timeline, thread tracefeed.ThreadID, t tracefeed.Time) []Wait {
	var chain []Wait
	seen := map[tracefeed.ThreadID]bool{}
	for !seen[thread] {
		seen[thread] = true
		w, ok := WaitAt(tl, thread, t)
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
