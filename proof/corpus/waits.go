package corpus

import (
	"context"
	"sync"
	"time"
)

var longWaits = []shape{
	{kind: "long-wait", name: "leader", run: leader},
	{kind: "long-wait", name: "writer", run: writerWaits},
	{kind: "long-wait", name: "chain", run: waitChain},
	{kind: "long-wait", name: "healthy-short", run: shortWaits},
	{kind: "long-wait", name: "healthy-ended", run: endedWaits},
	{kind: "long-wait", name: "healthy-channel", run: channelWaits},
}

var pileUps = []shape{
	{kind: "pile-up", name: "registry", run: pileUpAt(func(s *Stage) func() {
		inbox := make(chan int)
		s.Keep(inbox)
		return func() { <-inbox }
	})},
	{kind: "pile-up", name: "context", run: pileUpAt(func(s *Stage) func() {
		ctx, cancel := context.WithCancel(context.Background())
		s.Keep(cancel)
		return func() { <-ctx.Done() }
	})},
	{kind: "pile-up", name: "condition", run: pileUpAt(func(s *Stage) func() {
		ready := sync.NewCond(&sync.Mutex{})
		s.Keep(ready)
		return func() {
			ready.L.Lock()
			defer ready.L.Unlock()
			ready.Wait()
		}
	})},
	{kind: "pile-up", name: "healthy-pool", run: bigPool},
	{kind: "pile-up", name: "healthy-visitors", run: visitors},
	{kind: "pile-up", name: "healthy-recycled", run: recycled},
}

// leader has a lock with an owner that leads until the end, with small works.
func leader(s *Stage) {
	var lead sync.Mutex
	led := make(chan bool)
	go func() {
		lead.Lock()
		defer lead.Unlock()
		led <- true
		for {
			Spin(s.Unit / 10)
			time.Sleep(2 * s.Unit)
		}
	}()
	<-led
	for range s.N {
		go func() {
			s.Has("long-wait")
			lead.Lock()
		}()
	}
}

// writerWaits has a writer behind a reader that sleeps.
func writerWaits(s *Stage) {
	a := &account{}
	reading := make(chan bool)
	for range s.N {
		go func() {
			a.mu.RLock()
			defer a.mu.RUnlock()
			reading <- true
			time.Sleep(time.Hour)
		}()
		<-reading
	}
	go func() {
		s.Has("long-wait")
		a.deposit()
	}()
}

// waitChain has a chain of owners, of which the last one works on.
func waitChain(s *Stage) {
	locks := make([]sync.Mutex, s.N)
	for n := range s.N {
		held := make(chan bool)
		go func() {
			locks[n].Lock()
			defer locks[n].Unlock()
			if n > 0 {
				s.Has("long-wait")
			}
			held <- true
			if n > 0 {
				locks[n-1].Lock()
				defer locks[n-1].Unlock()
			}
			for {
				time.Sleep(s.Unit)
			}
		}()
		<-held
	}
}

// shortWaits has a busy lock without long waits.
func shortWaits(s *Stage) {
	var mu sync.Mutex
	for range s.N {
		go func() {
			for {
				mu.Lock()
				Spin(s.Unit / 20)
				mu.Unlock()
				time.Sleep(s.Unit)
			}
		}()
	}
}

// endedWaits has long waits that end before the last quarter of the run.
func endedWaits(s *Stage) {
	var mu sync.Mutex
	mu.Lock()
	for range s.N {
		go func() {
			mu.Lock()
			Spin(s.Unit / 20)
			mu.Unlock()
		}()
	}
	time.Sleep(s.length / 4)
	mu.Unlock()
}

// channelWaits has long waits for a channel, which has no owner.
func channelWaits(s *Stage) {
	idlePool(s)
	longPoll(s)
}

// pileUpAt starts threads one after the other that all wait at one place.
func pileUpAt(place func(*Stage) (wait func())) func(*Stage) {
	return func(s *Stage) {
		wait := place(s)
		n := 10 + s.N
		for range n {
			go func() {
				s.Has("pile-up")
				wait()
			}()
			time.Sleep(s.length * 12 / 10 / time.Duration(n))
		}
	}
}

// bigPool starts all its workers at once.
func bigPool(s *Stage) {
	jobs := make(chan int)
	s.Keep(jobs)
	for range 10 + s.N {
		go func() {
			for range jobs {
				Spin(s.Unit / 20)
			}
		}()
	}
	for range 50 {
		jobs <- 1
		time.Sleep(s.Unit)
	}
}

// visitors come one after the other and end.
func visitors(s *Stage) {
	for n := 10 + s.N; n > 0; n-- {
		left := make(chan int)
		go func() { <-left }()
		time.Sleep(s.length / 2 / time.Duration(10+s.N))
		left <- n
	}
}

// recycled starts workers one after the other that all keep getting jobs.
func recycled(s *Stage) {
	jobs := make(chan int)
	go func() {
		for {
			jobs <- 1
			time.Sleep(s.Unit / 4)
		}
	}()
	for n := 10 + s.N; n > 0; n-- {
		go func() {
			for range jobs {
				Spin(s.Unit / 50)
			}
		}()
		time.Sleep(s.length / 2 / time.Duration(10+s.N))
	}
}
