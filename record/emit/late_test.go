package emit

import (
	"time"

	"tiv/tracefeed"
)

// RunLate is Run(0) of a thread that loses its processor after it has read the
// clock, for as long as meanwhile takes.
func (f *Feedlet) RunLate(meanwhile func()) {
	s := slot{f.w.clock.tick(), uint64(tracefeed.Run) | 1<<16}
	meanwhile()
	f.put1(s)
}

// LoseSoon ends the thread as if it had lost an event some milliseconds from
// now: after the flusher, which passes by now, has read the clock. The result
// reports whether that time has come.
func (f *Feedlet) LoseSoon() (lost func() bool) {
	before := f.w.clock.tick()
	time.Sleep(time.Millisecond)
	now := f.w.clock.tick()
	at := now + 20*(now-before)
	f.lostAt.Store(at)
	f.lost.Store(1)
	f.ended.Store(true)
	return func() bool { return f.w.clock.tick() > at }
}
