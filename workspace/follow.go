package workspace

import (
	"context"
	"io"
	"os"
	"sync/atomic"
	"time"

	"tiv/interaction/detect"
	"tiv/internal/task"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
	"tiv/tracefeed/live"
	"tiv/workspace/cache"
)

// growing is a trace that has no end yet. It belongs to the goroutine of the
// loader, except for reader.
type growing struct {
	file    *os.File
	options live.Options
	reader  atomic.Pointer[live.Reader]
	// interrupt ends a Read of the reader.
	interrupt context.CancelFunc
	// shown is the number of events of the last complete timeline. A file that
	// grows after its end is read again, and published from there on.
	shown int64
	// writing is Options.Writing.
	writing func() bool
	// whole: the format reads a trace as a whole, so that it is read again and again.
	whole bool
}

// finished reports whether this program has written all of the file, which has size
// bytes.
func (g *growing) finished(_ io.ReaderAt, size int64) bool {
	if g.writing() {
		return false
	}
	st, err := g.file.Stat()
	return err == nil && st.Size() == size
}

// openGrowing starts to follow f if that is a trace.bin without an end, or a trace that
// this program writes.
func (l *Loader) openGrowing(f *os.File) bool {
	st, err := f.Stat()
	if err != nil || !st.Mode().IsRegular() {
		return false
	}
	g := &growing{file: f, options: live.Options{Quiet: live.DefaultQuiet}}
	if l.Writing != nil {
		g.writing = l.Writing
		g.options.Finished, g.options.PID = g.finished, os.Getpid()
		g.whole = readsWhole(f)
	} else if header, unfinished := binfeed.Unfinished(f, st.Size()); unfinished {
		g.options.Finished, g.options.PID = binfeed.Finished, int(header.PID)
		if header.Wall != 0 {
			g.options.Began = time.Unix(0, header.Wall)
		}
	} else {
		return false
	}
	l.growing = g
	if g.whole {
		l.files = append(l.files, f)
		return true
	}
	if l.source, err = l.readGrowing(); err != nil {
		l.growing = nil
		return false
	}
	l.files = append(l.files, f)
	return true
}

// readGrowing begins to read the file from its start.
func (l *Loader) readGrowing() (*tracefeed.Source, error) {
	g := l.growing
	ctx, cancel := context.WithCancel(l.ctx)
	reader, err := live.NewReader(ctx, g.file, g.options)
	if err != nil {
		cancel()
		return nil, err
	}
	source, err := tracefeed.OpenInput(tracefeed.Input{Name: l.name, Reader: reader}, Formats())
	if err != nil {
		cancel()
		return nil, err
	}
	g.reader.Store(reader)
	g.interrupt = cancel
	return source, nil
}

// follow reads the trace until it has ended, and searches it for problems. A
// file without an end may grow after all: then it is read again.
func (l *Loader) follow() {
	source := l.source
	if l.growing.whole {
		source, l.unread = l.rereadGrowing()
	}
	whole := l.unread == nil && l.reduce(source)
	close(l.read)
	if whole && l.Findings {
		l.search()
	}
	close(l.found)
	for whole && l.growing.resumes(l.ctx) {
		source, err := l.readGrowing()
		if err != nil {
			return
		}
		if whole = l.reduce(source); whole && l.Findings {
			l.search()
		}
	}
}

// resumes waits until a file without an end grows; it returns false if that
// cannot be.
func (g *growing) resumes(ctx context.Context) bool {
	if st, err := g.file.Stat(); err != nil || g.writing != nil || binfeed.Finished(g.file, st.Size()) {
		return false
	}
	g.options.Quiet *= 2 // a file that grows once an hour is not read again each hour
	return g.reader.Load().Resume(ctx) == nil
}

// Grown returns the time of the last growth of a growing trace; ok is false for
// other traces.
func (l *Loader) Grown() (at time.Time, ok bool) {
	if l.growing == nil {
		return time.Time{}, false
	}
	if r := l.growing.reader.Load(); r != nil {
		return r.Grown(), true
	}
	st, err := l.growing.file.Stat()
	if err != nil {
		return time.Time{}, false
	}
	return st.ModTime(), true
}

// key returns the key under which the trace is cached; "" if it is not worth it,
// or not complete.
func (g *growing) key() string {
	st, err := g.file.Stat()
	if err != nil || st.Size() < minCachedSize || !binfeed.Finished(g.file, st.Size()) {
		return ""
	}
	key, err := cache.Key(g.file)
	if err != nil {
		return ""
	}
	return key
}

// preview searches snapshots of a growing trace for problems in the background.
type preview struct {
	loader *Loader
	task   *task.Task[time.Duration] // returns the time that it took; nil if none runs
	next   time.Time                 // not before then
	stale  bool                      // there is a newer snapshot
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
	p.task = task.Start(func(ctx context.Context, progress func(float64)) (time.Duration, error) {
		start := time.Now()
		ctx, stop := l.memory().Watch(ctx)
		defer stop()
		if report := detect.FindWith(ctx, tl, l.Limits, progress); ctx.Err() == nil {
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
