package loader

import (
	"errors"
	"io"

	"tiv/timeline"
	"tiv/tracefeed"
)

// checkEvery is the number of events between checks of the time and the memory.
const checkEvery = 4096

// reduce reads a trace and keeps its timeline for the next time. It returns
// false if reading was stopped.
func (l *Loader) reduce(source *tracefeed.Source) bool {
	ahead := tracefeed.Prefetch(source)
	defer ahead.Close()
	if l.growing != nil {
		defer l.growing.interrupt()
	}
	r := timeline.NewReducer(ahead, timeline.Tuning{})
	spill := l.spill(r, source)
	damage, whole := l.readAll(ahead, r)
	if !whole || l.ctx.Err() != nil {
		spill.drop()
		return false
	}
	spill.finish(damage)
	return true
}

// readAll reduces a feed to its end, and returns why that came early. whole is
// false if it was stopped.
func (l *Loader) readAll(feed *tracefeed.Prefetcher, r *timeline.Reducer) (damage error, whole bool) {
	p := l.newPublisher(r)
	defer p.stop()
	var events []tracefeed.Event
	for n := 0; l.ctx.Err() == nil; {
		var err error
		if events, err = feed.BatchUntil(events, p.due()); err == nil {
			err = r.Add(events)
		}
		if err == io.EOF {
			p.finish(nil)
			return nil, true
		}
		if err != nil {
			p.finish(err)
			return err, true
		}
		p.add(len(events))
		if n += len(events); n < checkEvery && len(events) > 0 {
			continue
		}
		n = 0
		if err := l.memory().Check(); err != nil {
			l.unread = l.failed(err)
			l.store(&Loaded{Timeline: r.Snapshot(true, err), Searched: true})
			return nil, false
		}
		p.publish(len(events) == 0)
	}
	p.finish(errors.New("reading was stopped"))
	return nil, false
}
