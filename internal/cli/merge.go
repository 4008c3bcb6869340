package cli

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"tiv/internal/cli/several"
	"tiv/internal/cli/usage"
	"tiv/internal/replace"
	"tiv/timeline/caveats"
	"tiv/workspace/loader"
)

const mergeLong = `Write one trace of several: of the processes of one run, or of several machines.

Each trace keeps its threads, locks and names apart; events are in the order of one clock.
docs/joining.md says which clocks are compared, how messages between machines correct
them, and how exact that is; the new trace says it, too (tiv info).

--offset NAME=TIME moves a trace by hand, later or, with -, earlier. NAME is that of its file,
process or machine. The new trace says so; to undo it, merge again without.

The same traces open as one without a new file, with tiv A B.
`

// offsetHelp is the description of --offset.
const offsetHelp = "Move the trace of a file, process or machine in time, as in `NAME=+3ms`; again for more"

// mergeCommand writes one trace of several.
type mergeCommand struct {
	writing
	offsets []string
}

func (m *mergeCommand) describe() *cobra.Command {
	m.command = "merge"
	cmd := &cobra.Command{
		Use:   "merge TRACE… -o FILE",
		Short: "Write one trace of several",
		Long:  mergeLong,
		Example: `tiv merge front.bin back.bin -o all.bin
tiv merge web.bin db.bin -o all.bin --offset db=-3ms
tiv merge list.join -o all.bin --verify
`,
	}
	m.flags(cmd.Flags())
	cmd.Flags().StringArrayVar(&m.offsets, "offset", nil, offsetHelp)
	return cmd
}

func (m *mergeCommand) run(e *environment, cmd *cobra.Command, words []string) error {
	var sources []replace.Source
	for _, word := range words {
		sources = append(sources, traceAt(word))
	}
	if err := m.check(sources...); err != nil {
		return err
	}
	list, err := several.List(words, m.offsets)
	if err != nil {
		return usage.Misused(cmd, err)
	}
	if len(list) < 2 {
		return usage.Misused(cmd, errors.New("one trace is nothing to merge"), "To write a trace anew: tiv convert.")
	}
	source, err := several.Open(list, strings.Join(words, ", "), loader.Formats())
	if err != nil {
		return err
	}
	defer source.Close()
	for _, p := range list {
		m.out.parts = append(m.out.parts, p.Path)
	}
	if err := m.out.checkParts(); err != nil {
		return err
	}
	r, err := m.write(source, e.memory)
	if err != nil {
		return err
	}
	warnOfLosses(m.command, source.Name, caveats.LostEvents(r.Lost))
	return nil
}
