package main

import (
	"sync"
	"sync/atomic"
	"time"
)

// A config is often read and seldom written.
type config struct {
	mu     sync.RWMutex
	values map[string]string
	writes atomic.Int32 // begun
}

func newConfig() *config { return &config{values: map[string]string{"colour": "blue"}} }

// readerAgain has a reader that reads again while a writer waits: the second
// read waits for the writer, and the writer for the first read.
func readerAgain(l *life) {
	c := newConfig()
	go pollConfig(newConfig())
	l.calm()
	go c.render()
	until(func() bool { return !lockable(&c.mu) })
	go c.set("colour", "red")
	until(func() bool { return c.writes.Load() == 1 })
	l.rest()
}

// render reads one value, works until there is a writer, and reads another.
func (c *config) render() {
	c.mu.RLock()
	defer c.mu.RUnlock()
	until(func() bool { return !readable(&c.mu) })
	c.value("colour")
}

func (c *config) value(key string) string {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.values[key]
}

func (c *config) set(key, value string) {
	c.writes.Add(1)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.values[key] = value
}

// pollConfig reads a config continuously.
func pollConfig(c *config) {
	for {
		c.mu.RLock()
		time.Sleep(2 * time.Millisecond)
		c.mu.RUnlock()
		time.Sleep(time.Millisecond)
	}
}

// readMostly has many readers that overlap, so that the writer waits a little
// each time.
func readMostly(l *life) {
	c := newConfig()
	for range 4 {
		go pollConfig(c)
	}
	go rewrite(c)
	until(func() bool { return c.writes.Load() > 10 })
	l.rest()
}

func rewrite(c *config) {
	for {
		c.set("colour", "green")
		time.Sleep(5 * time.Millisecond)
	}
}

// lockable reports whether a lock is free.
func lockable(mu *sync.RWMutex) bool {
	if !mu.TryLock() {
		return false
	}
	mu.Unlock()
	return true
}

// readable reports whether a lock has no writer.
func readable(mu *sync.RWMutex) bool {
	if !mu.TryRLock() {
		return false
	}
	mu.RUnlock()
	return true
}
