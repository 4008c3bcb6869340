package joined

import (
	"context"
	"io"
	"math"
	"time"

	"tiv/tracefeed"
	"tiv/tracefeed/merge"
)

// Arriving is the feed of processes whose parts arrive while it is read.
//
// A part that is not waited for any longer leaves its threads in an unknown state, until it has
// more events; these get the time of the feed, and the note counts them.
type Arriving struct {
	*Processes
	ctx     context.Context
	changes <-chan struct{}
	take    func(*Arriving) (hold tracefeed.Time, more bool)
}

// OpenArriving returns the feed of parts that arrive. take is called by Batch: it adds the parts
// that have come. It returns a time that the feed must not pass yet, and whether other parts may
// come. changes has a value when there may be more of a part.
func OpenArriving(ctx context.Context, changes <-chan struct{}, take func(*Arriving) (hold tracefeed.Time, more bool)) *Arriving {
	f := OpenProcesses(make([]tracefeed.Process, 1), nil)
	f.header.Sched = true // one that comes may have scheduler events
	return &Arriving{f, ctx, changes, take}
}

// Add adds the part of a process, with a name that no other one has.
func (f *Arriving) Add(is tracefeed.Process, p Part, how merge.Arriving) {
	p.Process = f.tables.AddProcess(is)
	x := &process{Part: p, feed: f.Processes, origin: origin{process: p.Process, of: &is}}
	f.parts = append(f.parts, x)
	if p.Several {
		f.several[p.Process] = true
	}
	if p.Clock == nil {
		p.Clock = merge.Constant(p.Start)
	}
	f.merge.Add(merge.Part{Clock: p.Clock, Begin: p.Begin, Open: x.open, Arriving: how, Silenced: x.silence})
}

// lookAgain is the time between looks for changes that nobody reports, such as that a part is silent.
const lookAgain = 10 * time.Millisecond

// idleStep is the time after which the feed says that time goes on.
const idleStep = 50 * tracefeed.Millisecond

// Batch waits for the next events.
func (f *Arriving) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	f.out = used[:0]
	for {
		hold, more := f.take(f)
		for f.merge.Poll(hold) && len(f.out) < processesBatch {
			for len(f.out) < processesBatch && f.merge.Step(false) {
			}
		}
		if at, ok := f.merge.Watermark(); ok && len(f.out) == 0 && at >= f.now+idleStep && at < math.MaxInt64 {
			f.emit(tracefeed.Event{Time: at})
		}
		if len(f.out) > 0 {
			return f.out, nil
		}
		if !more && f.merge.Open() == 0 {
			return nil, io.EOF
		}
		select {
		case <-f.changes:
		case <-time.After(lookAgain):
		case <-f.ctx.Done():
			return nil, f.ctx.Err()
		}
	}
}

// silence leaves the threads of a part in an unknown state.
func (p *process) silence() { p.forget(p.feed.now) }
