package workspace

import (
	"errors"
	"io"
	"time"

	"tiv/timeline"
	"tiv/tracefeed"
)

// The first snapshot comes early, later ones at intervals that keep the cost of
// publishing low.
const (
	firstPublish = 50 * time.Millisecond
	nextPublish  = 200 * time.Millisecond
	publishShare = 10
	checkEvery   = 4096 // events between checks of the time and the memory
)

// reduce reads the trace and keeps its timeline for the next time. It returns
// false if reading was stopped.
func (l *Loader) reduce() bool {
	ahead := tracefeed.ReadAhead(l.source)
	defer ahead.Close()
	r := timeline.NewReducer(ahead, timeline.Tuning{})
	spill := l.spill(r)
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
func (l *Loader) readAll(feed tracefeed.Feed, r *timeline.Reducer) (damage error, whole bool) {
	next := time.Now().Add(firstPublish)
	var events []tracefeed.Event
	for n := 0; l.ctx.Err() == nil; {
		var err error
		if events, err = feed.Batch(events); err == nil {
			err = r.Add(events)
		}
		if err == io.EOF {
			l.publish(r, true, nil)
			return nil, true
		}
		if err != nil {
			l.publish(r, true, err)
			return err, true
		}
		if n += len(events); n < checkEvery {
			continue
		}
		n = 0
		if l.unread = l.memory().Check(); l.unread != nil {
			l.store(&Loaded{Timeline: r.Snapshot(true, l.unread), Searched: true})
			return nil, false
		}
		if l.Notify != nil && time.Now().After(next) {
			start := time.Now()
			l.publish(r, false, nil)
			next = time.Now().Add(max(nextPublish, publishShare*time.Since(start)))
		}
	}
	l.publish(r, true, errors.New("reading was stopped"))
	return nil, false
}

func (l *Loader) publish(r *timeline.Reducer, complete bool, damage error) {
	l.store(&Loaded{Timeline: r.Snapshot(complete, damage)})
}
