package cli

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"tiv/execution/slice"
	"tiv/internal/cli/usage"
	"tiv/report"
	"tiv/report/table"
	"tiv/timeline/caveats"
	"tiv/tracefeed"
)

const dumpLong = `Print a table, one row a line, in a fixed order:

  events     the events as they were read
  spans      intervals that a thread spent in one state
  buckets    time in each state, by thread and step
  edges      waits: the waiting thread, the thread that it waits for, and how that is known
  threads    life of each thread, and its time in each state; processes: of each process
  processors busy time, threads and switches of each processor that the trace names
  monitors   waits, holds and queues of each lock; holders: by lock and thread
  calls      executions of functions; functions: their time, added up by state, also
             --by thread, package, type, object or module
  objects    functions --by object: calls on them, sizes and lives
             allocations: by type and function
             regions, samples, tasks: docs/code.md
  handlers   functions that process events, and how often they were seen; docs/handlers.md
  types      direct supertypes of each class, as far as the trace has them
  slices     those of --slices, which are columns of the other tables, too; without it,
             those of the gallery and of tiv-slices.json that cover something

Times are in nanoseconds since the start of the trace, with names ending in _ns; so are
the times in states (running, runnable, suspended, blocking, io, unknown) of buckets.
Rows that reach beyond --from or --to are cut there. What a picture of the moment 2s with
steps of 0.5s shows on the fronts of bars are the buckets of --from 1.5s --to 2s --step
0.5s, and its triangles add up the edges of the same time, for a history of one step. Messages go to standard error.
`

// dumpCommand prints a table of a trace.
type dumpCommand struct {
	step, from, to usage.Time
	format, by     string
	runtime        bool
	slicing        slicing
	handling       handling
}

func (d *dumpCommand) describe() *cobra.Command {
	d.step, d.to, d.format = usage.Time(tracefeed.Second), math.MaxInt64, "csv"
	cmd := &cobra.Command{
		Use:   "dump TRACE… TABLE",
		Short: "Print a table of the trace as CSV or JSON",
		Long:  dumpLong,
		Example: `tiv dump trace.out edges                    who waited for whom, and how long
tiv dump trace.out buckets --step 10ms      time in each state, in steps of 10 ms
tiv dump trace.out monitors | sort -t, -k5 -n
tiv dump trace.out functions --by package
tiv dump trace.out spans --from 1s --to 1.5s --format json
`,
		Annotations: map[string]string{usage.LastWords: "TABLE is one of " + strings.Join(dumpTables(), ", ")},
		ValidArgsFunction: func(cmd *cobra.Command, words []string, start string) ([]string, cobra.ShellCompDirective) {
			if len(words) == 0 {
				return completeTrace(cmd, words, start)
			}
			return dumpTables(), cobra.ShellCompDirectiveNoFileComp
		},
	}
	fs := cmd.Flags()
	fs.Var(&d.step, "step", "Length of a bucket")
	fs.Var(&d.from, "from", "Print rows from time T")
	fs.Var(&d.to, "to", "Print rows up to time T; default: the end of the trace")
	usage.AddWords(fs, &d.format, "format", "format", []string{"csv", "json"}, "Format of the rows")
	usage.AddWords(fs, &d.by, "by", "grouping", report.FunctionGroupings(), "Add up the calls of functions by this (table functions)")
	fs.BoolVar(&d.runtime, "runtime", false, "Include goroutines of the Go runtime")
	d.slicing.add(fs)
	d.handling.add(fs)
	return cmd
}

// dumpTables lists the names of the tables.
func dumpTables() []string { return append([]string{"events"}, report.Tables()...) }

func (d *dumpCommand) run(e *environment, cmd *cobra.Command, words []string) error {
	last := len(words) - 1
	for i, word := range words[:last] {
		if slices.Contains(dumpTables(), word) {
			return usage.Misused(cmd, fmt.Errorf("unexpected %q after %q", words[i+1], word), "usage: "+usage.Brief(cmd))
		}
	}
	path, name := asOne(words[:last]), words[last]
	if !slices.Contains(dumpTables(), name) {
		return fmt.Errorf("dump: %w", usage.Unknown("table", name, dumpTables()))
	}
	if d.by != "" && name != "functions" {
		return fmt.Errorf("dump: --by is for the table functions, not for %s", name)
	}
	if d.from > d.to {
		return fmt.Errorf("dump: --from %s is after --to %s", &d.from, &d.to)
	}
	format := table.Format(d.format)
	win := report.Window{From: tracefeed.Time(d.from), To: tracefeed.Time(d.to), Step: tracefeed.Time(d.step), By: d.by, Runtime: d.runtime,
		Warn: func(sentence string) { warnOfLosses("dump", path, sentence) }}
	if name == "events" {
		return d.events(e.out, path, win, format)
	}
	var err error
	if win.Tasks, err = d.slicing.options(path); err != nil {
		return fmt.Errorf("dump: %w", err)
	}
	if win.Handlers, win.Limits, err = d.handling.options(); err != nil {
		return fmt.Errorf("dump: %w", err)
	}
	definitions, err := d.slicing.read()
	if err != nil {
		return fmt.Errorf("dump: %w", err)
	}
	if name == "slices" && definitions == nil {
		definitions, d.slicing.gallery = galleryFor(path, win.Warn), true
	}
	all, done, err := e.load(loading{command: "dump", path: path, findings: slice.NamesLocks(definitions)})
	if err != nil {
		return err
	}
	defer done()
	if err := checkTimes("dump", path, d.from, d.to, all.Timeline.End); err != nil {
		return fmt.Errorf("dump: %w", err)
	}
	warnOfLosses("dump", path, caveats.Losses(all.Timeline))
	if win.Slices, err = d.slicing.compute(d.slicing.finder(path, all.Timeline), all, definitions, win.Warn); err != nil {
		return fmt.Errorf("dump: %w", err)
	}
	if err := report.Dump(e.out, all.Timeline, name, win, format); err != nil {
		return fmt.Errorf("dump: %w", err)
	}
	return nil
}

// checkTimes returns an error if what a command counts is to begin after the end of the trace. It
// warns if that is to end there.
func checkTimes(command, path string, from, to usage.Time, end tracefeed.Time) error {
	if tracefeed.Time(from) > end {
		return fmt.Errorf("--from %s: %w", &from, &report.BeyondError{End: end})
	}
	if to != math.MaxInt64 && tracefeed.Time(to) > end {
		warnOfLosses(command, path, fmt.Sprintf("--to %s: %v", &to, &report.BeyondError{End: end}))
	}
	return nil
}

// events prints the events as they are read.
func (d *dumpCommand) events(out io.Writer, path string, win report.Window, format table.Format) error {
	source, err := open(path)
	if err != nil {
		return err
	}
	defer source.Close()
	lost, err := report.Events(out, source, win, format)
	warnOfLosses("dump", path, caveats.LostEvents(lost))
	if beyond := new(report.BeyondError); errors.As(err, &beyond) {
		return fmt.Errorf("dump: --from %s: %w", &d.from, err)
	}
	if err != nil {
		return fmt.Errorf("dump: %s: %w", shown(path), err)
	}
	return nil
}
