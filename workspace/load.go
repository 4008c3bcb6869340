package workspace

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"

	"tiv/interaction"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
	"tiv/tracefeed/gotrace"
	"tiv/tracefeed/textfeed"
	"tiv/workspace/cache"
)

// Formats lists every kind of trace that TIV can read.
func Formats() []tracefeed.Format {
	return []tracefeed.Format{binfeed.Format(), gotrace.Format(), textfeed.Format()}
}

// Loaded is a published state of a loader.
type Loaded struct {
	Timeline *timeline.Timeline
	Report   interaction.Report
}

// Options say how to load a trace. The zero value keeps everything in memory
// and nothing for the next time.
type Options struct {
	// Memory is how much of the trace may be kept in memory; nil for all of it.
	Memory *timeline.Memory
	// Cache keeps what took long to reduce; nil for nowhere.
	Cache *cache.Cache
	// Notify is called, from another goroutine, whenever Current has something
	// new. It may be nil.
	Notify func()
}

// Loader reads a trace in the background and publishes how far it has come.
type Loader struct {
	Options
	name    string
	source  *tracefeed.Source // nil if the trace was reduced already
	key     string            // under which the cache keeps it; "" if it does not
	current atomic.Pointer[Loaded]
	ctx     context.Context // until Close
	cancel  context.CancelFunc
	unfound bool // the trace was reduced, but nobody has looked for what is wrong in it
	done    chan struct{}
	files   []io.Closer
}

// Open opens the trace at path. One that was reduced before, by `tiv convert`
// or when it was opened last, is there at once; else see Start.
func Open(path string, o Options) (*Loader, error) {
	f, err := tracefeed.OpenPath(path)
	if err != nil {
		return nil, err
	}
	l := newLoader(path, nil, o)
	if l.openReduced(f) || l.openCached(f) {
		go l.lookAgain()
		return l, nil
	}
	// A pipe must not be opened twice: its writer would fail in between.
	if l.source, err = tracefeed.OpenFile(f, Formats()); err != nil {
		return nil, err
	}
	go l.run()
	return l, nil
}

// Start reads a trace in the background and closes it in the end. What comes
// is published as it comes.
func Start(source *tracefeed.Source, o Options) *Loader {
	l := newLoader(source.Name, source, o)
	go l.run()
	return l
}

func newLoader(name string, source *tracefeed.Source, o Options) *Loader {
	l := &Loader{Options: o, name: name, source: source, done: make(chan struct{})}
	l.ctx, l.cancel = context.WithCancel(context.Background())
	return l
}

// openReduced publishes the trace in f, if that is reduced.
func (l *Loader) openReduced(f *os.File) bool {
	st, err := f.Stat()
	if err != nil || !st.Mode().IsRegular() {
		return false
	}
	start := make([]byte, tracefeed.SniffLen)
	if _, err := f.ReadAt(start, 0); err != nil || !binfeed.Format().Sniff(start) {
		return false
	}
	file, err := binfeed.Open(f, st.Size())
	if err != nil {
		return false
	}
	tl, extra, err := timeline.Open(file, l.memory())
	if err != nil {
		return false
	}
	report, err := interaction.ParseReport(extra, tl)
	if err != nil {
		report, l.unfound = interaction.Report{GaveUp: -1}, true
	}
	l.files = append(l.files, f)
	l.current.Store(&Loaded{tl, report})
	return true
}

// lookAgain looks for what is wrong in a reduced trace that does not say.
func (l *Loader) lookAgain() {
	defer close(l.done)
	if l.unfound {
		tl := l.Current().Timeline
		if report := interaction.Find(l.ctx, tl); l.ctx.Err() == nil {
			l.store(&Loaded{tl, report})
		}
	} else if l.Notify != nil {
		l.Notify()
	}
}

func (l *Loader) memory() *timeline.Memory {
	if l.Memory == nil {
		return &timeline.Memory{}
	}
	return l.Memory
}

// worthKeeping is how long a trace is, in bytes, that is worth a place in the
// cache: less is read while one blinks.
const worthKeeping = 1 << 20

// openCached publishes what the cache has of the trace in f. It notes the key
// under which it will keep the trace if it has nothing.
func (l *Loader) openCached(f *os.File) bool {
	st, err := f.Stat()
	if l.Cache == nil || err != nil || st.Size() < worthKeeping {
		return false
	}
	if l.key, err = cache.Key(f); err != nil {
		return false
	}
	kept, err := l.Cache.Open(l.key)
	if err != nil {
		return false
	}
	if !l.openReduced(kept) {
		kept.Close()
		l.Cache.Remove(l.key) // or the next one would try it again
		return false
	}
	l.files = append(l.files, f)
	return true
}

// Current returns the newest state, nil before there is one.
func (l *Loader) Current() *Loaded { return l.current.Load() }

// Progress returns how much of the trace has been read, from 0 to 1.
func (l *Loader) Progress() float64 {
	if l.source == nil {
		return 1
	}
	if l.source.Size <= 0 {
		return 0
	}
	return min(1, float64(l.source.Read())/float64(l.source.Size))
}

// Wait waits for the end of the trace and returns all of it. It is an error if
// nothing could be read.
func (l *Loader) Wait() (*Loaded, error) {
	<-l.done
	return l.checked()
}

// checked returns what was read, unless that is nothing.
func (l *Loader) checked() (*Loaded, error) {
	all := l.Current()
	if all.Timeline.Counts.Events > 0 {
		return all, nil
	}
	err := all.Timeline.Damage
	if err == nil {
		err = errors.New("it has no events")
	}
	return nil, fmt.Errorf("read trace: %s: %w", l.name, err)
}

// Close stops reading and frees the trace's files: its timelines must not be
// used any more.
func (l *Loader) Close() error {
	l.cancel()
	var err error
	if l.source != nil {
		err = l.source.Interrupt()
	}
	<-l.done
	if l.source != nil {
		err = errors.Join(err, l.source.Close())
	}
	for _, f := range l.files {
		err = errors.Join(err, f.Close())
	}
	return err
}

// The first picture comes soon, later ones so that publishing them takes a
// small part of the time.
const (
	firstPublish = 50 * time.Millisecond
	nextPublish  = 200 * time.Millisecond
	publishShare = 10
	checkEvery   = 4096 // events between looks at the clock
)

// run reads the trace, looks for what is wrong in it once all of it is
// published, and keeps all that for the next time.
func (l *Loader) run() {
	defer close(l.done)
	ahead := tracefeed.ReadAhead(l.source)
	defer ahead.Close()
	r := timeline.NewReducer(ahead)
	spill := l.spill(r)
	damage, whole := l.read(ahead, r)
	if !whole || l.ctx.Err() != nil {
		spill.drop()
		return
	}
	tl := l.Current().Timeline
	report := interaction.Find(l.ctx, tl)
	if l.ctx.Err() != nil { // it is not all
		spill.drop()
		return
	}
	l.store(&Loaded{tl, report})
	spill.finish(damage, interaction.AppendReport(nil, report))
}

// read reduces a feed to its end, and returns why that came early. whole is
// false if it was stopped.
func (l *Loader) read(feed tracefeed.Batcher, r *timeline.Reducer) (damage error, whole bool) {
	next := time.Now().Add(firstPublish)
	var events []tracefeed.Event
	for n := 0; l.ctx.Err() == nil; {
		var err error
		if events, err = feed.Batch(events); err == nil {
			err = r.AddBatch(events)
		}
		if err == io.EOF {
			l.publish(r, true, nil)
			return nil, true
		}
		if err != nil {
			l.publish(r, true, err)
			return err, true
		}
		if n += len(events); n >= checkEvery && time.Now().After(next) {
			n = 0
			start := time.Now()
			l.publish(r, false, nil)
			next = time.Now().Add(max(nextPublish, publishShare*time.Since(start)))
		}
	}
	l.publish(r, true, errors.New("reading was stopped"))
	return nil, false
}

func (l *Loader) publish(r *timeline.Reducer, complete bool, damage error) {
	l.store(&Loaded{Timeline: r.Snapshot(complete, damage), Report: interaction.Report{GaveUp: -1}})
}

func (l *Loader) store(s *Loaded) {
	l.current.Store(s)
	if l.Notify != nil {
		l.Notify()
	}
}
