package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"tiv/internal/generate"
	"tiv/tracefeed"
)

const generateLong = `simulates a machine and a program on it, and writes the trace of that: to try TIV
on something large, and for benchmarks. The same numbers give the same trace.

  pool       workers fight over a dozen or so locks and a read-write lock, wait for
             jobs, the network, and for time to pass. Look for: the owner of the
             hottest lock, convoys, locks handed over and locks barged for.
  server     each connection is a thread that comes and goes: it reads the network,
             looks into a cache behind a hot lock, takes one of a few database
             connections, writes a log. A collector stops the world now and then.
             Look for: IO, several owners of one monitor, pauses of all threads.
  pipeline   stages hand items on through short queues, and one stage is slow.
             Look for: waits for signals, for room before that stage and for work
             behind it.
`

func (c *call) generateCommand() *cobra.Command {
	w := writing{command: "generate"}
	var o generate.Options
	cmd := c.command(&cobra.Command{
		Use:       "generate pool|server|pipeline -o FILE",
		Short:     "write the trace of a simulated program, as large as you like",
		Long:      generateLong,
		ValidArgs: generate.Scenarios(),
	}, 1, 1, func(words []string) error {
		o.Scenario = words[0]
		return c.generate(o, w)
	})
	fs := cmd.Flags()
	w.flags(fs)
	fs.IntVar(&o.Threads, "threads", 100, "`N` threads at once, 2 to 100000")
	fs.Int64Var(&o.Events, "events", 1_000_000, "`N` events in all")
	fs.Uint64Var(&o.Seed, "seed", 1, "the `N`th trace of that kind")
	fs.IntVar(&o.CPUs, "cpus", 0, "`N` processors; without it, one for ten threads, and one more")
	fs.BoolVar(&o.Sched, "sched", true, "leave out when threads get and lose a processor")
	fs.BoolVar(&o.Deadlock, "deadlock", false, "let two threads lock two locks in opposite order near the end")
	fs.BoolVar(&o.Extras, "extras", false, "write calls, tasks, regions, objects, samples, counters and losses, too")
	return cmd
}

// generate writes the trace of a simulated program.
func (c *call) generate(o generate.Options, w writing) error {
	if err := w.check(); err != nil {
		return err
	}
	feed, err := generate.New(o)
	if err != nil {
		return err
	}
	w.events, w.memory = o.Events, c.memory
	_, err = w.write(&tracefeed.Source{Feed: feed, Name: fmt.Sprintf("%s, seed %d", o.Scenario, o.Seed)})
	return err
}
