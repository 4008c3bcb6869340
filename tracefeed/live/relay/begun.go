package relay

import (
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// Begun returns a feed whose first batch was read as if it were not.
func Begun(feed tracefeed.Feed, first []tracefeed.Event) tracefeed.Feed {
	return &begun{feed, first}
}

type begun struct {
	tracefeed.Feed
	first []tracefeed.Event
}

func (b *begun) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	if first := b.first; first != nil {
		b.first = nil
		return first, nil
	}
	return b.Feed.Batch(used)
}

// Origin is that of the feed.
func (b *begun) Origin() (h binfeed.Header, list []binfeed.Property) {
	h, list, _ = binfeed.Origin(b.Feed)
	return h, list
}
