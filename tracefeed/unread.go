package tracefeed

import "fmt"

// Unread says that threads of a source are not in the trace.
type Unread struct {
	// Count is the number of threads that could not be read, at least, and Of the number
	// of threads in the source.
	Count, Of int64
}

// String states the numbers in words.
func (u Unread) String() string {
	return fmt.Sprintf("%d of %d threads could not be read", u.Count, u.Of)
}
