package corpus

import (
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// A board has news for clients that poll it.
type board struct {
	mu   sync.Mutex
	news chan int // closed by the next news
}

// next waits for the next news.
func (b *board) next() {
	b.mu.Lock()
	news := b.news
	b.mu.Unlock()
	<-news
}

func (b *board) post() {
	b.mu.Lock()
	defer b.mu.Unlock()
	close(b.news)
	b.news = make(chan int)
}

// pollBroadcast has clients that wait for news, which come in an hour.
func pollBroadcast(s *Stage) {
	b := &board{news: make(chan int)}
	s.Keep(b)
	for range s.N {
		go func() { s.repeat("", b.next) }()
	}
	go func() {
		s.repeat("", func() {
			for range 5 {
				time.Sleep(s.Unit)
				b.post()
			}
			lasts()
		})
	}()
}

// pollCondition has clients at a condition, with news that come in an hour.
func pollCondition(s *Stage) {
	b := newBox()
	s.Keep(b)
	for range s.N {
		go func() { s.repeat("", b.take) }()
	}
	go func() {
		s.repeat("", func() {
			for range 5 {
				time.Sleep(s.Unit)
				b.put(s.N, b.ready.Broadcast)
			}
			lasts()
		})
	}()
}

// maintenanceRuns has a goroutine that computes to the end under the lock of all.
func maintenanceRuns(s *Stage) {
	maintenance(s, func() {
		for !s.Over() {
			Spin(s.Unit)
		}
		lasts()
	})
}

// maintenanceWrites has one that writes to a disk.
func maintenanceWrites(s *Stage) {
	maintenance(s, func() {
		f, err := os.CreateTemp("", "corpus")
		check(err)
		check(os.Remove(f.Name()))
		for {
			_, err := f.WriteAt([]byte("a line"), 0)
			check(err)
			check(f.Sync())
		}
	})
}

// maintenance has users of a journal, and work under its lock.
func maintenance(s *Stage, work func()) {
	j := &journal{}
	s.Keep(j)
	j.serve(s)
	go func() {
		j.mu.Lock()
		defer j.mu.Unlock()
		work()
	}()
}

// testAwaitsEnd has a test that waits for workers which compute, and parallel ones that
// wait for its end.
func testAwaitsEnd(s *Stage) {
	var workers sync.WaitGroup
	serial := make(chan bool)
	for range 2 {
		workers.Go(func() {
			for {
				Spin(s.Unit / 10)
				time.Sleep(s.Unit)
			}
		})
	}
	for range s.N {
		go func() { <-serial }()
	}
	go func() {
		workers.Wait()
		close(serial)
	}()
}

// tokenBucket has a queue for tokens that come by a ticker.
func tokenBucket(s *Stage) {
	tokens := make(chan bool)
	for range s.N {
		go func() { s.repeat("", func() { <-tokens }) }()
	}
	go func() {
		for range time.Tick(s.length / 15) {
			tokens <- true
		}
	}()
}

// barrierLast has rounds of work. In the last one all wait for one that computes on.
func barrierLast(s *Stage) {
	var round atomic.Pointer[sync.WaitGroup]
	next := func() { group := new(sync.WaitGroup); group.Add(s.N); round.Store(group) }
	next()
	starts := make(chan bool)
	s.Keep(starts)
	for n := range s.N {
		go func() {
			s.repeat("", func() {
				<-starts
				group := round.Load()
				Spin(s.Unit / 20)
				if n == 0 && s.length/3 < time.Since(s.start) {
					for !s.Over() {
						Spin(s.Unit)
					}
					lasts()
				}
				group.Done()
				group.Wait()
			})
		}()
	}
	go func() {
		s.repeat("", func() {
			group := round.Load()
			for range s.N {
				starts <- true
			}
			group.Wait()
			next()
		})
	}()
}

// standbys has candidates at the lock of a leader that sleeps and renews its term.
func standbys(s *Stage) {
	lead, term := new(sync.Mutex), new(tally)
	s.Keep(lead)
	for range s.N {
		go func() {
			lead.Lock()
			for {
				term.Add(1)
				time.Sleep(s.length / 12)
			}
		}()
	}
}

// hangEnds has a hub that stops for a third of the run, until a subscriber wakes up.
func hangEnds(s *Stage) {
	h := &newsHub{}
	s.Keep(h)
	for range s.N {
		news := h.join()
		go func() {
			for range news {
			}
		}()
	}
	slow := h.join()
	go func() {
		for event := range slow {
			if event == goodbye {
				time.Sleep(s.length / 3)
			}
		}
	}()
	for range s.N {
		go func() {
			s.repeat("", func() {
				h.publish(0)
				s.pause()
			})
		}()
	}
	h.sent.atLeast(2 * s.N)
	go h.publish(goodbye, 0)
}

// serve starts users of a journal, and returns once all of them have used it for a while.
func (j *journal) serve(s *Stage) {
	for range s.N {
		go func() {
			s.repeat("", func() {
				j.add()
				s.pause()
			})
		}()
	}
	j.added.atLeast(3 * s.N)
}
