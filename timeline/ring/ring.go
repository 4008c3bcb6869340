package ring

import (
	"errors"

	"tiv/block"
	"tiv/tracefeed"
)

// Options say how much a ring keeps.
type Options struct {
	// Dir is the folder of the segments. It exists.
	Dir string
	// Keep is how much time the ring has at least, if there were events for so long; 0: no limit. It
	// has at most an eighth more.
	Keep tracefeed.Time
	// Bytes is the most that all segments have together, at any moment; 0: no limit.
	Bytes int64
}

// MinBytes is the least useful number of bytes of a ring.
const MinBytes = 1 << 20

// parts is the number of segments that a full ring has, about.
const parts = 8

// blockLen is the maximum number of events in a block.
const blockLen = 1 << 13

// Ring is the last events of a feed.
type Ring struct {
	Options
	feed     tracefeed.Feed
	state    *State
	segments []*segment
	size     int64 // of all segments, in bytes
	number   int   // of the newest segment
	builder  block.Builder
	last     tracefeed.Time
}

// New returns an empty ring for the events of a feed, whose names it takes.
func New(feed tracefeed.Feed, o Options) *Ring { return &Ring{Options: o, feed: feed} }

// State returns the state after the last event; nil before the first one. It changes with the next one.
func (r *Ring) State() *State { return r.state }

// Last returns the time of the last event.
func (r *Ring) Last() tracefeed.Time { return r.last }

// Size returns the number of bytes on disk.
func (r *Ring) Size() int64 { return r.size }

// Add adds the next event, which Batch of the feed has returned.
func (r *Ring) Add(ev *tracefeed.Event) error {
	if r.state == nil {
		r.state = newState(r.feed.Header())
	}
	if r.builder.Len() >= blockLen || r.builder.Len() > 0 && r.builder.Overfull() {
		if err := r.flush(); err != nil {
			return err
		}
	}
	if r.due(ev.Time) {
		if err := r.turn(ev.Time); err != nil {
			return err
		}
	}
	r.builder.Add(ev, tracefeed.Unspecified)
	r.last = ev.Time
	r.state.apply(ev)
	return nil
}

// due reports whether an event begins another segment.
func (r *Ring) due(at tracefeed.Time) bool {
	if len(r.segments) == 0 {
		return true
	}
	s := r.segments[len(r.segments)-1]
	return r.Keep > 0 && at-s.start >= max(1, r.Keep/parts) || r.Bytes > 0 && s.size >= r.Bytes/parts && r.builder.Len() == 0
}

// turn begins another segment, and removes those that are too old.
func (r *Ring) turn(at tracefeed.Time) error {
	if err := r.flush(); err != nil {
		return err
	}
	if n := len(r.segments); n > 0 {
		if err := r.segments[n-1].close(); err != nil {
			return err
		}
	}
	for r.Keep > 0 && len(r.segments) > 1 && r.segments[1].start < at-r.Keep {
		if err := r.drop(); err != nil {
			return err
		}
	}
	return r.newSegment(at)
}

// drop removes the oldest segment.
func (r *Ring) drop() error {
	s := r.segments[0]
	r.segments = r.segments[1:]
	return s.remove()
}

// makeRoom removes the oldest segments until there is room for some bytes more in the newest.
func (r *Ring) makeRoom(n int64) error {
	for r.Bytes > 0 && r.size+n > r.Bytes {
		if len(r.segments) == 1 {
			return errSmall
		}
		if err := r.drop(); err != nil {
			return err
		}
	}
	return nil
}

// flush writes the events that are in memory.
func (r *Ring) flush() error {
	if r.builder.Len() == 0 {
		return nil
	}
	err := r.segments[len(r.segments)-1].block(r.builder.Block(), r.last, r.feed.Tables())
	r.builder.Reset()
	return err
}

// Close removes all that is on disk.
func (r *Ring) Close() (err error) {
	for _, s := range r.segments {
		err = errors.Join(err, s.remove())
	}
	r.segments = nil
	return err
}
