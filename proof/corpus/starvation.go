package corpus

import (
	"sync"
	"time"
)

var starving = []shape{
	{kind: "starvation", name: "greedy", run: greedy(1), alone: true},
	{kind: "starvation", name: "greedy-many", run: greedy(3), alone: true},
	{kind: "starvation", name: "batches", run: greedyBatches, alone: true},
	{kind: "starvation", name: "healthy-equal", run: hotLock, alone: true},
	{kind: "starvation", name: "healthy-rare", run: rareUser, alone: true},
	{kind: "starvation", name: "healthy-short", run: shortHolds, alone: true},
}

// greedy has threads that take a lock again as soon as they have released it, and
// one that comes back after a pause: it is overtaken again and again.
func greedy(threads int) func(*Stage) {
	return func(s *Stage) {
		var mu sync.Mutex
		for range threads {
			s.loop("", func() {
				mu.Lock()
				Spin(20 * time.Microsecond)
				mu.Unlock()
			})
		}
		s.loop("starvation", func() {
			mu.Lock()
			Spin(20 * time.Microsecond)
			mu.Unlock()
			time.Sleep(20 * time.Microsecond)
		})
	}
}

// greedyBatches has a thread that works through long batches, with the lock for each
// item, and others that want it once.
func greedyBatches(s *Stage) {
	var mu sync.Mutex
	s.loop("", func() {
		for range 500 {
			mu.Lock()
			Spin(20 * time.Microsecond)
			mu.Unlock()
		}
	})
	for range min(s.N, 3) {
		s.loop("starvation", func() {
			mu.Lock()
			Spin(2 * time.Microsecond)
			mu.Unlock()
			time.Sleep(s.Unit / 4)
		})
	}
}

// rareUser has a thread that uses a lock rarely and gets it at once.
func rareUser(s *Stage) {
	var mu sync.Mutex
	for n := range s.N {
		s.loop("", func() {
			mu.Lock()
			Spin(2 * time.Microsecond)
			mu.Unlock()
			time.Sleep(s.Unit * time.Duration(2+10*n))
		})
	}
}
