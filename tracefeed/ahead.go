package tracefeed

import "errors"

// Ahead reads a feed in a goroutine of its own, a little ahead of who asks, so
// that taking bytes apart and what is made of the events go on side by side. It
// is a feed itself; its names may be those of a few thousand events later.
type Ahead struct {
	feed   Batcher
	full   chan aheadBatch
	free   chan []Event
	stop   chan struct{}
	header Header
	tables *Tables
	one    []Event // of batch, those that Next has yet to hand out
	batch  []Event
	err    error
}

type aheadBatch struct {
	header Header
	events []Event
	names  *Names
	err    error // after the events
}

// ReadAhead starts to read a feed, which nobody else uses until Close.
func ReadAhead(f Batcher) *Ahead {
	const batches = 4
	a := &Ahead{feed: f, full: make(chan aheadBatch, batches), free: make(chan []Event, batches+2), stop: make(chan struct{}),
		header: f.Header(), tables: NewTables()}
	a.tables.Learn(AllNames(f.Tables())) // of what was read before
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
func (a *Ahead) Batch(used []Event) ([]Event, error) {
	if cap(used) > 0 {
		select {
		case a.free <- used:
		default:
		}
	}
	if a.err != nil {
		return nil, a.err
	}
	b, ok := <-a.full
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

// Next overwrites *ev with the next event.
func (a *Ahead) Next(ev *Event) error {
	if len(a.one) == 0 {
		var err error
		if a.batch, err = a.Batch(a.batch); err != nil {
			return err
		}
		a.one = a.batch
	}
	*ev, a.one = a.one[0], a.one[1:]
	return nil
}

// Header is that of the feed.
func (a *Ahead) Header() Header { return a.header }

// Tables returns the names so far.
func (a *Ahead) Tables() *Tables { return a.tables }

// Close waits for the goroutine to end, after which the feed is as it was. Who
// can end a Read that is under way does so first. It does not close the feed.
func (a *Ahead) Close() error {
	close(a.stop)
	for range a.full {
	}
	return nil
}
