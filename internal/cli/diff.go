package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"tiv/interaction/compare"
	"tiv/internal/cli/usage"
	"tiv/internal/replace"
	"tiv/report/diff"
	"tiv/report/tasks"
	"tiv/task/findings"
	"tiv/tracefeed"
	"tiv/workspace/loader"
)

const diffLong = `Print what changed between two runs of a program, or between several runs of each of two
versions: findings, waits for locks, states of threads, groups of threads that wait for
each other, and what tasks take. The most important change is one sentence at the top.

Threads are matched by the pattern of their names, with numbers replaced, and by their
start function; locks by the places in the code where threads wait for them; never by
number or address. Times are divided by the length of the trace, or as --per says.

With one run of each, all differences above 1 % of the time lost are listed, whether
they are chance or not. With several, each is tested (exact Mann-Whitney U test, Holm's
correction), and only those with p up to 0.05 are called differences. docs/diff.md
explains the columns and the JSON.

The exit code is 0, or 2 if a trace cannot be read. With --fail-on it is 1
  new-finding  if a run after has a deadlock, stuck threads or a leak that none has before
  worse        for that, or if the runs show that threads wait longer for a lock or for
               processors, or that tasks take longer; needs several runs of each
`

// The conditions of --fail-on.
const (
	failNew   = "new-finding"
	failWorse = "worse"
)

// diffFormats are the forms of a comparison for people.
var diffFormats = []string{"text", "markdown"}

// diffCommand prints what changed between two sets of runs.
type diffCommand struct {
	tasking
	before, after []string
	per           string
	format        string
	asJSON        bool
	failOn        string
	out           target
	open          bool
	window        windowCommand
}

func (d *diffCommand) describe() *cobra.Command {
	d.out.path, d.per, d.format = standardOutput, compare.Units()[0], diffFormats[0]
	cmd := &cobra.Command{
		Use:   "diff BEFORE AFTER",
		Short: "Print what changed between two runs, or two sets of runs",
		Long:  diffLong,
		Example: `tiv diff before.trace after.trace
tiv diff demo:crawler-healthy demo:crawler-contended
tiv diff --base a1 a2 a3 a4 a5 a6 --head b1 b2 b3 b4 b5 b6 --fail-on worse
tiv diff before.trace after.trace --format markdown -o comment.md
tiv diff before.trace after.trace --open
`,
		Args: cobra.ArbitraryArgs, // take checks them
		ValidArgsFunction: func(cmd *cobra.Command, words []string, start string) ([]string, cobra.ShellCompDirective) {
			return completeTrace(cmd, words[:0], start)
		},
	}
	fs := cmd.Flags()
	usage.AddList(fs, &d.before, "base", "Runs before the change: `TRACE…`")
	usage.AddList(fs, &d.after, "head", "Runs after the change: `TRACE…`")
	usage.AddWords(fs, &d.per, "per", "unit", compare.Units(), "Divide times by the length of the trace, by the number of "+
		"threads or of tasks, or not at all")
	usage.AddWords(fs, &d.format, "format", "format", diffFormats, "Form of the output; markdown is for comments on pull requests")
	fs.BoolVar(&d.asJSON, "json", false, "Print one JSON object, with all rows")
	usage.AddWords(fs, &d.failOn, "fail-on", "condition", []string{failNew, failWorse}, "Exit with code 1 for this change")
	d.tasking.add(fs)
	d.out.flags(fs)
	fs.BoolVar(&d.open, "open", false, "Open both traces side by side in a window; prints nothing")
	d.window.flags(fs)
	return cmd
}

func (d *diffCommand) run(e *environment, cmd *cobra.Command, words []string) error {
	if err := d.take(cmd, words); err != nil {
		return err
	}
	if d.open {
		d.window.o.Beside, d.window.tasking = d.after[0], d.tasking
		return d.window.open(e, d.before[0])
	}
	var sources []replace.Source
	for _, word := range slices.Concat(d.before, d.after) {
		sources = append(sources, traceAt(word))
	}
	if err := d.out.check(diff.Kind, sources...); err != nil {
		return fmt.Errorf("diff: %w", err)
	}
	doc := diff.Document{}
	before, err := d.load(e, d.before, &doc.Before)
	if err != nil {
		return err
	}
	after, err := d.load(e, d.after, &doc.After)
	if err != nil {
		return err
	}
	if doc.Diff, err = compare.Of(before, after, compare.Unit(d.per)); err != nil {
		return fmt.Errorf("diff: %w", err)
	}
	if tests := &doc.Diff.Tests; d.failOn == failWorse && !tests.Provable() {
		return fmt.Errorf("diff: --fail-on worse: %d and %d runs cannot show a difference; %d of each can", len(before),
			len(after), tests.Needed())
	}
	if err := d.write(e.out, &doc); err != nil {
		return fmt.Errorf("diff: %w", err)
	}
	d.out.written(e.out)
	if d.failOn != "" && d.fails(doc.Diff) {
		return exitCode(exitFindings)
	}
	return nil
}

// take takes the traces from the words of the command line or from the lists.
func (d *diffCommand) take(cmd *cobra.Command, words []string) error {
	switch brief := "usage: " + usage.Brief(cmd); {
	case len(d.before)+len(d.after) == 0 || len(words) > 2:
		if err := usage.CheckWords(cmd, words); err != nil {
			return err
		}
		d.before, d.after = words[:1], words[1:]
	case len(words) > 0:
		return usage.Misused(cmd, fmt.Errorf("unexpected %q beside --base and --head", words[0]), brief)
	case len(d.before) == 0:
		return usage.Misused(cmd, errors.New("missing --base TRACE…"), brief)
	case len(d.after) == 0:
		return usage.Misused(cmd, errors.New("missing --head TRACE…"), brief)
	}
	all := slices.Concat(d.before, d.after)
	if i := slices.Index(all, tracefeed.StandardInput); i >= 0 && slices.Contains(all[i+1:], tracefeed.StandardInput) {
		return usage.Misused(cmd, errors.New("standard input is one trace only"))
	}
	if twice := repeated(all); twice != "" && len(all) > 2 {
		return usage.Misused(cmd, fmt.Errorf("%s is given twice: one trace is one run", twice))
	}
	if d.open {
		return d.checkOpen(cmd, all)
	}
	if cmd.Flags().Changed("format") && d.asJSON {
		return usage.Misused(cmd, errors.New("--json and --format exclude each other"))
	}
	if d.failOn == failWorse && len(all) == 2 {
		return usage.Misused(cmd, errors.New("--fail-on worse needs several runs of each: one of each does not show more than chance"))
	}
	return nil
}

// checkOpen checks the use of --open: two traces, and no flag of the printed comparison.
func (d *diffCommand) checkOpen(cmd *cobra.Command, traces []string) error {
	if len(traces) != 2 || traces[0] == traces[1] {
		return usage.Misused(cmd, errors.New("--open shows two different traces, one run of each"))
	}
	for _, trace := range traces {
		if tracefeed.IsStream(trace) {
			return usage.Misused(cmd, fmt.Errorf("--open needs files, not %s", trace))
		}
	}
	for _, name := range []string{"per", "format", "json", "fail-on", "output", "force"} {
		if cmd.Flags().Changed(name) {
			return usage.Misused(cmd, fmt.Errorf("--open and --%s exclude each other", name))
		}
	}
	return nil
}

// repeated returns a trace that is listed twice, under whatever name; "" if there is none.
func repeated(words []string) string {
	for i, a := range words {
		for _, b := range words[:i] {
			if a == b && !tracefeed.IsURL(a) {
				return a
			}
			if x, err := os.Stat(a); err == nil && isFile(a) && isFile(b) {
				if y, err := os.Stat(b); err == nil && os.SameFile(x, y) {
					return a
				}
			}
		}
	}
	return ""
}

// load adds up traces, one after the other, and appends the facts about them.
func (d *diffCommand) load(e *environment, words []string, facts *[]diff.Trace) (runs []*compare.Run, err error) {
	for _, word := range words {
		all, done, err := e.load(loading{command: "diff", out: &d.out, path: word, findings: true})
		if err != nil {
			return nil, err
		}
		run, err := d.runOf(word, all)
		if err == nil {
			*facts = append(*facts, diff.TraceOf(shown(word), all.Timeline, run))
			runs = append(runs, run)
		}
		if err := errors.Join(err, done()); err != nil {
			return nil, fmt.Errorf("diff: %s: %w", shown(word), err)
		}
	}
	return runs, nil
}

// runOf adds up the loaded trace at a path, with its tasks and the findings about them.
func (d *diffCommand) runOf(path string, all *loader.Loaded) (*compare.Run, error) {
	ctx, tl := context.Background(), all.Timeline
	index, err := d.finder(path, tl)(ctx)
	if err != nil {
		return nil, err
	}
	found, err := findings.Find(ctx, tl, index, tasks.WhySlow)
	if err != nil {
		return nil, err
	}
	return compare.NewRun(ctx, tl, all.Report.WithTasks(tl, found), index)
}

// write writes the comparison in the chosen form.
func (d *diffCommand) write(out io.Writer, doc *diff.Document) error {
	form := doc.WriteText
	switch {
	case d.asJSON:
		form = doc.WriteJSON
	case d.format == "markdown":
		form = doc.WriteMarkdown
	}
	if d.out.path == standardOutput {
		if err := d.out.checkParts(); err != nil {
			return err
		}
		return form(out)
	}
	return d.out.write(func(f *os.File) error { return form(f) })
}

// fails reports whether the condition of --fail-on is met.
func (d *diffCommand) fails(of *compare.Diff) bool {
	for i := range of.Findings {
		if r := &of.Findings[i]; r.Severity.Accuses() && r.Runs[0] == 0 && r.Runs[1] > 0 {
			return true
		}
	}
	if d.failOn != failWorse {
		return false
	}
	for i := range of.Tasks {
		if r := &of.Tasks[i]; r.Measure.OfDurations() && r.Test != nil && r.Test.Shown() && r.Change() > 0 {
			return true
		}
	}
	for _, r := range slices.Concat(of.Locks, of.Groups) {
		// Waits for devices can be idle, as those for requests.
		if (r.Kind == compare.Lock || r.State == tracefeed.Runnable) && r.Test != nil && r.Test.Shown() && r.Change() > 0 {
			return true
		}
	}
	return false
}
