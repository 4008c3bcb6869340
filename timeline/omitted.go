package timeline

import "tiv/tracefeed"

// omit takes a counter of the whole program, and keeps it if it counts what the
// recorder left out.
func (c *Counts) omit(feed tracefeed.Feed, ev *tracefeed.Event) {
	names := feed.Tables().Names
	if n := int(ev.Name); n >= 0 && n < len(names) && names[n] == tracefeed.OmittedLocks {
		c.Omitted = ev.Value
	}
}
