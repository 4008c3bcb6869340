package cli

import (
	"github.com/spf13/cobra"

	"tiv/workspace"
)

const convertLong = `writes any trace that TIV can read anew:

  bin    trace.bin, TIV's own format: the events, compressed, with what each
         thread does, sums for every scale, what is wrong, and an index. It opens
         at once, however long it is. docs/trace-format.md describes it.
  text   one event a line, for people and scripts: docs/text-format.md.
         This is the format if FILE ends in .tiv.

Nothing is lost on the way, in either direction: times to the nanosecond, stacks,
names, and what only some sources know. Only the order of events of different
threads at the same instant is not kept.

FILE is written beside its place and moved there in the end, so that there is
never half a file. If anything fails - the disk is full, the trace cannot be read
or has no event - and if Ctrl-C is pressed, FILE stays as it was, and the exit code
is 2 or that of the signal. FILE must not be TRACE itself, under whatever name,
and not a file of another kind: only a trace.bin is replaced by a trace.bin, and
text by text. FILE may be /dev/stdout or a pipe if the format is text.

A damaged trace is converted up to the damage, or around it if it is a trace.bin:
TIV warns of that and notes it in the new file; the exit code is 0, as for all commands.
A trace.bin keeps its identity, its clock and its other properties.
`

func (c *call) convertCommand() *cobra.Command {
	w := writing{command: "convert"}
	cmd := c.command(&cobra.Command{
		Use:   "convert TRACE -o FILE",
		Short: "write a trace anew as trace.bin, which opens at once, or as text (*.tiv)",
		Long:  convertLong,
	}, 1, 1, func(words []string) error { return c.convert(words[0], w) })
	w.flags(cmd.Flags())
	return cmd
}

// convert writes the trace at path anew.
func (c *call) convert(path string, w writing) error {
	if err := w.check(traceAt(path)); err != nil {
		return err
	}
	source, err := open(path)
	if err != nil {
		return err
	}
	defer source.Close()
	w.memory = c.memory
	r, err := w.write(source)
	if err != nil {
		return err
	}
	warnOfLosses(w.command, source.Name, workspace.LostEvents(r.Lost))
	return nil
}
