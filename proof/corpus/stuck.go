package corpus

import (
	"context"
	"sync"
	"time"
)

var stuck = []shape{
	{kind: "stuck", name: "owner-ended", run: ownerEnded},
	{kind: "stuck", name: "no-receiver", run: noReceiver},
	{kind: "stuck", name: "no-done", run: noDone},
	{kind: "stuck", name: "nil-channel", run: nilChannel},
	{kind: "stuck", name: "behind-stuck", run: behindStuck},
	{kind: "stuck", name: "still-referred", run: stillReferred,
		beyond: "a live server still refers to the channel, though it will never use it"},
	{kind: "stuck", name: "healthy-pool", run: idlePool},
	{kind: "stuck", name: "healthy-poll", run: longPoll},
	{kind: "stuck", name: "healthy-context", run: waitsForContext},
	{kind: "stuck", name: "healthy-slow-owner", run: slowOwner},
	{kind: "stuck", name: "healthy-suite", run: suiteEnds},
	{kind: "stuck", name: "healthy-paused", run: paused,
		beyond: "the trace ends before the lock is released for the first time by a thread that does not hold it"},
}

// ownerEnded has a goroutine that returns early with a lock.
func ownerEnded(s *Stage) {
	a := &account{}
	failed := make(chan bool)
	go func() {
		a.mu.Lock()
		failed <- true // returns without Unlock, as after an error
	}()
	<-failed
	for range s.N {
		go func() {
			s.Has("stuck")
			a.deposit()
		}()
	}
}

// paused has workers that pass a gate between two tasks. A request has closed it; a later
// one, after the end of the run, would open it.
func paused(s *Stage) {
	var gate sync.Mutex
	tasks := 0
	for range s.N {
		s.loop("", func() {
			gate.Lock()
			tasks++
			gate.Unlock()
			time.Sleep(s.Unit)
		})
	}
	Settle()
	requests := make(chan bool)
	go func() {
		gate.Lock()
		requests <- true
	}()
	<-requests
	go func() {
		time.Sleep(time.Hour)
		gate.Unlock()
	}()
}

// noReceiver starts a computation and gives up before its result comes.
func noReceiver(s *Stage) {
	for range 2 {
		result := make(chan int)
		go func() {
			s.Has("stuck")
			time.Sleep(2 * s.Unit)
			result <- 1
		}()
		select {
		case <-result:
			panic("too early")
		default: // gives up
		}
	}
}

// noDone has a task that skips Done after an error; its group waits.
func noDone(s *Stage) {
	var group sync.WaitGroup
	for n := range s.N {
		group.Add(1)
		go func() {
			if n > 0 {
				defer group.Done()
			}
			Spin(s.Unit / 10)
		}()
	}
	go func() {
		s.Has("stuck")
		group.Wait()
	}()
}

// nilChannel receives from a channel that was never made.
func nilChannel(s *Stage) {
	var updates chan int
	go func() {
		s.Has("stuck")
		for range updates {
		}
	}()
	idlePool(s)
}

// behindStuck has a goroutine that sends under a lock to a receiver that has ended,
// and others that want the lock.
func behindStuck(s *Stage) {
	a, events := &account{}, make(chan int)
	go func() { <-events }()
	go func() {
		s.Has("stuck")
		a.mu.Lock()
		defer a.mu.Unlock()
		events <- 1
		events <- 2
	}()
	Settle()
	for range s.N {
		go func() {
			s.Has("stuck")
			a.deposit()
		}()
	}
}

// stillReferred has a waiter for a channel that stays in a table without readers.
func stillReferred(s *Stage) {
	table := make([]chan int, 1)
	table[0] = make(chan int)
	s.Keep(table)
	go func() {
		s.Has("stuck")
		<-table[0]
	}()
}

// idlePool has workers that wait for jobs which could come at any time.
func idlePool(s *Stage) {
	jobs := make(chan func())
	for range s.N {
		go func() {
			for job := range jobs {
				job()
			}
		}()
	}
	for range 2 * s.N {
		jobs <- func() { Spin(s.Unit / 10) }
	}
	s.Keep(jobs)
}

// longPoll has clients that wait for an answer which comes in an hour.
func longPoll(s *Stage) {
	for range s.N {
		answer := make(chan int)
		go func() { <-answer }()
		go func() {
			time.Sleep(time.Hour)
			answer <- 1
		}()
	}
}

// waitsForContext waits for timeouts and for a cancellation that main still can do.
func waitsForContext(s *Stage) {
	all, cancel := context.WithCancel(context.Background())
	s.Keep(cancel)
	for range s.N {
		ctx, stop := context.WithTimeout(all, time.Hour)
		go func() {
			defer stop()
			<-ctx.Done()
		}()
	}
}

// slowOwner has a lock with an owner that sleeps beyond the end, as a leader does.
func slowOwner(s *Stage) {
	a := &account{}
	led := make(chan bool)
	go func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		led <- true
		time.Sleep(time.Hour)
	}()
	<-led
	for range s.N {
		go a.deposit()
	}
}

// suiteEnds runs tests with helpers, as a test binary does, to the end of the run.
func suiteEnds(s *Stage) {
	for !s.Over() {
		var tests sync.WaitGroup
		for range s.N {
			results := make(chan int)
			tests.Go(func() {
				time.Sleep(s.Unit)
				<-results
			})
			tests.Go(func() { results <- 1 })
		}
		tests.Wait()
	}
}
