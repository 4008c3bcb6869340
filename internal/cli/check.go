package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"tiv/execution/slice"
	"tiv/interaction/detect"
	"tiv/interaction/lockname"
	"tiv/interaction/verdict"
	"tiv/internal/cli/usage"
	"tiv/report"
	"tiv/report/ci"
	"tiv/report/tasks"
	"tiv/task"
	"tiv/task/findings"
	"tiv/timeline/caveats"
	"tiv/tracefeed"
	"tiv/workspace/loader"
)

// checkFormats are the forms of findings.
var checkFormats = []string{"text", "json", "sarif", "junit", "github"}

// checkCommand prints the findings of a trace.
type checkCommand struct {
	asJSON                                   bool
	failOn, format, ignore, baseline, budget string
	limits                                   []string
	slicing                                  slicing
}

const checkLong = `docs/findings.md defines each, and docs/ci.md shows how to use them in continuous
integration. Findings that count are errors and warnings, or those that --fail-on names,
without the ones that --ignore or --baseline names.

The exit code is 0 without a finding that counts, 1 with one or a limit of the budget
that is not kept, and 2 if the trace, or threads in it, cannot be read.

A file for --ignore has lines KIND PATTERN # REASON, such as
  long-wait main.poller* # waits for the network
where PATTERN matches a function, file:line, thread or lock, and * any text.

With --slices, each finding names the slices that have time of it. With --base, only
findings with time in the base count; budgets and figures are about its time.

A budget is a list of limits: the share of all thread time in a state, such as
blocking<5%, longest-wait<200ms for the longest wait for a lock, and
task("GET /pay").p99<200ms for the durations of tasks (docs/tasks.md).

Limits decide what is reported, by default:
`

// checkColours ends the help of check.
const checkColours = `
On a terminal severities have colours, unless NO_COLOR is set.
`

func (k *checkCommand) describe() *cobra.Command {
	k.format = checkFormats[0]
	cmd := &cobra.Command{
		Use:   "check TRACE",
		Short: "Print deadlocks and other findings; exit code 1 if any",
		Long: "Print the findings of a trace, most severe first, with the places in the code:\n\n" +
			usage.Wrap("  problems: "+kindList(detect.Warning, detect.Error), "    ", usage.Width) +
			usage.Wrap("  costs: "+kindList(detect.Cost), "    ", usage.Width) +
			usage.Wrap("  notes: "+kindList(detect.Note), "    ", usage.Width) + checkLong + limitList() + checkColours,
		Example: `tiv check trace.out
tiv check trace.out --fail-on deadlock      in a script or CI
tiv check trace.out --json | jq -r '.findings[].text'
tiv check new.trace --baseline old.json --budget 'blocking<5%'
tiv check trace.out --format sarif > tiv.sarif
`,
	}
	fs := cmd.Flags()
	fs.BoolVar(&k.asJSON, "json", false, "Print one JSON object, as --format json does")
	usage.AddWords(fs, &k.format, "format", "format", checkFormats, "Form of the output")
	fs.StringVar(&k.failOn, "fail-on", "", "Findings that fail the check: `KIND,…`; default: errors and warnings")
	fs.StringVar(&k.ignore, "ignore", "", "Findings that do not count, with reasons: `FILE`")
	fs.StringVar(&k.baseline, "baseline", "", "Count only findings that `OLD` does not have, the JSON of an earlier check")
	fs.StringVar(&k.budget, "budget", "", "Fail if the trace does not keep `LIMITS`, such as blocking<5%,longest-wait<200ms")
	k.slicing.add(fs)
	fs.StringArrayVar(&k.limits, "limit", nil, "Change a limit of what is reported: `NAME=VALUE`, such as cost=2%; repeatable")
	return cmd
}

// limitList lists the limits of findings with their defaults.
func limitList() string {
	var b strings.Builder
	for _, t := range detect.Thresholds() {
		fmt.Fprintf(&b, "  %-13s %s: %s\n", t.Name, t.Label, t.Text(t.Default))
	}
	return b.String()
}

// changes parses the changed limits.
func (k *checkCommand) changes() (changed detect.Changes, err error) {
	for _, s := range k.limits {
		name, value, err := detect.ParseChange(s)
		if err != nil {
			return nil, fmt.Errorf("--limit %s: %w", s, err)
		}
		changed = changed.With(name, value)
	}
	return changed, nil
}

// rules are the rules by which findings are judged.
type rules struct {
	kinds  []string // those that count; nil for errors and warnings
	ignore []ci.Rule
	known  []report.Finding
	budget []ci.Limit
}

// rules reads the files and values of the flags.
func (k *checkCommand) rules() (r rules, err error) {
	if r.kinds, err = parseKinds(k.failOn); err != nil {
		return r, err
	}
	if k.budget != "" {
		if r.budget, err = ci.ParseBudget(k.budget); err != nil {
			return r, err
		}
	}
	if k.ignore != "" {
		f, err := os.Open(k.ignore)
		if err != nil {
			return r, err
		}
		defer f.Close()
		if r.ignore, err = ci.ReadRules(f, detect.Kinds()); err != nil {
			return r, fmt.Errorf("%s: %w", shown(k.ignore), err)
		}
	}
	if k.baseline != "" {
		data, err := os.ReadFile(k.baseline)
		if err != nil {
			return r, err
		}
		var earlier report.Findings
		if err := json.Unmarshal(data, &earlier); err != nil {
			return r, fmt.Errorf("%s: not the JSON of tiv check: %w", shown(k.baseline), err)
		}
		if slices.ContainsFunc(earlier.Findings, func(f report.Finding) bool { return f.Identity == "" }) {
			return r, fmt.Errorf("%s: its findings have no identity, as those of earlier versions of TIV: repeat that check",
				shown(k.baseline))
		}
		r.known = earlier.Findings
	}
	return r, nil
}

// judge marks the findings that do not count and returns whether the check fails.
func (r *rules) judge(doc *report.Findings, m ci.Measured) (fails bool) {
	ci.Ignore(doc.Findings, r.ignore)
	ci.MarkKnown(doc.Findings, r.known)
	doc.Budget = ci.Exceeded(context.Background(), m, r.budget)
	fails = len(doc.Budget) > 0
	for i := range doc.Findings {
		fails = fails || ci.Counts(&doc.Findings[i], r.kinds)
	}
	return fails
}

// read reads the values of all flags, and the files that they name.
func (k *checkCommand) read() (r rules, limits detect.Changes, of []slice.Definition, err error) {
	if r, err = k.rules(); err == nil {
		limits, err = k.changes()
	}
	if err == nil {
		of, err = k.slicing.read()
	}
	return r, limits, of, err
}

func (k *checkCommand) run(e *environment, cmd *cobra.Command, words []string) error {
	if k.asJSON && cmd.Flags().Changed("format") {
		return usage.Misused(cmd, errors.New("--json and --format exclude each other"))
	}
	if k.asJSON {
		k.format = "json"
	}
	path := words[0]
	rules, limits, definitions, err := k.read()
	if err != nil {
		return fmt.Errorf("check: %w", err)
	}
	how, err := k.slicing.options(path)
	if err != nil {
		return fmt.Errorf("check: %w", err)
	}
	all, done, err := e.load(loading{command: "check", path: path, findings: true, limits: limits})
	if err != nil {
		return err
	}
	defer done()
	index, err := task.Build(context.Background(), all.Timeline, how)
	if err != nil {
		return fmt.Errorf("check: %w", err)
	}
	return k.print(e.out, path, all, index, rules, definitions)
}

// print prints the findings of the loaded trace at path, judged by the rules.
func (k *checkCommand) print(out io.Writer, path string, all *loader.Loaded, index *task.Index, rules rules,
	definitions []slice.Definition) error {
	tl := all.Timeline
	if note := caveats.Remarks(tl); note != "" {
		fmt.Fprintf(os.Stderr, "tiv: check: %s: %s\n", shown(path), note)
	}
	ofTasks, err := findings.Find(context.Background(), tl, index, tasks.WhySlow)
	if err != nil {
		return fmt.Errorf("check: %w", err)
	}
	all.Report = all.Report.WithTasks(tl, ofTasks)
	found := func(context.Context) (*task.Index, error) { return index, nil }
	x, err := k.slicing.compute(found, all, definitions, func(sentence string) { warnOfLosses("check", path, sentence) })
	if err != nil {
		return fmt.Errorf("check: %w", err)
	}
	doc := report.FindingsOf(tl, all.Report, x.Findings(context.Background(), tl, all.Report.Findings))
	figures := x.FiguresOf(context.Background(), tl, lockname.New(tl.Monitors, all.Report.Locks, nil))
	exit := exitCode(exitOK)
	if rules.judge(&doc, ci.Measured{Timeline: tl, Slicing: x, Figures: figures, Tasks: index}) {
		exit = exitFindings
	} else if verdict.Unread(tl) != "" {
		exit = exitTrouble
	}
	doc.LeaveOut()
	for _, r := range rules.ignore {
		if !r.Used {
			fmt.Fprintf(os.Stderr, "tiv: check: %s:%d: no finding is of this rule\n", shown(k.ignore), r.Line)
		}
	}
	if k.format == "text" {
		doc.WriteText(out, tl, all.Report, figures, marking(out))
		return exit
	}
	return cmp.Or(k.write(out, &doc, tracefeed.Title(path), rules.kinds), error(exit))
}

// write writes findings in a form for programs.
func (k *checkCommand) write(out io.Writer, doc *report.Findings, title string, kinds []string) error {
	switch k.format {
	case "json":
		return report.WriteJSON(out, doc)
	case "sarif":
		return ci.WriteSARIF(out, doc, ciKinds(), k.baseline != "")
	case "junit":
		return ci.WriteJUnit(out, title, doc, kinds, detect.Kinds())
	}
	return ci.WriteGitHub(out, doc, kinds)
}

// ciKinds lists all kinds of finding with their explanations.
func ciKinds() (kinds []ci.Kind) {
	for _, d := range detect.Detectors(detect.DefaultLimits()) {
		kinds = append(kinds, ci.Kind{Name: d.Kind, Help: d.Help})
	}
	return kinds
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
			return nil, usage.Unknown("finding", k, known)
		}
	}
	return asked, nil
}

// coloured reports whether an output shows colours: a terminal, unless the environment
// says otherwise (no-color.org).
func coloured(out io.Writer) bool {
	f, ok := out.(*os.File)
	return ok && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && term.IsTerminal(int(f.Fd()))
}

// marking returns what marks the headlines of findings in an output.
func marking(out io.Writer) func(s detect.Severity, headline string) string {
	if coloured(out) {
		return colour
	}
	return func(_ detect.Severity, headline string) string { return headline }
}

// colour marks the headline of a finding by its severity, for a terminal.
func colour(s detect.Severity, headline string) string {
	const bold, red, yellow, off = "\x1b[1m", "\x1b[1;31m", "\x1b[1;33m", "\x1b[0m"
	switch s {
	case detect.Error:
		return red + headline + off
	case detect.Warning:
		return yellow + headline + off
	default:
		return bold + headline + off
	}
}
