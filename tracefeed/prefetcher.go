package tracefeed

import (
	"errors"
	"time"
)

// Prefetcher reads a feed ahead in a goroutine of its own, so that decoding runs
// in parallel with the consumer. It is a feed itself. Its tables may be ahead of
// its events by a few thousand events.
type Prefetcher struct {
	feed   Feed
	full   chan prefetched
	free   chan []Event
	stop   chan struct{}
	header Header
	tables *Tables
	err    error
}

// prefetched is a batch of the feed, or the error after the last.
type prefetched struct {
	header Header
	events []Event
	delta  *TableDelta
	err    error // after the events
}

// Prefetch starts to read f ahead. Until Close returns, only the Prefetcher may
// use f.
func Prefetch(f Feed) *Prefetcher {
	const batches = 4
	p := &Prefetcher{feed: f, full: make(chan prefetched, batches), free: make(chan []Event, batches+2), stop: make(chan struct{}),
		header: f.Header(), tables: NewTables()}
	p.tables.Apply(FullDelta(f.Tables())) // entries that an earlier reader of f has added
	go p.run()
	return p
}

// run reads to the end of the feed.
func (p *Prefetcher) run() {
	defer close(p.full)
	var deltas DeltaEncoder
	for {
		var used []Event
		select {
		case used = <-p.free:
		default:
		}
		events, err := p.feed.Batch(used)
		b := prefetched{header: p.feed.Header(), events: events, err: err}
		if t := p.feed.Tables(); err != nil {
			b.delta = FullDelta(t)
		} else {
			b.delta = deltas.Next(t)
		}
		select {
		case p.full <- b:
		case <-p.stop:
			return
		}
		if err != nil {
			return
		}
	}
}

// Batch returns the next events.
func (p *Prefetcher) Batch(used []Event) ([]Event, error) { return p.BatchUntil(used, nil) }

// BatchUntil is Batch, but returns no events and no error if a value comes from
// timeout before the events. A nil timeout never does. Events that are decoded
// already precede the timeout.
func (p *Prefetcher) BatchUntil(used []Event, timeout <-chan time.Time) ([]Event, error) {
	if cap(used) > 0 {
		select {
		case p.free <- used:
		default:
		}
	}
	if p.err != nil {
		return nil, p.err
	}
	b, ok := prefetched{}, false
	select {
	case b, ok = <-p.full:
	default:
		select {
		case b, ok = <-p.full:
		case <-timeout:
			return nil, nil
		}
	}
	if !ok {
		p.err = errors.New("the feed is closed")
		return nil, p.err
	}
	p.header = b.header
	p.tables.Apply(b.delta)
	if p.err = b.err; p.err != nil {
		return nil, p.err
	}
	return b.events, nil
}

// Header returns the header of the feed as of the last batch returned.
func (p *Prefetcher) Header() Header { return p.header }

// Tables returns the names of the events returned so far, and possibly of later
// ones.
func (p *Prefetcher) Tables() *Tables { return p.tables }

// Close stops the goroutine and waits for it to end; afterwards f can be read
// directly, past the prefetched events. It does not close f. If f may block in
// Read, the caller interrupts that Read first.
func (p *Prefetcher) Close() error {
	close(p.stop)
	for range p.full {
	}
	return nil
}
