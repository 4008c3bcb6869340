package ending

import (
	"slices"

	"tiv/interaction"
	"tiv/tracefeed"
)

// MayHang reports whether a hang is possible: whether a thread has long been sending, or
// waiting with a lock that other threads wait for.
func (s *Ending) MayHang() bool {
	if s.tl.Header.OfDump() || s.tl.Header.Kind == tracefeed.Sampled {
		return false
	}
	limit := s.Hang
	for n := range s.graph.nodes {
		node := &s.graph.nodes[n]
		if node.thread == tracefeed.NoThread || len(s.graph.before[n]) == 0 || node.wait != nil {
			continue
		}
		if span := s.tl.Lane(node.thread).Since(s.tl.End); span.State != tracefeed.NotAlive && s.tl.End-span.Start >= limit {
			return true
		}
	}
	for i := range s.Open {
		if w := &s.Open[i]; w.Until-w.Since >= limit && sends(s.tl, w.Span.Stack) {
			return true
		}
	}
	return false
}

// Hang is threads that do not go on.
type Hang struct {
	// Waits are their waits, in order of start and thread.
	Waits Queue
	// Root is the thread that all others wait for; NoThread if there is none. Its own wait is
	// not among Waits. Holds is a lock of it that one of them waits for.
	Root  tracefeed.ThreadID
	Holds tracefeed.MonitorID
	// Start is when the last part of it stopped.
	Start    tracefeed.Time
	Evidence interaction.Evidence
	// Living is the number of existing threads, Hung the number of those in the hang.
	Living, Hung int
	// Sends is true if the root, or all threads without one, send to a channel.
	Sends bool
	// Overdue: the root has kept a lock far longer than ever before: longer than Before.
	// Otherwise the enders of such waits all wait themselves; Ended such waits have ended.
	Overdue bool
	Before  tracefeed.Time
	Ended   int
}

// Threads returns the threads that wait, in the order of Waits.
func (h *Hang) Threads() []tracefeed.ThreadID { return h.Waits.threads() }

// Hangs returns the hangs at the end of the trace, each thread as the root of one at most. e is
// nil if nothing can hang.
func (s *Rings) Hangs(e *Enders) (hangs []Hang) {
	if e == nil {
		return nil
	}
	roots := map[tracefeed.ThreadID]bool{}
	x := newEnderGraph(s.Ending, e)
	for _, h := range append(x.enclosed(), x.overdue()...) {
		if h.Root != tracefeed.NoThread && roots[h.Root] {
			continue
		}
		roots[h.Root] = true
		for _, t := range h.Threads() {
			roots[t] = true
		}
		hangs = append(hangs, h)
	}
	return hangs
}

// hangOf describes the waits of a hang. root is NoThread if there is none.
func (x *enderGraph) hangOf(waits Queue, root tracefeed.ThreadID) Hang {
	h := Hang{Waits: waits.Sorted(), Root: root, Evidence: interaction.Inferred, Living: x.alive, Hung: len(waits)}
	if root == tracefeed.NoThread {
		return h
	}
	held := func(w Wait) bool { return slices.Contains(x.s.tl.Owners(w.Span.Monitor, x.s.tl.End), root) }
	if i := slices.IndexFunc(h.Waits, held); i >= 0 {
		h.Holds = h.Waits[i].Span.Monitor
	}
	h.Hung++
	h.Sends = sends(x.s.tl, x.s.tl.Lane(root).Since(x.s.tl.End).Stack)
	return h
}
