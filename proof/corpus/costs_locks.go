package corpus

import (
	"sync"
	"time"
)

var lockCosts = []shape{
	{kind: "contention", name: "hot", run: hotLock},
	{kind: "contention", name: "writer", run: hotWriter},
	{kind: "contention", name: "one-shard", run: shards("contention", 1)},
	{kind: "contention", name: "healthy-shards", run: shards("", 64)},
	{kind: "contention", name: "healthy-short", run: shortHolds},
	{kind: "contention", name: "healthy-readers", run: manyReaders},

	{kind: "blocking-chain", name: "ladder", run: ladder},
	{kind: "blocking-chain", name: "log", run: slowLog},
	{kind: "blocking-chain", name: "writer", run: chainedWriter},
	{kind: "blocking-chain", name: "healthy-nested", run: nestedAlone},
	{kind: "blocking-chain", name: "healthy-one-lock", run: hotLock},
	{kind: "blocking-chain", name: "healthy-pipeline", run: pipeline},

	{kind: "long-hold", name: "sleep", run: holdAcross(func(s *Stage) { time.Sleep(4 * s.Unit) })},
	{kind: "long-hold", name: "channel", run: holdAcrossChannel},
	{kind: "long-hold", name: "network", run: holdAcrossNetwork},
	{kind: "long-hold", name: "healthy-outside", run: sleepOutside},
	{kind: "long-hold", name: "healthy-compute", run: hotLock},
	{kind: "long-hold", name: "healthy-alone", run: holdAlone},
}

// loop starts a goroutine that does something until the program ends. kind is the
// problem that it has, "" for none.
func (s *Stage) loop(kind string, work func()) {
	go func() { s.repeat(kind, work) }()
}

// repeat is loop in the calling goroutine.
func (s *Stage) repeat(kind string, work func()) {
	if kind != "" {
		s.Has(kind)
	}
	for {
		work()
	}
}

// hotLock has threads that mostly compute under one lock.
func hotLock(s *Stage) {
	var mu sync.Mutex
	for range s.N {
		s.loop("contention", func() {
			mu.Lock()
			Spin(s.Unit)
			mu.Unlock()
			time.Sleep(s.Unit / 4)
		})
	}
}

// hotWriter has readers that wait for a writer most of the time.
func hotWriter(s *Stage) {
	var mu sync.RWMutex
	s.loop("contention", func() {
		mu.Lock()
		Spin(2 * s.Unit)
		mu.Unlock()
		time.Sleep(s.Unit / 2)
	})
	for range s.N {
		s.loop("contention", func() {
			mu.RLock()
			Spin(s.Unit / 50)
			mu.RUnlock()
			time.Sleep(s.Unit / 10)
		})
	}
}

// shards has threads that use a table with some locks.
func shards(kind string, locks int) func(*Stage) {
	return func(s *Stage) {
		table := make([]sync.Mutex, locks)
		for n := range s.N {
			key := n
			s.loop(kind, func() {
				key += s.N
				mu := &table[key%locks]
				mu.Lock()
				Spin(s.Unit / 2)
				mu.Unlock()
				time.Sleep(s.Unit / 4 * time.Duration(locks))
			})
		}
	}
}

// shortHolds has threads that use one lock rarely and shortly.
func shortHolds(s *Stage) {
	var mu sync.Mutex
	for range s.N {
		s.loop("", func() {
			mu.Lock()
			Spin(2 * time.Microsecond)
			mu.Unlock()
			time.Sleep(4 * s.Unit)
		})
	}
}

// manyReaders has readers at the same time.
func manyReaders(s *Stage) {
	var mu sync.RWMutex
	for range s.N {
		s.loop("", func() {
			mu.RLock()
			time.Sleep(s.Unit)
			mu.RUnlock()
			time.Sleep(s.Unit / 2)
		})
	}
}

// ladder has threads that each hold a lock and wait for that of the one before; the
// first sleeps under its lock.
func ladder(s *Stage) {
	locks := make([]sync.Mutex, max(3, s.N))
	s.loop("blocking-chain", func() {
		locks[0].Lock()
		time.Sleep(4 * s.Unit)
		locks[0].Unlock()
		time.Sleep(s.Unit)
	})
	for n := 1; n < len(locks); n++ {
		s.loop("blocking-chain", func() {
			locks[n].Lock()
			locks[n-1].Lock()
			Spin(s.Unit / 20)
			locks[n-1].Unlock()
			locks[n].Unlock()
			time.Sleep(s.Unit / 10)
		})
	}
}

// slowLog has requests that write to a log under the lock of their session; the log
// is flushed under its own lock, and a monitor looks at the sessions.
func slowLog(s *Stage) {
	var log, session sync.Mutex
	s.loop("blocking-chain", func() {
		log.Lock()
		Spin(5 * s.Unit)
		log.Unlock()
		time.Sleep(s.Unit)
	})
	s.loop("blocking-chain", func() {
		session.Lock()
		log.Lock()
		Spin(s.Unit / 20)
		log.Unlock()
		session.Unlock()
		time.Sleep(s.Unit / 20)
	})
	for range s.N {
		s.loop("blocking-chain", func() {
			session.Lock()
			Spin(s.Unit / 20)
			session.Unlock()
			time.Sleep(s.Unit / 10)
		})
	}
}

// chainedWriter has readers behind a writer that waits for a table's lock.
func chainedWriter(s *Stage) {
	var index sync.RWMutex
	var table sync.Mutex
	s.loop("blocking-chain", func() {
		table.Lock()
		time.Sleep(4 * s.Unit)
		table.Unlock()
		time.Sleep(s.Unit)
	})
	s.loop("blocking-chain", func() {
		index.Lock()
		table.Lock()
		Spin(s.Unit / 20)
		table.Unlock()
		index.Unlock()
		time.Sleep(s.Unit / 20)
	})
	for range s.N {
		s.loop("blocking-chain", func() {
			index.RLock()
			Spin(s.Unit / 20)
			index.RUnlock()
			time.Sleep(s.Unit / 10)
		})
	}
}

// nestedAlone has nested locks that no other thread wants.
func nestedAlone(s *Stage) {
	for range s.N {
		var outer, inner sync.Mutex
		s.loop("", func() {
			outer.Lock()
			both(&inner, &sync.Mutex{}, s.Unit)
			time.Sleep(s.Unit)
			outer.Unlock()
			time.Sleep(s.Unit)
		})
	}
}

// pipeline has threads that wait for each other in a chain of channels.
func pipeline(s *Stage) {
	source := make(chan int)
	s.loop("", func() {
		source <- 1
		time.Sleep(2 * s.Unit)
	})
	in := source
	for range s.N {
		out := make(chan int, 1)
		from := in
		s.loop("", func() {
			n := <-from
			Spin(s.Unit / 20)
			select {
			case out <- n:
			default:
			}
		})
		in = out
	}
}

// holdAcross has threads that hold a lock while they do something slow.
func holdAcross(slow func(*Stage)) func(*Stage) {
	return func(s *Stage) {
		var mu sync.Mutex
		for range s.N {
			s.loop("long-hold", func() {
				mu.Lock()
				slow(s)
				mu.Unlock()
				time.Sleep(s.Unit)
			})
		}
	}
}

// holdAcrossChannel waits for answers under a lock.
func holdAcrossChannel(s *Stage) {
	ask, answer := make(chan int), make(chan int)
	go func() {
		for n := range ask {
			time.Sleep(3 * s.Unit)
			answer <- n
		}
	}()
	holdAcross(func(*Stage) {
		ask <- 1
		<-answer
	})(s)
}

// holdAcrossNetwork reads answers of a slow server under a lock.
func holdAcrossNetwork(s *Stage) {
	conn := s.slowServer(3 * s.Unit)()
	holdAcross(func(*Stage) { exchange(conn) })(s)
}

// sleepOutside takes a copy under the lock, and sleeps without it.
func sleepOutside(s *Stage) {
	var mu sync.Mutex
	for range s.N {
		s.loop("", func() {
			mu.Lock()
			Spin(2 * time.Microsecond)
			mu.Unlock()
			time.Sleep(4 * s.Unit)
		})
	}
}

// holdAlone sleeps under locks that no other thread wants.
func holdAlone(s *Stage) {
	for range s.N {
		var mu sync.Mutex
		s.loop("", func() {
			mu.Lock()
			time.Sleep(4 * s.Unit)
			mu.Unlock()
		})
	}
}
