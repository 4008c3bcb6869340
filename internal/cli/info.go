package cli

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"tiv/report"
	"tiv/workspace"
)

func (c *call) infoCommand() *cobra.Command {
	var asJSON bool
	cmd := c.command(&cobra.Command{
		Use:   "info TRACE",
		Short: "Print duration, threads, losses and time in each state",
		Long: `Print a summary of a trace: its format, losses, duration, threads, monitors and events,
and the time that the program's threads spent in each state, with its share.
`,
		Example: `tiv info trace.out
tiv info trace.out --json | jq .duration_ns
`,
	}, 1, 1, func(words []string) error { return c.info(words[0], asJSON) })
	cmd.Flags().BoolVar(&asJSON, "json", false, "Print one JSON object")
	return cmd
}

func (c *call) info(path string, asJSON bool) error {
	all, done, err := loading{memory: c.memory, command: "info", path: path}.load(os.Stderr)
	if err != nil {
		return err
	}
	defer done()
	tl := all.Timeline
	if asJSON {
		return report.WriteJSON(c.out, report.InfoOf(tl))
	}
	return report.WriteInfo(c.out, tl, workspace.Remarks(tl))
}

// warnOfLosses prints the losses of a trace, if any, to standard error.
func warnOfLosses(command, path, lost string) {
	if lost != "" {
		fmt.Fprintf(os.Stderr, "tiv: %s: %s: %s\n", command, shown(path), lost)
	}
}
