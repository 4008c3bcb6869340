package cli

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"tiv/interaction/detect"
	"tiv/report"
	"tiv/workspace"
)

// checking is the flags of check.
type checking struct {
	asJSON bool
	failOn string
}

func (c *call) checkCommand() *cobra.Command {
	var k checking
	cmd := c.command(&cobra.Command{
		Use: "check TRACE",
		Short: "print what is wrong (" + kindList(detect.Warning, detect.Error) + ") and notes (" + kindList(detect.Note) + "), with the places in the code; " +
			"docs/findings.md explains each. Exit code 0 without findings that count, 1 with some, 2 if the trace cannot be read",
	}, 1, 1, func(words []string) error { return c.check(words[0], k) })
	cmd.Flags().BoolVar(&k.asJSON, "json", false, "print one JSON object")
	cmd.Flags().StringVar(&k.failOn, "fail-on", "", "findings that count for the exit code: those of each `KIND,…`; without it, all that are no notes")
	return cmd
}

func (c *call) check(path string, k checking) error {
	asked, err := parseKinds(k.failOn)
	if err != nil {
		return err
	}
	all, done, err := loading{c.memory, "check", path, true}.load(os.Stderr)
	if err != nil {
		return err
	}
	defer done()
	tl := all.Timeline
	if note := workspace.Remarks(tl); note != "" {
		fmt.Fprintf(os.Stderr, "tiv: check: %s: %s\n", path, note)
	}
	if k.asJSON {
		err = report.WriteJSON(c.out, report.FindingsOf(tl, all.Report))
	} else {
		report.WriteFindings(c.out, tl, all.Report)
	}
	if err != nil {
		return err
	}
	for _, f := range all.Report.Findings {
		if asked == nil && f.Severity > detect.Note || slices.Contains(asked, f.Kind) {
			c.exit = exitFindings
		}
	}
	return nil
}

// kindList returns the kinds of finding of some severities, separated by commas.
func kindList(severities ...detect.Severity) string {
	var kinds []string
	for _, d := range detect.Detectors(detect.DefaultLimits()) {
		if slices.Contains(severities, d.Severity) {
			kinds = append(kinds, d.Kind)
		}
	}
	return strings.Join(kinds, ", ")
}

// parseKinds parses a list of kinds of findings; an empty one is nil.
func parseKinds(list string) ([]string, error) {
	if list == "" {
		return nil, nil
	}
	known, asked := detect.Kinds(), strings.Split(list, ",")
	for _, k := range asked {
		if !slices.Contains(known, k) {
			return nil, fmt.Errorf("check: %q is no kind of finding: there are %s", k, strings.Join(known, ", "))
		}
	}
	return asked, nil
}
