package timeline

import (
	"cmp"
	"slices"

	"tiv/block"
	"tiv/tracefeed"
)

// ThreadHold is a monitor that a thread holds at a time.
type ThreadHold struct {
	Monitor tracefeed.MonitorID
	// Since is when the thread acquired it. If Earlier is set, the acquisition is not
	// known, and was at Since at the latest.
	Since   tracefeed.Time
	Earlier bool
	// Stack is the stack of the acquisition, if the trace has it.
	Stack  tracefeed.StackID
	Shared bool // as a reader
}

// maxHoldPages is the largest number of pages that Held reads.
const maxHoldPages = 64

// Held returns the monitors that the thread holds from time t on, the one acquired last
// first. It reads the page of t, and earlier ones for acquisitions that lie there, up
// to a limit; those before that are Earlier.
func (l Lane) Held(t tracefeed.Time) []ThreadHold {
	tl, thread := l.tl, l.thread
	last := tl.pages.at(t)
	if last < 0 {
		return nil
	}
	list := tl.pages[last].heldBy(thread, t)
	for i := last; ; i-- {
		p := tl.pages[i]
		open := slices.ContainsFunc(list, func(h ThreadHold) bool { return h.Earlier })
		if !open || i == 0 || p.restart || last-i+1 == maxHoldPages {
			break
		}
		before := tl.pages[i-1].heldBy(thread, p.start)
		for k := range list {
			if !list[k].Earlier {
				continue
			}
			if at := slices.IndexFunc(before, func(h ThreadHold) bool { return h.Monitor == list[k].Monitor }); at >= 0 {
				list[k] = before[at]
			}
		}
	}
	for k := range list {
		l.placeHold(&list[k])
	}
	slices.SortFunc(list, func(a, b ThreadHold) int {
		return cmp.Or(-cmp.Compare(a.Since, b.Since), cmp.Compare(a.Monitor, b.Monitor))
	})
	return list
}

// heldBy returns the monitors that a thread holds at a time in the page, sorted by
// monitor. Those acquired before the page are Earlier, since its start.
func (p *page) heldBy(thread tracefeed.ThreadID, t tracefeed.Time) (list []ThreadHold) {
	b := p.all()
	for _, h := range b.Holds {
		if h.Thread == thread {
			list = append(list, ThreadHold{Monitor: h.Monitor, Since: p.start, Earlier: true, Shared: h.Shared})
		}
	}
	p.holds().each(func(c HoldChange) {
		if c.Thread != thread || c.At > t {
			return
		}
		at, held := slices.BinarySearchFunc(list, c.Monitor,
			func(h ThreadHold, m tracefeed.MonitorID) int { return cmp.Compare(h.Monitor, m) })
		switch {
		case held && c.Release:
			list = slices.Delete(list, at, at+1)
		case !held && !c.Release:
			list = slices.Insert(list, at, ThreadHold{Monitor: c.Monitor, Since: c.At, Shared: c.Shared,
				Stack: acquisition(b, thread, c.Monitor, c.At)})
		}
	})
	return list
}

// placeHold sets the stack of an acquisition that ended a wait to that of the wait. In a
// trace with stacks, another acquisition without one was reported late.
func (l Lane) placeHold(h *ThreadHold) {
	if h.Earlier || h.Stack != tracefeed.NoStack || h.Since == 0 {
		return
	}
	if wait := l.Since(h.Since - 1); wait.State == tracefeed.Blocking && wait.Monitor == h.Monitor {
		h.Stack = wait.Stack
		return
	}
	h.Earlier = len(l.tl.Stacks) > 1
}

// acquisition returns the stack with which a thread acquired a monitor at a time.
func acquisition(b *block.Block, thread tracefeed.ThreadID, m tracefeed.MonitorID, at tracefeed.Time) (stack tracefeed.StackID) {
	g := b.Group(thread)
	if g < 0 {
		return tracefeed.NoStack
	}
	events := b.Events(g)
	var ev tracefeed.Event
	for {
		if _, ok := events.Next(&ev); !ok || ev.Time > at {
			return stack
		}
		if ev.Time == at && ev.Kind == tracefeed.MonitorEnter && ev.Monitor == m {
			stack = ev.Stack
		}
	}
}
