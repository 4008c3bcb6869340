package timeline

import (
	"cmp"
	"slices"

	"tiv/block"
	"tiv/tracefeed"
)

// flush ends the current page; beginPage must follow. Another goroutine sorts the
// events by thread.
func (r *Reducer) flush() {
	r.join()
	spare := r.await()
	s := &pendingPage{builder: r.builder, page: make(chan *page, 1)}
	if r.saver != nil {
		s.job = r.saver.prepare(r.feed.Tables())
	}
	block, knownSince, weight, end := r.next, r.knownSince, r.weight, r.now
	forgotten := r.forgotten
	go func() {
		p := makePage(s.builder, block, end, knownSince, weight, &r.calls)
		r.calls.add(p.loaded.Load().Block, forgotten)
		s.page <- p
	}()
	r.pending, r.builder, r.weight, r.forgotten = s, spare, 0, nil
}

// await waits for the pending page, if there is one, and appends it. It returns an
// empty builder.
func (r *Reducer) await() *block.Builder {
	if r.pending == nil {
		return &block.Builder{}
	}
	p := <-r.pending.page
	spare, item := r.pending.builder, r.pending.job
	r.pending = nil
	r.pages = append(r.pages, p)
	added := r.cells.add(p.sums)
	if item != nil {
		r.saver.save(item, p, added)
	}
	spare.Reset()
	return spare
}

// numPages returns the number of full pages.
func (r *Reducer) numPages() int {
	if r.pending != nil {
		return len(r.pages) + 1
	}
	return len(r.pages)
}

// makePage returns a page of events; start has the state at its start.
func makePage(events *block.Builder, start *block.Block, end, knownSince tracefeed.Time, weight uint32, calls *callTracker) *page {
	b := makeBlock(events, start, end, calls)
	return inMemory(b, knownSince, weight, sum(b, end))
}

// makeBlock returns the events of a page; start has the state at its start, calls the
// open calls.
func makeBlock(events *block.Builder, start *block.Block, end tracefeed.Time, calls *callTracker) *block.Block {
	b := events.Block()
	b.Start, b.Restart, b.OpenSpans, b.Holds = start.Start, start.Restart, start.OpenSpans, start.Holds
	b.End = end
	b.OpenCalls = calls.at(b)
	return b
}

// beginPage records the current state as that at the start of the next page.
// restart marks a gap: nothing continues across it.
func (r *Reducer) beginPage(start tracefeed.Time, restart bool) {
	if restart {
		r.knownSince = start
	}
	r.next = r.state(start, restart)
}

// state returns an empty block with the current state of all threads.
func (r *Reducer) state(start tracefeed.Time, restart bool) *block.Block {
	b := &block.Block{Start: start, Restart: restart, OpenSpans: make([]block.OpenSpan, len(r.alive.list)),
		Details: &block.Details{}}
	r.alive.sort()
	for i, id := range r.alive.list {
		b.OpenSpans[i] = block.OpenSpan{Thread: id, Span: r.threads[id].open}
	}
	for _, id := range r.holding.list {
		for _, h := range r.threads[id].held.All() {
			b.Holds = append(b.Holds, block.Hold{Monitor: h.Monitor, Thread: id, Count: h.Count, Shared: h.Shared})
		}
	}
	slices.SortFunc(b.Holds, func(x, y block.Hold) int {
		return cmp.Or(cmp.Compare(x.Monitor, y.Monitor), cmp.Compare(x.Thread, y.Thread))
	})
	return b
}

// Snapshot returns the timeline so far. complete is true if the feed has ended;
// damage is the error if it ended early. The cost follows the events since the last
// snapshot, on average, and a small part of the numbers of pages, of threads and of
// threads alive; the first snapshot costs as much as all events of the current page.
func (r *Reducer) Snapshot(complete bool, damage error) *Timeline {
	r.await()
	if complete {
		r.join()
	}
	tables := r.feed.Tables().Snapshot()
	r.grow(tracefeed.ThreadID(len(tables.Threads) - 1))
	tl := &Timeline{
		Header:     r.feed.Header(),
		Threads:    tables.Threads,
		Monitors:   tables.Monitors,
		Frames:     tables.Frames,
		Stacks:     tables.Stacks,
		Names:      tables.Names,
		Processes:  tables.Processes,
		Types:      tables.Types,
		End:        r.now,
		GC:         slices.Clip(r.gc),
		Counts:     r.counts,
		Complete:   complete,
		Damage:     damage,
		machine:    r.machine,
		readErr:    r.readErr,
		joiners:    r.joiners,
		tuning:     r.tuning,
		lives:      r.lives.snapshot(),
		handedOver: r.handovers.found(r.now),
		Streams:    r.streams.any(),
		pages:      append(slices.Clip(r.pages), r.unfinishedPages()...),
		cells:      r.cells.clone(),
	}
	if tl.Settled = len(tl.pages); !complete {
		tl.Settled = r.settled(tl.pages)
	}
	r.wantCut()
	if n := len(tl.GC); n > 0 && r.gcOn > 0 {
		tl.GC = slices.Clone(tl.GC) // the end of the last will change
		tl.GC[n-1].End = r.now
	}
	return tl
}
