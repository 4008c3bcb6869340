package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"tiv/internal/cli/usage"
	"tiv/internal/generate"
	"tiv/tracefeed"
)

const generateLong = `Simulate a machine and a program on it, and write the program's trace: large input
to try TIV with, and for benchmarks. The same flags give the same trace.

  pool       workers contend for a dozen locks and a read-write lock, wait for jobs
             and the network, and sleep. Look for: the owner of the hottest lock,
             convoys, locks that are handed over and locks acquired by barging.
  server     each connection is a short-lived thread: it reads the network, looks
             into a cache behind a hot lock, takes one of a few database connections,
             and writes a log. A collector sometimes stops the world. Look for: IO,
             several owners of one monitor, pauses of all threads.
  pipeline   stages pass items on through short queues, and one stage is slow.
             Look for: waits for notifications: for room before the slow stage, for
             work after it.
`

// generateCommand writes the trace of a simulated program.
type generateCommand struct {
	writing
	o generate.Options
}

func (w *generateCommand) describe() *cobra.Command {
	w.command = "generate"
	cmd := &cobra.Command{
		Use:   "generate PROGRAM -o FILE",
		Short: "Write the trace of a simulated program, of any size",
		Long:  generateLong,
		Example: `tiv generate pool -o pool.bin --threads 1000 --events 100000000
tiv generate server -o - --format text --events 1000 | less
`,
		Annotations: map[string]string{usage.LastWords: "PROGRAM is one of " + strings.Join(generate.Scenarios(), ", "),
			usage.Seldom: ""},
		ValidArgs: generate.Scenarios(),
	}
	fs, o := cmd.Flags(), &w.o
	w.flags(fs)
	fs.IntVar(&o.Threads, "threads", 100, "At most `N` concurrent threads, 2 to 100000")
	fs.Int64Var(&o.Events, "events", 1_000_000, "Length of the trace: `N` events")
	fs.Uint64Var(&o.Seed, "seed", 1, "Random seed `N`")
	fs.IntVar(&o.CPUs, "cpus", 0, "Simulate `N` processors; default: one, and one more for every ten threads")
	fs.BoolVar(&o.Sched, "sched", true, "Leave out scheduler events (when threads get and lose a processor)")
	fs.BoolVar(&o.Deadlock, "deadlock", false, "Add a deadlock of two threads near the end")
	fs.BoolVar(&o.Extras, "extras", false, "Also write calls, tasks and regions; and objects, samples, counters and losses")
	return cmd
}

func (w *generateCommand) run(e *environment, _ *cobra.Command, words []string) error {
	if w.o.Scenario = words[0]; !slices.Contains(generate.Scenarios(), w.o.Scenario) {
		return fmt.Errorf("generate: %w", usage.Unknown("program", w.o.Scenario, generate.Scenarios()))
	}
	if err := w.check(); err != nil {
		return err
	}
	feed, err := generate.New(w.o)
	if err != nil {
		return err
	}
	w.events = w.o.Events
	_, err = w.write(&tracefeed.Source{Feed: feed, Name: fmt.Sprintf("%s, seed %d", w.o.Scenario, w.o.Seed)}, e.memory)
	return err
}
