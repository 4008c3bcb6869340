package timeline

import (
	"math"
	"sort"

	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// EachBucket calls f for the buckets of some threads, which are sorted by id,
// in n steps, the first of which begins at from. It calls f once for each step
// of a thread in which that was alive, in order of time for each row: the
// index in threads. The bucket is valid only during the call. The cost follows
// the events in the window.
func (tl *Timeline) EachBucket(threads []tracefeed.ThreadID, from, step tracefeed.Time, n int, f func(row, i int, b *Bucket)) {
	g := grid{tl: tl, from: from, step: step, f: f, rows: make([]gridRow, len(threads))}
	to := g.edge(n)
	for row, t := range threads {
		r := &g.rows[row]
		r.thread = t
		r.until = g.edge(1)
		if until := min(tl.lives[t].unknownUntil(), tl.End, to); until > max(from, 0) {
			r.state = Unknown
			r.now = max(from, 0)
			g.charge(row, r, until)
			r.state = NotAlive
		}
	}
	to = min(to, tl.End)
	for i := max(0, tl.pageAt(from)); i < len(tl.pages) && tl.pages[i].start < to; i++ {
		g.page(i, max(from, tl.pages[i].start), min(to, tl.told(i)))
	}
	for row := range g.rows {
		if r := &g.rows[row]; r.bucket.Alive() > 0 {
			f(row, r.i, &r.bucket)
		}
	}
}

// grid is buckets in the making.
type grid struct {
	tl         *Timeline
	from, step tracefeed.Time
	f          func(row, i int, b *Bucket)
	rows       []gridRow
}

// gridRow is the bucket of one thread that time has come to.
type gridRow struct {
	thread tracefeed.ThreadID
	state  State
	i      int            // number of the step
	until  tracefeed.Time // its end
	now    tracefeed.Time // up to which time is charged
	bucket Bucket
}

// edge returns where step i begins.
func (g *grid) edge(i int) tracefeed.Time {
	if i > 0 && g.step > (math.MaxInt64-max(g.from, 0))/tracefeed.Time(i) {
		return math.MaxInt64 // after all times there are
	}
	return g.from + tracefeed.Time(i)*g.step
}

// page charges what the threads did in page i from time from to time to.
func (g *grid) page(i int, from, to tracefeed.Time) {
	if to <= from {
		return
	}
	b := g.tl.pages[i].states()
	var states [256]State
	for i := range b.Table {
		states[i] = State(b.Table[i].State)
	}
	carries, groups := b.Carries, b.Groups
	for row := range g.rows {
		r := &g.rows[row]
		carries = seek(carries, r.thread, func(c *binfeed.Carry) tracefeed.ThreadID { return c.Thread })
		groups = seek(groups, r.thread, func(c *binfeed.Group) tracefeed.ThreadID { return c.Thread })
		r.state, r.now = NotAlive, from
		if len(carries) > 0 && carries[0].Thread == r.thread {
			r.state = State(carries[0].State)
		}
		if len(groups) > 0 && groups[0].Thread == r.thread {
			group := groups[0]
			g.events(row, r, b.Times[group.First:group.First+group.Len], b.Codes[group.First:group.First+group.Len], &states, to)
		}
		g.charge(row, r, to)
	}
}

// seek returns the part of a list sorted by thread from the first with at
// least id t on.
func seek[T any](list []T, t tracefeed.ThreadID, of func(*T) tracefeed.ThreadID) []T {
	const few = 8
	for k := 0; k < few; k++ {
		if k == len(list) || of(&list[k]) >= t {
			return list[k:]
		}
	}
	return list[sort.Search(len(list), func(i int) bool { return of(&list[i]) >= t }):]
}

// events charges what a thread did until its last event before time to.
func (g *grid) events(row int, r *gridRow, times []tracefeed.Time, codes []uint8, states *[256]State, to tracefeed.Time) {
	k := 0
	if len(times) > 0 && times[0] <= r.now {
		k = sort.Search(len(times), func(k int) bool { return times[k] > r.now })
		r.state = states[codes[k-1]]
	}
	times = times[:len(codes)]
	for ; k < len(codes); k++ {
		at := times[k]
		if at >= to {
			return
		}
		if at <= r.until {
			if int(r.state) < NumStates {
				r.bucket[r.state] += at - r.now
			}
			r.now = at
		} else {
			g.charge(row, r, at)
		}
		r.state = states[codes[k]]
	}
}

// charge charges the time up to to.
func (g *grid) charge(row int, r *gridRow, to tracefeed.Time) {
	if r.now >= r.until && r.now < to {
		g.advance(row, r)
	}
	for r.until < to {
		r.bucket.charge(r.state, r.until-r.now)
		r.now = r.until
		g.advance(row, r)
	}
	r.bucket.charge(r.state, to-r.now)
	r.now = to
}

// advance hands out the bucket and begins the one in which now lies.
func (g *grid) advance(row int, r *gridRow) {
	if r.bucket.Alive() > 0 {
		g.f(row, r.i, &r.bucket)
		r.bucket = Bucket{}
	}
	r.i = int((r.now - g.from) / g.step)
	r.until = g.edge(r.i + 1)
}
