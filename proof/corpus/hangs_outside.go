package corpus

import (
	"context"
	"os"
	"os/exec"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

// backendAnswers has a lock around each question to a server that needs a tenth of the
// run for the answer.
func backendAnswers(s *Stage) {
	r, dial := new(sync.Mutex), s.slowServer(s.length/10)
	s.Keep(r)
	conn := dial()
	for range s.N {
		go func() {
			s.repeat("", func() {
				r.Lock()
				defer r.Unlock()
				exchange(conn)
			})
		}()
	}
}

// backendSilent has one that does not answer the last question before the end.
func backendSilent(s *Stage) {
	r, quick, slow := new(sync.Mutex), s.slowServer(s.Unit)(), s.slowServer(time.Hour)()
	s.Keep(r)
	var asked tally
	for range s.N {
		go func() {
			s.repeat("", func() {
				r.Lock()
				defer r.Unlock()
				if asked.Add(1) < int64(10) {
					exchange(quick)
				} else {
					exchange(slow)
				}
			})
		}()
	}
}

// backendOnce has a lock that is held across a question for the first time at the end, and
// the answer comes in an hour.
func backendOnce(s *Stage) {
	conn := s.slowServer(time.Hour)()
	maintenance(s, func() { exchange(conn) })
}

// mainAwaitsSignal has a queue between goroutines, and waits for a signal.
func mainAwaitsSignal(s *Stage) {
	items, hangup := make(chan int), make(chan os.Signal, 1)
	signal.Notify(hangup, syscall.SIGHUP)
	for range s.N {
		go func() {
			for range items {
			}
		}()
	}
	go func() {
		s.repeat("", func() {
			items <- 1
			time.Sleep(s.length / 50)
		})
	}()
	go func() { <-hangup }()
}

// lockUntilSignal has a mode without writes, in which a goroutine keeps the lock until a
// signal comes.
func lockUntilSignal(s *Stage) {
	hangup := make(chan os.Signal, 1)
	signal.Notify(hangup, syscall.SIGHUP)
	maintenance(s, func() { <-hangup })
}

// lockUntilChild has a goroutine that waits for another process with the lock.
func lockUntilChild(s *Stage) {
	maintenance(s, func() {
		child := exec.Command("cat")
		input, err := child.StdinPipe() // its end is the end of the program
		check(err)
		s.Keep(input)
		check(child.Run())
	})
}

// lockUntilTimeout has a holder that waits for an answer or a timeout. Earlier ones
// came to both ends; the last timeout is after the end.
func lockUntilTimeout(s *Stage) {
	j, answers := &journal{}, make(chan int)
	s.Keep(j)
	s.Keep(answers)
	ask := func(patience time.Duration) {
		j.mu.Lock()
		defer j.mu.Unlock()
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		select {
		case <-answers:
		case <-ctx.Done():
		}
	}
	j.serve(s)
	ask(s.Unit)
	go func() { answers <- 1 }()
	ask(time.Minute)
	go ask(time.Minute)
}
