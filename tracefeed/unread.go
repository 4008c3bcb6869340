package tracefeed

import "fmt"

// Unread says that threads of a source are not in the trace. A feed reports it as a Counter
// of its Name, so that it stays with the trace in all formats.
type Unread struct {
	// Count is the number of threads that could not be read, at least, and Of the number
	// of threads in the source.
	Count, Of int64
}

const unreadForm = "left out: %d of %d threads"

// Name returns the name of the counter.
func (u Unread) Name() string { return fmt.Sprintf(unreadForm, u.Count, u.Of) }

// String states the numbers in words.
func (u Unread) String() string {
	return fmt.Sprintf("%d of %d threads could not be read", u.Count, u.Of)
}

// ParseUnread returns the numbers in the name of a counter; ok is false for other counters.
func ParseUnread(name string) (u Unread, ok bool) {
	n, err := fmt.Sscanf(name, unreadForm, &u.Count, &u.Of)
	return u, n == 2 && err == nil && u.Name() == name
}
