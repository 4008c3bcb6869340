package cli

import (
	"github.com/spf13/cobra"

	"tiv/timeline/caveats"
	"tiv/tracefeed/anonymous"
	"tiv/workspace"
)

const convertLong = `Convert any trace that TIV can read:

  bin    trace.bin, TIV's own format: compressed events with the states of threads,
         sums at every scale, findings and an index. It opens at once, at any size.
         docs/trace-format.md describes it.
  text   one event a line, for people and scripts: docs/text-format.md.
         This is the format if FILE ends in .tiv.
  chrome, perfetto
         for the viewers of Chromium (*.json) and Perfetto (*.pftrace): states, calls,
         regions, tasks and counters as slices on tracks, waits as flows, and for
         Perfetto the switches of threads. docs/trace-viewers.md says what they keep.

The conversion to bin and text is lossless in both directions: times to the nanosecond, stacks, names
and the properties of each source. Only the order of events of different threads at the
same instant is not kept.

FILE is written under a temporary name and renamed at the end, so it is never
incomplete. After a failure (the disk is full, the trace cannot be read or has no
events) or Ctrl-C, FILE is as before, and the exit code is 2 or that of the signal.
FILE must not be TRACE, under any name, nor an existing file of another kind: a
trace.bin replaces only a trace.bin, text only text, and so on. With -o - the new trace goes
to standard output.

A damaged trace is converted up to the damage, a trace.bin also after it. TIV warns
and records the damage in the new file; the exit code is 0, as for all commands.
A trace.bin keeps its identity, its clock and its other properties.

With --anonymize the new trace can be shared: names of threads, locks, functions, files,
tasks, regions and counters are replaced, the same name by the same word everywhere.
Numbers at the end of names stay, and so do names of the standard libraries of Go, Java
and Python. Identity, host, command line and other properties are left out. Times, lines,
addresses and sizes stay. docs/reports.md has the rules.
`

// anonymizeHelp is the description of --anonymize.
const anonymizeHelp = "Replace names of threads, locks, functions, files and the like; the same name gets the same replacement everywhere"

// convertCommand writes a trace anew, perhaps with other names.
type convertCommand struct {
	writing
	anonymize bool
}

func (w *convertCommand) describe() *cobra.Command {
	w.command = "convert"
	cmd := &cobra.Command{
		Use:   "convert TRACE -o FILE",
		Short: "Convert a trace to trace.bin, to text, or for other viewers",
		Long:  convertLong,
		Example: `tiv convert trace.out -o trace.bin --verify
tiv convert trace.bin -o trace.tiv          as text
tiv convert trace.out -o trace.pftrace      for ui.perfetto.dev
tiv convert trace.bin -o - --format text | grep monitor-wait
tiv convert trace.out -o t.bin --anonymize  to share it
tiv convert http://localhost:6060 -o now.bin
`,
	}
	w.flags(cmd.Flags())
	cmd.Flags().BoolVar(&w.anonymize, "anonymize", false, anonymizeHelp)
	return cmd
}

func (w *convertCommand) run(e *environment, _ *cobra.Command, words []string) error {
	if err := w.check(traceAt(words[0])); err != nil {
		return err
	}
	source, err := open(words[0])
	if err != nil {
		return err
	}
	defer source.Close()
	w.out.parts = source.Files()
	if w.anonymize {
		source.Feed, source.Name = anonymous.Feed(source.Feed), workspace.AnonymousName
	}
	r, err := w.write(source, e.memory)
	if err != nil {
		return err
	}
	warnOfLosses(w.command, source.Name, caveats.LostEvents(r.Lost))
	return nil
}
