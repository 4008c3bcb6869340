// Package overtaking counts how often threads that want a monitor are overtaken by others, page by
// page. Pages of a timeline go in, counts by monitor and thread come out. Whether a thread
// starves is not its concern.
package overtaking

import (
	"math"
	"slices"
	"sort"

	"tiv/timeline"
	"tiv/timeline/ownerjoin"
	"tiv/tracefeed"
)

// Counts is how often threads that want a monitor are overtaken: another one
// acquires it that asked for it later.
//
// A request is the time from a thread's first wait for a monitor to its acquisition. It
// can have several waits: the woken thread finds that another one has the monitor,
// and waits again. A request with n acquisitions by others in it, and q other requests at
// its start, is overtaken at least n-q times.
type Counts struct {
	tl *timeline.Timeline
	// requests are the open ones, by thread, asking their threads.
	requests []request
	asking   []tracefeed.ThreadID
	// Pairs are the overtaken requests, by monitor and thread.
	Pairs map[Pair]*Overtaken

	// The fields below are of one page. contended is, by monitor, its index in
	// Page.Contended, from 1.
	contended []int32
	parts     []requestPart
	// cover is, by ownership interval, the number of requests that overlap it, and
	// acquired the number of acquisitions up to it. takes are the intervals that begin
	// with one.
	cover, acquired, takes []int32
}

// request is a thread's request for a monitor.
type request struct {
	monitor tracefeed.MonitorID // NoMonitor if there is none
	start   tracefeed.Time
	// first is the ownership interval with the start of a request that began in this
	// page, -1 for others.
	first int32
	// waited is the last interval of its last wait in this page, -1 if it has none.
	waited int32
	// ahead is the number of other requests to be served first.
	ahead int32
	// count is how often it was overtaken, due when it first was.
	count int32
	due   tracefeed.Time
}

// requestPart is the part of a request in one page, up to an ownership interval.
type requestPart struct {
	request
	thread tracefeed.ThreadID
	end    tracefeed.Time
	last   int32
	open   bool // it lasts beyond the page
}

// Pair is a monitor and a thread that asked for it.
type Pair struct {
	Monitor tracefeed.MonitorID
	Thread  tracefeed.ThreadID
}

// Overtaken is the overtaken requests of one thread for one monitor.
type Overtaken struct {
	// Requests is their number, Count how often they were overtaken.
	Requests, Count int
	// Lost is the time from the first time that a request was overtaken to its end.
	Lost tracefeed.Time
	// First is when a request was first overtaken, Last the end of the last one.
	First, Last tracefeed.Time
	// Start and End are those of the request with the largest loss, Most.
	Start, End, Most tracefeed.Time
}

// New begins to count in a timeline.
func New(tl *timeline.Timeline) *Counts {
	o := &Counts{Pairs: map[Pair]*Overtaken{}}
	o.Extend(tl)
	return o
}

// Extend continues in a later snapshot of the trace.
func (o *Counts) Extend(tl *timeline.Timeline) {
	o.tl = tl
	o.requests = append(o.requests, make([]request, len(tl.Threads)-len(o.requests))...)
	o.contended = append(o.contended, make([]int32, len(tl.Monitors)-len(o.contended))...)
}

// Clone returns a copy between two pages.
func (o *Counts) Clone() *Counts {
	out := &Counts{requests: slices.Clone(o.requests), asking: slices.Clone(o.asking),
		Pairs: make(map[Pair]*Overtaken, len(o.Pairs))}
	for key, x := range o.Pairs {
		pair := *x
		out.Pairs[key] = &pair
	}
	out.Extend(o.tl)
	return out
}

// Page adds the next page. Its cost is linear in the waits, the holds and the
// ownership intervals, with a binary search for each request.
func (o *Counts) Page(p *timeline.LockPage) {
	if p.Restart {
		clear(o.requests)
		o.asking = o.asking[:0]
	}
	if len(p.Contended) == 0 && len(o.asking) == 0 {
		return
	}
	for i, x := range p.Contended {
		o.contended[x.Monitor] = int32(i + 1)
	}
	o.collect(p)
	o.carry(p)
	o.sum(p)
	for i := range o.parts {
		o.judge(p, &o.parts[i])
	}
	for _, x := range p.Contended {
		o.contended[x.Monitor] = 0
	}
}

// collect merges waits and acquisitions, both by thread and time, to requests.
func (o *Counts) collect(p *timeline.LockPage) {
	o.parts = o.parts[:0]
	holds, losses := p.Holds, p.Losses
	lose := func(t tracefeed.ThreadID, until tracefeed.Time) {
		for ; len(losses) > 0 && losses[0].UpTo(t, until); losses = losses[1:] {
			o.requests[losses[0].Thread].monitor = tracefeed.NoMonitor
		}
	}
	for i := range p.Waits {
		w := &p.Waits[i]
		for ; len(holds) > 0 && (holds[0].Thread < w.Thread ||
			holds[0].Thread == w.Thread && holds[0].Start <= w.Start); holds = holds[1:] {
			lose(holds[0].Thread, holds[0].Start)
			o.acquire(p, &holds[0])
		}
		lose(w.Thread, w.Start)
		r := &o.requests[w.Thread]
		switch {
		case w.State != tracefeed.Blocking || w.Monitor == tracefeed.NoMonitor || o.tl.HandedOver(w.Monitor) ||
			o.tl.Threads[w.Thread].System:
			r.monitor = tracefeed.NoMonitor
		case r.monitor != w.Monitor:
			*r = request{monitor: w.Monitor, start: w.Start, first: int32(w.First), waited: int32(w.Last)}
			o.asking = append(o.asking, w.Thread)
		default:
			r.waited = int32(w.Last)
		}
	}
	for i := range holds {
		lose(holds[i].Thread, holds[i].Start)
		o.acquire(p, &holds[i])
	}
	lose(math.MaxInt32, p.End)
}

// acquire ends a request with the acquisition of its monitor.
func (o *Counts) acquire(p *timeline.LockPage, h *ownerjoin.Hold) {
	r := &o.requests[h.Thread]
	if r.monitor != h.Monitor || h.Start < p.Start {
		return
	}
	o.parts = append(o.parts, requestPart{request: *r, thread: h.Thread, end: h.Start, last: o.before(p, h, r.waited)})
	r.monitor = tracefeed.NoMonitor
}

// before returns the last ownership interval before an acquisition, -1 if the page has
// none of its monitor. Mostly it is the last one of the wait before.
func (o *Counts) before(p *timeline.LockPage, h *ownerjoin.Hold, waited int32) int32 {
	c := o.contended[h.Monitor]
	if c == 0 {
		return -1
	}
	if waited >= 0 && p.Intervals[waited+1].Start == h.Start {
		return waited
	}
	x := p.Contended[c-1]
	list := p.Intervals[x.First : x.Last+1]
	i := sort.Search(len(list), func(i int) bool { return list[i].Start > h.Start }) - 1
	if i > 0 && list[i].Owner == h.Thread {
		i--
	}
	return int32(x.First) + int32(max(i, 0))
}

// carry adds the parts of the requests that last beyond the page.
func (o *Counts) carry(p *timeline.LockPage) {
	o.asking = slices.DeleteFunc(o.asking, func(t tracefeed.ThreadID) bool { return o.requests[t].monitor == tracefeed.NoMonitor })
	slices.Sort(o.asking)
	o.asking = slices.Compact(o.asking)
	for _, t := range o.asking {
		r, last := &o.requests[t], int32(-1)
		if c := o.contended[r.monitor]; c != 0 {
			last = int32(p.Contended[c-1].Last)
		}
		o.parts = append(o.parts, requestPart{request: *r, thread: t, end: p.End, last: last, open: true})
	}
}

// sum counts requests and acquisitions by interval.
func (o *Counts) sum(p *timeline.LockPage) {
	n := len(p.Intervals) + 1
	o.cover, o.acquired = slices.Grow(o.cover[:0], n)[:n], slices.Grow(o.acquired[:0], n)[:n]
	clear(o.cover)
	o.takes = o.takes[:0]
	for i := range o.parts {
		if part := &o.parts[i]; part.last >= 0 {
			if part.first < 0 {
				part.first = int32(p.Contended[o.contended[part.monitor]-1].First)
			} else {
				part.ahead = -1 // not known yet
			}
			o.cover[part.first]++
			o.cover[part.last+1]--
		}
	}
	for _, x := range p.Contended {
		requests := int32(0)
		for i := x.First; i <= x.Last; i++ {
			requests += o.cover[i]
			o.cover[i] = requests
			if i > x.First && taken(&p.Intervals[i-1], &p.Intervals[i]) {
				o.takes = append(o.takes, int32(i))
			}
			o.acquired[i] = int32(len(o.takes))
		}
	}
}

// taken reports whether an ownership interval begins with an acquisition.
func taken(before, v *ownerjoin.Interval) bool {
	return v.Owner != tracefeed.NoThread && v.Owner != before.Owner && before.Owners == ownerjoin.NoSet
}

// judge counts how often a request was overtaken in the page.
func (o *Counts) judge(p *timeline.LockPage, r *requestPart) {
	if r.last >= r.first && r.last >= 0 {
		if r.ahead < 0 {
			r.ahead = o.cover[r.first] - 1
		}
		from := o.acquired[r.first]
		switch n := o.acquired[r.last] - from - r.ahead; {
		case n <= 0:
			r.ahead = -n
		default:
			if r.count == 0 {
				r.due = p.Intervals[o.takes[from+r.ahead]].Start
			}
			r.count, r.ahead = r.count+n, 0
		}
	}
	if r.open {
		r.first, r.waited = -1, -1
		o.requests[r.thread] = r.request
		return
	}
	o.record(r)
}

// record adds a request that has ended.
func (o *Counts) record(r *requestPart) {
	if r.count == 0 {
		return
	}
	key := Pair{r.monitor, r.thread}
	x := o.Pairs[key]
	if x == nil {
		x = &Overtaken{First: r.due}
		o.Pairs[key] = x
	}
	lost := r.end - r.due
	x.Requests, x.Count, x.Lost, x.Last = x.Requests+1, x.Count+int(r.count), x.Lost+lost, r.end
	if lost > x.Most {
		x.Start, x.End, x.Most = r.start, r.end, lost
	}
}

// Finish ends the requests that last to the end of the trace.
func (o *Counts) Finish() {
	for _, t := range o.asking {
		o.record(&requestPart{request: o.requests[t], thread: t, end: o.tl.End})
	}
	o.asking = nil
}
