package corpus

import (
	"sync"
	"time"
)

var deadlocks = []shape{
	{kind: "deadlock", name: "ring", run: ring},
	{kind: "deadlock", name: "kept", run: keptRing},
	{kind: "deadlock", name: "first-use", run: transfers},
	{kind: "deadlock", name: "self", run: selfLock},
	{kind: "deadlock", name: "reader-again", run: readerAgain},
	{kind: "deadlock", name: "upgrade", run: upgradeBoth},
	{kind: "deadlock", name: "healthy-ordered", run: orderedRing},
	{kind: "deadlock", name: "healthy-chain", run: lockChain},
	{kind: "deadlock", name: "healthy-handed-over", run: handedRing},
	{kind: "deadlock", name: "healthy-reader", run: readerWaits},
	{kind: "deadlock", name: "healthy-first-hand-over", run: firstHandOver},
	{kind: "deadlock", name: "self-at-once", run: selfAtOnce},
	{kind: "deadlock", name: "healthy-ring-opens", run: ringOpens,
		beyond: "the trace ends before a lock in the ring is released for the first time by a thread that does not hold it"},
}

// ring has N philosophers: each holds one fork and wants the next one.
func ring(s *Stage) { dinner(s, make([]sync.Mutex, s.N)) }

// keptRing has forks that the program still refers to, so that the runtime cannot prove
// that the philosophers wait without end.
func keptRing(s *Stage) {
	forks := make([]sync.Mutex, s.N)
	s.Keep(forks)
	dinner(s, forks)
}

func dinner(s *Stage, forks []sync.Mutex) {
	seated := newBarrier(s.N)
	for n := range s.N {
		go dine(s, &forks[n], &forks[(n+1)%s.N], seated)
	}
	seated.Wait()
}

func dine(s *Stage, left, right *sync.Mutex, seated *barrier) {
	s.Has("deadlock")
	for range 5 { // in peace, before all are seated
		left.Lock()
		Spin(s.Unit / 10)
		left.Unlock()
	}
	left.Lock()
	seated.meet()
	right.Lock()
	Spin(s.Unit / 10)
	right.Unlock()
	left.Unlock()
}

// An account is a value with a lock.
type account struct {
	mu    sync.RWMutex
	value int
}

// selfLock has a method that holds a lock and calls another method that takes it
// again. Others queue behind it.
func selfLock(s *Stage) {
	a := &account{}
	go a.depositTwice(s)
	time.Sleep(s.Unit)
	for range s.N - 1 {
		go a.lateDeposit(s)
	}
}

func (a *account) deposit() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.value++
}

func (a *account) depositTwice(s *Stage) {
	s.Has("deadlock")
	a.deposit()
	a.mu.Lock()
	defer a.mu.Unlock()
	a.deposit()
}

func (a *account) lateDeposit(s *Stage) {
	s.Has("stuck")
	Settle()
	a.deposit()
}

// selfAtOnce has a lock of a server that its first user takes twice.
func selfAtOnce(s *Stage) {
	a := &account{}
	s.Keep(a)
	go func() {
		s.Has("deadlock")
		a.mu.Lock()
		defer a.mu.Unlock()
		a.deposit()
	}()
}

// transfers lock two accounts of a bank that nobody has used before, in both orders.
func transfers(s *Stage) {
	accounts := make([]account, 2)
	s.Keep(accounts)
	met := newBarrier(2)
	for _, order := range [][2]*account{{&accounts[0], &accounts[1]}, {&accounts[1], &accounts[0]}} {
		go func() {
			s.Has("deadlock")
			order[0].mu.Lock()
			met.meet()
			order[1].mu.Lock()
			order[0].value, order[1].value = order[0].value-1, order[1].value+1
			order[1].mu.Unlock()
			order[0].mu.Unlock()
		}()
	}
	met.Wait()
}

// readerAgain has a reader that reads again while a writer waits for it.
func readerAgain(s *Stage) {
	a := &account{}
	reads := make(chan bool)
	go func() {
		s.Has("deadlock")
		a.mu.RLock()
		reads <- true
		Settle()
		a.mu.RLock()
		s.Rand.IntN(a.value + 1)
		a.mu.RUnlock()
		a.mu.RUnlock()
	}()
	<-reads
	go func() {
		s.Has("deadlock")
		a.deposit()
	}()
	for range s.N - 2 {
		go func() {
			s.Has("stuck")
			Settle()
			Settle()
			a.mu.RLock()
			defer a.mu.RUnlock()
		}()
	}
}

// upgradeBoth has readers that become writers without giving up their read locks.
func upgradeBoth(s *Stage) {
	a, met := &account{}, newBarrier(s.N)
	for range s.N {
		go func() {
			s.Has("deadlock")
			a.mu.RLock()
			met.meet()
			a.mu.Lock()
			a.value++
			a.mu.Unlock()
			a.mu.RUnlock()
		}()
	}
	met.Wait()
}

// orderedRing has the forks of ring, but all take the one with the lower number first.
func orderedRing(s *Stage) {
	forks := make([]sync.Mutex, s.N)
	for n := range s.N {
		go func() {
			low, high := min(n, (n+1)%s.N), max(n, (n+1)%s.N)
			for {
				forks[low].Lock()
				time.Sleep(s.Unit)
				forks[high].Lock()
				Spin(s.Unit / 10)
				forks[high].Unlock()
				forks[low].Unlock()
				time.Sleep(s.Unit)
			}
		}()
	}
}

// lockChain has a chain of threads that wait for each other's locks to the end: the
// first one still works, in small steps.
func lockChain(s *Stage) {
	locks := make([]sync.Mutex, s.N)
	for n := range s.N {
		held := make(chan bool)
		go func() {
			locks[n].Lock()
			defer locks[n].Unlock()
			held <- true
			if n > 0 {
				locks[n-1].Lock()
				defer locks[n-1].Unlock()
			}
			for !s.Over() || n == 0 {
				time.Sleep(time.Millisecond)
			}
		}()
		<-held
	}
}

// handedRing has two threads that wait in a ring of two locks. A third one releases
// one of them, which it did before, too.
func handedRing(s *Stage) {
	var a, b sync.Mutex
	a.Lock()
	released := make(chan bool)
	go func() { a.Unlock(); released <- true }() // once, so that a is known to be handed over
	<-released
	met := newBarrier(2)
	for _, order := range [][2]*sync.Mutex{{&a, &b}, {&b, &a}} {
		go func() {
			order[0].Lock()
			met.meet()
			order[1].Lock()
		}()
	}
	go func() {
		time.Sleep(time.Hour)
		a.Unlock()
	}()
}

// firstHandOver waits at a mutex that the same thread has locked, for a release by
// another thread after the end of the run.
func firstHandOver(s *Stage) {
	for range s.N {
		var done sync.Mutex
		go func() {
			s.Has("cycle") // which the release will open
			done.Lock()
			go func() {
				time.Sleep(time.Hour)
				done.Unlock()
			}()
			both(&done, &sync.Mutex{}, s.Unit)
		}()
	}
}

// ringOpens has two threads in a ring of two locks, one of which a third thread would
// release after the end of the run.
func ringOpens(s *Stage) {
	var ready, table sync.Mutex
	met := newBarrier(2)
	go func() {
		ready.Lock()
		go func() {
			time.Sleep(time.Hour)
			ready.Unlock()
		}()
		met.meet()
		table.Lock()
	}()
	go func() {
		table.Lock()
		met.meet()
		ready.Lock()
		table.Unlock()
	}()
	met.Wait()
}

// readerWaits has readers and a writer that waits for a slow reader at the end.
func readerWaits(s *Stage) {
	a := &account{}
	go func() {
		a.mu.RLock()
		defer a.mu.RUnlock()
		time.Sleep(time.Hour)
	}()
	Settle()
	go a.deposit()
	Settle()
	for range s.N {
		go func() {
			a.mu.RLock()
			defer a.mu.RUnlock()
		}()
	}
}
