package cli

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	registry "tiv/command"
	"tiv/internal/cli/usage"
)

// helpCommand prints help or the manual page.
type helpCommand struct{ man, asJSON bool }

func (h *helpCommand) describe() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Print the help of TIV or of a command",
		Long: "Print the help of TIV or of a command, as --help does. -h prints a shorter one. " +
			"commands is a list of the commands of the window, with their arguments and keys.\n",
		ValidArgsFunction: func(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
			return append(usage.CommandNames(cmd.Root()), windowCommands), cobra.ShellCompDirectiveNoFileComp
		},
	}
	cmd.Flags().BoolVar(&h.man, "man", false, "Print the manual page of TIV, in man's format")
	cmd.Flags().BoolVar(&h.asJSON, "json", false, "Print the list of commands of the window as JSON")
	return cmd
}

func (h *helpCommand) run(e *environment, cmd *cobra.Command, words []string) error {
	about, ofWindow := cmd.Root(), slices.Equal(words, []string{windowCommands})
	switch {
	case ofWindow && h.asJSON:
		return registry.WriteJSON(e.out)
	case ofWindow:
		return registry.WriteText(e.out)
	case h.asJSON:
		return usage.Misused(cmd, fmt.Errorf("--json is for tiv help %s", windowCommands))
	case len(words) == 1:
		var err error
		if about, _, err = about.Find(words); err != nil || !about.HasParent() {
			return usage.Misused(cmd.Root(), fmt.Errorf("help: %w", usage.Unknown("command", words[0], usage.CommandNames(cmd.Root()))))
		}
	}
	text := usage.LongHelp(about)
	if h.man {
		text = usage.ManualPage(cmd.Root(), version)
	}
	fmt.Fprint(e.out, text)
	return nil
}

// windowCommands is the subject of help that lists the commands of the window.
const windowCommands = "commands"
