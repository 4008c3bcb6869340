package receive

import (
	"cmp"
	"fmt"
	"time"

	"tiv/tracefeed"
	"tiv/tracefeed/otlp/spans"
)

// counts counts the spans of a feed that are not shown as they are.
type counts struct {
	cut, moved, early, nameless, forgotten int
	most                                   int64 // the longest time by which a span came too late
	told                                   string
	at                                     int64
}

// late counts a span whose end came too late.
func (c *counts) late(by int64) {
	c.moved++
	c.most = max(c.most, by)
}

// rowsText is the remark on the rows of all feeds.
const rowsText = `rows named "lane" are no threads, and a row exists only while a span is open in it; spans have no states`

// text is the remark on the trace for the user.
func (c *counts) text() string {
	note := rowsText
	for _, x := range []struct {
		n    int
		text string
	}{
		{c.cut, "began before the time to which the trace had come when they arrived: they are shown from there, without their duration"},
		{c.moved, "arrived after the trace had come to their ends, and are shown later, by up to " + tracefeed.Time(c.most).String()},
		{c.early, "were written before their time, because too many waited"},
		{c.nameless, fmt.Sprintf("have one of too many names, and are called %q", spans.Other)},
		{c.forgotten, "were open, and did not arrive"},
	} {
		if x.n > 0 {
			note = tracefeed.JoinNotes(note, fmt.Sprintf("spans that %s: %d", x.text, x.n))
		}
	}
	return note
}

// due returns the remark if it is time to write it again; "" otherwise.
func (c *counts) due(now int64) string {
	const interval = 5 * time.Second
	if c.told != "" && now-c.at < int64(interval) {
		return ""
	}
	text := c.text()
	if c.at = now; text == c.told {
		return ""
	}
	c.told = cmp.Or(text, c.told)
	return text
}
