package main

import (
	"sync"
	"time"
)

// A gate holds goroutines until it opens.
type gate struct {
	mu      sync.Mutex
	cond    *sync.Cond
	open    bool
	waiting int
}

func newGate() *gate {
	g := &gate{}
	g.cond = sync.NewCond(&g.mu)
	return g
}

func (g *gate) pass() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.waiting++
	for !g.open {
		g.cond.Wait()
	}
}

func (g *gate) arrived(n int) func() bool {
	return func() bool {
		g.mu.Lock()
		defer g.mu.Unlock()
		return g.waiting == n
	}
}

// signalOne has four goroutines at a gate, which opens with Signal instead of
// Broadcast: three wait forever.
func signalOne(l *life) {
	g := newGate()
	for range 4 {
		go g.pass()
	}
	until(g.arrived(4))
	l.calm()
	g.mu.Lock()
	g.open = true
	g.mu.Unlock()
	g.cond.Signal()
	l.rest()
}

// A scoreboard wakes its watchers at each score.
type scoreboard struct {
	mu    sync.Mutex
	cond  *sync.Cond
	score int
}

// broadcastIdle has watchers that each wait for their own score. Scores stop
// in the middle of the life, so the last watchers idle to its end.
func broadcastIdle(l *life) {
	s := &scoreboard{}
	s.cond = sync.NewCond(&s.mu)
	for n := range 30 {
		go s.await(n)
	}
	go s.play(l.length / 40)
	l.rest()
}

// play adds scores up to 20, and looks for more every hour.
func (s *scoreboard) play(pause time.Duration) {
	for {
		s.mu.Lock()
		s.score++
		last := s.score%20 == 0
		s.mu.Unlock()
		s.cond.Broadcast()
		if last {
			pause = time.Hour
		}
		time.Sleep(pause)
	}
}

func (s *scoreboard) await(score int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.score < score {
		s.cond.Wait()
	}
}
