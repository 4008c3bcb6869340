package cli

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"tiv/report"
	"tiv/timeline/caveats"
)

// infoCommand prints a summary of a trace.
type infoCommand struct{ asJSON bool }

func (i *infoCommand) describe() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "info TRACE",
		Short: "Print duration, threads, losses and time in each state",
		Long: `Print a summary of a trace: its format, losses, duration, threads, monitors and events,
and the time that the program's threads spent in each state, with its share.
`,
		Example: `tiv info trace.out
tiv info trace.out --json | jq .duration_ns
`,
	}
	cmd.Flags().BoolVar(&i.asJSON, "json", false, "Print one JSON object")
	return cmd
}

func (i *infoCommand) run(e *environment, _ *cobra.Command, words []string) error {
	all, done, err := e.load(loading{command: "info", path: words[0]})
	if err != nil {
		return err
	}
	defer done()
	tl := all.Timeline
	if i.asJSON {
		return report.WriteJSON(e.out, report.InfoOf(tl))
	}
	return report.WriteInfo(e.out, tl, caveats.Remarks(tl))
}

// warnOfLosses prints the losses of a trace, if any, to standard error.
func warnOfLosses(command, path, lost string) {
	if lost != "" {
		fmt.Fprintf(os.Stderr, "tiv: %s: %s: %s\n", command, shown(path), lost)
	}
}
