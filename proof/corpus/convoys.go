package corpus

import (
	"runtime"
	"time"

	"tiv/record/emit"
)

// Go's mutex lets a running thread overtake those in its queue, so its queues seldom
// become convoys. The programs with an own trace have a lock that goes to the first
// in its queue, and a system thread for each goroutine, so that each hand-over costs a
// switch between system threads. A waiter takes a while to go on, so that the result does
// not depend on the load of the machine.
var convoys = []shape{
	{kind: "convoy", name: "joined", run: joinConvoy(3, 4*time.Microsecond), own: true, alone: true},
	{kind: "convoy", name: "crowd", run: joinConvoy(10, 4*time.Microsecond), own: true, alone: true},
	{kind: "convoy", name: "short", run: joinConvoy(3, time.Microsecond), own: true, alone: true},
	{kind: "convoy", name: "log", run: fromStart(20), beyond: "the queue lasts from the start"},
	{kind: "convoy", name: "table", run: fromStart(10), beyond: "the queue lasts from the start"},
	{kind: "convoy", name: "healthy-bursts", run: fairBursts(10), own: true},
	{kind: "convoy", name: "healthy-one-burst", run: fairBursts(1), own: true},
	{kind: "convoy", name: "healthy-calm", run: fairBursts(0), own: true},
	{kind: "convoy", name: "healthy-shards", run: shards("", 64)},
}

// joinConvoy has a thread that always uses a lock alone; after half of the run,
// at least a number of others join it.
func joinConvoy(others int, hold time.Duration) func(*Stage) {
	return func(s *Stage) {
		lock := newTimedLock(s.Trace, 1)
		lock.late = 200 * time.Microsecond // whatever the machine does besides
		go s.useFairly(lock, hold)
		time.Sleep(s.length / 2)
		for range others + s.N {
			go s.useFairly(lock, hold)
		}
	}
}

// useFairly uses a lock all the time.
func (s *Stage) useFairly(lock *timedLock, hold time.Duration) {
	runtime.LockOSThread()
	f := s.thread()
	s.Has("convoy")
	for !s.Over() {
		useOnce(f, lock, hold)
		Spin(hold / 4)
	}
	f.End()
}

func useOnce(f *emit.Feedlet, lock *timedLock, hold time.Duration) {
	lock.lock(f, time.Hour)
	Spin(hold)
	lock.unlock(f)
}

// fairBursts has a thread that always uses a lock, and others that all come once in
// each burst.
func fairBursts(number int) func(*Stage) {
	return func(s *Stage) {
		lock := newTimedLock(s.Trace, 1)
		for n := range 4 + s.N {
			go func() {
				runtime.LockOSThread()
				f := s.thread()
				for burst := 0; n > 0 && burst < number; burst++ {
					s.sleep(f, s.length/time.Duration(2*number))
					useOnce(f, lock, 4*time.Microsecond)
				}
				for n == 0 && !s.Over() {
					useOnce(f, lock, 4*time.Microsecond)
					Spin(4 * time.Microsecond)
				}
				f.End()
			}()
		}
	}
}

// fromStart has threads that all come back to one lock at once.
func fromStart(part time.Duration) func(*Stage) {
	return func(s *Stage) {
		a := &account{}
		for range 4 + s.N {
			s.loop("convoy", func() {
				a.mu.Lock()
				Spin(s.Unit / part)
				a.mu.Unlock()
				Spin(s.Unit / 100)
			})
		}
	}
}
