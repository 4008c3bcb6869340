package workspace

import (
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"tiv/interaction"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/gotrace"
	"tiv/tracefeed/textfeed"
)

// Formats lists every kind of trace that TIV can read.
func Formats() []tracefeed.Format {
	return []tracefeed.Format{gotrace.Format(), textfeed.Format()}
}

// Loaded is a published state of a loader.
type Loaded struct {
	Timeline *timeline.Timeline
	Report   interaction.Report
}

// Loader reads a trace in the background and publishes how far it has come.
type Loader struct {
	source  *tracefeed.Source
	current atomic.Pointer[Loaded]
	notify  func()
	stop    atomic.Bool
	quiet   bool // publishes only at the end
	done    chan struct{}
}

// Open opens the trace at path and starts to read it; see Start.
func Open(path string, notify func()) (*Loader, error) {
	source, err := tracefeed.Open(path, Formats())
	if err != nil {
		return nil, err
	}
	return Start(source, notify), nil
}

// Start reads a trace in the background and closes it in the end. It calls
// notify, from that goroutine, whenever Current has something new.
func Start(source *tracefeed.Source, notify func()) *Loader {
	l := &Loader{source: source, notify: notify, done: make(chan struct{})}
	go l.run()
	return l
}

// Current returns the newest state, nil before there is one.
func (l *Loader) Current() *Loaded { return l.current.Load() }

// Progress returns how much of the trace has been read, from 0 to 1.
func (l *Loader) Progress() float64 {
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
	return nil, fmt.Errorf("read trace: %s: %w", l.source.Name, err)
}

// Close stops reading and frees the trace's file.
func (l *Loader) Close() error {
	l.stop.Store(true)
	err := l.source.Interrupt()
	<-l.done
	return errors.Join(err, l.source.Close())
}

// The first picture comes soon, later ones so that publishing them takes a
// small part of the time.
const (
	firstPublish = 50 * time.Millisecond
	nextPublish  = 200 * time.Millisecond
	publishShare = 10
	checkEvery   = 4096 // events between looks at the clock
)

// run reads the trace, and looks for what is wrong in it once all of it is
// published.
func (l *Loader) run() {
	defer close(l.done)
	l.read()
	if !l.stop.Load() {
		tl := l.Current().Timeline
		l.store(&Loaded{Timeline: tl, Report: interaction.Find(tl)})
	}
}

// read reduces the feed to its end.
func (l *Loader) read() {
	r := timeline.NewReducer(l.source)
	next := time.Now().Add(firstPublish)
	var ev tracefeed.Event
	for n := 1; !l.stop.Load(); n++ {
		err := l.source.Next(&ev)
		if err == nil {
			err = r.Add(&ev)
		}
		if err == io.EOF {
			l.publish(r, true, nil)
			return
		}
		if err != nil {
			l.publish(r, true, err)
			return
		}
		if n%checkEvery == 0 && !l.quiet && time.Now().After(next) {
			start := time.Now()
			l.publish(r, false, nil)
			next = time.Now().Add(max(nextPublish, publishShare*time.Since(start)))
		}
	}
	l.publish(r, true, errors.New("reading was stopped"))
}

func (l *Loader) publish(r *timeline.Reducer, complete bool, damage error) {
	l.store(&Loaded{Timeline: r.Snapshot(complete, damage), Report: interaction.Report{GaveUp: -1}})
}

func (l *Loader) store(s *Loaded) {
	l.current.Store(s)
	if l.notify != nil {
		l.notify()
	}
}

// Load reads a whole trace into a timeline, in this goroutine, without looking
// for what is wrong in it. It is an error if nothing could be read.
func Load(source *tracefeed.Source) (*timeline.Timeline, error) {
	l := &Loader{source: source, quiet: true}
	l.read()
	all, err := l.checked()
	if err != nil {
		return nil, err
	}
	return all.Timeline, nil
}
