package corpus

import (
	"context"
	"errors"
	"sync"
	"time"
)

// monitorReset sends a reset under a lock that the loop which receives resets wants
// for its other work. The repair is room for one reset.
func monitorReset(s *Stage, repaired bool) {
	resets, timeout, failing := make(chan int), make(chan int), make(chan bool)
	if repaired {
		resets = make(chan int, 1)
	}
	var mu sync.Mutex
	go func() { // the loop
		s.hasIf(repaired, "stuck")
		for {
			select {
			case <-resets:
			case <-timeout:
				failing <- true
				mu.Lock()
				Spin(s.Unit / 10)
				mu.Unlock()
			}
		}
	}()
	go func() {
		s.hasIf(repaired, "stuck")
		mu.Lock()
		timeout <- 1
		<-failing
		resets <- 1
		mu.Unlock()
	}()
	if repaired {
		s.Keep(timeout)
		s.Keep(resets)
	}
}

// batchCloser has closers that put themselves into a full channel under a lock which
// the goroutine that empties it needs. The repair sends without the lock.
func batchCloser(s *Stage, repaired bool) {
	var mu sync.Mutex
	queue, filled, open := make(chan int, s.N), make(chan bool), 0
	go func() { // empties the queue
		s.hasIf(repaired, "stuck")
		<-filled
		for {
			mu.Lock()
			open++
			mu.Unlock()
			<-queue
		}
	}()
	put := func(n int) {
		if repaired {
			queue <- n
			return
		}
		mu.Lock()
		defer mu.Unlock()
		if n == 0 {
			filled <- true
		}
		queue <- n
	}
	for n := 1; n <= s.N; n++ {
		put(n)
	}
	if repaired {
		go func() { filled <- true }()
	}
	go func() {
		s.hasIf(repaired, "stuck")
		put(0)
	}()
	if repaired {
		s.Keep(put)
	}
}

// kubeletWait starts two goroutines that send an error each, and takes one of them.
// The repair is room for the other one.
func kubeletWait(s *Stage, repaired bool) {
	errs := make(chan error)
	if repaired {
		errs = make(chan error, 1)
	}
	sent := newBarrier(2)
	for n := range 2 {
		go func() {
			if n == 1 {
				s.hasIf(repaired, "stuck")
				sent.meet() // after the first one was taken
			}
			errs <- errors.New("not healthy")
		}()
	}
	<-errs
	sent.Done()
}

// skippedDone has tasks that skip Done after an error. The repair defers it.
func skippedDone(s *Stage, repaired bool) {
	var tasks sync.WaitGroup
	for n := range s.N {
		tasks.Add(1)
		go func() {
			if repaired {
				defer tasks.Done()
			}
			Spin(s.Unit / 10)
			if n == 0 {
				return // an error
			}
			if !repaired {
				tasks.Done()
			}
		}()
	}
	go func() {
		s.hasIf(repaired, "stuck")
		tasks.Wait()
	}()
}

// commandTimeout runs commands that outlast their timeout, and then report
// without a receiver. The repair is room for the report.
func commandTimeout(s *Stage, repaired bool) {
	requests(s, func() {
		done := make(chan error)
		if repaired {
			done = make(chan error, 1)
		}
		go func() {
			s.hasIf(repaired, "leak")
			time.Sleep(3 * s.Unit)
			done <- nil
		}()
		select {
		case <-done:
			panic("too early")
		default: // the timeout
		}
	})
}

// streamHandler has readers that pass messages to a loop, which ends before it has
// taken all. The repair also waits for the end of the loop.
func streamHandler(s *Stage, repaired bool) {
	requests(s, func() {
		messages, gone := make(chan int), make(chan struct{})
		go func() {
			s.hasIf(repaired, "leak")
			for n := range 2 {
				if !repaired {
					messages <- n
					continue
				}
				select {
				case messages <- n:
				case <-gone:
					return
				}
			}
		}()
		<-messages
		if repaired {
			close(gone)
		}
	})
}

// undrainedWalk has walkers of folders; their results stay after an error.
// The repair takes them all.
func undrainedWalk(s *Stage, repaired bool) {
	results := make(chan string)
	var walkers, first sync.WaitGroup
	first.Add(1)
	for n := range 4 + s.N {
		walkers.Go(func() {
			if n > 0 {
				s.hasIf(repaired, "leak")
				first.Wait()
			}
			results <- "a file"
		})
	}
	<-results // an error ends the walk
	first.Done()
	if repaired {
		go func() {
			for range results {
			}
		}()
		walkers.Wait()
		close(results)
	}
}

// streamWatcher watches a stream until its context ends, even if its connection has
// closed. The repair watches that, too.
func streamWatcher(s *Stage, repaired bool) {
	requests(s, func() {
		ctx, cancel := context.WithCancel(context.Background())
		forget(cancel)
		var closed chan struct{}
		if repaired {
			closed = make(chan struct{})
		}
		watches := make(chan bool)
		go func() {
			s.hasIf(repaired, "leak")
			watches <- true
			select {
			case <-ctx.Done():
			case <-closed:
			}
		}()
		<-watches
		if repaired {
			close(closed)
		}
	})
}

// eventChannel signals without the lock, after the receiver has looked and before it
// waits. The repair signals under the lock.
func eventChannel(s *Stage, repaired bool) {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	stopped, looked, signalled := false, make(chan bool), make(chan bool)
	go func() {
		s.hasIf(repaired, "lost-wakeup")
		mu.Lock()
		defer mu.Unlock()
		for !stopped {
			looked <- true
			if !repaired {
				<-signalled
				cond.Wait()
				return
			}
			cond.Wait()
		}
	}()
	<-looked
	if repaired {
		mu.Lock()
		stopped = true
		cond.Signal()
		mu.Unlock()
		return
	}
	cond.Signal()
	signalled <- true
}

// missedReady drops its only message to a waiter that does not receive yet. The
// repair leaves the message in the channel.
func missedReady(s *Stage, repaired bool) {
	ready := make(chan bool)
	if repaired {
		ready = make(chan bool, 1)
	}
	looked, told := make(chan bool), make(chan bool)
	go func() {
		s.hasIf(repaired, "lost-wakeup")
		looked <- true // it was not ready
		<-told
		<-ready
	}()
	<-looked
	select {
	case ready <- true:
	default:
	}
	told <- true
}
