package loader

import (
	"io"
	"os"
	"time"

	"tiv/interaction/detect"
	"tiv/timeline"
	"tiv/tracefeed"
)

// A growing trace whose format is read as a whole is read again and again: at most
// rereadShare of the time, as a divisor, and not more often than rereadEvery.
const (
	rereadEvery = time.Second
	rereadShare = 10
	// rereadPoll is the interval of looking for the end of the trace.
	rereadPoll = 100 * time.Millisecond
)

// rereadGrowing publishes the trace with its findings as it grows, until all of it
// is written. It returns the complete trace.
func (l *Loader) rereadGrowing() (*tracefeed.Source, error) {
	g := l.growing
	g.interrupt = func() {}
	tick := time.NewTicker(rereadPoll)
	defer tick.Stop()
	next := time.Now()
	for !g.Finished() {
		if l.Notify != nil && !time.Now().Before(next) {
			began := time.Now()
			l.publishGrowing()
			next = time.Now().Add(max(rereadEvery, (rereadShare-1)*time.Since(began)))
		}
		select {
		case <-l.ctx.Done():
			return nil, l.ctx.Err()
		case <-tick.C:
		}
	}
	in, err := g.Now()
	if err != nil {
		return nil, err
	}
	return tracefeed.OpenInput(in, Formats())
}

// soFar returns the bytes that a file has so far.
func soFar(name string, f *os.File) (tracefeed.Input, error) {
	st, err := f.Stat()
	if err != nil {
		return tracefeed.Input{}, err
	}
	part := io.NewSectionReader(f, 0, st.Size())
	return tracefeed.Input{Name: name, Reader: part, At: part, Size: st.Size()}, nil
}

// publishGrowing reads the trace and publishes it, if it has grown. What is damaged may
// not be written yet.
func (l *Loader) publishGrowing() {
	in, err := l.growing.Now()
	if err != nil || in.Size == l.growing.size {
		return
	}
	l.growing.size = in.Size
	source, err := tracefeed.OpenInput(in, Formats())
	if err != nil {
		return
	}
	ahead := tracefeed.Prefetch(source)
	defer ahead.Close()
	r := timeline.NewReducer(ahead, timeline.Tuning{})
	var events []tracefeed.Event
	for err == nil && l.ctx.Err() == nil && l.memory().Check() == nil {
		if events, err = ahead.Batch(events); err == nil {
			err = r.Add(events)
		}
	}
	tl := r.Snapshot(false, nil)
	if l.ctx.Err() != nil || tl.Counts.Events <= l.growing.shown {
		return
	}
	l.growing.shown = tl.Counts.Events
	now := &Loaded{Timeline: tl, Growing: l.grows()}
	if l.Findings { // the ids of locks are others than those of the last time
		ctx, stop := l.memory().Watch(l.ctx)
		now.Report = detect.FindWith(ctx, tl, l.Limits, func(float64) {})
		stop()
	}
	l.storing.Lock()
	l.current.Store(now)
	l.storing.Unlock()
	l.Notify()
}
