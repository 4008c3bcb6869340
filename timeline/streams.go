package timeline

import (
	"tiv/tracefeed"
	"tiv/tracefeed/awaited"
)

// streams adds to the events of a trace the threads for which others wait that wait to read
// streams. A trace without streams costs it a look at each new name.
type streams struct {
	names   int // that it has looked at
	awaited *awaited.Streams
}

// follow returns the next events of a feed with the wakes; see awaited.Streams.Follow.
func (s *streams) follow(evs []tracefeed.Event, feed tracefeed.Feed) []tracefeed.Event {
	names := feed.Tables().Names
	for ; s.awaited == nil && s.names < len(names); s.names++ {
		if tracefeed.IsStreamName(names[s.names]) {
			s.awaited = awaited.New()
		}
	}
	if s.awaited == nil {
		return evs
	}
	return s.awaited.Follow(evs, names)
}

// any reports whether the trace has streams.
func (s *streams) any() bool { return s.awaited != nil }
