package tracefeed

import "fmt"

// Unread says that a trace lacks a part of its source. A feed reports it as a Counter of its
// Name, so that it stays with the trace in all formats.
type Unread struct {
	// Count is the number of things that are left out, at least, and Of the number that
	// the source has.
	Count, Of int64
	// What they are, in the plural: one of the words below.
	What string
}

// UnreadThreads are threads of a dump that could not be read.
const UnreadThreads = "threads"

const unreadForm = "left out: %d of %d %s"

// Name returns the name of the counter.
func (l Unread) Name() string { return fmt.Sprintf(unreadForm, l.Count, l.Of, l.What) }

// ParseUnread returns what a counter says that is left out; ok is false for other counters.
func ParseUnread(name string) (l Unread, ok bool) {
	n, err := fmt.Sscanf(name, unreadForm, &l.Count, &l.Of, &l.What)
	return l, n == 3 && err == nil && l.What == UnreadThreads && l.Name() == name
}
