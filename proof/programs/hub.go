package main

import (
	"sync"
	"sync/atomic"
	"time"
)

// A hub has events for its followers.
type hub struct {
	mu     sync.Mutex
	busy   atomic.Bool
	events chan int
	seen   int
}

func (h *hub) publish() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.busy.Store(true)
	h.events <- 1
	h.seen++
}

func (h *hub) follow() {
	for {
		h.mu.Lock()
		h.seen++
		h.mu.Unlock()
		<-h.events
	}
}

// A topic has subscribers, each with a channel of its own.
type topic struct {
	pause       time.Duration
	subscribers []chan int
}

// topics has two busy topics and two without news since the start; the same
// code serves all subscribers.
func topics(l *life) {
	for _, pause := range []time.Duration{2 * time.Millisecond, 3 * time.Millisecond, time.Hour, time.Hour} {
		t := &topic{pause: pause}
		for range 3 {
			news := make(chan int)
			t.subscribers = append(t.subscribers, news)
			go subscribe(news)
		}
		go t.publish()
	}
	l.rest()
}

func (t *topic) publish() {
	for n := 0; ; n++ {
		for _, news := range t.subscribers {
			news <- n
		}
		time.Sleep(t.pause)
	}
}

func subscribe(news <-chan int) {
	for range news {
		spin(30 * time.Microsecond)
	}
}
