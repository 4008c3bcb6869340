// Semaphores has a goroutine that waits for one of two holders, and one that waits for a
// unit of its own, which another goroutine releases.
package main

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"
)

var (
	ctx    = context.Background()
	held   = semaphore.NewWeighted(2)
	handed = semaphore.NewWeighted(1)
	all    sync.WaitGroup
)

// untilAwaited returns when a goroutine waits for a semaphore.
func untilAwaited() {
	text := make([]byte, 1<<20)
	for !strings.Contains(string(text[:runtime.Stack(text, true)]), "[select]:\ngolang.org/x/sync/semaphore") {
		time.Sleep(time.Millisecond)
	}
}

func take(s *semaphore.Weighted) {
	if err := s.Acquire(ctx, 1); err != nil {
		panic(err)
	}
}

func hold() {
	take(held)
	all.Done()
	untilAwaited()
	held.Release(1)
}

func want() {
	take(held)
	held.Release(1)
	all.Done()
}

func pass() {
	untilAwaited()
	handed.Release(1)
}

func main() {
	fmt.Printf("%p %p\n", held, handed)
	for range 10_000 {
		take(held)
		held.Release(1)
	}
	all.Add(2)
	go hold()
	go hold()
	all.Wait()
	all.Add(1)
	go want()
	all.Wait()
	take(handed)
	go pass()
	take(handed)
}
