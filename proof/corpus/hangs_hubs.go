package corpus

import "sync"

// A newsHub sends events to its subscribers, under its lock.
type newsHub struct {
	mu          sync.Mutex
	subscribers []chan int
	sent        tally
}

// goodbye is the event after which a subscriber leaves.
const goodbye = -1

func (h *newsHub) join() chan int {
	h.mu.Lock()
	defer h.mu.Unlock()
	news := make(chan int)
	h.subscribers = append(h.subscribers, news)
	return news
}

func (h *newsHub) leave(news chan int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for n, s := range h.subscribers {
		if s == news {
			h.subscribers = append(h.subscribers[:n:n], h.subscribers[n+1:]...)
			return
		}
	}
}

func (h *newsHub) publish(events ...int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, news := range h.subscribers {
		for _, event := range events {
			news <- event
		}
	}
	h.sent.Add(1)
}

// follow handles events until one ends the subscription.
func (h *newsHub) follow(s *Stage, news chan int) {
	for event := range news {
		if event == goodbye {
			s.hung()
			s.Has("deadlock")
			h.leave(news)
			return
		}
	}
}

// hubSendsLocked has a subscriber that leaves while the hub, under its lock, has another
// event for it. All publishers queue for the lock, and other subscribers get no news.
func hubSendsLocked(s *Stage) {
	h := &newsHub{}
	s.Keep(h)
	for n := range s.N {
		news := h.join()
		go func() {
			if n > 0 {
				s.hungPerhaps()
			}
			h.follow(s, news)
		}()
	}
	trouble := make(chan bool)
	for range s.N {
		go func() {
			s.hung()
			for event := 0; ; event++ {
				select {
				case <-trouble:
					s.hungRoot(true)
					h.publish(goodbye, event)
				default:
					h.publish(event)
				}
				s.pause()
			}
		}()
	}
	h.sent.atLeast(3 * s.N)
	trouble <- true
}

// hubSlowSubscriber has a subscriber that needs hours for an event. The publisher waits
// for it under the lock, and the other publishers for the lock.
func hubSlowSubscriber(s *Stage) {
	h := &newsHub{}
	s.Keep(h)
	for n := range s.N {
		news := h.join()
		go func() {
			for event := range news {
				if n == 0 && event == goodbye {
					lasts()
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
