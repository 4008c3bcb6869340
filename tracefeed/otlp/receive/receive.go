package receive

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"tiv/tracefeed/otlp/spans"
)

// DefaultWindow is the default of the window: SDKs send a span up to five seconds after its end,
// so spans of up to five seconds are shown whole.
const DefaultWindow = 10 * time.Second

const (
	// interval is the time from one write of a feed to the next.
	interval = 100 * time.Millisecond
	// mostFeeds is the maximum number of feeds at a time. One that had no spans for idleFeed makes
	// place for another if need be, and ends after endless.
	mostFeeds = 256
	idleFeed  = time.Minute
	endless   = time.Hour
	// ahead is how far ahead of our clock a span can be.
	ahead = time.Hour
	// mostItems is the maximum number of spans, links, and records of logs in a request.
	mostItems = 1 << 17
)

// errFull is the reason for refused spans if too many are held.
var errFull = errors.New("too many spans are open or wait")

// key identifies a process.
type key struct{ service, instance, host, pid string }

// Receiver receives spans. It is an http.Handler for the requests of OTLP; it can have any number
// of clients, and its methods are safe for concurrent use.
type Receiver struct {
	open   func(Source) (io.WriteCloser, error)
	window time.Duration
	now    func() int64 // our clock, in nanoseconds since 1970
	bodies bodies
	// decoders limits the requests that are decoded at a time.
	decoders chan struct{}
	load     atomic.Int64
	stop     chan struct{} // nil: feeds are written by hand
	running  sync.WaitGroup

	mu     sync.Mutex
	feeds  map[key]*feed
	seen   seen
	closed bool
}

// New returns a receiver. It calls open for each new process, and writes its trace to what
// that returns, as a growing trace.bin: at least each 100 ms while spans arrive, else each second.
// Each write has whole chunks. It closes the writer at the end of the feed: with Close, after an
// hour without spans, or after an error of the writer. From then on a feed whose writer has
// failed refuses spans, with the text of the error. The feed of a process can begin again after
// an end. The window is described at the package; 0 is DefaultWindow. open must not block.
func New(open func(Source) (io.WriteCloser, error), window time.Duration) *Receiver {
	start := time.Now()
	r := newReceiver(open, window, func() int64 { return start.UnixNano() + int64(time.Since(start)) })
	r.stop = make(chan struct{})
	return r
}

func newReceiver(open func(Source) (io.WriteCloser, error), window time.Duration, now func() int64) *Receiver {
	if window <= 0 {
		window = DefaultWindow
	}
	return &Receiver{open: open, window: window, now: now, decoders: make(chan struct{}, 2), feeds: map[key]*feed{}}
}

// Close ends all feeds: all spans that have arrived are in their traces. Requests are refused from
// then on. The error is that of the writers.
func (r *Receiver) Close() error {
	r.mu.Lock()
	var all []*feed
	for _, f := range r.feeds {
		all = append(all, f)
	}
	if !r.closed && r.stop != nil {
		close(r.stop)
	}
	r.closed, r.feeds = true, nil
	r.mu.Unlock()
	r.running.Wait()
	var err error
	for _, f := range all {
		err = errors.Join(err, f.close(r.now()))
	}
	return err
}

// run writes a feed until it ends.
func (r *Receiver) run(k key, f *feed) {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		select {
		case <-r.stop:
			return
		case <-tick.C:
		}
		if now := r.now(); f.quiet(now) < endless {
			f.flush(now)
			continue
		}
		r.mu.Lock()
		if r.feeds[k] == f {
			delete(r.feeds, k)
		}
		r.mu.Unlock()
		f.close(r.now()) // the writer knows its error
		return
	}
}

// reasons are the reasons for refused spans, with their numbers.
type reasons struct {
	texts  []string
	counts []int
}

func (r *reasons) add(n int, text string) {
	if n == 0 {
		return
	}
	i := slices.Index(r.texts, text)
	if i < 0 {
		i = len(r.texts)
		r.texts, r.counts = append(r.texts, text), append(r.counts, 0)
	}
	r.counts[i] += n
}

// String returns the sum, and a text.
func (r *reasons) String() (sum int, text string) {
	var list []string
	for i, n := range r.counts {
		sum += n
		if len(list) < 8 {
			list = append(list, fmt.Sprintf("%s: %d", r.texts[i], n))
		}
	}
	return sum, strings.Join(list, "; ")
}

// take gives the spans of a request to the feeds of their processes. It returns the number of
// those that it refuses, and the reasons.
func (r *Receiver) take(s *spans.Set) (refused int, why string) {
	var no reasons
	no.add(s.Startless, "without a start")
	no.add(s.Refused, "too many in a request")
	now := r.now()
	arrivals, processes := r.divide(s, now, &no)
	for i, a := range arrivals {
		if a == nil {
			continue
		}
		n, err := r.give(a, clipProcess(processes[i]), now)
		if n > 0 {
			no.add(n, err.Error())
		}
	}
	return no.String()
}

// divide divides the spans of a request by their processes. Spans that have arrived before are
// left out.
func (r *Receiver) divide(s *spans.Set, now int64, no *reasons) ([]*arrival, []spans.Process) {
	r.mu.Lock()
	defer r.mu.Unlock()
	arrivals := make([]*arrival, len(s.Processes))
	of := func(process int32) *arrival {
		if arrivals[process] == nil {
			arrivals[process] = &arrival{from: s}
		}
		return arrivals[process]
	}
	latest := now + int64(ahead)
	for i := range s.List {
		x := new(s.List[i]) // a span may be held longer than the request
		switch {
		case !x.ID.Named() || x.ID.Trace == [16]byte{}:
			no.add(1, "without a valid id")
		case x.Start > latest || x.End > latest && x.End != spans.Open:
			no.add(1, "more than an hour in the future")
		case x.End == spans.Open && r.seen.has(x.ID) || x.End != spans.Open && !r.seen.add(x.ID):
		default:
			a := of(x.Process)
			a.spans = append(a.spans, x)
		}
	}
	for _, m := range s.Marks {
		if m.At <= latest && !r.seen.has(m.ID) {
			a := of(m.Process)
			a.marks = append(a.marks, m)
		}
	}
	return arrivals, s.Processes
}

// give gives spans to the feed of their process.
func (r *Receiver) give(a *arrival, p spans.Process, now int64) (refused int, err error) {
	for range 2 { // a feed may end meanwhile
		f, err := r.feed(p, now)
		if err != nil {
			return len(a.spans) + len(a.marks), err
		}
		if refused, err = f.add(a, now, r.isKnown); err != errEnded {
			return refused, err
		}
	}
	return len(a.spans) + len(a.marks), errEnded
}

func (r *Receiver) isKnown(id spans.ID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.seen.has(id)
}

// feed returns the feed of a process, a new one if it has none.
func (r *Receiver) feed(p spans.Process, now int64) (*feed, error) {
	k := key{p.Service, p.Instance, p.Host, p.PID}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil, errEnded
	}
	if f := r.feeds[k]; f != nil {
		return f, nil
	}
	if len(r.feeds) >= mostFeeds && !r.evict(now) {
		return nil, fmt.Errorf("of more than %d processes", mostFeeds)
	}
	source := sourceOf(&p, r.window)
	f := newFeed(p, r.window, &r.load, now, func() (io.WriteCloser, error) { return r.open(source) })
	r.feeds[k] = f
	if r.stop != nil {
		r.running.Go(func() { r.run(k, f) })
	}
	return f, nil
}

// evict ends the feed that had no spans for the longest time. It returns false if all had some
// within idleFeed. It is called with the lock.
func (r *Receiver) evict(now int64) bool {
	var oldest key
	most := idleFeed
	for k, f := range r.feeds {
		if quiet := f.quiet(now); quiet > most {
			oldest, most = k, quiet
		}
	}
	f := r.feeds[oldest]
	if f == nil {
		return false
	}
	delete(r.feeds, oldest)
	r.running.Go(func() { f.close(now) }) // the writer knows its error
	return true
}
