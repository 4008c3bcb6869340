package detect

import (
	"slices"

	"tiv/interaction"
	"tiv/tracefeed"
)

// Hang is the kind of finding for a program, or a part of it, that does not go on.
const Hang = "hang"

// hangDetector finds the threads that have waited for the last part of the trace
// (Limits.Hang) and do not move, for one of these reasons:
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

// mayHang reports whether a hang is possible: whether a thread has long been sending, or
// waiting with a lock that other threads wait for.
func (s *ending) mayHang() bool {
	if s.tl.OfDump() || s.tl.Header.Kind == tracefeed.Sampled {
		return false
	}
	limit := s.limits.hangFor(s.tl.End)
	for n := range s.graph.nodes {
		node := &s.graph.nodes[n]
		if node.thread == tracefeed.NoThread || len(s.graph.before[n]) == 0 || node.wait != nil {
			continue
		}
		if span := s.tl.Lane(node.thread).Since(s.tl.End); span.State != tracefeed.NotAlive && s.tl.End-span.Start >= limit {
			return true
		}
	}
	for i := range s.open {
		if w := &s.open[i]; w.until-w.since >= limit && sends(s.tl, w.span.Stack) {
			return true
		}
	}
	return false
}

// hanging returns the hangs of the trace. e is nil if nothing hangs.
func (s *rings) hanging(e *enders) (h hangs) {
	if e == nil {
		return h
	}
	h.in = map[tracefeed.ThreadID]bool{}
	x := newEnderGraph(s.ending, e)
	for _, f := range append(x.enclosed(), x.overdue()...) {
		if f.Root != nil && h.in[f.Root.Thread] {
			continue
		}
		if f.Root != nil {
			h.in[f.Root.Thread] = true
		}
		for _, t := range f.Threads {
			h.in[t] = true
		}
		h.found = append(h.found, f)
	}
	return h
}

// hangFinding describes the waits of a hang. root is NoThread if there is none.
func (x *enderGraph) hangFinding(waits queue, root tracefeed.ThreadID) (Finding, *Standstill) {
	waits = waits.sorted()
	f := waits.finding(x.s.tl, interaction.Inferred)
	facts := &Standstill{Waiting: waits.waiting(x.s.tl), Hung: Hung{Living: x.alive, Waiting: len(waits)}}
	if root != tracefeed.NoThread {
		f.Root = x.s.rootOf(waits, root)
		held := func(w openWait) bool { return slices.Contains(x.s.tl.Owners(w.span.Monitor, x.s.tl.End), root) }
		if i := slices.IndexFunc(waits, held); i >= 0 {
			f.Root.Holds = waits[i].span.Monitor
		}
		facts.Hung.Waiting++
		facts.Hung.Sends = sends(x.s.tl, x.s.tl.Lane(root).Since(x.s.tl.End).Stack)
		f.Sites = waitSites(x.s.tl, append([]tracefeed.ThreadID{root}, f.Threads...))
	}
	f.Facts = facts
	return f, facts
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
