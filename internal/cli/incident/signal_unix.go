//go:build unix

package incident

import (
	"os"
	"os/signal"
	"syscall"
)

// OnSignal calls a function at each signal USR1, until stop is called.
func OnSignal(do func()) (stop func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGUSR1)
	ended := make(chan struct{})
	go func() {
		for {
			select {
			case <-signals:
				do()
			case <-ended:
				return
			}
		}
	}()
	return func() {
		signal.Stop(signals)
		close(ended)
	}
}
