package corpus

import (
	"context"
	"sync"
	"time"
)

var leaks = []shape{
	{kind: "leak", name: "no-receiver", run: leakSenders},
	{kind: "leak", name: "no-close", run: leakRanges},
	{kind: "leak", name: "no-cancel", run: leakWatchers},
	{kind: "leak", name: "no-signal", run: leakCondition},
	{kind: "leak", name: "registered", run: leakRegistered,
		beyond: "a live registry still refers to the channels of goroutines that it forgot to stop"},
	{kind: "leak", name: "healthy-subscribers", run: subscribers},
	{kind: "leak", name: "healthy-sessions", run: sessions},
	{kind: "leak", name: "healthy-timeouts", run: timeouts},
	{kind: "leak", name: "healthy-buffered", run: bufferedResults},
}

// requests runs a handler again and again, up to a number of times.
func requests(s *Stage, handle func()) {
	for range 3 + 2*s.N {
		handle()
		time.Sleep(s.Unit)
	}
}

// leakSenders has requests without a reader of their result after a timeout.
func leakSenders(s *Stage) {
	requests(s, func() {
		result := make(chan int)
		go func() {
			s.Has("leak")
			time.Sleep(s.Unit)
			result <- 1
		}()
		select {
		case <-result:
			panic("too early")
		default:
		}
	})
}

// leakRanges has readers of channels that are never closed.
func leakRanges(s *Stage) {
	requests(s, func() {
		lines := make(chan string)
		go func() {
			s.Has("leak")
			for range lines {
			}
		}()
		for range 3 {
			lines <- "a line"
		}
	})
}

// leakWatchers has watchers of contexts that are never cancelled.
func leakWatchers(s *Stage) {
	requests(s, func() {
		ctx, cancel := context.WithCancel(context.Background())
		forget(cancel)
		changes := make(chan int)
		go func() {
			s.Has("leak")
			for {
				select {
				case <-ctx.Done():
					return
				case <-changes:
				}
			}
		}()
	})
}

// forget drops a function without a call.
func forget(context.CancelFunc) {}

// leakCondition has waiters of conditions without a signal.
func leakCondition(s *Stage) {
	requests(s, func() {
		ready := sync.NewCond(&sync.Mutex{})
		go func() {
			s.Has("leak")
			ready.L.Lock()
			defer ready.L.Unlock()
			ready.Wait()
		}()
	})
}

// leakRegistered has sessions that end without their entries in a registry.
func leakRegistered(s *Stage) {
	var registry []chan int
	requests(s, func() {
		inbox := make(chan int)
		registry = append(registry, inbox)
		go func() {
			s.Has("leak")
			<-inbox
		}()
	})
	s.Keep(registry)
}

// subscribers come one after the other and wait for news, which never comes.
func subscribers(s *Stage) {
	topics := map[int]chan string{}
	for n := range 8 + s.N {
		news := make(chan string)
		topics[n] = news
		go func() { <-news }()
		time.Sleep(s.length / 40)
	}
	s.Keep(topics)
}

// sessions come and go all the time; the last ones are open at the end.
func sessions(s *Stage) {
	for n := 0; !s.Over(); n++ {
		inbox := make(chan int)
		go func() {
			<-inbox
			<-inbox
		}()
		go func() {
			inbox <- n
			time.Sleep(3 * s.Unit)
			inbox <- n
		}()
		time.Sleep(s.Unit)
	}
}

// timeouts has many goroutines that wait for a result or a late timeout.
func timeouts(s *Stage) {
	requests(s, func() {
		never := make(chan int)
		go func() {
			select {
			case <-never:
			case <-time.After(time.Hour):
			}
		}()
	})
}

// bufferedResults is the repair of leakSenders: the result has room.
func bufferedResults(s *Stage) {
	requests(s, func() {
		result := make(chan int, 1)
		go func() {
			time.Sleep(s.Unit)
			result <- 1
		}()
	})
}
