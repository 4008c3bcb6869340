package corpus

import (
	"strconv"
	"time"

	"tiv/record/emit"
	"tiv/tracefeed"
)

// A mutex of Go cannot give up a wait, so a ring of them never opens. These programs
// have locks with timeouts, and record themselves.
var cycles = []shape{
	{kind: "cycle", name: "timeout", run: timedRing(true, 1), own: true},
	{kind: "cycle", name: "timeout-often", run: timedRing(true, 4), own: true},
	{kind: "cycle", name: "timeout-work", run: timedRing(true, 20), own: true},
	{kind: "cycle", name: "healthy-ordered", run: timedRing(false, 1), own: true},
	{kind: "cycle", name: "healthy-often", run: timedRing(false, 4), own: true},
	{kind: "cycle", name: "healthy-work", run: timedRing(false, 20), own: true},
}

// A timedLock is a lock with waiters that can give up. It goes to the first of them.
type timedLock struct {
	id    tracefeed.MonitorID
	place chan bool
	// late is how long a waiter takes to go on once it has the lock.
	late time.Duration
}

func newTimedLock(w *emit.Writer, n int) *timedLock {
	return &timedLock{w.Monitor(strconv.Itoa(n), "timed "+strconv.Itoa(n)), make(chan bool, 1), 0}
}

func (l *timedLock) lock(f *emit.Feedlet, patience time.Duration) bool {
	select {
	case l.place <- true:
		f.MonitorEnter(l.id)
		return true
	default:
	}
	f.MonitorWait(l.id)
	select {
	case l.place <- true:
		time.Sleep(l.late)
		f.MonitorEnter(l.id)
		return true
	case <-time.After(patience):
		f.Run(0)
		return false
	}
}

func (l *timedLock) unlock(f *emit.Feedlet) {
	f.MonitorExit(l.id)
	<-l.place
}

// timedRing has threads in a ring of timed locks, or with the locks in one order. All
// take their first lock at the same time, once in every few units.
func timedRing(inRing bool, pause time.Duration) func(*Stage) {
	return func(s *Stage) {
		var locks []*timedLock
		for n := range s.N {
			locks = append(locks, newTimedLock(s.Trace, n))
		}
		rounds := make([]*barrier, 3)
		for n := range rounds {
			rounds[n] = newBarrier(s.N)
		}
		for n := range s.N {
			first, second := locks[n], locks[(n+1)%s.N]
			if !inRing && n+1 == s.N {
				first, second = second, first
			}
			go func() {
				f := s.thread()
				if inRing {
					s.Has("cycle")
				}
				for _, round := range rounds {
					round.meet() // not in the trace
					timedBoth(f, first, second, s.Unit, inRing)
					s.sleep(f, pause*s.Unit)
				}
				f.End()
			}()
		}
	}
}

// timedBoth takes two locks; in a ring, the thread holds the first until all do.
func timedBoth(f *emit.Feedlet, first, second *timedLock, unit time.Duration, inRing bool) {
	for !first.lock(f, time.Second) {
	}
	if inRing {
		time.Sleep(10 * unit)
	}
	if second.lock(f, 20*unit) {
		Spin(unit / 10)
		second.unlock(f)
	}
	first.unlock(f)
}

// thread begins the calling goroutine in the program's own trace.
func (s *Stage) thread() *emit.Feedlet {
	id := strconv.FormatInt(goroutine(), 10)
	f := s.Trace.Thread(id, "worker "+id)
	f.Start(nil)
	return f
}

// sleep is time.Sleep, in the program's own trace.
func (s *Stage) sleep(f *emit.Feedlet, length time.Duration) {
	f.SuspendStart(tracefeed.CauseSleep)
	time.Sleep(length)
	f.SuspendEnd()
}
