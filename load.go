package main

import (
	"fmt"
	"io"
	"strings"

	"tiv/timeline"
	"tiv/workspace"
	"tiv/workspace/cache"
)

// start starts to load the trace at path, or of a demo, within the memory that
// was allowed and with what the cache has of it.
func start(path string, notify func()) (*workspace.Loader, error) {
	o := workspace.Options{Memory: timeline.NewMemory(memory.model()), Cache: cache.Default(), Notify: notify}
	if !strings.HasPrefix(path, demoPrefix) {
		return workspace.Open(path, o)
	}
	source, err := open(path)
	if err != nil {
		return nil, err
	}
	return workspace.Start(source, o), nil
}

// load reads a whole trace and tells the user what of it could not be read.
// The caller calls done when it needs the timeline no more.
func load(path string, warn io.Writer) (all *workspace.Loaded, done func() error, err error) {
	l, err := start(path, nil)
	if err != nil {
		return nil, nil, err
	}
	if all, err = l.Wait(); err != nil {
		l.Close()
		return nil, nil, err
	}
	if tl := all.Timeline; tl.Damage != nil {
		fmt.Fprintf(warn, "tiv: read trace: %s: %v (read up to %v)\n", path, tl.Damage, tl.End)
	}
	return all, l.Close, nil
}
