package main

import (
	"sync"
	"sync/atomic"
	"time"
)

// A directory maps names to numbers.
type directory struct {
	mu      sync.RWMutex
	numbers map[string]int
}

func newDirectory() *directory { return &directory{numbers: map[string]int{"ann": 1, "bob": 2}} }

// selfLock has a method that calls another method of the same object while it
// holds the lock; the other method locks again.
func selfLock(l *life) {
	go readNumbers(newDirectory())
	d := newDirectory()
	l.calm()
	go d.rename("ann", "anna")
	until(func() bool { return !readable(&d.mu) })
	l.rest()
}

func (d *directory) rename(old, name string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.numbers[name] = d.number(old)
	delete(d.numbers, old)
}

func (d *directory) number(name string) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.numbers[name]
}

func readNumbers(d *directory) {
	for {
		d.number("bob")
		time.Sleep(2 * time.Millisecond)
	}
}

// lockUpgrade has a reader that wants to write before it ends its read.
func lockUpgrade(l *life) {
	go readNumbers(newDirectory())
	d := newDirectory()
	d.ensure("ann")
	l.calm()
	go d.ensure("carol")
	settle()
	l.rest()
}

func (d *directory) ensure(name string) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	if _, ok := d.numbers[name]; ok {
		return
	}
	d.mu.Lock()
	d.numbers[name] = len(d.numbers) + 1
	d.mu.Unlock()
}

// settings are read once, at their first use.
type settings struct {
	once    sync.Once
	reading atomic.Bool
	limit   int
}

// onceAgain has settings with a default that is read from the settings. The
// first user waits for itself, the second for the first.
func onceAgain(l *life) {
	s := &settings{}
	l.calm()
	go s.startPart()
	until(s.reading.Load)
	go s.usePart()
	l.rest()
}

func (s *settings) startPart() int { return s.get() }
func (s *settings) usePart() int   { return s.get() }

func (s *settings) get() int {
	s.once.Do(func() {
		s.reading.Store(true)
		s.limit = s.get() + 1
	})
	return s.limit
}

// slowSettings take the whole life to read, while their users wait.
type slowSettings struct{ once sync.Once }

// onceSlow ends while one goroutine reads settings and three wait for them.
func onceSlow(l *life) {
	s := &slowSettings{}
	for range 4 {
		go s.await(l)
	}
	l.rest()
}

func (s *slowSettings) await(l *life) {
	s.once.Do(func() {
		for range 20 {
			time.Sleep(l.length / 5)
		}
	})
}
