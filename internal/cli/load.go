package cli

import (
	"fmt"
	"io"
	"time"

	"tiv/interaction/detect"
	"tiv/tracefeed"
	"tiv/workspace"
	"tiv/workspace/cache"
)

// startLoader starts to load the trace that word names, as in open, within a limit of
// memory and with the cache.
func startLoader(word string, memory memoryFlag, o workspace.Options) (*workspace.Loader, error) {
	o.Memory, o.Cache = memory.bounded(), cache.Default()
	if isFile(word) {
		return workspace.Open(word, o)
	}
	source, err := open(word)
	if err != nil {
		return nil, err
	}
	return workspace.Start(source, o), nil
}

// loading is the loading of a trace for a command.
type loading struct {
	memory        memoryFlag
	command, path string
	// findings reports whether the command needs the findings, too; limits are changed
	// thresholds for them.
	findings bool
	limits   detect.Changes
}

// load reads a whole trace and writes a warning of damage to warn. The caller calls
// done after its last use of the timeline.
func (w loading) load(warn io.Writer) (all *workspace.Loaded, done func() error, err error) {
	l, err := startLoader(w.path, w.memory, workspace.Options{Findings: w.findings, Limits: w.limits})
	if err != nil {
		return nil, nil, err
	}
	if all, err = w.wait(l); err != nil {
		l.Close()
		return nil, nil, w.memory.short(err)
	}
	if tl := all.Timeline; tl.Damage != nil {
		fmt.Fprintf(warn, "tiv: read trace: %s: %s\n", shown(w.path), whyIncomplete(tl.Damage, "read", tl.End))
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
func (w loading) wait(l *workspace.Loader) (all *workspace.Loaded, err error) {
	if !onTerminal() {
		if w.findings {
			return l.WaitFindings()
		}
		return l.Wait()
	}
	line := newCounter(w.command, shown(w.path))
	defer line.clear()
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
				line.say(stage)
			}
		}
	}
	watch(func() string { return reading(l, line.start) }, l.Wait)
	if err == nil && w.findings {
		watch(func() string { return fmt.Sprintf("searching for findings, %.0f %%", 100*l.SearchProgress()) }, l.WaitFindings)
	}
	return all, err
}

// reading returns the share of a trace that has been read since a time, and an
// estimate of the time for the rest.
func reading(l *workspace.Loader, since time.Time) string {
	done := l.Progress()
	if done == 0 {
		return "reading"
	}
	left := time.Duration(float64(time.Since(since)) * (1/done - 1))
	return fmt.Sprintf("reading %.0f %%, %v left", 100*done, left.Round(time.Second))
}
