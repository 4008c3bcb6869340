package loader

import (
	"context"
	"errors"
	"time"

	"tiv/tracefeed"
)

// arriving is the growth of a feed that does not come from a file: of programs that send their
// traces. Only the end of its context ends it early.
type arriving struct {
	name string
	open func(context.Context) tracefeed.Feed
}

// OpenFeed reads a feed that grows. open is called once; the feed ends once its context is done.
// name is its origin, for messages. The caller closes the loader.
func OpenFeed(open func(context.Context) tracefeed.Feed, name string, o Options) *Loader {
	l := newLoader(name, nil, o)
	l.growing = &growing{growth: &arriving{name, open}}
	go l.run()
	return l
}

// Open is described at growth.
func (a *arriving) Open(ctx context.Context) (*tracefeed.Source, error) {
	return &tracefeed.Source{Feed: a.open(ctx), Name: a.name}, nil
}

// Whole is described at growth.
func (a *arriving) Whole() bool { return false }

// Now is not called for a trace that is not read as a whole.
func (a *arriving) Now() (tracefeed.Input, error) { return tracefeed.Input{}, errors.ErrUnsupported }

// Finished is not called for a trace that is not read as a whole.
func (a *arriving) Finished() bool { return true }

// Grown is described at growth: programs send that time goes on.
func (a *arriving) Grown() time.Time { return time.Now() }

// Resume returns an error: a feed that has ended does not grow.
func (a *arriving) Resume(context.Context) error { return errEnded }

func (a *arriving) grows() bool { return true }

func (a *arriving) key() string { return "" }
