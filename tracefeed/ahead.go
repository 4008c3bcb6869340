package tracefeed

import (
	"errors"
	"time"
)

// Ahead prefetches a feed in a goroutine of its own, so that decoding runs in
// parallel with the consumer. It is a feed itself. Its tables may be ahead of
// its events by a few thousand events.
type Ahead struct {
	feed   Feed
	full   chan aheadBatch
	free   chan []Event
	stop   chan struct{}
	header Header
	tables *Tables
	err    error
}

type aheadBatch struct {
	header Header
	events []Event
	names  *Names
	err    error // after the events
}

// ReadAhead starts to prefetch f. Until Close returns, only the Ahead may use
// f.
func ReadAhead(f Feed) *Ahead {
	const batches = 4
	a := &Ahead{feed: f, full: make(chan aheadBatch, batches), free: make(chan []Event, batches+2), stop: make(chan struct{}),
		header: f.Header(), tables: NewTables()}
	a.tables.Learn(AllNames(f.Tables())) // entries that an earlier reader of f has added
	go a.run()
	return a
}

// run reads to the end of the feed.
func (a *Ahead) run() {
	defer close(a.full)
	var namer Namer
	for {
		var used []Event
		select {
		case used = <-a.free:
		default:
		}
		events, err := a.feed.Batch(used)
		b := aheadBatch{header: a.feed.Header(), events: events, err: err}
		if t := a.feed.Tables(); err != nil {
			b.names = AllNames(t)
		} else {
			b.names = namer.Tell(t)
		}
		select {
		case a.full <- b:
		case <-a.stop:
			return
		}
		if err != nil {
			return
		}
	}
}

// Batch returns the next events.
func (a *Ahead) Batch(used []Event) ([]Event, error) { return a.BatchUntil(used, nil) }

// BatchUntil is Batch, but returns no events and no error if a value comes from
// timeout before the events. A nil timeout never does. Events that are decoded
// already precede the timeout.
func (a *Ahead) BatchUntil(used []Event, timeout <-chan time.Time) ([]Event, error) {
	if cap(used) > 0 {
		select {
		case a.free <- used:
		default:
		}
	}
	if a.err != nil {
		return nil, a.err
	}
	b, ok := aheadBatch{}, false
	select {
	case b, ok = <-a.full:
	default:
		select {
		case b, ok = <-a.full:
		case <-timeout:
			return nil, nil
		}
	}
	if !ok {
		a.err = errors.New("the feed is closed")
		return nil, a.err
	}
	a.header = b.header
	a.tables.Learn(b.names)
	if a.err = b.err; a.err != nil {
		return nil, a.err
	}
	return b.events, nil
}

// Header returns the header of the feed as of the last batch returned.
func (a *Ahead) Header() Header { return a.header }

// Tables returns the names of the events returned so far, and possibly of later
// ones.
func (a *Ahead) Tables() *Tables { return a.tables }

// Close stops the goroutine and waits for it to end; afterwards f can be read
// directly, past the prefetched events. It does not close f. If f may block in
// Read, the caller interrupts that Read first.
func (a *Ahead) Close() error {
	close(a.stop)
	for range a.full {
	}
	return nil
}
