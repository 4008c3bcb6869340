package ending

import (
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// overdue returns the hangs behind threads that have kept a lock far longer than ever
// before, while they send or wait for the network.
func (x *enderGraph) overdue() []Hang {
	var found []Hang
	for n := range x.s.graph.nodes { // those of the monitors and their owners
		node := &x.s.graph.nodes[n]
		if node.thread == tracefeed.NoThread || node.wait != nil || !x.waitedFor(int32(n)) {
			continue
		}
		span := x.s.tl.Lane(node.thread).Since(x.s.tl.End)
		if x.s.tl.End-span.Start < x.hang || !x.stalls(int32(n)) {
			continue
		}
		waits := x.queueBehind(int32(n))
		if len(waits) == 0 || x.s.graph.nodes[x.graph.threads[waits[0].Thread]].lost {
			continue
		}
		before, often := x.heldBefore(waits[0].Span.Monitor, span.State == tracefeed.IO)
		if often < x.s.Wakers || before > (x.s.tl.End-span.Start)/overdueRatio || !x.most(node.thread, waits, span.Start) {
			continue
		}
		h := x.hangOf(waits, node.thread)
		h.Start, h.Overdue, h.Before = span.Start, true, before
		found = append(found, h)
	}
	return found
}

// overdueRatio is the length of a hold that is overdue, in longest earlier holds.
const overdueRatio = 10

// stalls reports whether a thread waits for the network, or sends to threads that are
// known and do nothing.
func (x *enderGraph) stalls(n int32) bool {
	span := x.s.tl.Lane(x.s.graph.nodes[n].thread).Since(x.s.tl.End)
	if span.State == tracefeed.IO {
		return span.Cause == tracefeed.CauseNet
	}
	return span.State == tracefeed.Suspended && !span.Forever && x.sending[n] && x.receiversIdle(n)
}

// receiversIdle reports whether the receivers of a sending thread are known, and have been
// waiting for half of its time: for locks, or for known enders. Receivers are the threads with
// functions that ended such sends, or else with functions that the function of the sender woke.
func (x *enderGraph) receiversIdle(n int32) (idle bool) {
	sender := x.graph.nodes[n].wait
	receivers := x.enders.wakes[x.enders.functions.of(sender.Thread)]
	kind, _ := x.enders.kindOf(&sender.Span)
	if of := x.enders.kinds[kind]; of != nil && len(of.by) > 0 {
		receivers = of.by
	}
	for f := range receivers {
		for _, r := range x.living[f] {
			if r == sender.Thread {
				continue
			}
			if x.graph.threads[r] == noNode {
				return false
			}
			w := x.graph.nodes[x.graph.threads[r]].wait
			if w == nil || len(x.graph.nodes[x.graph.threads[r]].next) == 0 || x.s.tl.End-w.Since < (x.s.tl.End-sender.Since)/2 {
				return false
			}
			idle = true
		}
	}
	return idle
}

// queueBehind returns the threads that wait behind a thread for locks, those for the
// thread's own locks first.
func (x *enderGraph) queueBehind(root int32) (waits Queue) {
	seen := map[int32]bool{root: true}
	for queue := []int32{root}; len(queue) > 0; queue = queue[1:] {
		for _, b := range x.graph.before[queue[0]] {
			node := &x.graph.nodes[b]
			isMonitor := node.thread == tracefeed.NoThread
			if seen[b] || isMonitor && (node.any || len(node.next) > 1) ||
				!isMonitor && (node.wait == nil || node.wait.Span.State != tracefeed.Blocking) {
				continue
			}
			seen[b] = true
			queue = append(queue, b)
			if !isMonitor {
				waits = append(waits, *node.wait)
			}
		}
	}
	return waits
}

// heldBefore returns the length of the longest hold of a lock that ended, and their number:
// none if a holder waited for the network, and that is asked for. Such a lock protects the
// connection to a server, which may be slow.
func (x *enderGraph) heldBefore(m tracefeed.MonitorID, network bool) (longest tracefeed.Time, often int) {
	usual := false
	x.s.tl.Holding(m).Each(0, x.s.tl.End, func(start, end tracefeed.Time, holders []tracefeed.ThreadID) {
		if len(holders) == 0 || end == x.s.tl.End {
			return
		}
		longest, often = max(longest, end-start), often+1
		if network && !usual && often <= maxHoldsRead {
			x.s.tl.Lane(holders[0]).Spans(start, end, func(span *timeline.Span, _ tracefeed.Time) bool {
				usual = span.State == tracefeed.IO && span.Start >= start
				return !usual
			})
		}
	})
	if usual {
		return longest, 0
	}
	return longest, often
}

// maxHoldsRead is the number of holds that are searched for waits for the network.
const maxHoldsRead = 1 << 12

// most reports whether the threads that wait behind a root are most of those that exist, or
// a good part of their functions, of which no other thread has gone on since.
func (x *enderGraph) most(root tracefeed.ThreadID, waits Queue, since tracefeed.Time) bool {
	const few, part = 3, 4
	if len(waits) < few {
		return false
	}
	if n := len(waits) + 1; n >= x.alive-n {
		return true
	}
	in := map[tracefeed.ThreadID]bool{root: true}
	functions := map[function]bool{}
	for i := range waits {
		in[waits[i].Thread] = true
		functions[x.enders.functions.of(waits[i].Thread)] = true
	}
	all := 0
	for f := range functions {
		all += len(x.living[f])
		if slices.ContainsFunc(x.living[f], func(t tracefeed.ThreadID) bool { return !in[t] && !x.idleSince(t, since) }) {
			return false
		}
	}
	return len(waits) >= all/part
}

// idleSince reports whether a thread has been waiting since before a time.
func (x *enderGraph) idleSince(t tracefeed.ThreadID, since tracefeed.Time) bool {
	span := x.s.tl.Lane(t).Since(x.s.tl.End)
	return span.Start <= since && (span.State == tracefeed.Suspended || span.State == tracefeed.IO)
}
