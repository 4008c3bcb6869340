package sample

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"time"

	"tiv/tracefeed"
)

// Options configure a recording.
type Options struct {
	// Period is the time from one look at a thread to the next; 0 chooses it by the
	// number of threads, and makes it longer if looking takes too much of it.
	Period time.Duration
	// Started is called once the program was looked at for the first time. It may be
	// nil.
	Started func(Summary)
}

// Summary describes a recording.
type Summary struct {
	// Threads is the number of threads that were seen.
	Threads int
	// Period is the time between two looks at a thread.
	Period time.Duration
	// Rounds is the number of times that all threads were looked at, Busy the time
	// that this took.
	Rounds int
	Busy   time.Duration
	// Ended is true if the program has ended.
	Ended bool
}

// The limits of the default period. Looking at a thread takes some microseconds, so
// that it takes about a fiftieth of a processor.
const (
	leastPeriod     = 10 * time.Millisecond
	longestPeriod   = time.Second
	periodPerThread = time.Millisecond
	// greatestShare is the part of a period that looking may take, as a divisor.
	greatestShare = 20
	// longestDeath is the longest time that a process may seem to be dying.
	longestDeath = 300 * tracefeed.Millisecond
)

// Run records the process into out until ctx is done or the process ends. The error
// is about the first look, or about writing; the part before it is a valid trace.
func Run(ctx context.Context, pid int, out io.Writer, o Options) (Summary, error) {
	p, err := openProcess(pid)
	if err != nil {
		return Summary{}, err
	}
	defer p.close()
	r := &recorder{process: p, decoder: newDecoder(p), threads: map[int]*thread{}, period: o.Period}
	if r.period == 0 {
		r.period = min(max(leastPeriod, time.Duration(p.count())*periodPerThread), longestPeriod)
		r.adapts = true
	}
	r.started = time.Now()
	if err := r.begin(out, pid); err != nil {
		return Summary{}, err
	}
	return r.run(ctx, o)
}

// recorder is a recording in progress.
type recorder struct {
	process *process
	decoder *decoder
	out     *writer
	threads map[int]*thread
	started time.Time
	period  time.Duration
	adapts  bool // the period may change
	slow    int  // consecutive rounds that took too long
	summary Summary
	periods tracefeed.NameID // the counter of the period
	at      tracefeed.Time   // of the last round
	// sure is the number of events not written yet up to the time sureAt, of the last round
	// before a thread was seen to wait. Since then the process may be dying: a signal that
	// ends it wakes all of its threads first.
	sure   int
	sureAt tracefeed.Time
}

// run looks at the process at intervals.
func (r *recorder) run(ctx context.Context, o Options) (Summary, error) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	next := time.Now()
	for {
		select {
		case <-ctx.Done():
			return r.finish(false)
		case <-timer.C:
		}
		ended, err := r.round()
		if err != nil {
			return r.fail(err)
		}
		if ended {
			return r.finish(true)
		}
		if r.summary.Rounds == 1 && o.Started != nil {
			o.Started(r.result(false))
		}
		// A round that came late is not made up for.
		next = next.Add(r.period)
		if now := time.Now(); next.Before(now) {
			next = now
		}
		timer.Reset(time.Until(next))
	}
}

// round looks at all threads once. ended is true if the process has none any more.
func (r *recorder) round() (ended bool, err error) {
	began := time.Now()
	at := tracefeed.Time(0)
	if r.summary.Rounds > 0 {
		at = tracefeed.Time(began.Sub(r.started))
	}
	before := len(r.out.pending)
	found, err := r.process.threads()
	if err != nil {
		return false, err
	}
	for _, tid := range found { // before any wait is looked at: it can be for a new thread
		if err := r.adopt(tid); err != nil {
			return false, err
		}
	}
	for _, tid := range found {
		if th := r.threads[tid]; th != nil {
			if err := r.look(th, at); err != nil {
				return false, err
			}
		}
	}
	alive, waits := false, false
	for _, th := range r.threads {
		th.gone = th.gone || th.round != r.summary.Rounds
		alive = alive || !th.gone
		waits = waits || !th.gone && th.last.wait.waits()
	}
	for tid, th := range r.threads {
		if th.gone {
			r.end(th, at, alive)
		}
		if th.round != r.summary.Rounds {
			delete(r.threads, tid)
		}
	}
	r.summary.Rounds++
	if !alive {
		return true, nil
	}
	if waits || at-r.sureAt > longestDeath {
		r.sure, r.sureAt = before, r.at
		if r.out.flush(r.sureAt, before, false) {
			r.sure = 0
		}
	}
	r.at = at
	r.adapt(time.Since(began))
	return false, r.out.err
}

// adopt adds a thread, unless it is known or has ended already.
func (r *recorder) adopt(tid int) error {
	if r.threads[tid] != nil {
		return nil
	}
	f, err := r.process.openThread(tid)
	if err == nil && f != nil {
		r.threads[tid] = &thread{files: f, tid: tid, id: r.decoder.addThread(tid, f.name())}
		r.summary.Threads++
	}
	return err
}

// look adds the events of a thread since the last look at it.
func (r *recorder) look(th *thread, at tracefeed.Time) error {
	th.round = r.summary.Rounds
	if th.gone { // the first thread stays in the list until the last one ends
		return nil
	}
	now, err := r.see(th, at)
	if err != nil {
		return err
	}
	switch {
	case now == nil:
		th.gone = true
		return nil
	case th.looks > 0:
		th.between(now, r.out.add)
	case r.summary.Rounds > 0:
		th.appear(now, r.at, r.out.add)
	default:
		th.begin(now, r.out.add)
	}
	th.last = *now
	if th.looks++; th.looks%nameEvery == 2 { // threads get their names after their start
		r.decoder.nameThread(th.id, th.tid, th.files.name())
	}
	return nil
}

// nameEvery is the number of looks between two looks at the name of a thread.
const nameEvery = 100

// see returns the state of a thread in /proc now; nil if it has ended.
func (r *recorder) see(th *thread, at tracefeed.Time) (*seen, error) {
	now, call, err := th.files.read()
	if err != nil || now == nil {
		return nil, err
	}
	now.at = at
	same := th.looks > 0 && call == th.call && now.switches == th.last.switches
	th.call = call
	switch {
	case same && th.last.wait.kind != tracefeed.MonitorWait: // a lock can have another owner now
		now.wait = th.last.wait
	case call.waits:
		now.wait = r.decoder.wait(call, th.files)
	}
	return now, nil
}

// end ends a thread that was not found any more. The last threads of a process do not end
// in the trace; it ends with the last look at them. So it has the waits of a hanging program
// that was killed.
func (r *recorder) end(th *thread, at tracefeed.Time, others bool) {
	if th.ended {
		return
	}
	if th.looks > 0 && others {
		th.end(at, r.out.add)
	}
	th.ended = true
	th.files.close()
	r.decoder.forget(th.tid)
}

// adapt makes the period longer if rounds take too much of it.
func (r *recorder) adapt(took time.Duration) {
	r.summary.Busy += took
	if took*greatestShare < r.period || !r.adapts || r.period >= longestPeriod {
		r.slow = 0
		return
	}
	const patience = 10
	if r.slow++; r.slow == patience {
		r.slow, r.period = 0, min(2*r.period, longestPeriod)
		r.tellPeriod(r.at)
	}
}

// begin begins the trace.
func (r *recorder) begin(out io.Writer, pid int) error {
	var err error
	if r.out, err = newWriter(out, r.started, r.decoder.tables); err != nil {
		return err
	}
	if err := r.out.file.Property("process", fmt.Sprintf("%d %s", pid, r.process.name())); err != nil {
		return err
	}
	r.periods = r.decoder.tables.AddName(tracefeed.SamplingPeriod)
	r.tellPeriod(0)
	return r.out.err
}

// tellPeriod records the period. The writer keeps an error.
func (r *recorder) tellPeriod(at tracefeed.Time) {
	r.out.add(tracefeed.Event{Kind: tracefeed.Counter, Time: at, Name: r.periods, Value: r.period.Nanoseconds()})
	about := tracefeed.Header{Kind: tracefeed.Sampled, Period: tracefeed.Time(r.period.Nanoseconds())}
	for _, s := range about.Statements() {
		r.out.err = cmp.Or(r.out.err, r.out.file.Property(s.Key, s.Value))
	}
}

// finish completes the trace.
func (r *recorder) finish(ended bool) (Summary, error) {
	to := r.at
	if ended {
		r.out.pending, to = r.out.pending[:r.sure], r.sureAt
	}
	for _, th := range r.threads {
		if !th.ended {
			th.files.close()
		}
	}
	r.out.flush(to, len(r.out.pending), true)
	if r.out.err == nil {
		r.out.err = r.out.file.Close()
	}
	return r.result(ended), r.out.err
}

// fail completes the trace after an error, and returns that error.
func (r *recorder) fail(err error) (Summary, error) {
	r.out.pending, r.at = r.out.pending[:r.sure], r.sureAt // without half a round
	s, _ := r.finish(false)
	return s, err
}

func (r *recorder) result(ended bool) Summary {
	s := r.summary
	s.Period, s.Ended = r.period, ended
	return s
}
