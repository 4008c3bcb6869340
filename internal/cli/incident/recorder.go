package incident

import (
	"fmt"
	"sync"
	"time"

	"tiv/timeline/ring"
	"tiv/timeline/trigger"
	"tiv/tracefeed"
)

// Options say what is kept, and when it is saved.
type Options struct {
	// Ring is what is kept on disk until it is too old.
	Ring ring.Options
	// Dir is the folder of the saved files. It exists.
	Dir string
	// Before and After are the time that is saved before and after a trigger.
	Before, After tracefeed.Time
	// Triggers are looked for besides the calls of programs.
	Triggers []*trigger.Trigger
	// Most is the most files of a day; 0: no limit.
	Most int
	// Exec is a program that is run with each file as its argument; "" for none.
	Exec string
	// Wall returns the wall clock at time 0 of the feed, in nanoseconds since 1970.
	Wall func() int64
	// Said is called with messages for people.
	Said func(string)
}

// Recorder is a feed that is kept and watched while it is read.
type Recorder struct {
	tracefeed.Feed
	Options
	mu      sync.Mutex
	ring    *ring.Ring // nil after an error
	watch   *trigger.Watch
	pending *incident // what is to be saved once enough has followed
	day     string
	today   int // files of the day
	running sync.WaitGroup
}

// incident is a part of the trace that is to be saved.
type incident struct {
	trigger.Hit
	since time.Time // when it was noticed
}

// New returns a feed that is kept and watched. The caller calls Finish in the end.
func New(feed tracefeed.Feed, o Options) *Recorder {
	return &Recorder{Feed: feed, Options: o, ring: ring.New(feed, o.Ring), watch: trigger.New(o.Triggers)}
}

// Batch returns the next events of the feed, after they were kept and watched.
func (r *Recorder) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	events, err := r.Feed.Batch(used)
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range events {
		r.take(&events[i])
	}
	if err != nil {
		r.save()
	}
	return events, err
}

// Drain reads the feed to its end.
func (r *Recorder) Drain() {
	var batch []tracefeed.Event
	for err := error(nil); err == nil; {
		batch, err = r.Batch(batch)
	}
}

// take takes the next event.
func (r *Recorder) take(ev *tracefeed.Event) {
	if r.ring == nil {
		return
	}
	if r.pending != nil && ev.Time > r.pending.At+r.After {
		r.save()
	}
	for _, h := range r.watch.Passed(r.ring.State(), ev.Time) {
		r.hit(h)
	}
	if r.pending != nil && ev.Time > r.pending.At+r.After { // it was noticed late
		r.save()
	}
	if err := r.ring.Add(ev); err != nil {
		r.fail(err)
		return
	}
	for _, h := range r.watch.Event(r.ring.State(), ev, r.Feed.Tables()) {
		r.hit(h)
	}
}

// hit notes that a trigger became true. What is to be saved already has it, or is saved now.
func (r *Recorder) hit(h trigger.Hit) {
	if r.pending == nil {
		r.pending = &incident{h, time.Now()}
	}
	r.Said(h.Text)
}

// Trigger saves what led to now, and what follows. It is safe for concurrent use.
func (r *Recorder) Trigger(reason, text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ring != nil {
		r.hit(trigger.Hit{At: r.ring.Last(), Reason: reason, Text: text})
	}
}

// fail ends the ring after an error of the disk. The feed goes on.
func (r *Recorder) fail(err error) {
	r.Said(fmt.Sprintf("the ring has ended: %v", err))
	r.ring.Close() // the error is the first one
	r.ring, r.pending = nil, nil
}

// Look saves what is to be saved after enough time, if no program sends anything any more. The feed
// calls it now and then while its Batch waits.
func (r *Recorder) Look() {
	const late = 2 * time.Second
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.pending != nil && time.Since(r.pending.since) > time.Duration(r.After)+late {
		r.save()
	}
}

// Finish saves what is to be saved, waits for the programs that were run, and removes the ring. The
// feed has ended.
func (r *Recorder) Finish() error {
	r.mu.Lock()
	r.save()
	r.mu.Unlock()
	r.running.Wait()
	if r.ring == nil {
		return nil
	}
	return r.ring.Close()
}
