package main

import (
	"sync"
	"time"
)

// A tool is used by one worker at a time.
type tool struct{ mu sync.Mutex }

// ringOfThree has three workers around three tools. Each holds the tool to its
// left and waits for the one to its right: a deadlock. A fourth worker has
// tools of its own.
func ringOfThree(l *life) {
	tools := make([]tool, 5)
	go sharpen(&tools[3], &tools[4])
	l.calm()
	var reached sync.WaitGroup
	reached.Add(3)
	for n := range 3 {
		go assemble(&tools[n], &tools[(n+1)%3], &reached)
	}
	reached.Wait()
	l.rest()
}

func assemble(left, right *tool, reached *sync.WaitGroup) {
	left.mu.Lock()
	defer left.mu.Unlock()
	reached.Done()
	reached.Wait()
	right.mu.Lock()
	defer right.mu.Unlock()
	spin(time.Millisecond)
}

func sharpen(a, b *tool) {
	for {
		a.mu.Lock()
		b.mu.Lock()
		time.Sleep(2 * time.Millisecond)
		b.mu.Unlock()
		a.mu.Unlock()
		time.Sleep(2 * time.Millisecond)
	}
}

// A timedLock is a lock with a limit on each wait.
type timedLock chan struct{}

func (t timedLock) lock(patience time.Duration) bool {
	select {
	case t <- struct{}{}:
		return true
	case <-time.After(patience):
		return false
	}
}

func (t timedLock) unlock() { <-t }

// timedLocks has three workers around three tools, with a limit on each wait.
func timedLocks(l *life) {
	tools := []timedLock{make(timedLock, 1), make(timedLock, 1), make(timedLock, 1)}
	for n := range tools {
		go assembleInTime(tools[n], tools[(n+1)%3])
	}
	l.rest()
}

func assembleInTime(left, right timedLock) {
	for {
		if left.lock(time.Second) {
			time.Sleep(2 * time.Millisecond)
			if right.lock(3 * time.Millisecond) {
				spin(50 * time.Microsecond)
				right.unlock()
			}
			left.unlock()
		}
		time.Sleep(time.Millisecond)
	}
}
