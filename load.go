package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"tiv/workspace"
	"tiv/workspace/cache"
)

// start starts to load the trace at path, or of a demo, for a window: within the
// memory that was allowed and with what the cache has of it.
func start(path string, notify func()) (*workspace.Loader, error) {
	return startLoader(path, workspace.Options{Findings: true, Notify: notify})
}

// startLoader starts to load a trace within the limit of --memory.
func startLoader(path string, o workspace.Options) (*workspace.Loader, error) {
	o.Memory, o.Cache = memory.bounded(), cache.Default()
	if !strings.HasPrefix(path, demoPrefix) {
		return workspace.Open(path, o)
	}
	source, err := open(path)
	if err != nil {
		return nil, err
	}
	return workspace.Start(source, o), nil
}

// loading is a trace that a command wants.
type loading struct {
	command, path string
	// findings are wanted, too.
	findings bool
}

// load reads a whole trace and tells the user what of it could not be read.
// The caller calls done when it needs the timeline no more.
func (w loading) load(warn io.Writer) (all *workspace.Loaded, done func() error, err error) {
	l, err := startLoader(w.path, workspace.Options{Findings: w.findings})
	if err != nil {
		return nil, nil, err
	}
	if all, err = w.wait(l); err != nil {
		l.Close()
		return nil, nil, memory.short(err)
	}
	if tl := all.Timeline; tl.Damage != nil {
		fmt.Fprintf(warn, "tiv: read trace: %s: %v (read up to %v)\n", w.path, tl.Damage, tl.End)
	}
	return all, l.Close, nil
}

// wait waits for the loader, and meanwhile says on a terminal how far it has come.
func (w loading) wait(l *workspace.Loader) (all *workspace.Loaded, err error) {
	if !onTerminal() {
		if w.findings {
			return l.WaitFindings()
		}
		return l.Wait()
	}
	shown := newCounter(w.command, w.path)
	defer shown.clear()
	watch := func(stage func() string, wait func() (*workspace.Loaded, error)) {
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			all, err = wait()
		}()
		tick := time.NewTicker(terminalEvery)
		defer tick.Stop()
		for {
			select {
			case <-ended:
				return
			case <-tick.C:
				shown.say(stage)
			}
		}
	}
	watch(func() string { return reading(l, shown.start) }, l.Wait)
	if err == nil && w.findings {
		watch(func() string { return "looking for problems" }, l.WaitFindings)
	}
	return all, err
}

// reading says how much of a trace has been read since a time, and estimates when
// the rest will be.
func reading(l *workspace.Loader, since time.Time) string {
	done := l.Progress()
	if done == 0 {
		return "reading"
	}
	left := time.Duration(float64(time.Since(since)) * (1/done - 1))
	return fmt.Sprintf("reading %.0f %%, %v left", 100*done, left.Round(time.Second))
}
