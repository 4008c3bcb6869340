package timeline

import (
	"cmp"
	"maps"
	"slices"

	"tiv/block"
	"tiv/tracefeed"
)

// callTracker follows the calls of all threads from page to page, so that each page
// can begin with the open ones. It does nothing for pages without calls, and belongs
// to the goroutine that makes pages. Its memory follows the open calls.
type callTracker struct {
	// open are the stacks of threads with open calls or regions.
	open map[tracefeed.ThreadID]*CallStack
	// since is Since of threads whose calls are not known from their start.
	since map[tracefeed.ThreadID]tracefeed.Time
}

// forgetting is the time from which the calls of a thread are known: events before are
// missing, or the thread started once more.
type forgetting struct {
	thread tracefeed.ThreadID
	at     tracefeed.Time
}

// clone returns a copy that shares nothing with c.
func (c *callTracker) clone() callTracker {
	n := callTracker{since: maps.Clone(c.since), open: maps.Clone(c.open)}
	for t, s := range n.open {
		own := *s
		own.Calls, own.Regions = slices.Clone(s.Calls), slices.Clone(s.Regions)
		n.open[t] = &own
	}
	return n
}

// at returns the open calls at the start of the block that comes next. Of threads
// without any, it returns Since if the block may need it.
func (c *callTracker) at(b *block.Block) (list []block.OpenCalls) {
	if b.Restart || len(c.open) == 0 && len(c.since) == 0 {
		return nil
	}
	for _, s := range c.open {
		o := s.OpenCalls
		o.Calls, o.Regions = slices.Clone(o.Calls), slices.Clone(o.Regions)
		list = append(list, o)
	}
	if len(c.since) > 0 && hasAny(b, isCall) {
		for _, g := range b.Groups {
			if since, ok := c.since[g.Thread]; ok && c.open[g.Thread] == nil {
				list = append(list, block.OpenCalls{Thread: g.Thread, Since: since})
			}
		}
	}
	slices.SortFunc(list, func(x, y block.OpenCalls) int { return cmp.Compare(x.Thread, y.Thread) })
	return list
}

// isCall reports whether events of a kind are about calls.
func isCall(k tracefeed.Kind) bool {
	return isEntry(k) || k == tracefeed.CallExit || k == tracefeed.RegionEnd
}

// isEntry reports whether events of a kind open calls.
func isEntry(k tracefeed.Kind) bool { return k == tracefeed.CallEnter || k == tracefeed.RegionStart }

// hasAny reports whether a block may have events of some kinds.
func hasAny(b *block.Block, kinds func(tracefeed.Kind) bool) bool {
	return slices.ContainsFunc(b.Table, func(c block.Code) bool { return kinds(c.Kind) })
}

// add adds the events of a block. forgotten are the losses in it, in order of time.
func (c *callTracker) add(b *block.Block, forgotten []forgetting) {
	if b.Restart {
		c.open, c.since = nil, nil
	}
	if hasAny(b, isEntry) || len(c.open) > 0 && hasAny(b, CallKind) {
		c.addEvents(b)
	}
	for _, f := range forgotten {
		if c.since == nil {
			c.since = map[tracefeed.ThreadID]tracefeed.Time{}
		}
		c.since[f.thread] = f.at
	}
	for t, s := range c.open {
		s.Since = c.since[t]
	}
}

// addEvents adds the events of a block that open or end calls.
func (c *callTracker) addEvents(b *block.Block) {
	var ev tracefeed.Event
	for g, group := range b.Groups {
		if group.Thread == tracefeed.NoThread || !slices.ContainsFunc(b.Codes[group.First:group.First+group.Len],
			func(code uint8) bool { return CallKind(b.Table[code].Kind) }) {
			continue
		}
		s := c.open[group.Thread]
		if s == nil {
			s = &CallStack{OpenCalls: block.OpenCalls{Thread: group.Thread}}
		}
		for events := b.Events(g); ; {
			state, ok := events.Next(&ev)
			if !ok {
				break
			}
			s.Apply(&ev, state, func(*EndedCall) {})
		}
		if c.open == nil {
			c.open = map[tracefeed.ThreadID]*CallStack{}
		}
		if c.open[group.Thread] = s; s.Empty() {
			delete(c.open, group.Thread)
		}
	}
}
