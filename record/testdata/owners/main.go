// Owners has goroutines that wait for locks which others have held for a while,
// have given away, or will hold for ever. All of these locks were taken so often
// before that a recording need not have each acquisition.
package main

import (
	"fmt"
	"os"
	"sync"
	"time"
)

const pause = 20 * time.Millisecond

var (
	plain, given, left, a, b sync.Mutex
	rw, lent, again          sync.RWMutex
	done                     sync.WaitGroup
)

// wear takes all locks often.
func wear() {
	for _, m := range []*sync.Mutex{&plain, &given, &left, &a, &b} {
		for range 100 {
			m.Lock()
			m.Unlock()
		}
	}
	for _, m := range []*sync.RWMutex{&rw, &lent, &again} {
		for range 100 {
			m.RLock()
			m.RUnlock()
			m.Lock()
			m.Unlock()
		}
	}
}

// hold takes a lock for a time.
func hold(m sync.Locker, for_ time.Duration) {
	m.Lock()
	time.Sleep(for_)
	m.Unlock()
}

// start runs f and waits until it has got somewhere.
func start(f func()) {
	done.Go(f)
	time.Sleep(pause)
}

func finite() {
	wear()
	start(func() { hold(&plain, 5*pause) })
	start(func() { hold(&plain, pause) })
	start(func() { hold(rw.RLocker(), 8*pause) })
	start(func() { hold(rw.RLocker(), 7*pause) })
	start(func() { hold(&rw, pause) })
	start(func() { hold(rw.RLocker(), pause) })
	start(func() { given.Lock() })
	start(func() { hold(&given, 0) })
	start(func() { given.Unlock() })
	start(func() { lent.RLock() })
	start(func() { hold(&lent, 0) })
	start(func() { lent.RUnlock() })
	done.Wait()
}

func endless() {
	wear()
	start(func() { left.Lock() })
	start(func() { left.Lock() })
	start(func() { a.Lock(); time.Sleep(2 * pause); b.Lock() })
	start(func() { b.Lock(); a.Lock() })
	start(func() { again.RLock(); time.Sleep(2 * pause); again.RLock() })
	start(func() { again.Lock() })
	time.Sleep(3 * pause)
}

func main() {
	fmt.Printf("%p %p %p %p %p %p %p %p\n", &plain, &rw, &given, &lent, &left, &a, &b, &again)
	finite()
	endless()
	os.Exit(0)
}
