package loader

import (
	"context"
	"time"

	"tiv/interaction/detect"
	"tiv/internal/background"
	"tiv/timeline"
	"tiv/tracefeed"
)

// growing is a trace that has no end yet. It belongs to the goroutine of the loader, except
// for Grown and grows of its growth.
type growing struct {
	growth
	// interrupt ends a Read of the trace.
	interrupt context.CancelFunc
	// shown is the number of events of the last complete timeline. A file that
	// grows after its end is read again, and published from there on.
	shown int64
	// size is the number of bytes read last of a trace that is read as a whole.
	size int64
}

// growth is the bytes of a trace that may still be written.
type growth interface {
	// Open begins to read the trace from its start. Reading waits for growth until ctx is done.
	Open(ctx context.Context) (*tracefeed.Source, error)
	// Whole reports whether the format reads a trace as a whole, so that it is read again and
	// again until Finished. It may wait for the first bytes.
	Whole() bool
	// Now returns the bytes written so far, for formats that read a trace as a whole.
	Now() (tracefeed.Input, error)
	// Finished reports whether all of a trace is written that is read as a whole.
	Finished() bool
	// Grown returns the time of the last growth.
	Grown() time.Time
	// Resume waits until a trace that had ended grows after all. It returns an error if the
	// trace cannot grow, and once ctx is done.
	Resume(ctx context.Context) error
	// grows reports whether the trace is written more slowly than it is read.
	grows() bool
	// key returns the key under which the trace is cached; "" if it is not worth it,
	// or not complete.
	key() string
}

// grows reports whether the trace may still be written, and is shown so.
func (l *Loader) grows() bool { return l.growing != nil && l.growing.grows() }

// readGrowing begins to read the trace from its start.
func (l *Loader) readGrowing() (*tracefeed.Source, error) {
	g := l.growing
	ctx, cancel := context.WithCancel(l.ctx)
	source, err := g.Open(ctx)
	if err != nil {
		cancel()
		return nil, err
	}
	g.interrupt = cancel
	context.AfterFunc(ctx, func() { source.Interrupt() })
	l.Files.set(source.Files())
	return source, nil
}

// follow reads the trace until it has ended, and searches it for problems. A
// file without an end may grow after all: then it is read again.
func (l *Loader) follow() {
	g, source := l.growing, l.source
	var err error
	if g.Whole() {
		source, err = l.rereadGrowing()
	} else if source == nil {
		source, err = l.readGrowing()
	}
	if l.source == nil && source != nil {
		l.files = append(l.files, source)
	}
	if l.unread = err; err != nil {
		l.store(&Loaded{Timeline: &timeline.Timeline{}, Searched: true})
	}
	whole := err == nil && l.reduce(source)
	close(l.read)
	if whole && l.Findings {
		l.search()
	}
	close(l.found)
	for whole && g.Resume(l.ctx) == nil {
		source, err := l.readGrowing()
		if err != nil {
			return
		}
		if whole = l.reduce(source); whole && l.Findings {
			l.search()
		}
	}
}

// Grown returns the time of the last growth of a growing trace; ok is false for
// other traces.
func (l *Loader) Grown() (at time.Time, ok bool) {
	if l.growing == nil {
		return time.Time{}, false
	}
	return l.growing.Grown(), true
}

// preview searches snapshots of a growing trace for problems in the background.
type preview struct {
	loader *Loader
	task   *background.Job[time.Duration] // returns the time that it took; nil if none runs
	next   time.Time                      // not before then
	stale  bool                           // there is a newer snapshot
}

// previewShare is the part of the time that is spent on preliminary findings, as
// a divisor.
const previewShare = 10

// update starts a search of the newest snapshot if one is due. Its findings are
// published, as preliminary, with the snapshot that is the newest then.
func (p *preview) update() {
	if p.task != nil {
		if !p.task.Done() {
			return
		}
		took, _ := p.task.Result()
		p.task, p.next = nil, time.Now().Add((previewShare-1)*took)
	}
	if !p.stale || time.Now().Before(p.next) {
		return
	}
	p.stale = false
	l, tl := p.loader, p.loader.Current().Timeline
	p.task = background.Start(func(ctx context.Context, progress func(float64)) (time.Duration, error) {
		start := time.Now()
		ctx, stop := l.memory().Watch(ctx)
		defer stop()
		if report := l.problems.Find(ctx, tl, progress); ctx.Err() == nil {
			l.storeReport(report.AfterPreview(tl, l.Current().Report))
		}
		return time.Since(start), nil
	}, func() {})
}

// stop ends a search, and waits for it.
func (p *preview) stop() {
	p.task.Stop()
	p.task = nil
}

// storeReport publishes preliminary findings with the newest snapshot.
func (l *Loader) storeReport(report detect.Report) {
	l.storing.Lock()
	now := *l.Current()
	now.Report = report
	l.current.Store(&now)
	l.storing.Unlock()
	l.Notify()
}
