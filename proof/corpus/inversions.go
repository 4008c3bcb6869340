package corpus

import (
	"sync"
	"time"
)

var inversions = []shape{
	{kind: "lock-order-inversion", name: "turns", run: inTurns},
	{kind: "lock-order-inversion", name: "transfer", run: transferBothWays},
	{kind: "lock-order-inversion", name: "ring", run: ringInTurns},
	{kind: "lock-order-inversion", name: "readers-writers", run: readersAndWriters},
	{kind: "lock-order-inversion", name: "healthy-ordered", run: transferOrdered},
	{kind: "lock-order-inversion", name: "healthy-gate", run: behindGate},
	{kind: "lock-order-inversion", name: "healthy-joined", run: joinedPhases},
	{kind: "lock-order-inversion", name: "healthy-readers", run: onlyReaders},
	{kind: "lock-order-inversion", name: "healthy-try", run: triesSecond},
	{kind: "lock-order-inversion", name: "healthy-channel", run: channelBetween,
		beyond: "a channel keeps the orders apart, and messages over channels do not count"},
}

// both takes two locks, one after the other.
func both(first, second sync.Locker, unit time.Duration) {
	first.Lock()
	second.Lock()
	Spin(unit / 20)
	second.Unlock()
	first.Unlock()
}

// alone runs one thread after the other, without a join that any run must have.
func alone(threads ...func()) {
	for _, thread := range threads {
		done := make(chan bool, 1)
		go func() {
			thread()
			done <- true
		}()
		<-done
	}
}

// inTurns has threads that take two locks in both orders, at different times.
func inTurns(s *Stage) {
	var a, b sync.Mutex
	for range s.N {
		alone(
			func() { s.Has("lock-order-inversion"); both(&a, &b, s.Unit) },
			func() { s.Has("lock-order-inversion"); both(&b, &a, s.Unit) })
	}
}

// transfer moves a value and locks the source first.
func transfer(from, to *account) {
	from.mu.Lock()
	defer from.mu.Unlock()
	to.mu.Lock()
	defer to.mu.Unlock()
	from.value--
	to.value++
}

// transferBothWays has accounts of which two have transfers both ways.
func transferBothWays(s *Stage) {
	accounts := make([]account, s.N+1)
	for n := range s.N {
		alone(func() {
			if n == 0 {
				s.Has("lock-order-inversion")
			}
			transfer(&accounts[n], &accounts[n+1])
		})
	}
	alone(func() { s.Has("lock-order-inversion"); transfer(&accounts[1], &accounts[0]) })
}

// ringInTurns has three to five locks; each thread takes one and the next one.
func ringInTurns(s *Stage) {
	locks := make([]sync.Mutex, min(max(3, s.N), 5))
	for n := range locks {
		alone(func() {
			s.Has("lock-order-inversion")
			both(&locks[n], &locks[(n+1)%len(locks)], s.Unit)
		})
	}
}

// readersAndWriters reads under one lock and writes under the other, both ways.
func readersAndWriters(s *Stage) {
	var index, store sync.RWMutex
	for range s.N {
		alone(
			func() { s.Has("lock-order-inversion"); both(index.RLocker(), &store, s.Unit) },
			func() { s.Has("lock-order-inversion"); both(store.RLocker(), &index, s.Unit) })
	}
}

// transferOrdered has transfers in all directions, with the lower account first.
func transferOrdered(s *Stage) {
	accounts := make([]account, s.N+1)
	for range 2 * s.N {
		go func() {
			for from := 0; !s.Over(); from++ {
				low, high := from%s.N, from%s.N+1
				accounts[low].mu.Lock()
				accounts[high].mu.Lock()
				Spin(s.Unit / 50)
				accounts[high].mu.Unlock()
				accounts[low].mu.Unlock()
				time.Sleep(s.Unit)
			}
		}()
	}
}

// behindGate has both orders, but only behind a third lock.
func behindGate(s *Stage) {
	var gate, a, b sync.Mutex
	for range s.N {
		alone(
			func() { gate.Lock(); both(&a, &b, s.Unit); gate.Unlock() },
			func() { gate.Lock(); both(&b, &a, s.Unit); gate.Unlock() })
	}
}

// joinedPhases has both orders, in phases with a join between them.
func joinedPhases(s *Stage) {
	var a, b sync.Mutex
	for range 3 {
		for _, order := range [][2]*sync.Mutex{{&a, &b}, {&b, &a}} {
			var phase sync.WaitGroup
			for range s.N {
				phase.Go(func() {
					time.Sleep(s.Unit) // so that the join waits
					both(order[0], order[1], s.Unit)
				})
			}
			phase.Wait()
		}
	}
}

// onlyReaders has both orders of two locks, all for reading.
func onlyReaders(s *Stage) {
	var index, store sync.RWMutex
	for range s.N {
		alone(
			func() { both(index.RLocker(), store.RLocker(), s.Unit) },
			func() { both(store.RLocker(), index.RLocker(), s.Unit) })
	}
}

// triesSecond has both orders, but only tries the second lock.
func triesSecond(s *Stage) {
	var a, b sync.Mutex
	try := func(first, second *sync.Mutex) func() {
		return func() {
			first.Lock()
			if second.TryLock() {
				second.Unlock()
			}
			first.Unlock()
		}
	}
	for range s.N {
		alone(try(&a, &b), try(&b, &a))
	}
}

// channelBetween has a first user of both locks that sends a message to the second
// one at its end, in every run.
func channelBetween(s *Stage) {
	var a, b sync.Mutex
	finished := make(chan bool)
	go func() {
		both(&a, &b, s.Unit)
		finished <- true
	}()
	go func() {
		<-finished
		both(&b, &a, s.Unit)
	}()
	Settle()
}
