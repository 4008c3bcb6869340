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
	done    chan struct{}
}

// Start opens the trace at path and reads it in the background. It calls
// notify, from that goroutine, whenever Current has something new.
func Start(path string, notify func()) (*Loader, error) {
	source, err := tracefeed.Open(path, Formats())
	if err != nil {
		return nil, err
	}
	return start(source, notify), nil
}

// StartReader is Start for a trace of size bytes that is read from r.
func StartReader(r io.Reader, size int64, notify func()) (*Loader, error) {
	source, err := tracefeed.OpenReader(r, size, Formats())
	if err != nil {
		return nil, fmt.Errorf("open trace: %w", err)
	}
	return start(source, notify), nil
}

func start(source *tracefeed.Source, notify func()) *Loader {
	l := &Loader{source: source, notify: notify, done: make(chan struct{})}
	go l.read()
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
	all := l.Current()
	if tl := all.Timeline; tl.Counts.Events == 0 {
		if tl.Damage != nil {
			return nil, fmt.Errorf("read trace: %w", tl.Damage)
		}
		return nil, errors.New("read trace: it has no events")
	}
	return all, nil
}

// Close stops reading and frees the trace's file.
func (l *Loader) Close() error {
	l.stop.Store(true)
	<-l.done
	return l.source.Close()
}

// The first picture comes soon, later ones so that publishing them takes a
// small part of the time.
const (
	firstPublish = 50 * time.Millisecond
	nextPublish  = 200 * time.Millisecond
	publishShare = 10
	checkEvery   = 4096 // events between looks at the clock
)

// read reduces the feed to its end.
func (l *Loader) read() {
	defer close(l.done)
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
		if n%checkEvery == 0 && time.Now().After(next) {
			start := time.Now()
			l.publish(r, false, nil)
			next = time.Now().Add(max(nextPublish, publishShare*time.Since(start)))
		}
	}
	l.publish(r, true, errors.New("reading was stopped"))
}

func (l *Loader) publish(r *timeline.Reducer, complete bool, damage error) {
	state := &Loaded{Timeline: r.Snapshot(complete, damage), Report: interaction.Report{GaveUp: -1}}
	if complete {
		state.Report = interaction.Find(state.Timeline)
	}
	l.current.Store(state)
	if l.notify != nil {
		l.notify()
	}
}

// Load reads the whole trace at path.
func Load(path string) (*Loaded, error) {
	l, err := Start(path, nil)
	if err != nil {
		return nil, err
	}
	defer l.Close()
	all, err := l.Wait()
	if err != nil {
		return nil, fmt.Errorf("%w (%s)", err, path)
	}
	return all, nil
}
