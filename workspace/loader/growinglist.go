package loader

import (
	"context"
	"os"
	"slices"
	"sync"
	"time"

	"tiv/tracefeed"
	"tiv/tracefeed/live"
	"tiv/tracefeed/parts"
)

// growingList is the growth of a list of traces, some of which are pipes or grow.
type growingList struct {
	name string
	list []parts.Part
	mu   sync.Mutex
	// readers are those of the parts that grow; opened is the time when they were opened.
	readers []*live.Reader
	opened  time.Time
}

// growthOf returns the growth of a list, nil if no part of it grows.
func growthOf(name string, list []parts.Part) growth {
	if !slices.ContainsFunc(list, func(p parts.Part) bool { return grows(p.Path) }) {
		return nil
	}
	return &growingList{name: name, list: list, opened: time.Now()}
}

// grows reports whether a file is a pipe, or a trace.bin without an end.
func grows(path string) bool {
	st, err := os.Stat(path)
	if err != nil || !st.Mode().IsRegular() {
		return err == nil
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	_, unfinished := unfinished(f, st.Size())
	return unfinished
}

// Open is described at growth. Parts that grow are read ahead, so that none waits for others.
func (g *growingList) Open(ctx context.Context) (*tracefeed.Source, error) {
	feed, err := parts.Open(g.list, parts.Options{
		Formats: SingleFormats(),
		Open:    func(path string) (parts.Bytes, error) { return g.openPart(ctx, path) },
		Grow: func(f tracefeed.Feed, b parts.Bytes) tracefeed.Feed {
			return &readAhead{tracefeed.Prefetch(f), f, b.Close}
		},
	})
	if err != nil {
		return nil, err
	}
	_, size := feed.Extent()
	return &tracefeed.Source{Feed: feed, Name: g.name, Size: size}, nil
}

// openPart opens a part. Reading it ends once ctx is done.
func (g *growingList) openPart(ctx context.Context, path string) (parts.Bytes, error) {
	b, err := parts.OpenFile(path)
	if err != nil {
		return b, err
	}
	reading, cancel := context.WithCancel(ctx)
	closed := sync.OnceValue(func() error {
		cancel()
		return b.File.Close()
	})
	b.Close = closed
	context.AfterFunc(reading, func() { closed() })
	if b.Grows {
		return b, nil
	}
	options, unfinished := unfinished(b.File, b.Size)
	if !unfinished {
		return b, nil
	}
	reader, err := live.NewReader(reading, b.File, options)
	if err != nil {
		closed()
		return b, err
	}
	b.Grows, b.Input = true, tracefeed.Input{Name: path, Reader: reader, Size: b.Size}
	g.mu.Lock()
	g.readers = append(g.readers, reader)
	g.mu.Unlock()
	return b, nil
}

// readAhead is a part that grows.
type readAhead struct {
	*tracefeed.Prefetcher
	part      tracefeed.Feed
	interrupt func() error
}

// Close ends a Read of the part, and closes it.
func (r *readAhead) Close() error {
	r.interrupt()
	r.Prefetcher.Close()
	return r.part.Close()
}

// Whole is described at growth: parts whose formats read a trace as a whole are waited for.
func (g *growingList) Whole() bool { return false }

// Now is not called for a trace that is not read as a whole.
func (g *growingList) Now() (tracefeed.Input, error) { return tracefeed.Input{}, errEnded }

// Finished is not called for a trace that is not read as a whole.
func (g *growingList) Finished() bool { return true }

// Grown is described at growth.
func (g *growingList) Grown() time.Time {
	g.mu.Lock()
	defer g.mu.Unlock()
	at := g.opened
	for _, r := range g.readers {
		if grown := r.Grown(); grown.After(at) {
			at = grown
		}
	}
	return at
}

// Resume returns an error: a part that grows after its end is not followed any more.
func (g *growingList) Resume(context.Context) error { return errEnded }

func (g *growingList) grows() bool { return true }

func (g *growingList) key() string { return "" }
