package main

import (
	"math"
	"sync"
	"time"
)

// A model is computed under its lock.
type model struct {
	mu    sync.Mutex
	value float64
}

// longHolder ends in the middle of a long computation under a lock, with three
// goroutines that wait for it.
func longHolder(l *life) {
	m := &model{}
	for range 3 {
		m.read()
	}
	go m.train()
	l.calm()
	for range 3 {
		go m.read()
	}
	l.rest()
}

// train computes and pauses until the program ends.
func (m *model) train() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for n := 1.0; ; n++ {
		m.value = math.Sqrt(m.value + n)
		if math.Mod(n, 20000) == 0 {
			time.Sleep(2 * time.Millisecond)
		}
	}
}

func (m *model) read() float64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.value
}

// An election is a lock: its owner leads.
type election struct{ leader sync.Mutex }

// leaderIdle has a leader from the start to the end of the life and two
// candidates that wait for it.
func leaderIdle(l *life) {
	e := &election{}
	for range 3 {
		go e.stand()
	}
	l.rest()
}

func (e *election) stand() {
	e.leader.Lock()
	defer e.leader.Unlock()
	for range time.Tick(10 * time.Millisecond) {
		spin(30 * time.Microsecond)
	}
}

// An exporter buffers spans and sends them in batches, or every hour.
type exporter struct {
	mu    sync.Mutex
	spans []time.Time
	full  chan struct{}
}

// exporterLoop ends long before the first flush.
func exporterLoop(l *life) {
	e := &exporter{full: make(chan struct{}, 1)}
	go e.flushAlways()
	go e.record()
	l.rest()
}

func (e *exporter) record() {
	for {
		e.mu.Lock()
		e.spans = append(e.spans, time.Now())
		many := len(e.spans) > 100_000
		e.mu.Unlock()
		if many {
			e.full <- struct{}{}
		}
		time.Sleep(2 * time.Millisecond)
	}
}

func (e *exporter) flushAlways() {
	for {
		select {
		case <-e.full:
		case <-time.After(time.Hour):
		}
		e.mu.Lock()
		e.spans = nil
		e.mu.Unlock()
	}
}

// longSleep has goroutines that sleep beyond the end of the life.
func longSleep(l *life) {
	for n := range 4 {
		go sleepLong(time.Duration(n+1) * time.Hour)
	}
	l.rest()
}

func sleepLong(length time.Duration) {
	time.Sleep(time.Millisecond)
	time.Sleep(length)
}
