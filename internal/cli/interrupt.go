package cli

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"tiv/internal/replace"
)

// removeOnSignal calls end and removes unfinished files before Ctrl-C or another signal
// ends the program. Ignored signals stay ignored.
func removeOnSignal(end func()) {
	signals := make(chan os.Signal, 1)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			signal.Notify(signals, s)
		}
	}
	go func() {
		s := <-signals
		end()
		replace.RemoveUnfinished()
		signal.Reset()
		self, err := os.FindProcess(os.Getpid())
		if err == nil {
			err = self.Signal(s) // for the exit status of the signal
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "tiv: %v\n", s)
			os.Exit(exitTrouble)
		}
	}()
}
