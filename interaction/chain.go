package interaction

import (
	"tiv/timeline"
	"tiv/tracefeed"
)

// Chain returns the path of waits at a moment that begins at a thread: what it
// waits for, what the one waits for that it waits for, and so on. Where several
// threads are waited for at once it goes on from the first of Blockers. It ends
// at a wait for somebody who is not blocking, for nobody who can be named, or
// for a thread that is on the path already, which closes a ring. It is empty if
// the thread is not blocking.
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

// OnChain lists the threads on a path of waits, each of which waits for the
// next. The last is its root: it does not wait, or waits for nobody who can be
// named, or is on the path before, where that closes a ring.
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
