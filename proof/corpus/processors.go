package corpus

import (
	"math"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
)

var processors = []shape{
	{kind: "oversubscription", name: "compute", run: computeAlways, alone: true},
	{kind: "oversubscription", name: "requests", run: computeRequests, alone: true},
	{kind: "oversubscription", name: "half", run: computeHalf, alone: true},
	{kind: "oversubscription", name: "healthy-one", run: computeOne, alone: true},
	{kind: "oversubscription", name: "healthy-sleepers", run: sleepers, alone: true},
	{kind: "oversubscription", name: "healthy-idle", run: idlePool, alone: true},

	{kind: "gc-pressure", name: "small", run: allocates(64, 1000, 0), alone: true},
	{kind: "gc-pressure", name: "large", run: allocates(1<<20, 1, 0), alone: true},
	{kind: "gc-pressure", name: "tight", run: allocates(256, 200, 5), alone: true},
	{kind: "gc-pressure", name: "healthy-reuse", run: reusesBuffers, alone: true},
	{kind: "gc-pressure", name: "healthy-large-heap", run: largeHeap, alone: true},
	{kind: "gc-pressure", name: "healthy-sleepers", run: sleepers, alone: true},

	{kind: "imbalance", name: "partition", run: partition(oneLarge), alone: true},
	{kind: "imbalance", name: "growing", run: partition(growing), alone: true},
	{kind: "imbalance", name: "new-threads", run: newThreads, alone: true},
	{kind: "imbalance", name: "keys", run: skewedKeys, alone: true,
		beyond: "nothing waits for the end of a round of work, which comes over channels"},
	{kind: "imbalance", name: "healthy-equal", run: partition(func(int) float64 { return 4 }), alone: true},
	{kind: "imbalance", name: "healthy-shared", run: sharedQueue, alone: true},
	{kind: "imbalance", name: "healthy-idle", run: idlePool, alone: true},

	{kind: "serialization", name: "merge", run: phases(4, 3), alone: true},
	{kind: "serialization", name: "barrier", run: barrierPhases, alone: true},
	{kind: "serialization", name: "start", run: serialStart, alone: true},
	{kind: "serialization", name: "mostly", run: phases(12, 1), alone: true},
	{kind: "serialization", name: "healthy-parallel", run: phases(0, 6), alone: true},
	{kind: "serialization", name: "healthy-idle", run: phases(0, 0), alone: true},
	{kind: "serialization", name: "healthy-pool", run: sharedQueue, alone: true},
}

// parallel is the number of processors that the program may use.
func parallel() int { return runtime.GOMAXPROCS(0) }

// computeAlways has far more threads that compute than processors.
func computeAlways(s *Stage) {
	for range 4*parallel() + s.N {
		s.loop("oversubscription", func() { Spin(s.Unit) })
	}
}

// computeRequests has requests that come faster than the processors can do them.
func computeRequests(s *Stage) {
	s.loop("", func() {
		for range 2 * parallel() {
			go func() {
				s.Has("oversubscription")
				Spin(20 * time.Millisecond)
			}()
		}
		time.Sleep(25 * time.Millisecond)
	})
}

// computeHalf has many threads that compute half of the time.
func computeHalf(s *Stage) {
	for range 6*parallel() + s.N {
		s.loop("oversubscription", func() {
			Spin(5 * time.Millisecond)
			time.Sleep(5 * time.Millisecond)
		})
	}
}

// computeOne has one thread that computes, and many that hardly do.
func computeOne(s *Stage) {
	s.loop("", func() {
		Spin(s.Unit / 2)
		time.Sleep(s.Unit / 2)
	})
	sleepers(s)
}

// sleepers has many threads that hardly compute.
func sleepers(s *Stage) {
	for n := range 4*parallel() + s.N {
		s.loop("", func() {
			Spin(s.Unit / 100)
			time.Sleep(10*s.Unit + time.Duration(n)*s.Unit/7)
		})
	}
}

// allocates has threads that always allocate and keep some of it. percent is the
// target of the collector, 0 for the usual one.
func allocates(size, kept, percent int) func(*Stage) {
	return func(s *Stage) {
		if percent > 0 {
			debug.SetGCPercent(percent)
		}
		for range s.N {
			ring := make([][]byte, kept)
			n := 0
			s.loop("gc-pressure", func() {
				for range 100 {
					n++
					ring[n%kept] = make([]byte, size)
				}
			})
		}
	}
}

// reusesBuffers works in buffers that it allocated once.
func reusesBuffers(s *Stage) {
	for range s.N {
		buffer := make([]byte, 1<<16)
		s.loop("", func() {
			for n := range buffer {
				buffer[n]++
			}
			time.Sleep(s.Unit)
		})
	}
}

// largeHeap keeps much and allocates little, with one collection.
func largeHeap(s *Stage) {
	s.Keep(make([][64]byte, 1<<18))
	runtime.GC()
	sleepers(s)
}

// oneLarge and growing are shares of workers: more than the others have together.
func oneLarge(worker int) float64 { return 1 + 19*float64(max(0, 1-worker)) }

func growing(worker int) float64 { return 20 / math.Pow(4, float64(worker)) }

// partition has workers with a fixed share of each round's work, all of which wait
// for the last one.
func partition(share func(worker int) float64) func(*Stage) {
	return func(s *Stage) {
		n := max(3, min(s.N, 6))
		start := make([]chan bool, n)
		var round sync.WaitGroup
		for worker := range n {
			start[worker] = make(chan bool)
			go func() {
				s.Has("imbalance")
				for range start[worker] {
					work(time.Duration(share(worker) * float64(s.Unit)))
					round.Done()
				}
			}()
		}
		s.loop("imbalance", func() {
			round.Add(n)
			for _, c := range start {
				c <- true
			}
			round.Wait()
		})
		s.Keep(start)
	}
}

// newThreads starts the workers of each round anew. One has most of the work.
func newThreads(s *Stage) {
	s.loop("imbalance", func() {
		var round sync.WaitGroup
		const n = 3 // with more, the other shares would add up to the largest
		round.Add(n)
		for worker := range n {
			go func() {
				s.Has("imbalance")
				work(time.Duration(oneLarge(worker) * float64(s.Unit)))
				round.Done()
			}()
		}
		round.Wait()
	})
}

// work computes as much as fits into a time on a free processor. Unlike that of
// Spin, its work is the same if the thread has to wait for a processor.
func work(length time.Duration) {
	steps(int(float64(length) * workSpeed()))
}

// steps does some steps of work. The result keeps the compiler from leaving it out.
func steps(n int) {
	x := uint64(1)
	for range n {
		x = x*6364136223846793005 + 1442695040888963407
	}
	lastStep.Store(x)
}

var lastStep atomic.Uint64

// workSpeed returns how many steps take a nanosecond.
var workSpeed = sync.OnceValue(func() float64 {
	const some = 1_000_000
	best := time.Hour
	for range 5 {
		start := time.Now()
		steps(some)
		best = min(best, time.Since(start))
	}
	return some / float64(best)
})

// skewedKeys has a worker for each key, and most work has one key.
func skewedKeys(s *Stage) {
	workers := make([]chan int, max(3, s.N))
	for n := range workers {
		workers[n] = make(chan int, 4)
		go func() {
			s.Has("imbalance")
			for range workers[n] {
				Spin(s.Unit)
			}
		}()
	}
	s.Keep(workers)
	n := 0
	s.loop("", func() {
		key := 0
		if n%10 == 0 {
			key = n / 10 % len(workers)
		}
		workers[key] <- n
		n++
	})
}

// sharedQueue has workers that take equal work from one queue.
func sharedQueue(s *Stage) {
	jobs := make(chan int)
	for range max(3, s.N) {
		go func() {
			for range jobs {
				Spin(s.Unit / 2)
			}
		}()
	}
	s.Keep(jobs)
	s.loop("", func() {
		jobs <- 1
		time.Sleep(s.Unit / 4)
	})
}

// phases has a thread that alternately computes alone and has all workers compute,
// each for some units. Without both, it pauses.
func phases(alone, together int) func(*Stage) {
	return func(s *Stage) {
		n := max(3, s.N)
		jobs := make(chan int)
		var phase sync.WaitGroup
		for range n {
			go func() {
				if alone > 0 {
					s.Has("serialization")
				}
				for range jobs {
					Spin(s.Unit * time.Duration(together) / time.Duration(n) * time.Duration(parallel()))
					phase.Done()
				}
			}()
		}
		s.Keep(jobs)
		s.loop("", func() {
			if alone == 0 && together == 0 {
				time.Sleep(10 * s.Unit)
			}
			Spin(time.Duration(alone) * s.Unit)
			phase.Add(n)
			for range n {
				jobs <- 1
			}
			phase.Wait()
		})
	}
}

// barrierPhases has equal threads of which one does the work between two barriers.
func barrierPhases(s *Stage) {
	var mu sync.Mutex
	n, round, come := max(3, s.N), 0, 0
	turn := sync.NewCond(&mu)
	for range n {
		s.loop("serialization", func() {
			Spin(s.Unit / 10)
			mu.Lock()
			mine := round
			come++
			last := come == n
			if last {
				come = 0
			}
			for !last && round == mine {
				turn.Wait()
			}
			mu.Unlock()
			if last {
				Spin(5 * s.Unit)
				mu.Lock()
				round++
				mu.Unlock()
				turn.Broadcast()
			}
		})
	}
	s.Keep(turn)
}

// serialStart has one thread that prepares for a third of the run while all wait.
func serialStart(s *Stage) {
	ready := make(chan struct{})
	for range max(3, s.N) {
		go func() {
			s.Has("serialization")
			<-ready
			for {
				Spin(s.Unit)
			}
		}()
	}
	go func() {
		Spin(s.length / 3)
		close(ready)
	}()
}
