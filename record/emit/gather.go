package emit

import "tiv/tracefeed"

// reader is the position of the flusher in a feedlet.
type reader struct {
	// page and at are the position of the next event, to and toAt that after
	// this block is written; last and toLast are the time of the event before.
	page, to     *page
	at, toAt     uint32
	last, toLast tracefeed.Time
	// over is true if the thread has ended and all its events are gathered.
	over bool
}

// gather collects the events up to the limit. It returns false if they are too
// many for a block.
func (fl *flusher) gather(limit uint64, last bool) bool {
	fl.own, fl.foreign = fl.own[:0], fl.foreign[:0]
	for _, f := range fl.feedlets {
		ended := f.ended.Load()
		all := fl.gatherFeedlet(f, limit)
		if all && (ended || last) {
			all = fl.gatherLost(f, limit, ended)
		}
		f.over = ended && all
		if fl.overfull(limit) {
			return false
		}
	}
	return true
}

// overfull reports whether a block that ends at the limit has too many events,
// unless it cannot end earlier.
func (fl *flusher) overfull(limit uint64) bool {
	return len(fl.own)+len(fl.foreign) > blockLen && limit-fl.horizon.tick > 1
}

// gatherFeedlet collects the events of a feedlet up to the limit. It returns
// false if events remain after the limit, or if it stopped because the block is
// overfull.
func (fl *flusher) gatherFeedlet(f *Feedlet, limit uint64) bool {
	r := &f.reader
	if n := f.first.Load(); r.page == nil && n != 0 {
		r.page = fl.w.pool.get(n)
	}
	r.to, r.toAt, r.toLast = r.page, r.at, r.last
	if r.to == nil {
		return true
	}
	for {
		count := r.to.count.Load()
		for r.toAt < count && r.to.slots[r.toAt].tick <= limit {
			fl.event(f, r.to.slots[r.toAt:])
		}
		if r.toAt < count || fl.overfull(limit) {
			return false
		}
		next := r.to.next.Load()
		if next == 0 {
			return true
		}
		// The next page is linked only after the last event of this one.
		if r.to.count.Load() == count {
			r.to, r.toAt = fl.w.pool.get(next), 0
		}
	}
}

// event decodes the event that begins at slots[0].
func (fl *flusher) event(f *Feedlet, slots []slot) {
	word := slots[0].word
	arg := word >> 16
	ev := tracefeed.Event{
		Time:   max(fl.scale.timeOf(tracefeed.Kind(word), slots[0].tick), f.toLast),
		Thread: f.thread,
		Kind:   tracefeed.Kind(word),
		Cause:  min(tracefeed.Cause(word>>8&15), tracefeed.NumCauses-1),
		Shared: word&shared != 0,
	}
	f.toLast = ev.Time
	f.toAt++
	if word&long != 0 {
		ev.Object, ev.Value = int64(slots[1].tick), int64(slots[1].word)
		f.toAt++
	}
	switch ev.Kind {
	case tracefeed.ThreadStart:
		ev.Other = tracefeed.ThreadID(arg)
	case tracefeed.MonitorWait, tracefeed.MonitorEnter, tracefeed.MonitorExit:
		ev.Monitor = tracefeed.MonitorID(arg)
	case tracefeed.Run:
		ev.CPU = tracefeed.CPU(arg)
	case tracefeed.Wake:
		ev.Thread, ev.Other = tracefeed.ThreadID(arg), f.thread
	case tracefeed.Ready:
		ev.Thread = tracefeed.ThreadID(arg)
	case tracefeed.GCStart, tracefeed.GCEnd:
		ev.Thread = tracefeed.NoThread
	case tracefeed.Lost:
		ev.Value = int64(arg)
	default:
		ev.Name = tracefeed.NameID(arg)
	}
	if ev.Thread == f.thread {
		fl.own = append(fl.own, ev)
	} else {
		fl.foreign = append(fl.foreign, ev)
	}
}

// gatherLost emits the loss of events after a feedlet's last one, and the end
// of its thread, if that was lost. It returns false if the loss is after the
// limit, and so belongs to the next block.
func (fl *flusher) gatherLost(f *Feedlet, limit uint64, ended bool) bool {
	lost, since := f.lost.Load(), f.lostAt.Load()
	switch {
	case lost == 0:
		return true
	case since > limit:
		return false
	}
	at := f.toAt // these two events are on no page
	fl.event(f, []slot{{since, uint64(tracefeed.Lost) | lost<<16}})
	if ended {
		fl.event(f, []slot{{0, uint64(tracefeed.ThreadEnd)}})
	}
	f.toAt = at
	return true
}

// commit frees the pages that were read, and removes feedlets that are over.
func (fl *flusher) commit() {
	kept := fl.feedlets[:0]
	for _, f := range fl.feedlets {
		r := &f.reader
		for r.page != r.to {
			read := r.page
			r.page = fl.w.pool.get(read.next.Load())
			fl.w.pool.give(read)
			fl.given++
		}
		r.at, r.last = r.toAt, r.toLast
		if !f.over {
			kept = append(kept, f)
		} else if r.page != nil {
			fl.w.pool.give(r.page)
		}
	}
	clear(fl.feedlets[len(kept):])
	fl.feedlets = kept
}
