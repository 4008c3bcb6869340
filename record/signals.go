package record

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"sync"
)

// signals receives the signals sent to this process during a recording, so that
// none ends it before its folders are removed. A signal cancels the recording
// while it prepares, and goes to the program while one runs.
type signals struct {
	arrived chan os.Signal
	mu      sync.Mutex
	to      func(os.Signal) // nil while no program runs
}

// catchSignals starts to catch signals, except ignored ones. The context is
// canceled by a signal that arrives while no program runs; the returned
// function restores the signals.
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

// pass sends a signal to the program, if one runs.
func (s *signals) pass(sig os.Signal) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.to == nil {
		return false
	}
	s.to(sig)
	return true
}

// goTo sends all further signals to a program; nil for none.
func (s *signals) goTo(to func(os.Signal)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.to = to
}
