package main

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// afterFuncs has timers of all kinds: some fire, some are stopped, and some
// are due after the end of the life.
func afterFuncs(l *life) {
	var fired atomic.Int64
	time.AfterFunc(time.Hour, func() { fired.Add(1) })
	go awaitTimer(time.Hour)
	go awaitTimer(l.length / 3)
	for range 20 {
		time.AfterFunc(time.Millisecond, func() { fired.Add(1) })
		stopped := time.AfterFunc(time.Minute, func() { fired.Add(1) })
		time.Sleep(2 * time.Millisecond)
		stopped.Stop()
	}
	l.rest()
}

func awaitTimer(after time.Duration) { <-time.After(after) }

// deadlines has goroutines that wait for the deadlines of contexts. The last
// deadline is after the end of the life.
func deadlines(l *life) {
	for _, n := range []time.Duration{1, 20, 100, 3_600_000} {
		ctx, cancel := context.WithTimeout(context.Background(), n*time.Millisecond)
		child, cancelChild := context.WithCancel(ctx)
		go awaitDeadline(ctx, cancel)
		go awaitDeadline(child, cancelChild)
	}
	l.rest()
}

func awaitDeadline(ctx context.Context, cancel context.CancelFunc) {
	defer cancel()
	<-ctx.Done()
}

// signalLoop counts signals. The last one comes in the middle of the life.
func signalLoop(l *life) {
	counted := make(chan os.Signal, 1)
	signal.Notify(counted, syscall.SIGUSR1)
	var n atomic.Int32
	go countSignals(counted, &n)
	for want := range int32(5) {
		check(syscall.Kill(os.Getpid(), syscall.SIGUSR1))
		until(func() bool { return n.Load() > want })
	}
	l.rest()
}

func countSignals(signals <-chan os.Signal, n *atomic.Int32) {
	for range signals {
		n.Add(1)
	}
}

// An lru is a cache with a janitor that drops old entries.
type lru struct {
	mu      sync.Mutex
	entries map[int]time.Time
	closed  chan struct{}
}

// lruJanitor has a janitor that runs every 50 ms, and one that never runs.
func lruJanitor(l *life) {
	for _, period := range []time.Duration{50 * time.Millisecond, time.Hour} {
		c := &lru{entries: map[int]time.Time{}, closed: make(chan struct{})}
		go c.clean(period)
		go c.use()
	}
	l.rest()
}

// use works with a cache, and would close it at the end.
func (c *lru) use() {
	defer close(c.closed)
	for n := 0; n < 1_000_000; n++ {
		c.mu.Lock()
		c.entries[n%500] = time.Now()
		c.mu.Unlock()
		time.Sleep(2 * time.Millisecond)
	}
}

func (c *lru) clean(period time.Duration) {
	for ticks := time.Tick(period); ; {
		select {
		case <-c.closed:
			return
		case now := <-ticks:
			c.mu.Lock()
			for n, used := range c.entries {
				if now.Sub(used) > time.Second {
					delete(c.entries, n)
				}
			}
			c.mu.Unlock()
		}
	}
}
