package record

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"sync"
)

// signals gets the signals that this process is sent during a recording, so
// that none ends it before its folders are gone. They cancel the recording
// while it prepares, and go to the program while one runs.
type signals struct {
	arrived chan os.Signal
	mu      sync.Mutex
	to      func(os.Signal) // nil while no program runs
}

// catchSignals begins to catch signals, but for those that are ignored. The
// context is canceled by a signal that no program gets; the function it
// returns ends all that.
func catchSignals(ctx context.Context) (context.Context, *signals, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	s := &signals{arrived: make(chan os.Signal, 8)}
	for _, sig := range passedOn {
		if !signal.Ignored(sig) {
			signal.Notify(s.arrived, sig)
		}
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for sig := range s.arrived {
			if !s.pass(sig) {
				cancel(fmt.Errorf("stopped by a signal: %v", sig))
			}
		}
	}()
	return ctx, s, func() {
		signal.Stop(s.arrived)
		close(s.arrived)
		<-ended
		cancel(nil)
	}
}

// pass gives a signal to the program, if one runs.
func (s *signals) pass(sig os.Signal) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.to == nil {
		return false
	}
	s.to(sig)
	return true
}

// goTo has all signals go to a program from now on; nil is none.
func (s *signals) goTo(to func(os.Signal)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.to = to
}
