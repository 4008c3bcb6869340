package task

import (
	"context"
	"math"
	"slices"

	"tiv/task/definition"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Builder finds the tasks of snapshots of one trace. It continues where the last snapshot ended:
// the cost of a snapshot follows the events since the last one, besides those of the unfinished
// page, and the numbers of tasks, of intervals of work, of objects alive and of names. A Builder
// belongs to one goroutine.
type Builder struct {
	options Options
	// settled has followed the first pages of last; nil at first. It has ended nothing that was
	// open then.
	settled *tracker
	pages   int
	last    *timeline.Timeline
	workers workers // of settled pages
}

// NewBuilder returns a builder.
func NewBuilder(o Options) *Builder { return &Builder{options: o} }

// Build returns the tasks of the next snapshot of the trace, the same as the function Build. It
// begins anew after another trace, and if what it knew of earlier pages is no longer true: the
// role of a thread has changed (timeline.Continues), a function that was called has another
// definition, because more classes or source files are known, a thread that had inherited a task
// waits for work, or one that has taken items gathers them. An earlier snapshot is read as by the
// function. Once ctx is done, Build returns its error soon, and the next call continues from there.
func (b *Builder) Build(ctx context.Context, tl *timeline.Timeline) (*Index, error) {
	if tl.Err() != nil || b.last != nil && tl != b.last && b.last.Continues(tl) {
		return Build(ctx, tl, b.options)
	}
	matches := b.match(tl)
	if b.settled == nil || !tl.Continues(b.last) || !matches.Extends(b.settled.matches) {
		b.settled, b.pages, b.workers = newTracker(b.options, nil), 0, workers{}
	}
	b.last = tl
	b.settled.follow(tl, matches)
	if err := b.findWorkers(ctx, matches); err != nil {
		return nil, err
	}
	b.pages += walk(ctx, tl, b.pages, tl.Settled, b.settled)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	k := b.settled
	if !tl.Complete {
		k = k.clone()
		walk(ctx, tl, b.pages, math.MaxInt, k)
	}
	if tl.Err() != nil { // one of the pages is unknown now
		b.settled = nil
		return Build(ctx, tl, b.options)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if k.takers.surprised {
		b.settled, b.pages = newTracker(b.options, k.takers.gather), 0
		b.settled.follow(tl, matches)
		return b.Build(ctx, tl)
	}
	if tl.Complete {
		b.settled, b.last, b.workers = nil, nil, workers{} // no page can follow
	}
	return k.end(), nil
}

// match returns the definitions of the functions of a snapshot: those of the last one again, if no name, source file
// or class is new since.
func (b *Builder) match(tl *timeline.Timeline) *definition.Matches {
	if b.settled != nil && slices.Equal(tl.Names, b.last.Names) && slices.Equal(tl.Frames, b.last.Frames) &&
		slices.EqualFunc(tl.Types, b.last.Types, tracefeed.Type.Equal) {
		return b.settled.matches
	}
	return Match(tl, b.options.Definitions)
}

// findWorkers finds the workers of the last snapshot. If they differ where that matters, it begins
// anew.
func (b *Builder) findWorkers(ctx context.Context, matches *definition.Matches) error {
	if b.options.Tracking == Paper {
		return nil
	}
	b.workers.read(ctx, b.settled, b.last.Settled)
	all := b.workers.clone()
	if all.read(ctx, b.settled, math.MaxInt); ctx.Err() != nil {
		return ctx.Err()
	}
	if !b.settled.births.set(all.known) {
		b.settled, b.pages = newTracker(b.options, b.settled.takers.gather), 0
		b.settled.follow(b.last, matches)
		b.settled.births.set(all.known)
	}
	return nil
}
