package corpus

import (
	"context"
	"fmt"
	"net"
	"sync/atomic"
	"time"
)

// socketToSelf has a display that reads a line from a connection with its lock. The other
// end of the connection is in the program, and wants the lock before it writes.
func socketToSelf(s *Stage) {
	j := &journal{}
	s.Keep(j)
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	near, err := net.Dial("tcp", ln.Addr().String())
	check(err)
	far, err := ln.Accept()
	check(err)
	for range s.N {
		go func() {
			s.repeat(Hang, func() {
				j.add()
				s.pause()
			})
		}()
	}
	j.added.atLeast(3 * s.N)
	reading := make(chan bool)
	go func() {
		s.hungRoot(true)
		j.mu.Lock()
		defer j.mu.Unlock()
		close(reading)
		near.Read(make([]byte, 1))
	}()
	<-reading
	go func() {
		s.hung()
		j.add()
		fmt.Fprintln(far, "a line")
	}()
}

// crawlerDone has workers of a queue that only they fill. All pages are fetched; the next
// ones come in an hour.
func crawlerDone(s *Stage) {
	c := &crawler{queue: make(chan int, 2*s.N)}
	s.Keep(c)
	for range s.N {
		c.queue <- 0
	}
	for range s.N {
		go c.work(func(page int) int { return max(0, 1-page/8) }, func() { time.Sleep(s.Unit / 4) })
	}
	go func() {
		lasts()
		c.queue <- 0
	}()
}

// consumerPaused has senders at a full channel, whose receiver waits for a lock that a
// sleeping goroutine has.
func consumerPaused(s *Stage) {
	j, items := &journal{}, make(chan int, 4)
	s.Keep(j)
	var sent tally
	for range s.N {
		go func() {
			s.repeat("", func() {
				items <- 1
				sent.Add(1)
				s.pause()
			})
		}()
	}
	go func() {
		for range items {
			j.add()
		}
	}()
	sent.atLeast(3 * s.N)
	go func() {
		j.mu.Lock()
		defer j.mu.Unlock()
		lasts()
	}()
}

// collectorRestarted has senders whose receiver ends occasionally. A supervisor starts the
// next one after a pause, the last of which lasts.
func collectorRestarted(s *Stage) {
	results := make(chan int)
	for range s.N {
		go func() { s.repeat("", func() { results <- 1 }) }()
	}
	go func() {
		for restart := range 4 {
			ended := make(chan bool)
			go func() {
				for range 2 * s.N {
					<-results
				}
				close(ended)
			}()
			<-ended
			time.Sleep(s.Unit)
			if restart == 3 {
				lasts()
			}
		}
	}()
}

// subscriberWaits has a publisher that sends under a lock to a subscriber that waits for
// news of another source, or for a timer.
func subscriberWaits(s *Stage) {
	h, other := &newsHub{}, make(chan int)
	s.Keep(h)
	s.Keep(other)
	for n := range s.N {
		news := h.join()
		go func() {
			for event := range news {
				if n == 0 && event == goodbye {
					select {
					case <-other:
					case <-time.After(time.Hour):
					}
				}
			}
		}()
	}
	for range s.N {
		go func() {
			s.repeat("", func() {
				h.publish(0)
				s.pause()
			})
		}()
	}
	h.sent.atLeast(3 * s.N)
	go h.publish(goodbye, 0)
}

// holderJoinsReaders has a holder that waits for goroutines which read from a network.
func holderJoinsReaders(s *Stage) {
	j, dial := &journal{}, s.slowServer(time.Hour)
	s.Keep(j)
	j.serve(s)
	go j.flush(3, func() { exchange(dial()) })
}

// hubPatient has a hub whose publisher gives up after an hour: until then, it looks like
// one that waits without end for a subscriber that wants its lock.
func hubPatient(s *Stage) {
	h := &newsHub{}
	s.Keep(h)
	var leaving atomic.Bool
	news := h.join()
	publish := func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
		defer cancel()
		select {
		case news <- 1:
			h.sent.Add(1)
		case <-ctx.Done():
		}
	}
	for range s.N {
		go func() {
			s.repeat("", func() {
				publish()
				s.pause()
			})
		}()
	}
	go func() {
		for range news {
			if leaving.Load() {
				h.leave(news)
			}
		}
	}()
	h.sent.atLeast(3 * s.N)
	leaving.Store(true)
}
