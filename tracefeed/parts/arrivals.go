package parts

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"sync"
	"time"

	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
	"tiv/tracefeed/joined"
	"tiv/tracefeed/merge"
)

// Arrival is a trace of one process that is read while it is sent.
type Arrival struct {
	// Program and Host are names for people; Process is the process id, 0 if unknown.
	Program, Host string
	Process       int64
	// Clock names the clock of the trace, "" if unknown; Start is that clock at time 0, and Wall the
	// wall clock, in nanoseconds; 0 if unknown.
	Clock       string
	Start, Wall int64
	// Corrected returns a time of the trace by the wall clock of this machine, from Wall on, and Compared is closed
	// once there is evidence for it; both are nil for the clock of this machine.
	Corrected merge.Clock
	Compared  <-chan struct{}
	// Open opens the trace, until the context ends.
	Open func(context.Context) (Sent, error)
	// Heard returns when the sender was last heard of.
	Heard func() time.Time
	// Entered is called once the trace is in the feed; nil for nothing.
	Entered func(Placed)
}

// Placed is the place of an arrival in the feed.
type Placed struct {
	// Process is the id of its process.
	Process string
	// Clock says for people how its clock is compared with the first one.
	Clock string
}

// How clocks are compared, for people.
const (
	sameClock = "same machine"
	wallClock = "wall clock"
)

// Sent is a trace that arrives. Read waits for more.
type Sent interface {
	io.ReadCloser
	// Passed returns a time: no event before it will still be read. It is 0 if that is not known.
	Passed() tracefeed.Time
	// Idle reports whether all that has arrived was read.
	Idle() bool
	// Whole reports whether the sender has said that the trace is complete.
	Whole() bool
}

// Patience is how long an arrival that is silent is waited for.
const Patience = time.Second

// Arrivals is the feed of all processes that send their traces while it is read. Add, Changed
// and End are safe for concurrent use.
type Arrivals struct {
	*joined.Arriving
	// Looked is called now and then by Batch, in its goroutine, while it waits, too. It may be nil.
	Looked  func()
	ctx     context.Context
	formats []tracefeed.Format
	host    string
	changes chan struct{}

	mu      sync.Mutex
	fresh   []*arrival // not in the feed yet
	ended   bool
	clocks  map[string]machineClock
	wall    int64 // the start of the feed on the wall clock
	started bool  // the start is known
	names   map[string]bool
	byWall  []string // remarks on programs whose clock is compared through the wall clock
}

// OpenArrivals returns a feed without processes, until ctx ends. host is the name of this machine:
// processes of others have the name of theirs.
func OpenArrivals(ctx context.Context, host string, formats []tracefeed.Format) *Arrivals {
	a := &Arrivals{ctx: ctx, formats: formats, host: host, changes: make(chan struct{}, 1),
		clocks: map[string]machineClock{}, names: map[string]bool{}}
	a.Arriving = joined.OpenArriving(ctx, a.changes, a.take)
	return a
}

// Add adds a trace that arrives.
func (a *Arrivals) Add(x Arrival) {
	n := &arrival{Arrival: x, all: a, since: time.Now(), ready: make(chan struct{})}
	a.mu.Lock()
	a.fresh = append(a.fresh, n)
	a.mu.Unlock()
	go func() {
		n.prime()
		a.Changed()
	}()
}

// Changed says that there may be more of a trace.
func (a *Arrivals) Changed() {
	select {
	case a.changes <- struct{}{}:
	default:
	}
}

// End says that no other trace will arrive.
func (a *Arrivals) End() {
	a.mu.Lock()
	a.ended = true
	a.mu.Unlock()
	a.Changed()
}

// Wall returns the wall clock at the start of the feed, in nanoseconds since 1970; 0 if no trace has
// come yet.
func (a *Arrivals) Wall() int64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.wall
}

// Header returns the header of the feed.
func (a *Arrivals) Header() tracefeed.Header {
	h := a.Arriving.Header()
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, text := range a.byWall {
		h.Note = tracefeed.JoinNotes(h.Note, text)
	}
	return h
}

// take adds the traces whose first events have come to the feed: see joined.OpenArriving.
func (a *Arrivals) take(f *joined.Arriving) (hold tracefeed.Time, more bool) {
	if a.Looked != nil {
		a.Looked()
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	hold = math.MaxInt64
	if !a.started && !a.begin() {
		return hold, !a.ended || len(a.fresh) > 0
	}
	a.fresh = slices.DeleteFunc(a.fresh, func(n *arrival) bool {
		start := a.place(n)
		if n.isReady() {
			if n.err == nil || n.err != io.EOF {
				a.enter(f, n, start)
			}
			return true
		}
		if time.Since(n.since) < Patience {
			hold = min(hold, max(0, start))
		}
		return false
	})
	return hold, !a.ended || len(a.fresh) > 0
}

// begin sets the start of the feed: that of the earliest trace. It returns false if there is none that is
// ready, or on this machine.
func (a *Arrivals) begin() bool {
	for _, n := range a.fresh {
		if n.Corrected != nil && !n.isReady() {
			continue
		}
		wall := n.Wall
		if n.Corrected != nil {
			wall += int64(n.Corrected.At(0))
		}
		if !a.started || wall < a.wall {
			a.wall, a.started = wall, true
		}
	}
	return a.started
}

// place returns the start of a trace in the feed. The first one of a clock is placed by the wall
// clock, and the others by it.
func (a *Arrivals) place(n *arrival) tracefeed.Time {
	by, known := a.clocks[n.Clock]
	if n.Corrected != nil {
		n.compared = wallClock
		return tracefeed.Time(n.Wall - a.wall)
	}
	if n.Clock == "" || n.Start == 0 {
		n.compared = wallClock
		return max(0, tracefeed.Time(n.Wall-a.wall))
	}
	if !known {
		by = machineClock{n.Start - (n.Wall - a.wall), sameClock}
		if len(a.clocks) > 0 {
			by.compared = wallClock
			a.byWall = append(a.byWall, n.Program+comparedByWall)
		}
		a.clocks[n.Clock] = by
	}
	n.compared = by.compared
	return max(0, tracefeed.Time(n.Start-by.start))
}

// later is a clock whose times are later by some time, and not before the start of the feed.
type later struct {
	merge.Clock
	by tracefeed.Time
}

func (c later) At(t tracefeed.Time) tracefeed.Time { return max(0, c.Clock.At(t)+c.by) }

// machineClock is the clock of a machine: the start of the feed on it, and how it is compared.
type machineClock struct {
	start    int64
	compared string
}

// enter adds a trace to the feed.
func (a *Arrivals) enter(f *joined.Arriving, n *arrival, start tracefeed.Time) {
	is := tracefeed.Process{ID: strconv.FormatInt(n.Process, 10), Name: n.Program, Command: n.command}
	if is.Name == "" {
		is.Name = "program"
	}
	if n.Host != "" && n.Host != a.host {
		is.ID, is.Name = n.Host+"/"+is.ID, n.Host+"/"+is.Name
	}
	if a.names[is.Name] {
		is.Name += " " + is.ID
	}
	is.ID, is.Name = a.unique(is.ID), a.unique(is.Name)
	part := joined.Part{Start: start, Begin: start, Sched: n.sched, Open: func() (joined.Source, error) { return n.source, n.err }}
	if n.Corrected != nil {
		part.Clock = later{n.Corrected, start}
		part.Start = max(0, part.Clock.At(0))
		part.Begin = part.Start
		a.byWall = append(a.byWall, is.Name+n.remark())
	}
	f.Add(is, part, n)
	if n.Entered != nil {
		n.Entered(Placed{is.ID, n.compared})
	}
}

// unique returns a name that no other process has.
func (a *Arrivals) unique(name string) string {
	out := name
	for i := 2; a.names[out]; i++ {
		out = fmt.Sprintf("%s.%d", name, i)
	}
	a.names[out] = true
	return out
}

// arrival is a trace that arrives, from its first events on.
type arrival struct {
	Arrival
	all     *Arrivals
	since   time.Time
	sent    Sent
	ready   chan struct{} // closed when the rest is known
	err     error
	source  joined.Source
	command string
	sched   bool
	// compared says how its clock is compared.
	compared string
}

// comparedByWall follows the name of a program in a remark.
const comparedByWall = ": its clock is compared through the wall clock"

// remark says of a trace with another clock how that is corrected.
func (n *arrival) remark() string {
	select {
	case <-n.Compared:
		return comparedByWall + ", which probes correct"
	default:
		return comparedByWall
	}
}

// isReady reports whether the rest is known.
func (n *arrival) isReady() bool {
	select {
	case <-n.ready:
		return true
	default:
		return false
	}
}

// prime opens the trace, and waits for its first events, and for some time for evidence of its clock.
func (n *arrival) prime() {
	defer close(n.ready)
	if n.sent, n.err = n.Open(n.all.ctx); n.err != nil {
		return
	}
	in := tracefeed.Input{Name: n.Program, Reader: n.sent, Stream: true}
	source, err := tracefeed.OpenInput(in, n.all.formats)
	if err != nil {
		n.err = err
		n.sent.Close()
		return
	}
	primed, err := merge.Prime(source)
	if err != nil {
		n.err = err
		n.sent.Close()
		source.Close()
		return
	}
	t := &trace{tables: primed.Tables()}
	n.sched = primed.Header().Sched
	if placed, ok := source.Feed.(tracefeed.Placed); ok {
		t.place = placed.Place()
	}
	if h, properties, ok := binfeed.Origin(source.Feed); ok {
		t.describe(h, func(key string) string { return valueOf(properties, key) })
	}
	if n.Compared != nil {
		select {
		case <-n.Compared:
		case <-time.After(Patience):
		}
	}
	n.command = t.command
	main := mainOf(t.tables, t.place)
	primed.Feed = &ahead{tracefeed.Prefetch(source), source, n.sent} // only this uses the source from now on
	n.source = joined.Source{Feed: primed, Main: main, Number: t.place.Number, Open: !t.preloaded, Grows: true}
}

// Passed and Silent are described at merge.Arriving.
func (n *arrival) Passed() tracefeed.Time { return n.sent.Passed() }

func (n *arrival) Silent() bool { return n.sent.Idle() && time.Since(n.Heard()) > Patience }

// ahead is a trace that is read ahead while it arrives.
type ahead struct {
	*tracefeed.Prefetcher
	source *tracefeed.Source
	sent   Sent
}

// Batch is BatchUntil without a limit.
func (r *ahead) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	return r.BatchUntil(used, nil)
}

// BatchUntil returns the next events. A trace that its sender calls complete is not cut off where it lacks
// its end.
func (r *ahead) BatchUntil(used []tracefeed.Event, timeout <-chan time.Time) ([]tracefeed.Event, error) {
	batch, err := r.Prefetcher.BatchUntil(used, timeout)
	if err != nil && errors.Is(err, tracefeed.ErrCutOff) && r.sent.Whole() {
		err = io.EOF
	}
	return batch, err
}

// Close ends the trace.
func (r *ahead) Close() error {
	err := r.sent.Close()
	r.Prefetcher.Close()
	r.source.Close()
	return err
}
