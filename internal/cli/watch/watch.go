// Package watch finds handlers in a trace while that is written.
//
// A loader that follows the trace goes in; texts for a terminal come out: what was found, once that has settled.
package watch

import (
	"context"
	"io"
	"time"

	"tiv/handler"
	"tiv/report/handlers"
	"tiv/timeline"
	"tiv/workspace/loader"
)

// Handlers writes the handlers of a trace that grows.
type Handlers struct {
	Options handler.Options
	Limits  handler.Thresholds
	Out     io.Writer
	// Tell says what is written next, or why nothing is.
	Tell func(format string, args ...any)

	growing  *handler.Growing
	settling handler.Settling
	written  string // the set that was written last, as text
	any      bool   // something was written
}

// Follow writes what is found each time that another set has settled, and at the end of the trace, if it was not
// written before. grown has a value whenever the loader, which publishes its progress, has more. Once ctx is done,
// Follow returns its error; the caller closes the loader.
func (h *Handlers) Follow(ctx context.Context, l *loader.Loader, grown <-chan struct{}) error {
	h.growing = handler.NewGrowing(h.Options)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		l.Wait() // its error is that of the last call below
	}()
	for {
		select {
		case <-ended:
			all, err := l.Wait()
			if err != nil {
				return err
			}
			return h.add(ctx, all.Timeline)
		case <-ctx.Done():
			return ctx.Err()
		case <-grown:
		}
		now := l.Current()
		if now == nil || now.Timeline.Complete {
			continue
		}
		began := time.Now()
		if err := h.add(ctx, now.Timeline); err != nil {
			return err
		}
		select {
		case <-time.After(handler.Pause(time.Since(began))):
		case <-ended:
		case <-ctx.Done():
		}
	}
}

// add finds what is in the trace, as far as it was read, and writes it if that is due.
func (h *Handlers) add(ctx context.Context, tl *timeline.Timeline) error {
	x := h.growing.Add(ctx, tl)
	if x == nil {
		return ctx.Err()
	}
	found := x.Find(h.Limits)
	h.settling.Add(found, tl.End)
	if set := h.settling.Set(); (tl.Complete || h.settling.Settled()) && !(h.any && set == h.written) {
		h.written, h.any = set, true
		return h.write(ctx, tl, x, found)
	}
	return nil
}

// write writes what was found.
func (h *Handlers) write(ctx context.Context, tl *timeline.Timeline, x *handler.Trace, found []handler.Found) error {
	for _, doubt := range handlers.Doubts(x.Trie, found) {
		h.Tell("%s", doubt)
	}
	uses := x.Uses(ctx, tl, h.Options, found)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	h.Tell("handlers, %s after %v", &h.settling, tl.End)
	return handlers.WriteText(h.Out, x, h.Limits, handlers.Rows(x.Trie, found, uses))
}
