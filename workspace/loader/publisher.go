package loader

import (
	"time"

	"tiv/timeline"
)

// The first snapshot comes early, later ones at intervals that keep the cost of
// publishing low. Those of a growing trace are small changes, and are looked at.
const (
	firstPublish   = 50 * time.Millisecond
	nextPublish    = 200 * time.Millisecond
	growingPublish = 100 * time.Millisecond
	publishShare   = 10
)

// publisher publishes snapshots of a trace while it is read.
type publisher struct {
	loader  *Loader
	reducer *timeline.Reducer
	timer   *time.Timer // fires when the next snapshot is due
	preview preview
	// all is the number of events read, fresh that of events after the last
	// snapshot.
	all, fresh int64
}

// newPublisher returns a publisher of the snapshots of r; stop must be called.
func (l *Loader) newPublisher(r *timeline.Reducer) *publisher {
	return &publisher{loader: l, reducer: r, timer: time.NewTimer(firstPublish), preview: preview{loader: l}}
}

// add counts events that were read.
func (p *publisher) add(n int) {
	p.all += int64(n)
	p.fresh += int64(n)
}

// due returns a channel with a value when publish has something to do; nil if it
// has nothing.
func (p *publisher) due() <-chan time.Time {
	if p.wanted() || p.preview.stale {
		return p.timer.C
	}
	return nil
}

// wanted reports whether there is something to publish. A growing trace that is
// read again is published from where it was the last time.
func (p *publisher) wanted() bool {
	l := p.loader
	return l.Notify != nil && p.fresh > 0 && (l.growing == nil || p.all >= l.growing.shown)
}

// publish publishes a snapshot if one is due. due is true if the channel of that
// name had a value.
func (p *publisher) publish(due bool) {
	if !due {
		select {
		case <-p.timer.C:
		default:
			return
		}
	}
	start := time.Now()
	interval := nextPublish
	if l := p.loader; p.wanted() {
		l.store(&Loaded{Timeline: p.reducer.Snapshot(false, nil), Growing: l.grows()})
		p.fresh = 0
		p.preview.stale = l.grows() && l.Findings
	}
	if p.loader.growing != nil {
		interval = growingPublish
		p.preview.update()
	}
	p.timer.Reset(max(interval, publishShare*time.Since(start)))
}

// finish publishes the complete timeline; damage is the reason of an early end.
func (p *publisher) finish(damage error) {
	p.preview.stop()
	p.loader.store(&Loaded{Timeline: p.reducer.Snapshot(true, damage)})
	if g := p.loader.growing; g != nil {
		g.shown = p.all
	}
}

// stop ends the background work of the publisher.
func (p *publisher) stop() {
	p.preview.stop()
	p.timer.Stop()
}
