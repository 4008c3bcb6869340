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
		Use:   "check TRACE",
		Short: "Print deadlocks and other findings; exit code 1 if any",
		Long: "Print the findings of a trace, most severe first, with the places in the code:\n\n" +
			wrap("  problems: "+kindList(detect.Warning, detect.Error), "    ", helpWidth) +
			wrap("  costs: "+kindList(detect.Cost), "    ", helpWidth) +
			wrap("  notes: "+kindList(detect.Note), "    ", helpWidth) + `
docs/findings.md defines each. The exit code is 0 without a finding that counts, 1 with
one, and 2 if the trace cannot be read. Costs and notes do not count unless --fail-on
names them. On a terminal severities have colours, unless NO_COLOR is set.
`,
		Example: `tiv check trace.out
tiv check trace.out --fail-on deadlock      in a script or CI
tiv check trace.out --json | jq -r '.findings[].text'
`,
	}, 1, 1, func(words []string) error { return c.check(words[0], k) })
	cmd.Flags().BoolVar(&k.asJSON, "json", false, "Print one JSON object")
	cmd.Flags().StringVar(&k.failOn, "fail-on", "", "Findings that fail the check: `KIND,…`; default: errors and warnings")
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
		fmt.Fprintf(os.Stderr, "tiv: check: %s: %s\n", shown(path), note)
	}
	if k.asJSON {
		err = report.WriteJSON(c.out, report.FindingsOf(tl, all.Report))
	} else {
		mark := plain
		if coloured(c.out) {
			mark = colour
		}
		report.WriteFindings(c.out, tl, all.Report, mark)
	}
	if err != nil {
		return err
	}
	for _, f := range all.Report.Findings {
		if asked == nil && f.Severity.Accuses() || slices.Contains(asked, f.Kind) {
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
			return nil, fmt.Errorf("check: %w", unknown("finding", k, known))
		}
	}
	return asked, nil
}
