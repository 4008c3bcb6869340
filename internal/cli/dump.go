package cli

import (
	"fmt"
	"math"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"tiv/report"
	"tiv/report/table"
	"tiv/tracefeed"
	"tiv/workspace"
)

// dumping is the flags of dump.
type dumping struct {
	step, from, to timeFlag
	format         string
	runtime        bool
}

func (c *call) dumpCommand() *cobra.Command {
	d := dumping{step: timeFlag(tracefeed.Second), to: math.MaxInt64, format: "csv"}
	tables := append([]string{"events"}, report.Tables()...)
	cmd := c.command(&cobra.Command{
		Use:   "dump TRACE " + strings.Join(tables, "|"),
		Short: "print a table, one row a line; times in nanoseconds",
	}, 2, 2, func(words []string) error { return c.dump(words[0], words[1], d) })
	cmd.ValidArgsFunction = func(_ *cobra.Command, words []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(words) == 0 {
			return nil, cobra.ShellCompDirectiveDefault
		}
		return tables, cobra.ShellCompDirectiveNoFileComp
	}
	fs := cmd.Flags()
	fs.Var(&d.step, "step", "length of a bucket")
	fs.Var(&d.from, "from", "print rows from time T")
	fs.Var(&d.to, "to", "print rows up to time T; default: the end of the trace")
	addWords(fs, &d.format, "format", []string{"csv", "json"}, "format of the rows")
	fs.BoolVar(&d.runtime, "runtime", false, "include goroutines of the Go runtime")
	return cmd
}

func (c *call) dump(path, name string, d dumping) error {
	format, err := table.ParseFormat(d.format)
	if err != nil {
		return fmt.Errorf("dump: %w", err)
	}
	win := report.Window{From: tracefeed.Time(d.from), To: tracefeed.Time(d.to), Step: tracefeed.Time(d.step), Runtime: d.runtime,
		Warn: func(sentence string) { warnOfLosses("dump", path, sentence) }}
	if name == "events" {
		return c.dumpEvents(path, win, format)
	}
	all, done, err := loading{memory: c.memory, command: "dump", path: path}.load(os.Stderr)
	if err != nil {
		return err
	}
	defer done()
	warnOfLosses("dump", path, workspace.Losses(all.Timeline))
	if err := report.Dump(c.out, all.Timeline, name, win, format); err != nil {
		return fmt.Errorf("dump: %w", err)
	}
	return nil
}

func (c *call) dumpEvents(path string, win report.Window, format table.Format) error {
	source, err := open(path)
	if err != nil {
		return err
	}
	defer source.Close()
	lost, err := report.Events(c.out, source, win, format)
	warnOfLosses("dump", path, workspace.LostEvents(lost))
	if err != nil {
		return fmt.Errorf("dump: %s: %w", path, err)
	}
	return nil
}
