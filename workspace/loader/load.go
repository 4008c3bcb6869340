package loader

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"sync/atomic"

	"tiv/interaction/detect"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/chrome"
	"tiv/tracefeed/gotrace"
	"tiv/tracefeed/interpreter"
	"tiv/tracefeed/jfr"
	"tiv/tracefeed/otlp"
	"tiv/tracefeed/parts"
	"tiv/tracefeed/perfdata"
	"tiv/tracefeed/perfetto"
	"tiv/tracefeed/pprof"
	"tiv/tracefeed/schedtext"
	"tiv/tracefeed/textfeed"
	"tiv/tracefeed/threaddump"
	"tiv/tracefeed/tracy"
	"tiv/workspace/cache"
	"tiv/workspace/opening"
	"tiv/workspace/prefs"
)

// Formats lists every kind of trace that TIV can read.
func Formats() []tracefeed.Format {
	single, foreign := SingleFormats(), interpreter.Format(prefs.Interpreters)
	return append(single, parts.Format(slices.Concat(single, []tracefeed.Format{foreign})), foreign)
}

// SingleFormats lists the formats but that of lists of traces, and those of interpreters.
func SingleFormats() []tracefeed.Format {
	return slices.Concat([]tracefeed.Format{interpreter.BinFormat(prefs.Interpreters), gotrace.Format(), jfr.Format(), perfdata.Format(),
		otlp.Format(), perfetto.Format(), pprof.Format(), chrome.Format(), tracy.Format(), textfeed.Format()},
		schedtext.Formats(), threaddump.Formats())
}

// Loaded is a published state of a loader.
type Loaded struct {
	Timeline *timeline.Timeline
	Report   detect.Report
	// Searched is true once Report is final: it has the findings of the complete
	// timeline, as far as there was memory to look for them. Before, Report has
	// the findings of an earlier snapshot of a growing trace, or none.
	Searched bool
	// Opening is the most telling moment of the complete timeline. It comes with the
	// final report; nil for a trace that has grown, and for loaders without findings.
	Opening *opening.Moment
	// Growing is true while the trace may still be written.
	Growing bool
}

// Options are the options of loading a trace. The zero value keeps everything
// in memory and caches nothing.
type Options struct {
	// Memory limits the part of the trace in memory; nil for no limit.
	Memory *timeline.Memory
	// Cache stores traces that take long to reduce; nil for no cache.
	Cache *cache.Cache
	// Findings makes the loader search the complete timeline for problems, which
	// can take longer than reading the trace.
	Findings bool
	// Limits are the changed thresholds of that search.
	Limits detect.Changes
	// Follow makes Open read a pipe or socket, or a trace.bin without an end, for as long as
	// it may grow. Otherwise such a trace.bin ends where the file ended when it was opened.
	Follow bool
	// Writing reports whether this program still writes the trace; nil if another one
	// does. Then Follow works for every format.
	Writing func() bool
	// Notify is called, from another goroutine, whenever Current has something
	// new. It may be nil: then nothing is published before the timeline is
	// complete.
	Notify func()
}

// Loader reads a trace in the background and publishes its progress: the
// timeline as it grows, the complete timeline, and then its findings.
type Loader struct {
	Options
	// Files are the paths of the files that a list of traces names.
	Files   Paths
	name    string
	source  *tracefeed.Source // nil if the trace was reduced already
	key     string            // of the trace in the cache; "" if it is not cached
	known   bool              // the findings are stored with the trace
	growing *growing          // nil if the trace is not followed
	// problems searches the snapshots of a growing trace, one after the other.
	problems *detect.Search
	current  atomic.Pointer[Loaded]
	storing  sync.Mutex // held to replace current
	// fraction has the bits of SearchProgress.
	fraction atomic.Uint64
	ctx      context.Context // until Close
	cancel   context.CancelFunc
	read     chan struct{} // closed when the timeline is complete
	found    chan struct{} // closed when its findings are known, or given up
	done     chan struct{} // closed when the loader has nothing left to do
	files    []io.Closer
	// unread is why the trace was given up, unfound why its findings were: not changed once
	// read, or found, is closed.
	unread, unfound error
}

// Paths are paths that may be known only after some time. They are safe for concurrent use.
type Paths struct{ list atomic.Pointer[[]string] }

// List returns the paths; nil for none, and as long as they are not known.
func (p *Paths) List() []string {
	if list := p.list.Load(); list != nil {
		return *list
	}
	return nil
}

func (p *Paths) set(list []string) { p.list.Store(&list) }

// Open opens the trace at path. A trace that was reduced before, by `tiv
// convert` or at the last opening, is complete immediately; else see Start. An
// error says that the file could not be opened, or that no format fits it; later
// errors come from Wait. The caller closes the loader.
func Open(path string, o Options) (*Loader, error) {
	f, err := tracefeed.OpenPath(path)
	if err != nil {
		return nil, err
	}
	return OpenFile(f, path, o)
}

// OpenFile is Open for the trace in a file of which nothing has been read. name is its
// origin, for messages.
func OpenFile(f *os.File, name string, o Options) (*Loader, error) {
	l := newLoader(name, nil, o)
	var err error
	if o.Follow && l.openGrowing(f) {
		go l.run()
		return l, nil
	}
	if !l.openReduced(f) && !l.openCached(f) {
		// A pipe must not be opened twice: its writer would fail in between.
		if l.source, err = tracefeed.OpenFile(f, name, Formats()); err != nil {
			return nil, err
		}
		l.Files.set(l.source.Files())
	}
	go l.run()
	return l, nil
}

// Start reads a trace in the background, publishes snapshots of it, and closes
// it in the end. The caller closes the loader, and leaves the source to it.
func Start(source *tracefeed.Source, o Options) *Loader {
	l := newLoader(source.Name, source, o)
	l.Files.set(source.Files())
	go l.run()
	return l
}

func newLoader(name string, source *tracefeed.Source, o Options) *Loader {
	l := &Loader{Options: o, name: name, source: source, problems: detect.NewSearch(o.Limits), read: make(chan struct{}),
		found: make(chan struct{}), done: make(chan struct{})}
	l.ctx, l.cancel = context.WithCancel(context.Background())
	return l
}

// run reads the trace if it is not reduced, and then searches it for problems.
func (l *Loader) run() {
	defer close(l.done)
	whole := true
	if l.growing != nil {
		l.follow()
		return
	}
	if l.source != nil {
		whole = l.reduce(l.source)
	} else if l.Notify != nil {
		l.Notify()
	}
	close(l.read)
	if whole && l.Findings {
		l.search()
	}
	close(l.found)
}

func (l *Loader) memory() *timeline.Memory {
	if l.Memory == nil {
		return &timeline.Memory{}
	}
	return l.Memory
}

// Current returns the newest snapshot, nil before the first.
func (l *Loader) Current() *Loaded { return l.current.Load() }

// Progress returns the share of the trace that has been read, from 0 to 1; 0 if
// its size is unknown.
func (l *Loader) Progress() float64 {
	switch {
	case l.growing != nil:
		return 0
	case l.source == nil:
		return 1
	}
	if l.source.Size <= 0 {
		return 0
	}
	return min(1, float64(l.source.Read())/float64(l.source.Size))
}

// Wait waits for the complete timeline and returns it, perhaps without findings.
// It is an error if nothing could be read.
func (l *Loader) Wait() (*Loaded, error) {
	<-l.read
	return l.checked(l.unread)
}

// WaitFindings is Wait that also waits for the findings, if Options request
// them.
func (l *Loader) WaitFindings() (*Loaded, error) {
	<-l.found
	return l.checked(cmp.Or(l.unread, l.unfound))
}

// checked returns the trace read so far, or an error if it is empty or reading
// was cancelled.
func (l *Loader) checked(why error) (*Loaded, error) {
	if why != nil {
		return nil, why
	}
	all := l.Current()
	if all.Timeline.Counts.Events > 0 {
		return all, nil
	}
	err := all.Timeline.Damage
	if err == nil {
		err = errors.New("it has no events")
	}
	return nil, l.failed(err)
}

// failed adds the name of the trace to an error of reading it.
func (l *Loader) failed(err error) error { return fmt.Errorf("read trace: %s: %w", l.name, err) }

// Close stops reading and frees the trace's files: its timelines must not be
// used any more. It waits for the loader's goroutines. The error is that of
// interrupting the source or closing a file; errors of reading come from Wait.
func (l *Loader) Close() error {
	l.cancel() // interrupts the reader of a growing trace
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

// store publishes a snapshot. If it has no final findings, it keeps those of
// the snapshot before.
func (l *Loader) store(s *Loaded) {
	l.storing.Lock()
	if before := l.Current(); before != nil && !s.Searched {
		s.Report = before.Report
	}
	l.current.Store(s)
	l.storing.Unlock()
	if l.Notify != nil {
		l.Notify()
	}
}
