package timeline

import (
	"context"
	"math"
	"runtime"
	"sort"
	"sync"

	"tiv/block"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// EachBucket calls f for the buckets of threads, which are distinct and sorted by
// id, in n steps of length step from time from on. It calls f once for each step in
// which a thread was alive; row is the thread's index in threads. The bucket is
// valid only during the call.
//
// The cost grows with the events in the window. If there are many, several
// goroutines call f, each for some of the steps. Once ctx is done, EachBucket
// returns after the current page, with buckets missing.
func (tl *Timeline) EachBucket(ctx context.Context, threads []tracefeed.ThreadID, from, step tracefeed.Time, n int,
	f func(row, i int, b *tracefeed.StateTimes)) {
	if len(threads) == 0 {
		return // the timeline may be the empty one, of a trace that is about to be read
	}
	var working sync.WaitGroup
	uncached := tl.Events(from, (&grid{from: from, step: step}).edge(n)) > tl.tuning.CachedEvents
	for _, part := range tl.parts(from, step, n) {
		g := grid{tl: tl, threads: threads, from: from, step: step, f: f, uncached: uncached}
		working.Go(func() { g.fill(ctx, part[0], part[1]) })
	}
	working.Wait()
}

// parts divides n steps into ranges with about equal numbers of events, at most one
// for each processor.
func (tl *Timeline) parts(from, step tracefeed.Time, n int) [][2]int {
	g := grid{from: from, step: step}
	first, events := max(0, tl.pages.at(from)), tl.Events(from, g.edge(n))
	workers := min(runtime.GOMAXPROCS(0), 1+events/tl.tuning.PartEvents, n)
	var parts [][2]int
	begin := 0
	for sum, i := 0, first; len(parts) < workers-1 && i < len(tl.pages); i++ {
		if sum += int(tl.pages[i].count); sum*workers >= events*(len(parts)+1) {
			end := min(n, int((max(from, tl.pageEnd(i))-from)/step))
			if end > begin && end < n {
				parts = append(parts, [2]int{begin, end})
				begin = end
			}
		}
	}
	return append(parts, [2]int{begin, n})
}

// Events returns the number of events in the pages that overlap [from, to), which
// is at least the number in that interval.
func (tl *Timeline) Events(from, to tracefeed.Time) int {
	return tl.pages.overlapping(from, to).events(tl.pages)
}

// fill passes on the buckets of the steps from first to last (exclusive).
func (g *grid) fill(ctx context.Context, first, last int) {
	from, to := g.window(first, last)
	g.begin(first, from, to)
	for i := max(0, g.tl.pages.at(from)); i < len(g.tl.pages) && g.tl.pages[i].start < to; i++ {
		if ctx.Err() != nil {
			return
		}
		g.read(i, from, to)
	}
	g.finish()
}

// window returns the part of the trace that the steps from first to last
// (exclusive) cover.
func (g *grid) window(first, last int) (from, to tracefeed.Time) {
	return max(0, g.edge(first)), min(g.edge(last), g.tl.End)
}

// begin prepares the rows for the steps from first on, for the part of the trace
// between from and to, and charges the unknown time before the first events of
// threads.
func (g *grid) begin(first int, from, to tracefeed.Time) {
	if from > g.edge(first) { // the trace begins later
		first = int((from - g.from) / g.step)
	}
	lives := func(t tracefeed.ThreadID) bool {
		l := g.tl.lives.at(t)
		return l.born < to && l.died > from || l.unknownUntil() > from
	}
	n := 0
	for _, t := range g.threads {
		if lives(t) {
			n++
		}
	}
	g.rows = make([]gridRow, 0, n)
	for row, t := range g.threads {
		if !lives(t) {
			continue
		}
		g.rows = append(g.rows, gridRow{thread: t, row: int32(row), i: first, until: g.edge(first + 1), now: from})
		r := &g.rows[len(g.rows)-1]
		if until := min(g.tl.lives.at(t).unknownUntil(), to); until > from {
			r.state = tracefeed.Unknown
			g.charge(r, until)
		}
	}
}

// finish passes on the last buckets.
func (g *grid) finish() {
	for row := range g.rows {
		if r := &g.rows[row]; r.bucket().Alive() > 0 {
			g.f(int(r.row), r.i, r.bucket())
		}
	}
}

// grid is the state of EachBucket for one range of steps.
type grid struct {
	tl         *Timeline
	threads    []tracefeed.ThreadID
	from, step tracefeed.Time
	f          func(row, i int, b *tracefeed.StateTimes)
	rows       []gridRow // of the threads that may be alive
	uncached   bool      // pages read are not cached
	buffer     binfeed.BlockBuffer
}

// gridRow is the current bucket of one thread.
type gridRow struct {
	thread tracefeed.ThreadID
	row    int32 // index of the thread
	state  tracefeed.State
	i      int            // number of the step
	until  tracefeed.Time // its end
	now    tracefeed.Time // the time up to which the row is charged
	// times is the bucket, followed by the time in states that buckets do not
	// count.
	times [8]tracefeed.Time
}

func (r *gridRow) bucket() *tracefeed.StateTimes {
	return (*tracefeed.StateTimes)(r.times[:tracefeed.NumStates])
}

// edge returns the start of step i.
func (g *grid) edge(i int) tracefeed.Time {
	if i > 0 && g.step > (math.MaxInt64-max(g.from, 0))/tracefeed.Time(i) {
		return math.MaxInt64 // beyond all times
	}
	return g.from + tracefeed.Time(i)*g.step
}

// read reads page i and processes it.
func (g *grid) read(i int, from, to tracefeed.Time) {
	if p := g.tl.pages[i]; g.uncached {
		g.page(i, p.readOnce(block.States, &g.buffer).Block, from, to)
	} else {
		g.page(i, p.states(), from, to)
	}
}

// page charges page i, whose events are b, between from and to.
func (g *grid) page(i int, b *block.Block, from, to tracefeed.Time) {
	if from, to = max(from, g.tl.pages[i].start), min(to, g.tl.pageEnd(i)); to <= from {
		return
	}
	var states [256]tracefeed.State
	for i := range b.Table {
		states[i] = b.Table[i].State
	}
	carries, groups := b.OpenSpans, b.Groups
	for row := range g.rows {
		r := &g.rows[row]
		r.state, r.now = tracefeed.NotAlive, from
		if len(carries) > 0 && carries[0].Thread < r.thread {
			carries = seek(carries, r.thread, func(c *block.OpenSpan) tracefeed.ThreadID { return c.Thread })
		}
		if len(carries) > 0 && carries[0].Thread == r.thread {
			r.state, carries = carries[0].State, carries[1:]
		}
		if len(groups) > 0 && groups[0].Thread < r.thread {
			groups = seek(groups, r.thread, func(c *block.Group) tracefeed.ThreadID { return c.Thread })
		}
		if len(groups) > 0 && groups[0].Thread == r.thread {
			group := groups[0]
			groups = groups[1:]
			g.events(r, b.Times[group.First:group.First+group.Len], b.Codes[group.First:group.First+group.Len], &states, to)
		}
		g.charge(r, to)
	}
}

// seek drops the elements with an id below t from a list sorted by thread.
func seek[T any](list []T, t tracefeed.ThreadID, of func(*T) tracefeed.ThreadID) []T {
	const few = 8
	for k := 0; k < few; k++ {
		if k == len(list) || of(&list[k]) >= t {
			return list[k:]
		}
	}
	return list[sort.Search(len(list), func(i int) bool { return of(&list[i]) >= t }):]
}

// events charges the time up to the last of a thread's events before time to.
func (g *grid) events(r *gridRow, times []tracefeed.Time, codes []uint8, states *[256]tracefeed.State, to tracefeed.Time) {
	if times[0] <= r.now {
		k := sort.Search(len(times), func(k int) bool { return times[k] > r.now })
		r.state = states[codes[k-1]]
		times, codes = times[k:], codes[k:]
	}
	if n := len(times); n > 0 && times[n-1] >= to {
		n = sort.Search(n, func(k int) bool { return times[k] >= to })
		times, codes = times[:n], codes[:n]
	}
	// Local copies, to keep them in registers: this loop dominates the cost.
	now, until, state := r.now, r.until, r.state
	codes = codes[:len(times)]
	for k, at := range times {
		if at > until {
			r.now, r.state = now, state
			g.charge(r, at)
			until = r.until
		} else {
			r.times[state&7] += at - now
		}
		now, state = at, states[codes[k]]
	}
	r.now, r.state = now, state
}

// charge adds the time before to to the current state, and passes on the buckets
// that end before it.
func (g *grid) charge(r *gridRow, to tracefeed.Time) {
	for r.until < to {
		more := r.until - r.now
		r.times[r.state&7] += more
		r.now = r.until
		// Usually the first condition holds, so that the sum is not needed.
		if b := r.bucket(); more > 0 && r.state < tracefeed.NotAlive || b.Alive() > 0 {
			g.f(int(r.row), r.i, b)
		}
		r.times = [8]tracefeed.Time{}
		r.i++
		if r.until += g.step; r.until < r.now {
			r.until = math.MaxInt64 // beyond all times
		}
	}
	r.times[r.state&7] += to - r.now
	r.now = to
}
