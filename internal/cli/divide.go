package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"tiv/execution/slice"
	"tiv/expression"
	"tiv/interaction/lockname"
	"tiv/internal/cli/usage"
	"tiv/internal/replace"
	"tiv/timeline/caveats"
)

const divideLong = `Divide calls, spans, regions, objects or tasks into slices, one for each range of a number: slow, medium
and fast calls of a function, for example. The file of slices is for --slices of other
commands (docs/slices.md), which compare them.

  width     ranges of equal width
  number    ranges with equally many elements
  log       ranges whose ends have the same ratio
  natural   ranges in which values differ as little as possible

The number can be the time in a state, too: --by blocking divides calls by the time in
which their threads waited for locks.
`

// divideCommand divides calls and the like into slices.
type divideCommand struct {
	tasking
	of, where, by, ranges, name string
	into                        int
	at                          []string
	out                         target
}

// rangeWords are the divisions in the order of their constants.
var rangeWords = []string{"width", "number", "log", "natural"}

// dividedKinds are the kinds that have attributes.
func dividedKinds() (names []string) {
	for _, k := range slice.Kinds() {
		if len(k.Attributes()) > 0 {
			names = append(names, k.String())
		}
	}
	return names
}

func attributeNames() (names []string) {
	for _, a := range slice.AllAttributes() {
		names = append(names, string(a))
	}
	return names
}

// slicesKind is the kind of files of slices.
var slicesKind = replace.Kind{Name: "a file of slices", Text: true, Has: func(start []byte) bool {
	return bytes.Contains(start, []byte(`"tiv_slices"`))
}}

func (d *divideCommand) describe() *cobra.Command {
	d.of, d.by, d.ranges, d.into = slice.Calls.String(), string(slice.Duration), "natural", 3
	cmd := &cobra.Command{
		Use:   "divide TRACE -o FILE",
		Short: "Divide calls or waits into slices by a number",
		Long:  divideLong,
		Example: `tiv divide trace.bin --where 'function == "main.f"' -o f.json   slow and fast calls
tiv divide trace.bin --of spans --where 'state == "blocking"' --at 1ms 10ms -o waits.json
tiv divide trace.bin --of objects --by size --at 64 1024 -o sizes.json
tiv dump trace.bin functions --slices f.json
`,
	}
	fs := cmd.Flags()
	d.out.flags(fs)
	d.tasking.add(fs)
	usage.AddWords(fs, &d.of, "of", "kind", dividedKinds(), "What is divided")
	fs.StringVar(&d.where, "where", "", "Only those for which `EXPR` is true; docs/slices.md")
	usage.AddWords(fs, &d.by, "by", "number", attributeNames(),
		"The number by which they are divided; one of "+strings.Join(attributeNames(), ", "))
	fs.IntVar(&d.into, "into", d.into, "Make `N` ranges")
	usage.AddWords(fs, &d.ranges, "ranges", "ranges", rangeWords, "How to choose the ranges")
	usage.AddList(fs, &d.at, "at", "Begin ranges at `VALUE…` instead")
	fs.StringVar(&d.name, "name", "", "Begin the names of slices with `NAME`; default: EXPR")
	return cmd
}

func (d *divideCommand) run(e *environment, _ *cobra.Command, words []string) error {
	if err := d.write(e, words[0]); err != nil {
		return fmt.Errorf("divide: %w", err)
	}
	return nil
}

// write writes the slices of the trace at path.
func (d *divideCommand) write(e *environment, path string) error {
	kind, err := slice.ParseKind(d.of)
	if err != nil {
		return err
	}
	by := slice.Attribute(d.by)
	given, err := d.breaks(by)
	switch {
	case err != nil:
		return err
	case d.out.path == "":
		return errors.New("missing -o FILE")
	case d.into < 2 || d.into > slice.Max:
		return fmt.Errorf("--into %d: want 2 to %d", d.into, slice.Max)
	case !slices.Contains(kind.Attributes(), by):
		return fmt.Errorf("%s have no %s", d.of, d.by)
	}
	if err := d.out.check(slicesKind, traceAt(path)); err != nil {
		return err
	}
	of := slice.Definition{Name: d.name, Of: kind, Where: d.where, Extent: kind.Extents()[0]}
	all, done, err := e.load(loading{command: "divide", out: &d.out, path: path, findings: slice.NamesLocks([]slice.Definition{of})})
	if err != nil {
		return err
	}
	defer done()
	warnOfLosses("divide", path, caveats.Losses(all.Timeline))
	in := slice.Input{Timeline: all.Timeline, Locks: lockname.New(all.Timeline.Monitors, all.Report.Locks, nil).Terms,
		Tasks: d.finder(path, all.Timeline)}
	values, err := slice.Measure(context.Background(), in, nil, of, by)
	if err != nil {
		return err
	}
	if values.Elements == 0 {
		return fmt.Errorf("there are no such %s", d.of)
	}
	breaks := given
	if breaks == nil {
		breaks = slice.Breaks(values.List, slice.Division(slices.Index(rangeWords, d.ranges)), d.into)
	}
	ranges := slice.Ranges(of, by, breaks)
	if err := d.out.write(func(w *os.File) error { return slice.Write(w, ranges) }); err != nil {
		return err
	}
	d.out.written(e.out)
	w := tabwriter.NewWriter(os.Stderr, 0, 0, 2, ' ', 0)
	for i, n := range values.Counts(breaks) {
		fmt.Fprintf(w, "%s\t%.1f %% of %s\n", ranges[i].Name, 100*float64(n)/float64(values.Elements), d.of)
	}
	return w.Flush()
}

// breaks reads the given breaks; nil for none.
func (d *divideCommand) breaks(by slice.Attribute) ([]int64, error) {
	breaks, err := slice.ParseBreaks(strings.Join(d.at, " "), by)
	var wrong *expression.Error
	if errors.As(err, &wrong) {
		return nil, fmt.Errorf("--at: %s", wrong.Text)
	}
	return breaks, err
}
