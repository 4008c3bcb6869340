package emit

import (
	"io"
	"slices"
	"time"

	"tiv/block"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

const (
	interval = 25 * time.Millisecond
	// soon is the interval after a pass with many events.
	soon = time.Millisecond
	// idle is the time without events after which the flusher writes an event
	// of NoKind, so that the trace's time advances.
	idle = 100 * tracefeed.Millisecond
	// blockLen is the maximum number of events in a block.
	blockLen = 1 << 15
)

// flusher writes the events of all feedlets.
//
//  1. It reads the clock: this is the horizon. All events up to it go into this
//     block, and those after it into the next.
//  2. It adopts the new feedlets, and gathers the events of each.
//  3. An event earlier than the horizon of the block before gets the time of
//     that horizon. Its thread had read the clock but not yet published the event
//     when the flusher visited the feedlet, so it was still within the call. Any
//     moment within the call is an equally valid time, because no operation after
//     the call can have happened yet. So blocks never overlap, and the trace
//     needs no slack.
//  4. It merges the events that threads recorded about others, and writes the
//     block.
type flusher struct {
	w        *Writer
	out      io.Writer
	file     *binfeed.Writer
	err      error
	tables   tracefeed.Tables
	feedlets []*Feedlet // by thread

	horizon      moment         // of the last block
	scale        scale          // from there on
	wrote        tracefeed.Time // of the last event that was written
	given        int            // pages read so far
	own, foreign []tracefeed.Event
	chunks       []foreignChunk // to be written
	builder      block.Builder
}

// run writes at intervals and on request, until the last request.
func (fl *flusher) run() {
	timer := time.NewTimer(interval)
	for {
		a := request{}
		select {
		case <-timer.C:
		case a = <-fl.w.requests:
		}
		next, began, given := interval, time.Now(), fl.given
		fl.pass(a.last)
		fl.w.pool.bound(fl.given-given, time.Since(began), 64+2*len(fl.feedlets))
		if fl.w.pool.crowded(fl.given - given) {
			next = soon
		}
		timer.Reset(next)
		if a.last {
			fl.close()
		}
		if a.done != nil {
			a.done <- fl.err
		}
		if a.last {
			return
		}
	}
}

func (fl *flusher) close() {
	fl.fail(fl.file.Close())
	if c, ok := fl.out.(io.Closer); ok {
		fl.fail(c.Close())
	}
	fl.w.err = fl.err
	close(fl.w.done)
}

// fail keeps the first error, after which nothing is written.
func (fl *flusher) fail(err error) {
	if fl.err == nil {
		fl.err = err
	}
}

// pass writes all events up to now, in as many blocks as needed.
func (fl *flusher) pass(last bool) {
	now := fl.w.clock.read()
	fl.adopt()
	fl.scale = scaleBetween(fl.horizon, now)
	span := now.tick - fl.horizon.tick // of the next block
	for done := false; !done; {
		span = min(span, now.tick-fl.horizon.tick)
		for !fl.gather(fl.horizon.tick+span, last) {
			span /= 2
		}
		limit := fl.horizon.tick + span
		done = limit == now.tick
		if len(fl.own)+len(fl.foreign) < blockLen/2 {
			span *= 2
		}
		fl.commit()
		end := fl.scale.time(limit)
		if last && done || len(fl.own)+len(fl.foreign) == 0 && end-fl.wrote >= idle {
			fl.foreign = append(fl.foreign, tracefeed.Event{Time: end})
		}
		if len(fl.own)+len(fl.foreign) > 0 {
			fl.write()
		}
		fl.horizon = moment{limit, max(end, fl.wrote)}
		fl.scale.from = fl.horizon
	}
	fl.writeChunks()
}

// adopt adds the new feedlets and names.
func (fl *flusher) adopt() {
	fl.w.mu.Lock()
	defer fl.w.mu.Unlock()
	fl.tables = fl.w.tables
	fl.feedlets = append(fl.feedlets, fl.w.fresh...)
	fl.w.fresh = nil
	fl.chunks, fl.w.foreign, fl.w.waiting = fl.w.foreign, nil, 0
}

// write writes the gathered events as a block.
func (fl *flusher) write() {
	slices.SortStableFunc(fl.foreign, func(a, b tracefeed.Event) int {
		if a.Thread != b.Thread {
			return int(a.Thread) - int(b.Thread)
		}
		return int(max(-1, min(1, a.Time-b.Time)))
	})
	fl.builder.Reset()
	weight, end := uint32(0), fl.horizon.time
	for own, foreign := fl.own, fl.foreign; len(own)+len(foreign) > 0; {
		from := &own
		if len(own) == 0 || len(foreign) > 0 && before(&foreign[0], &own[0]) {
			from = &foreign
		}
		ev := &(*from)[0]
		*from = (*from)[1:]
		fl.builder.Add(ev, tracefeed.Unspecified)
		end = max(end, ev.Time)
		if ev.Kind >= tracefeed.MonitorWait && ev.Kind <= tracefeed.MonitorExit {
			weight++
		}
	}
	fl.wrote = end
	if fl.err != nil {
		return
	}
	block := fl.builder.Block()
	block.Start, block.End = fl.horizon.time, end
	fl.fail(fl.file.Block(block, &fl.tables, weight))
}

// before reports whether an event that another thread recorded about a thread
// precedes one of its own. At equal times it does: a thread is woken before it
// continues.
func before(foreign, own *tracefeed.Event) bool {
	return foreign.Thread < own.Thread || foreign.Thread == own.Thread && foreign.Time <= own.Time
}
