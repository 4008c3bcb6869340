package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"tiv/execution"
	"tiv/execution/slice"
	"tiv/internal/cli/usage"
	"tiv/report/flame"
	"tiv/timeline/caveats"
	"tiv/tracefeed"
)

const flameLong = `Write the code that the threads ran, as a flame graph: what called what, how long, and
in which state the threads were meanwhile. So it shows where a program waits, by stack,
as well as where it computes. Threads are added up.

  svg      a picture for browsers; each call has a strip with the states of its threads
  png      the same picture in pixels
  pdf      the same picture on one page
  folded   a line for each call path with its nanoseconds, for flamegraph.pl and speedscope
  pprof    a profile for go tool pprof, with a sample index for each state

Calls come from the calls that the trace has, and elsewhere from the stacks of its waits
and samples (docs/code.md, functions). Time without known code is left out.
`

// flameCommand writes the code that the threads ran.
type flameCommand struct {
	from, to usage.Time
	states   []string
	format   string
	runtime  bool
	slicing  slicing
	out      target
}

func (f *flameCommand) describe() *cobra.Command {
	f.to = math.MaxInt64
	var names []string
	for _, x := range flame.Formats() {
		names = append(names, x.Name)
	}
	cmd := &cobra.Command{
		Use:   "flame TRACE -o FILE",
		Short: "Write the code that the threads ran as a flame graph",
		Long:  flameLong,
		Example: `tiv flame trace.out -o flame.svg                   all code, with its states
tiv flame trace.out -o wait.svg --state blocking   where threads wait for locks
tiv flame trace.out -o trace.pb.gz && go tool pprof -sample_index=io -http : trace.pb.gz
tiv flame trace.out -o - --format folded --from 1s --to 2s | flamegraph.pl > x.svg
`,
	}
	fs := cmd.Flags()
	f.out.flags(fs)
	usage.AddWords(fs, &f.format, "format", "format", names,
		"Format of FILE; default: by its extension, .svg, .png, .pdf, .folded or .pb.gz")
	fs.Var(&f.from, "from", "Count from time T")
	fs.Var(&f.to, "to", "Count up to time T; default: the end of the trace")
	usage.AddList(fs, &f.states, "state", "Count time in these states: `STATE…`; default: all")
	fs.BoolVar(&f.runtime, "runtime", false, "Include goroutines of the Go runtime")
	f.slicing.add(fs)
	return cmd
}

// flameStates are the states that can be counted, in the order of a legend.
var flameStates = []tracefeed.State{tracefeed.Running, tracefeed.Runnable, tracefeed.Suspended, tracefeed.Blocking,
	tracefeed.IO, tracefeed.Unknown}

// chosen returns the states to count.
func (f *flameCommand) chosen() (states []tracefeed.State, err error) {
	if len(f.states) == 0 {
		return flameStates, nil
	}
	var names []string
	for _, s := range flameStates {
		names = append(names, s.String())
	}
	for _, name := range f.states {
		i := slices.Index(names, strings.ToLower(name))
		if i < 0 {
			return nil, usage.Unknown("state", name, names)
		}
		states = append(states, flameStates[i])
	}
	slices.Sort(states)
	return slices.Compact(states), nil
}

func (f *flameCommand) run(e *environment, _ *cobra.Command, words []string) error {
	if err := f.write(e, words[0]); err != nil {
		return fmt.Errorf("flame: %w", err)
	}
	return nil
}

// write writes a flame graph of the trace at path.
func (f *flameCommand) write(e *environment, path string) error {
	states, err := f.chosen()
	if err != nil {
		return err
	}
	if f.out.path == "" {
		return errors.New("missing -o FILE")
	}
	format, ok := flame.FormatOf(f.format, f.out.path)
	if !ok {
		return fmt.Errorf("%s: the extension is none of .svg, .png, .pdf, .folded and .pb.gz; choose with --format", f.out.name())
	}
	if err := f.out.check(format.Kind, traceAt(path), f.slicing.source()); err != nil {
		return err
	}
	definitions, err := f.slicing.read()
	if err != nil {
		return err
	}
	if definitions != nil && len(f.slicing.bases) == 0 {
		return errors.New("--slices needs --base NAME")
	}
	all, done, err := e.load(loading{command: "flame", out: &f.out, path: path, findings: slice.NamesLocks(definitions)})
	if err != nil {
		return err
	}
	defer done()
	sliced, err := f.slicing.compute(f.slicing.finder(path, all.Timeline), all, definitions,
		func(sentence string) { warnOfLosses("flame", path, sentence) })
	if err != nil {
		return err
	}
	warnOfLosses("flame", path, caveats.Losses(all.Timeline))
	tl := all.Timeline
	q := execution.Query{Of: make([]bool, len(tl.Threads)), From: tracefeed.Time(f.from), To: min(tracefeed.Time(f.to), tl.End)}
	for t := range q.Of {
		q.Of[t] = t > 0 && (f.runtime || !tl.Threads[t].System)
	}
	g := flame.New(execution.NewTree(context.Background(), tl, sliced.Query(q)), states)
	g.Title = fmt.Sprintf("%s: code of the threads from %v to %v", filepath.Base(path), q.From, q.To)
	if base := f.slicing.base(); base != "" {
		g.Title += fmt.Sprintf(", in the slice %q", slice.PathTitle(base))
	}
	if len(g.Tree.Nodes) == 1 {
		warnOfLosses("flame", path, "the trace has no calls, samples or stacks of waits")
	}
	if err := f.out.write(func(w *os.File) error { return format.Write(w, g) }); err != nil {
		return err
	}
	f.out.written(e.out)
	return nil
}
