package timeline

import "tiv/tracefeed"

// omit processes a counter of the whole program: the number of lock operations that
// the recorder omitted is stored.
func (c *Counts) omit(feed tracefeed.Feed, ev *tracefeed.Event) {
	names := feed.Tables().Names
	if n := int(ev.Name); n >= 0 && n < len(names) && names[n] == tracefeed.OmittedLocks {
		c.Omitted = ev.Value
	}
}
