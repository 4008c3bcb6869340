package detect

import (
	"slices"

	"tiv/interaction/detect/ending"
	"tiv/tracefeed"
)

// Hang is the kind of finding for a program, or a part of it, that does not go on.
const Hang = "hang"

// hangDetector finds the threads that have waited for the last part of the trace
// (Limits.hang) and do not move, for one of these reasons:
//
//   - Enclosed: all threads that end such waits wait themselves, for each other. At least
//     one of them waits for a lock, or sends: a ring of idle threads looks the same.
//   - Overdue: they wait for a lock, and its holder, which sends or waits for the network,
//     has kept it far longer than ever before.
func hangDetector() Detector {
	return Detector{
		Kind: Hang, Severity: Warning,
		Help: "threads that do not go on, and most of the program or of their function with them",
		find: func(s *searched) []Finding { return s.hangs.found },
	}
}

// hangs are the hangs of a trace, with the threads in them.
type hangs struct {
	found []Finding
	in    map[tracefeed.ThreadID]bool
}

// hanging returns the hangs of the trace. e is nil if nothing hangs.
func (s *rings) hanging(e *ending.Enders) (h hangs) {
	h.in = map[tracefeed.ThreadID]bool{}
	for _, hang := range s.Hangs(e) {
		h.in[hang.Root] = hang.Root != tracefeed.NoThread
		for _, t := range hang.Threads() {
			h.in[t] = true
		}
		h.found = append(h.found, s.hangFinding(&hang))
	}
	return h
}

// hangFinding describes a hang.
func (s *rings) hangFinding(h *ending.Hang) Finding {
	f := waitFinding(s.tl, h.Waits, h.Evidence)
	f.Start = h.Start
	f.Facts = &Standstill{Overdue: h.Overdue, Waiting: waitingOf(s.tl, h.Waits),
		Hung: Hung{Living: h.Living, Waiting: h.Hung, Sends: h.Sends, Ended: h.Ended, Before: h.Before}}
	if h.Root != tracefeed.NoThread {
		f.Root = s.rootOf(h.Waits, h.Root)
		if h.Holds != tracefeed.NoMonitor {
			f.Root.Holds = h.Holds
		}
		f.Sites = waitSites(s.tl, append([]tracefeed.ThreadID{h.Root}, f.Threads...))
	}
	return f
}

// dropCovered removes the hangs whose threads are all in one other accusation, which has the
// better reason.
func dropCovered(found []Finding) []Finding {
	if !slices.ContainsFunc(found, func(f Finding) bool { return f.Kind == Hang }) {
		return found
	}
	covered := map[int]bool{}
	for _, other := range found {
		if other.Kind == Hang || !other.Severity.Accuses() {
			continue
		}
		threads := map[tracefeed.ThreadID]bool{}
		for _, t := range other.Threads {
			threads[t] = true
		}
		for i := range found {
			free := func(t tracefeed.ThreadID) bool { return !threads[t] }
			covered[i] = covered[i] || found[i].Kind == Hang && !slices.ContainsFunc(found[i].Threads, free)
		}
	}
	kept := make([]Finding, 0, len(found))
	for i, f := range found {
		if !covered[i] {
			kept = append(kept, f)
		}
	}
	return kept
}
