package scene

import "tiv/tracefeed"

// Note is what somebody has written about a moment, and perhaps about a thread
// then, or about a wait of that thread for another.
type Note struct {
	Text   string
	Moment tracefeed.Time
	// Thread is whom it is about, Blocker for whom that waits; NoThread is
	// nobody.
	Thread, Blocker tracefeed.ThreadID
}
