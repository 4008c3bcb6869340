package merge

import (
	"io"
	"time"

	"tiv/tracefeed"
)

// Primed is a feed after its first batch: its header and its clock are known.
type Primed struct {
	tracefeed.Feed
	// Empty: the feed has no events.
	Empty bool
	first []tracefeed.Event
}

// Prime reads the first batch of a feed. The end of the feed is no error.
func Prime(f tracefeed.Feed) (*Primed, error) {
	first, err := f.Batch(nil)
	if err != nil && err != io.EOF {
		return nil, err
	}
	return &Primed{Feed: f, Empty: err != nil, first: first}, nil
}

// Batch returns the first batch, and then the others of the feed.
func (p *Primed) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	return p.BatchUntil(used, nil)
}

// BatchUntil is Batch for a feed that grows: see tracefeed.Prefetcher.
func (p *Primed) BatchUntil(used []tracefeed.Event, timeout <-chan time.Time) ([]tracefeed.Event, error) {
	if first := p.first; first != nil {
		p.first = nil
		return first, nil
	}
	if g, ok := p.Feed.(growing); ok {
		return g.BatchUntil(used, timeout)
	}
	return p.Feed.Batch(used)
}
