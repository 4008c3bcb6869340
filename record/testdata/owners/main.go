// Owners has goroutines that wait for locks which others have held for a while,
// have given away, or will hold for ever. All of these locks were taken so often
// before that a recording need not have each acquisition.
package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"
)

var (
	plain, given, left, a, b sync.Mutex
	rw, lent, again          sync.RWMutex
	done                     sync.WaitGroup
)

// wear takes all locks often.
func wear() {
	for _, m := range []sync.Locker{&plain, &given, &left, &a, &b, &rw, rw.RLocker(), &lent, lent.RLocker(), &again, again.RLocker()} {
		for range 100 {
			m.Lock()
			m.Unlock()
		}
	}
}

// held has a goroutine hold a lock until the channel is closed.
func held(m sync.Locker) chan struct{} {
	locked, free := make(chan struct{}), make(chan struct{})
	done.Go(func() {
		m.Lock()
		close(locked)
		<-free
		m.Unlock()
	})
	<-locked
	return free
}

// waiting returns how many goroutines wait for locks.
func waiting() int {
	text := make([]byte, 1<<20)
	text = text[:runtime.Stack(text, true)]
	return strings.Count(string(text), " [sync.Mutex.Lock") + strings.Count(string(text), " [sync.RWMutex.")
}

// until waits until n goroutines wait for locks.
func until(n int) {
	for waiting() < n {
		time.Sleep(time.Millisecond)
	}
}

// waits has a goroutine wait for a lock.
func waits(m sync.Locker) {
	n := waiting()
	done.Go(func() {
		m.Lock()
		m.Unlock()
	})
	until(n + 1)
}

func finite() {
	wear()
	free := held(&plain)
	waits(&plain)
	close(free)
	done.Wait()

	one, two := held(rw.RLocker()), held(rw.RLocker())
	waits(&rw)
	waits(rw.RLocker())
	close(one)
	close(two)
	done.Wait()

	done.Go(given.Lock)
	done.Wait()
	waits(&given)
	done.Go(given.Unlock)
	done.Wait()

	done.Go(lent.RLock)
	done.Wait()
	waits(&lent)
	done.Go(lent.RUnlock)
	done.Wait()
}

func endless() {
	wear()
	done.Go(left.Lock)
	done.Wait()
	waits(&left)

	first, second := make(chan struct{}), make(chan struct{})
	go func() {
		a.Lock()
		close(first)
		<-second
		b.Lock()
	}()
	go func() {
		<-first
		b.Lock()
		close(second)
		a.Lock()
	}()
	until(3)

	reading := make(chan struct{})
	go func() {
		again.RLock()
		close(reading)
		for again.TryRLock() {
			again.RUnlock()
			time.Sleep(time.Millisecond)
		}
		again.RLock()
	}()
	<-reading
	waits(&again)
	until(5)
}

func main() {
	fmt.Printf("%p %p %p %p %p %p %p %p\n", &plain, &rw, &given, &lent, &left, &a, &b, &again)
	finite()
	endless()
	os.Exit(0)
}
