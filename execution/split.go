package execution

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync"

	"tiv/timeline"
	"tiv/tracefeed"
)

// Shared calls f for parts of a query that have different threads, at once on all processors,
// and returns the results. No part is without threads, unless the query is.
func Shared[T any](ctx context.Context, tl *timeline.Timeline, q Query, f func(part Query) T) []T {
	return atOnce(tl, q.split(ctx, tl, runtime.GOMAXPROCS(0)), f)
}

// atOnce calls f for each query in a goroutine, and returns the results.
func atOnce[T any](tl *timeline.Timeline, queries []Query, f func(Query) T) []T {
	out, pages := make([]T, len(queries)), timeline.NewSharedPages(tl, len(queries))
	var working sync.WaitGroup
	for i, q := range queries {
		q.pages = pages
		working.Go(func() { out[i] = f(q) })
	}
	working.Wait()
	return out
}

const (
	// partEvents is the number of events from which on a part has a goroutine of its own.
	partEvents = 1 << 14
	// splitPages is the number of pages that tell which threads are busy.
	splitPages = 16
)

// split splits the threads of a query into at most n parts with about equally many events.
func (q *Query) split(ctx context.Context, tl *timeline.Timeline, n int) []Query {
	if n < 2 {
		return []Query{*q}
	}
	events, all := q.sampledEvents(ctx, tl)
	if n = min(n, 1+all/partEvents); n == 1 {
		return []Query{*q}
	}
	var threads []tracefeed.ThreadID
	for t := range tracefeed.ThreadID(len(q.Of)) {
		if q.Of[t] {
			threads = append(threads, t)
		}
	}
	slices.SortStableFunc(threads, func(a, b tracefeed.ThreadID) int { return cmp.Compare(events[b], events[a]) })
	parts, load := make([]Query, n), make([]int, n)
	for i := range parts {
		parts[i] = *q
		parts[i].Of = make([]bool, len(q.Of))
	}
	for _, t := range threads {
		least := slices.Index(load, slices.Min(load))
		parts[least].Of[t] = true
		load[least] += events[t] + 1 // others have threads too that no page told of
	}
	return parts
}

// sampledEvents returns the events of each thread in some pages of the interval, and those
// of all threads.
func (q *Query) sampledEvents(ctx context.Context, tl *timeline.Timeline) (events []int, all int) {
	events = make([]int, len(q.Of))
	from, to, read := max(q.From, 0), min(q.To, tl.End), tracefeed.Time(-1)
	for i := range tracefeed.Time(splitPages) {
		at := from + (to-from)/(2*splitPages)*(2*i+1)
		if at <= read {
			continue
		}
		tl.EachPage(ctx, at, at, func(p *timeline.Page) {
			read = p.End
			for _, g := range p.Groups {
				if g.Thread != tracefeed.NoThread && q.includes(g.Thread) {
					events[g.Thread] += int(g.Len)
					all += int(g.Len)
				}
			}
		})
	}
	return events, all
}
