package cli

import (
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"tiv/interaction/detect"
	"tiv/tracefeed"
	"tiv/workspace/cache"
	"tiv/workspace/loader"
)

// startLoader starts to load the trace that word names, as in open, within the limit of
// memory and with the cache.
func (e *environment) startLoader(word string, o loader.Options) (*loader.Loader, error) {
	o.Memory, o.Cache = e.memory.Bounded(), cache.Default()
	if isFile(word) {
		return loader.Open(word, o)
	}
	source, err := open(word)
	if err != nil {
		return nil, err
	}
	return loader.Start(source, o), nil
}

// loading is the loading of a trace for a command.
type loading struct {
	command, path string
	// findings reports whether the command needs the findings, too; limits are changed
	// thresholds for them.
	findings bool
	limits   detect.Changes
	out      *target // what the command writes with the trace; nil for none
}

// load reads a whole trace, and warns of damage. The caller calls done after its last
// use of the timeline.
func (e *environment) load(w loading) (all *loader.Loaded, done func() error, err error) {
	l, err := e.startLoader(w.path, loader.Options{Findings: w.findings, Limits: w.limits})
	if err != nil {
		return nil, nil, err
	}
	if w.out != nil {
		w.out.parts = append(w.out.parts, l.Files.List()...)
	}
	if all, err = w.wait(l); err != nil {
		l.Close()
		return nil, nil, e.memory.Explain(err)
	}
	if tl := all.Timeline; tl.Damage != nil {
		fmt.Fprintf(os.Stderr, "tiv: read trace: %s: %s\n", shown(w.path), whyIncomplete(tl.Damage, "read", tl.End))
	}
	return all, l.Close, nil
}

// whyIncomplete says why something was done with a trace only up to a time.
func whyIncomplete(damage error, done string, end tracefeed.Time) string {
	if cut, ok := tracefeed.CutOff(damage, end); ok {
		return cut
	}
	return fmt.Sprintf("%v (%s up to %v)", damage, done, end)
}

// wait waits for the loader, and shows its progress on a terminal.
func (w loading) wait(l *loader.Loader) (*loader.Loaded, error) {
	var searching atomic.Bool
	if onTerminal() {
		line := newCounter(w.command, shown(w.path))
		defer line.watch(func() string {
			if searching.Load() {
				return fmt.Sprintf("searching for findings, %.0f %%", 100*l.SearchProgress())
			}
			return reading(l, line.start)
		})()
	}
	all, err := l.Wait()
	if err != nil || !w.findings {
		return all, err
	}
	searching.Store(true)
	return l.WaitFindings()
}

// reading returns the share of a trace that has been read since a time, and an
// estimate of the time for the rest.
func reading(l *loader.Loader, since time.Time) string {
	done := l.Progress()
	if done == 0 {
		return "reading"
	}
	left := time.Duration(float64(time.Since(since)) * (1/done - 1))
	return fmt.Sprintf("reading %.0f %%, %v left", 100*done, left.Round(time.Second))
}
