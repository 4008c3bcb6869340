package cli

import (
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	registry "tiv/command"
)

// helpCommand returns the command for help and the manual page.
func (c *call) helpCommand() (cmd *cobra.Command) {
	var man, asJSON bool
	cmd = c.command(&cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Print the help of TIV or of a command",
		Long: "Print the help of TIV or of a command, as --help does. -h prints a shorter one. " +
			"commands is a list of the commands of the window, with their arguments and keys.\n",
	}, 0, 1, func(words []string) error {
		about := cmd.Root()
		switch {
		case slices.Equal(words, []string{windowCommands}):
			return writeWindowCommands(c.out, asJSON)
		case asJSON:
			return misused(cmd, fmt.Errorf("--json is for tiv help %s", windowCommands))
		case len(words) == 1:
			var err error
			if about, _, err = about.Find(words); err != nil || !about.HasParent() {
				return misused(cmd.Root(), fmt.Errorf("help: %w", unknown("command", words[0], commandNames(cmd.Root()))))
			}
		}
		if man {
			fmt.Fprint(c.out, manualPage(cmd.Root()))
			return nil
		}
		fmt.Fprint(c.out, longHelp(about))
		return nil
	})
	cmd.Flags().BoolVar(&man, "man", false, "Print the manual page of TIV, in man's format")
	cmd.Flags().BoolVar(&asJSON, "json", false, "Print the list of commands of the window as JSON")
	cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return append(commandNames(cmd.Root()), windowCommands), cobra.ShellCompDirectiveNoFileComp
	}
	return cmd
}

// windowCommands is the subject of help that lists the commands of the window.
const windowCommands = "commands"

// writeWindowCommands lists the commands of the window, for people or as JSON.
func writeWindowCommands(out io.Writer, asJSON bool) error {
	if asJSON {
		return registry.WriteJSON(out)
	}
	return registry.WriteText(out)
}
