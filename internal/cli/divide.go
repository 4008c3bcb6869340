package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"tiv/execution/slice"
	"tiv/interaction/lockname"
	"tiv/internal/replace"
	"tiv/tracefeed"
	"tiv/workspace"
)

const divideLong = `Divide calls, spans, regions, objects or tasks into slices, one for each range of a number: slow, medium
and fast calls of a function, for example. The file of slices is for --slices of other
commands (docs/slices.md), which compare them.

  width     ranges of equal width
  number    ranges with equally many elements
  log       ranges whose ends have the same ratio
  natural   ranges in which values differ as little as possible
`

// dividing is the flags of divide.
type dividing struct {
	of, where, by, ranges, name string
	into                        int
	at                          []string
	out                         target
}

// rangeWords are the divisions in the order of their constants.
var rangeWords = []string{"width", "number", "log", "natural"}

// slicesKind is the kind of files of slices.
var slicesKind = replace.Kind{Name: "a file of slices", Text: true, Has: func(start []byte) bool {
	return bytes.Contains(start, []byte(`"tiv_slices"`))
}}

func divideCommand(c *call) *cobra.Command {
	d := dividing{of: slice.Calls.String(), by: string(slice.Duration), ranges: "natural", into: 3}
	cmd := c.command(&cobra.Command{
		Use:   "divide TRACE -o FILE",
		Short: "Divide calls or waits into slices by a number",
		Long:  divideLong,
		Example: `tiv divide trace.bin --where 'function == "main.f"' -o f.json   slow and fast calls
tiv divide trace.bin --of spans --where 'state == "blocking"' --at 1ms 10ms -o waits.json
tiv divide trace.bin --of objects --by size --at 64 1024 -o sizes.json
tiv dump trace.bin functions --slices f.json
`,
	}, 1, 1, func(words []string) error {
		if err := d.write(c, words[0]); err != nil {
			return fmt.Errorf("divide: %w", err)
		}
		return nil
	})
	fs := cmd.Flags()
	d.out.flags(fs)
	addWords(fs, &d.of, "of", "kind", []string{"calls", "spans", "regions", "objects", "tasks"}, "What is divided")
	fs.StringVar(&d.where, "where", "", "Only those for which `EXPR` is true; docs/slices.md")
	addWords(fs, &d.by, "by", "number", []string{"duration", "start", "depth", "size", "age", "birth"}, "The number by which they are divided")
	fs.IntVar(&d.into, "into", d.into, "Make `N` ranges")
	addWords(fs, &d.ranges, "ranges", "ranges", rangeWords, "How to choose the ranges")
	addList(fs, &d.at, "at", "Begin ranges at `VALUE…` instead")
	fs.StringVar(&d.name, "name", "", "Begin the names of slices with `NAME`; default: EXPR")
	return cmd
}

// write writes the slices of the trace at path.
func (d *dividing) write(c *call, path string) error {
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
	of := slice.Definition{Name: d.title(), Of: kind, Where: d.where, Extent: kind.Extents()[0]}
	all, done, err := loading{memory: c.memory, command: "divide", path: path, findings: slice.NamesLocks([]slice.Definition{of})}.load(os.Stderr)
	if err != nil {
		return err
	}
	defer done()
	warnOfLosses("divide", path, workspace.Losses(all.Timeline))
	in := slice.Input{Timeline: all.Timeline, Locks: lockname.New(all.Timeline.Monitors, all.Report.Locks, nil).Terms}
	values, err := slice.Values(context.Background(), in, of, by)
	if err != nil {
		return err
	}
	if len(values) == 0 {
		return fmt.Errorf("there are no such %s", d.of)
	}
	breaks := given
	if breaks == nil {
		breaks = slice.Breaks(values, slice.Division(slices.Index(rangeWords, d.ranges)), d.into)
	}
	ranges := slice.Ranges(of, by, breaks)
	if err := d.out.write(func(w *os.File) error { return slice.Write(w, ranges) }); err != nil {
		return err
	}
	d.out.written(c.out)
	w := tabwriter.NewWriter(os.Stderr, 0, 0, 2, ' ', 0)
	for i, r := range ranges {
		first, last := 0, len(values)
		if i > 0 {
			first, _ = slices.BinarySearch(values, breaks[i-1])
		}
		if i < len(breaks) {
			last, _ = slices.BinarySearch(values, breaks[i])
		}
		fmt.Fprintf(w, "%s\t%.1f %% of %s\n", r.Name, 100*float64(last-first)/float64(len(values)), d.of)
	}
	return w.Flush()
}

// title returns the beginning of the slices' names.
func (d *dividing) title() string {
	const most = 60
	name := d.name
	if name == "" {
		name = d.where
	}
	if name == "" {
		name = d.of
	}
	if r := []rune(name); len(r) > most {
		return string(r[:most]) + "…"
	}
	return name
}

// breaks reads the given breaks; nil for none.
func (d *dividing) breaks(by slice.Attribute) (breaks []int64, err error) {
	for _, text := range strings.FieldsFunc(strings.Join(d.at, ","), func(r rune) bool { return r == ',' || r == ' ' }) {
		var v int64
		if by.IsTime() {
			var t tracefeed.Time
			t, err = tracefeed.ParseTime(text)
			v = int64(t)
		} else {
			v, err = strconv.ParseInt(text, 10, 64)
		}
		if err != nil {
			return nil, fmt.Errorf("--at %s: %w", text, err)
		}
		breaks = append(breaks, v)
	}
	slices.Sort(breaks)
	if breaks = slices.Compact(breaks); len(breaks) >= slice.Max {
		return nil, fmt.Errorf("--at: %d ranges are more than %d", len(breaks)+1, slice.Max)
	}
	return breaks, nil
}
