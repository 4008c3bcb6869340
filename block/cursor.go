package block

import (
	"sort"

	"tiv/tracefeed"
)

// Group returns the number of a thread's group, -1 if it has no events.
func (b *Block) Group(t tracefeed.ThreadID) int {
	g := sort.Search(len(b.Groups), func(i int) bool { return b.Groups[i].Thread >= t })
	if g < len(b.Groups) && b.Groups[g].Thread == t {
		return g
	}
	return -1
}

// OpenSpan returns the span of a thread at the start of the block; nil if it is
// not alive then.
func (b *Block) OpenSpan(t tracefeed.ThreadID) *OpenSpan {
	i := sort.Search(len(b.OpenSpans), func(i int) bool { return b.OpenSpans[i].Thread >= t })
	if i < len(b.OpenSpans) && b.OpenSpans[i].Thread == t {
		return &b.OpenSpans[i]
	}
	return nil
}

// Cursor goes through the events of one group.
type Cursor struct {
	block   *Block
	thread  tracefeed.ThreadID
	next    int
	end     int
	at      First
	monitor tracefeed.MonitorID // of the last event that had one
}

// Events returns a cursor at the start of group g. The block has its Details.
func (b *Block) Events(g int) Cursor {
	group := b.Groups[g]
	return Cursor{block: b, thread: group.Thread, next: int(group.First), end: int(group.First + group.Len), at: b.Firsts[g]}
}

// Next overwrites *ev with the next event, and returns the state of its thread
// after it; false at the end.
func (c *Cursor) Next(ev *tracefeed.Event) (tracefeed.State, bool) {
	if c.next == c.end {
		return 0, false
	}
	b := c.block
	code := &b.Table[b.Codes[c.next]]
	*ev = tracefeed.Event{Time: b.Times[c.next], Thread: c.thread, Kind: code.Kind, Cause: code.Cause,
		Shared: code.Shared, Forever: code.Forever}
	c.next++
	if code.Fields != 0 {
		c.fields(ev, code.Fields)
	}
	return code.State, true
}

// Skip moves past the next n events. They must exist.
func (c *Cursor) Skip(n int) {
	b, first := c.block, c.at.Monitor
	for _, code := range b.Codes[c.next : c.next+n] {
		if f := b.Table[code].Fields; f&^SameMonitor != 0 {
			c.at.advance(f)
		}
	}
	if c.at.Monitor > first {
		c.monitor = b.Monitors[c.at.Monitor-1]
	}
	c.next += n
}

func (c *Cursor) fields(ev *tracefeed.Event, f Fields) {
	d := c.block.Details
	if f&HasMonitor != 0 {
		c.monitor = d.Monitors[c.at.Monitor]
	}
	if f&(HasMonitor|SameMonitor) != 0 {
		ev.Monitor = c.monitor
	}
	if f&HasOther != 0 {
		ev.Other = d.Others[c.at.Other]
	}
	if f&HasStack != 0 {
		ev.Stack = d.Stacks[c.at.Stack]
	}
	if f&HasCPU != 0 {
		ev.CPU = d.CPUs[c.at.CPU]
	}
	if f&HasName != 0 {
		ev.Name = d.Names[c.at.Name]
	}
	if f&HasObject != 0 {
		ev.Object = d.Objects[c.at.Object]
	}
	if f&HasValue != 0 {
		ev.Value = d.Values[c.at.Value]
	}
	c.at.advance(f)
}
