package receive

import (
	"cmp"
	"container/heap"
	"errors"
	"io"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"tiv/tracefeed"
	"tiv/tracefeed/otlp/spans"
)

// unfinished is the name of a span of which only the existence is known.
const unfinished = "unfinished span"

const (
	// mostNames is the maximum number of names of spans in a feed, and of threads.
	mostNames = 1 << 16
	// mostHints is the maximum number of open spans of a feed of which only the existence is
	// known, and patience the time after which one is no longer shown without news of it.
	mostHints = 4096
	patience  = 10 * time.Minute
	// firstReach is how far before the watermark a feed can begin.
	firstReach = time.Hour
)

// feed is the trace of a process that is written while spans arrive. Times are nanoseconds since
// 1970, unless they are of type tracefeed.Time.
type feed struct {
	process spans.Process
	open    func() (io.WriteCloser, error) // at the first span
	window  int64
	load    *atomic.Int64 // of all feeds: the spans that are held or open

	mu     sync.Mutex
	out    *stream // nil before the first span
	err    error   // why it takes no spans any more
	names  *spans.Names
	mapper *spans.Mapper
	t0     int64
	// watermark is the time up to which events were written; lag is how far the clock of the
	// process is behind ours, at most.
	watermark, lag int64
	held           held
	// waiting are the held spans by their ids; a held one that is not in it was replaced.
	waiting map[spans.ID]*spans.Span
	// hints are the open spans of which only the existence is known, with the time of the last
	// news.
	hints      map[*spans.Span]int64
	unfinished tracefeed.NameID
	searched   int64 // for hints that are too old
	arrivals   int64
	news       atomic.Int64 // the time of the last arrival
	wrote      int64        // the time of the last write
	counts     counts
}

func newFeed(p spans.Process, window time.Duration, load *atomic.Int64, now int64, open func() (io.WriteCloser, error)) *feed {
	f := &feed{process: p, open: open, window: int64(window), load: load, names: spans.NewNames(), lag: math.MinInt64,
		waiting: map[spans.ID]*spans.Span{}, hints: map[*spans.Span]int64{}}
	f.news.Store(now)
	f.names.Limit = mostNames
	f.unfinished = f.names.Name(unfinished)
	return f
}

// arrival is what a request says of one process.
type arrival struct {
	spans []*spans.Span // with ids, and with names and threads of from
	marks []spans.Mark
	from  *spans.Set
}

// add adds spans, and returns how many it refuses, and why. isKnown reports whether a span has
// arrived, now or before.
func (f *feed) add(a *arrival, now int64, isKnown func(spans.ID) bool) (refused int, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	defer f.settle()
	f.news.Store(now)
	if f.begin(a, now); f.err != nil {
		return len(a.spans) + len(a.marks), f.err
	}
	for _, x := range a.spans {
		if x.End != spans.Open {
			f.follow(x.End, now)
		}
	}
	for _, x := range a.spans {
		if !f.hasRoom() {
			refused++
			err = errFull
			continue
		}
		f.adopt(x, a.from)
		f.place(x)
	}
	for _, x := range a.spans {
		if x.Local && x.ParentID().Named() {
			f.hint(x.ParentID(), x.Start, now, isKnown)
		}
	}
	for _, m := range a.marks {
		f.hint(m.ID, m.At, now, isKnown)
	}
	return refused, err
}

// begin begins the trace with what arrives first.
func (f *feed) begin(a *arrival, now int64) {
	if f.out != nil || f.err != nil {
		return
	}
	earliest := now
	for _, x := range a.spans {
		earliest = min(earliest, x.Start)
		f.follow(min(x.End, now), now) // of an open span it is now
	}
	for _, m := range a.marks {
		earliest = min(earliest, m.At)
		f.follow(m.At, now)
	}
	limit := f.limit(now)
	f.t0 = max(1, min(limit, max(earliest, limit-int64(firstReach))))
	f.watermark = f.t0
	out, err := f.open()
	if err != nil {
		f.err = err
		return
	}
	p := f.names.Tables.AddProcess(process(&f.process))
	f.names.Processes = []spans.Process{f.process}
	f.mapper = spans.NewLiveMapper(f.names, f.t0, p, number)
	f.out = newStream(out, f.t0, properties(&f.process))
	f.err = f.out.err
}

// follow notes that the clock of the process has come to a time.
func (f *feed) follow(at, now int64) { f.lag = max(f.lag, min(at-now, 0)) }

// limit returns the time up to which events can be written.
func (f *feed) limit(now int64) int64 {
	if f.lag == math.MinInt64 { // only spans that are refused
		return now - f.window
	}
	return now + f.lag - f.window
}

// adopt gives a span the names of the feed.
func (f *feed) adopt(x *spans.Span, from *spans.Set) {
	x.Name = f.names.Name(clip(from.Tables.Names[x.Name]))
	if x.Thread >= 0 {
		th := from.Threads[x.Thread]
		th.Process, th.ID, th.Name = 0, clip(th.ID), clip(th.Name)
		x.Thread = f.names.Thread(th)
	}
	x.Process, x.Number = 0, number(x.ID)
}

// place gives a span its place: it completes an open one, or waits for its start.
func (f *feed) place(x *spans.Span) {
	m := f.mapper
	if is := m.Find(x.ID); is != nil {
		if x.End == spans.Open && f.hints[is] == 0 {
			return // pending again
		}
		if x.End < f.watermark {
			f.counts.late(f.watermark - x.End)
		}
		if f.hints[is] != 0 {
			f.counts.cut++
		}
		delete(f.hints, is)
		m.Complete(is, x, f.watermark)
		return
	}
	if is := f.waiting[x.ID]; is != nil && x.End == spans.Open && is.Name != f.unfinished {
		return // pending again
	}
	switch {
	case x.Start >= f.watermark:
	case x.End < f.watermark:
		f.counts.late(f.watermark - x.End)
		x.Start, x.End, x.Before = f.watermark, f.watermark, true
	default:
		f.counts.cut++
		x.Start, x.Before = f.watermark, true
	}
	f.hold(x)
}

// hold keeps a span until the watermark has come to its start.
func (f *feed) hold(x *spans.Span) {
	f.arrivals++
	f.waiting[x.ID] = x
	heap.Push(&f.held, arrived{x, f.arrivals})
	f.load.Add(1)
}

// hint notes that a span is open at a time, unless more is known of it.
func (f *feed) hint(id spans.ID, at, now int64, isKnown func(spans.ID) bool) {
	if is := f.mapper.Find(id); is != nil {
		if f.hints[is] != 0 {
			f.hints[is] = now
		}
		return
	}
	is := f.waiting[id]
	if is != nil && (is.Name != f.unfinished || is.Start <= at) {
		return
	}
	if is == nil && (isKnown(id) || len(f.hints) >= mostHints) || !f.hasRoom() {
		return
	}
	f.hold(&spans.Span{ID: id, Number: number(id), Name: f.unfinished,
		Start: max(at, f.watermark), End: spans.Open, Before: true, Thread: -1})
}

// mostLoad is the maximum number of spans that all feeds hold or have open, with those that were
// replaced: about 100 MB.
const mostLoad = 1 << 19

// hasRoom makes room for a span, if need be by events that precede the time when they can no
// longer be overtaken. It returns false if there is none.
func (f *feed) hasRoom() bool {
	for f.load.Load() >= mostLoad && len(f.held) > 0 {
		f.counts.early++
		f.watermark = max(f.watermark, f.held[0].Start)
		f.sweep(f.news.Load())
	}
	return f.load.Load() < mostLoad
}

// flush writes what the watermark has passed at a time of our clock.
func (f *feed) flush(now int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.out == nil {
		return
	}
	defer f.settle()
	// A feed without news needs less than the time that readers wait.
	if quiet := now - f.news.Load(); quiet > f.window+int64(10*time.Second) && now-f.wrote < int64(time.Second) {
		return
	}
	f.watermark = max(f.watermark, f.limit(now))
	f.write(now)
}

// write writes all events up to the watermark.
func (f *feed) write(now int64) {
	f.sweep(now)
	if now-f.searched > int64(time.Second) {
		f.expire(now)
	}
	m := f.mapper
	if at := tracefeed.Time(f.watermark - f.t0); at > m.Last || len(m.Out) > 0 {
		m.Pass(f.watermark)
	}
	f.emit()
	f.counts.nameless = f.names.Beyond
	if text := f.counts.due(now); text != "" && f.err == nil {
		f.out.property("note", text)
	}
	f.wrote = now
}

// emit writes the events of the mapper.
func (f *feed) emit() {
	f.out.write(f.mapper.Out, f.names.Tables)
	f.mapper.Out = f.mapper.Out[:0]
	if f.err == nil {
		f.err = f.out.err
	}
}

// sweep begins and ends spans up to the watermark.
func (f *feed) sweep(now int64) {
	m := f.mapper
	before := len(f.held) + m.Open()
	for len(f.held) > 0 && f.held[0].Start <= f.watermark {
		x := heap.Pop(&f.held).(arrived).Span
		if f.waiting[x.ID] != x {
			continue // it was replaced
		}
		delete(f.waiting, x.ID)
		m.Begin(x)
		if x.End == spans.Open && x.Before && x.Name == f.unfinished {
			f.hints[x] = now
		}
		if len(m.Out) >= blockLen {
			f.emit()
		}
	}
	m.EndUntil(f.watermark)
	f.load.Add(int64(len(f.held) + m.Open() - before))
}

// expire forgets the open spans of which there was no news for long.
func (f *feed) expire(now int64) {
	f.searched = now
	for x, at := range f.hints {
		if now-at > int64(patience) {
			delete(f.hints, x)
			f.mapper.Forget(x, f.watermark)
			f.counts.forgotten++
			f.load.Add(-1)
		}
	}
}

// settle gives up what is held after an error, which ends the trace.
func (f *feed) settle() {
	if f.err == nil || f.out == nil {
		return
	}
	f.load.Add(-int64(len(f.held) + f.mapper.Open()))
	f.held, f.waiting, f.hints = nil, nil, nil
	f.out.close() // the error is that of f
	f.out = nil
}

// errEnded is the error of a feed that has ended in order.
var errEnded = errors.New("the trace has ended")

// close completes the trace: with all spans that wait.
func (f *feed) close(now int64) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.out == nil {
		f.err = cmp.Or(f.err, errEnded)
		return nil
	}
	f.watermark = max(f.watermark, f.limit(now)+f.window)
	for len(f.held) > 0 {
		f.watermark = max(f.watermark, f.held[0].Start)
		f.sweep(now)
	}
	f.watermark = max(f.watermark, f.mapper.LatestEnd())
	f.write(now)
	f.out.property("note", f.counts.text())
	f.load.Add(-int64(f.mapper.Open()))
	err := f.out.close()
	f.out, f.err = nil, errEnded
	return err
}

// quiet returns the time since the last arrival.
func (f *feed) quiet(now int64) time.Duration { return time.Duration(now - f.news.Load()) }
